"""Cases of borch/distributions/kl*.py: every pair of two dozen distributions, and odd ones."""

DISTRIBUTIONS = [
    "D.Bernoulli(u(3))",
    "D.Poisson(p(3))",
    "D.Binomial(4, u(3))",
    "D.Beta(p(3), p(3))",
    "D.ContinuousBernoulli(u(3) * 0.4)",
    "D.Exponential(p(3))",
    "D.Gamma(p(3), p(3))",
    "D.Normal(d(3), p(3))",
    "D.Pareto(p(3), p(3))",
    "D.Uniform(u(3) * 0.5, 1 + u(3))",
    "D.Gumbel(d(3), p(3))",
    "D.Laplace(d(3), p(3))",
    "D.HalfNormal(p(3))",
    "D.Cauchy(d(3), p(3))",
    "D.Geometric(u(3))",
    "D.Categorical(u(3))",
    "D.OneHotCategorical(u(3))",
    "D.Dirichlet(p(3))",
    "D.MultivariateNormal(d(3), scale_tril=torch.eye(3, dtype=torch.float64) + d(3, 3).tril(-1) * 0.3)",
    "D.LowRankMultivariateNormal(d(3), d(3, 1), p(3))",
    "D.Independent(D.Normal(d(2, 3), p(2, 3)), 1)",
    "D.LogNormal(d(3), p(3))",
    "D.Chi2(p(3))",
    "D.StudentT(p(3))",
    "D.NegativeBinomial(3, u(3))",
]

CASES = {
    "pairs": [
        (f"D = torch.distributions\nD.kl_divergence({p}, {q})", {"second": False, "rtol": 1e-6})
        for p in DISTRIBUTIONS
        for q in DISTRIBUTIONS
    ],
    "odd": [
        "D = torch.distributions\nD.kl_divergence(D.Uniform(0.2, 0.4), D.Beta(2., 3.))",
        "D = torch.distributions\nD.kl_divergence(D.Uniform(1.2, 1.4), D.Pareto(1., 3.))",
        "D = torch.distributions\nD.kl_divergence(D.Uniform(0., 1.), D.Uniform(-1., 2.))",
        "D = torch.distributions\nD.kl_divergence(D.Pareto(torch.tensor(2.), torch.tensor(3.)), D.Normal(0., 1.))",
        "D = torch.distributions\nD.kl_divergence(D.Bernoulli(torch.tensor([0., 1., 0.3])), D.Bernoulli(torch.tensor([0.2, 0., 1.])))",
        "D = torch.distributions\nD.kl_divergence(D.Binomial(3, torch.tensor([0.4])), D.Binomial(4, torch.tensor([0.4])))",
        "D = torch.distributions\nD.kl_divergence(D.Categorical(torch.tensor([0., 1.])), D.Categorical(torch.tensor([1., 0.])))",
        "D = torch.distributions\nD.kl_divergence(D.Independent(D.Normal(d(3), p(3)), 1), D.Independent(D.Normal(d(3), p(3)), 0))",
        "D = torch.distributions\nD.kl_divergence(D.MultivariateNormal(torch.zeros(2), torch.eye(2)), D.MultivariateNormal(torch.zeros(3), torch.eye(3)))",
        "D = torch.distributions\nD.kl_divergence(3, D.Normal(0., 1.))",
        "D = torch.distributions\nD.kl_divergence(D.Normal(d(2, 3), 1.0), D.Normal(d(3), 2.0))",
        "D = torch.distributions\nD.kl_divergence(D.Beta(torch.tensor(2.), 3.), D.Uniform(0., 1.))",
    ],
}

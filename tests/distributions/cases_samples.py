"""Cases of samples of borch/distributions/ in float32, the default: torch's stream, with and without gradients."""

SCALAR = [
    "Normal(n(4), n(4).exp())", "Laplace(n(4), n(4).exp())", "Cauchy(n(4), n(4).exp())", "Uniform(n(4), n(4) + 9)",
    "Exponential(n(4).exp())", "Gamma(n(4).exp(), n(4).exp())", "Chi2(n(4).exp())", "Beta(n(4).exp(), n(4).exp())",
    "FisherSnedecor(n(4).exp(), n(4).exp())", "StudentT(n(4).exp())", "Gumbel(n(4), n(4).exp())",
    "HalfNormal(n(4).exp())", "HalfCauchy(n(4).exp())", "LogNormal(n(4), n(4).exp())",
    "InverseGamma(n(4).exp(), n(4).exp())", "Weibull(n(4).exp(), n(4).exp())",
    "Kumaraswamy(n(4).exp(), n(4).exp())", "Pareto(n(4).exp(), n(4).exp())",
    "GeneralizedPareto(n(4), n(4).exp(), n(4))", "ContinuousBernoulli(n(4).sigmoid())", "VonMises(n(4), n(4).exp())",
    "Bernoulli(n(4).sigmoid())", "Bernoulli(logits=n(4))", "Geometric(n(4).sigmoid())", "Poisson(n(4).exp())",
    "Binomial(9, n(4).sigmoid())", "NegativeBinomial(9., n(4).sigmoid())", "Categorical(logits=n(4))",
    "OneHotCategorical(n(4).exp())", "Multinomial(7, n(4).exp())", "RelaxedBernoulli(torch.tensor(0.4), logits=n(4))",
    "RelaxedOneHotCategorical(torch.tensor(0.4), logits=n(4))", "Dirichlet(n(4).exp())", "Dirichlet(n(3, 4).exp())",
    "LogisticNormal(n(4), n(4).exp())", "MultivariateNormal(n(4), torch.eye(4) + 0.1)", "LKJCholesky(4, 0.7)",
    "LowRankMultivariateNormal(n(4), n(4, 2), n(4).exp())", "Wishart(torch.tensor(5.0), torch.eye(3) + 0.1)",
    "MixtureSameFamily(D.Categorical(logits=n(4)), D.Normal(n(4), n(4).exp()))", "Categorical(n(2, 5).exp())",
    "Independent(D.Laplace(n(2, 4), n(2, 4).exp()), 1)", "Gamma(torch.full((3,), 0.01), 1.0)", "Beta(0.01, 0.02)",
    "Poisson(torch.tensor([0.0, 1e-3, 50.0, 1e4]))", "Normal(0, 1)", "Uniform(0, 1)", "Beta(2, 3)", "Gamma(2, 3)",
    "Exponential(2)", "Normal(n(20), 1.0)", "Normal(n(2, 1), torch.ones(1, 3))",
]  # fmt: skip

CASES = {
    "sample": [
        (f"D = torch.distributions\nx = D.{d}.sample(({n}))\n[x, torch.rand(1)]", {"grad": False, "rtol": 2e-5})
        for d in SCALAR
        for n in ("", "5,", "2, 3")
    ],
    "rsample": [
        (f"D = torch.distributions\nq = D.{d}\nq.rsample((17,)) if q.has_rsample else 0", {"grad": False, "rtol": 2e-5})
        for d in SCALAR
    ],
    "module paths": [
        "import importlib\nm = importlib.import_module(torch.__name__ + '.distributions.normal')\nm.Normal(0., 1.)",
        "import importlib\nm = importlib.import_module(torch.__name__ + '.distributions.kl')\n"
        "m.kl_divergence(torch.distributions.Normal(0., 1.), torch.distributions.Normal(0., 2.))",
        "import importlib\nm = importlib.import_module(torch.__name__ + '.distributions.transforms')\nm.ExpTransform()",
        "import importlib\nm = importlib.import_module(torch.__name__ + '.distributions.studentT')\nm.StudentT(2.)",
        "sorted(torch.distributions.__all__)",
        "sorted(torch.distributions.constraints.__all__)",
        "torch.distributions.Distribution.set_default_validate_args('no')",
        "D = torch.distributions\nD.Distribution.set_default_validate_args(False)\nx = D.Normal(0., -1.)\n"
        "D.Distribution.set_default_validate_args(True)\nx",
    ],
}

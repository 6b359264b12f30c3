"""REINFORCE and an actor-critic step with torch.distributions."""

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical, Normal, kl_divergence

torch.manual_seed(543)


class Policy(nn.Module):
    def __init__(self):
        super(Policy, self).__init__()
        self.affine1 = nn.Linear(4, 16)
        self.action_head = nn.Linear(16, 3)
        self.value_head = nn.Linear(16, 1)
        self.saved = []

    def forward(self, x):
        x = F.relu(self.affine1(x))
        return F.softmax(self.action_head(x), dim=-1), self.value_head(x)


policy = Policy()
optimizer = optim.Adam(policy.parameters(), lr=1e-2)
state = torch.tensor([0.1, -0.2, 0.3, 0.0])
for episode in range(4):
    rewards = []
    policy.saved.clear()
    for t in range(6):
        probs, value = policy(state)
        m = Categorical(probs)
        action = m.sample()
        policy.saved.append((m.log_prob(action), value, m.entropy()))
        rewards.append(1.0 if action.item() == t % 3 else 0.0)
    R, returns = 0, []
    for r in rewards[::-1]:
        R = r + 0.9 * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + 1e-5)
    policy_losses, value_losses, entropy = [], [], 0
    for (log_prob, value, ent), R in zip(policy.saved, returns):
        advantage = R - value.item()
        policy_losses.append(-log_prob * advantage)
        value_losses.append(F.smooth_l1_loss(value, torch.tensor([R])))
        entropy = entropy + ent
    loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum() - 0.01 * entropy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"episode {episode} reward {sum(rewards):.1f} loss {loss.item():.3f}")
mu, log_std = nn.Parameter(torch.zeros(2)), nn.Parameter(torch.zeros(2))
pi, old = Normal(mu, log_std.exp()), Normal(torch.ones(2) * 0.1, torch.ones(2))
a = pi.rsample()
ratio = torch.exp(pi.log_prob(a).sum(-1) - old.log_prob(a).sum(-1))
clipped = torch.clamp(ratio, 0.8, 1.2)
(-torch.min(ratio, clipped) + kl_divergence(old, pi).sum()).backward()
print(mu.grad, log_std.grad)

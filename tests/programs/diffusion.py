"""Denoising diffusion on two moons: buffers, sinusoidal time embedding, EMA by swa_utils, sampling loop."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

torch.manual_seed(6)


def extract(a, t, x_shape):
    out = a.gather(-1, t)
    return out.reshape(t.shape[0], *((1,) * (len(x_shape) - 1)))


class SinusoidalPositionEmbeddings(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def forward(self, time):
        half_dim = self.dim // 2
        embeddings = math.log(10000) / (half_dim - 1)
        embeddings = torch.exp(torch.arange(half_dim, device=time.device) * -embeddings)
        embeddings = time[:, None] * embeddings[None, :]
        return torch.cat((embeddings.sin(), embeddings.cos()), dim=-1)


class Denoiser(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.time_mlp = nn.Sequential(SinusoidalPositionEmbeddings(dim), nn.Linear(dim, 16), nn.SiLU())
        self.inp = nn.Linear(2, 16)
        self.mid = nn.Sequential(nn.LayerNorm(16), nn.Linear(16, 16), nn.Mish())
        self.out = nn.Linear(16, 2)

    def forward(self, x, t):
        h = self.inp(x) + self.time_mlp(t)
        return self.out(h + self.mid(h))


class Diffusion(nn.Module):
    def __init__(self, timesteps):
        super().__init__()
        betas = torch.linspace(0.0001, 0.2, timesteps, dtype=torch.float64)
        alphas_cumprod = torch.cumprod(1.0 - betas, dim=0)
        self.timesteps = timesteps
        self.register_buffer("betas", betas.to(torch.float32))
        self.register_buffer("sqrt_ac", torch.sqrt(alphas_cumprod).float())
        self.register_buffer("sqrt_omac", torch.sqrt(1.0 - alphas_cumprod).float())
        self.register_buffer("sqrt_recip_alphas", torch.rsqrt(1.0 - betas).float(), persistent=False)
        prev = F.pad(alphas_cumprod[:-1], (1, 0), value=1.0)
        self.register_buffer("posterior_variance", (betas * (1.0 - prev) / (1.0 - alphas_cumprod)).float())

    def q_sample(self, x_start, t, noise):
        return extract(self.sqrt_ac, t, x_start.shape) * x_start + extract(self.sqrt_omac, t, x_start.shape) * noise

    @torch.inference_mode()
    def p_sample(self, model, x, t, t_index):
        mean = extract(self.sqrt_recip_alphas, t, x.shape) * (
            x - extract(self.betas, t, x.shape) * model(x, t) / extract(self.sqrt_omac, t, x.shape)
        )
        if t_index == 0:
            return mean
        return mean + torch.sqrt(extract(self.posterior_variance, t, x.shape)) * torch.randn_like(x)


angle = torch.rand(64) * math.pi
moons = torch.where(
    (torch.arange(64) % 2 == 0)[:, None],
    torch.stack([angle.cos(), angle.sin()], 1),
    torch.stack([1 - angle.cos(), 0.5 - angle.sin()], 1),
)
model, diffusion = Denoiser(), Diffusion(12)
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(20):
    t = torch.randint(0, diffusion.timesteps, (64,)).long()
    noise = torch.randn_like(moons)
    loss = F.smooth_l1_loss(noise, model(diffusion.q_sample(moons, t, noise), t))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    ema.update_parameters(model)
    if step % 5 == 0:
        print(f"step {step}: loss {loss.item():.4f}")
img = torch.randn(4, 2)
for i in reversed(range(diffusion.timesteps)):
    img = diffusion.p_sample(ema.module, img, torch.full((4,), i, dtype=torch.long), i)
print(img.shape, bool(torch.isfinite(img).all()), sorted(diffusion.state_dict()), int(ema.n_averaged))
print(torch.round(img, decimals=1))

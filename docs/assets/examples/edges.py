"""A convolution with Sobel's two kernels finds the edges of a square."""

import torch
import torch.nn.functional as F

image = torch.zeros(1, 1, 8, 8)
image[..., 2:6, 2:6] = 1

sobel = torch.tensor([[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]])
kernels = torch.stack([sobel, sobel.T]).unsqueeze(1)
print("kernels", kernels.shape)

edges = F.conv2d(image, kernels, padding=1)
strength = edges.square().sum(dim=1).sqrt()[0]
print("strength of the edges")
print(strength)

for row in strength > 1:
    print("".join("#" if edge else "." for edge in row))

"""torch._functorch: paths inside torch.func from which programs import."""

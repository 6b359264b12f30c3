"""torch.fx.experimental: the few names of it that libraries ask for."""

"""torch.fx.passes: what is made of graphs."""

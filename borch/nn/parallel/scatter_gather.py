"""torch.nn.parallel.scatter_gather: torch's path of what spreads tensors over devices, which is refused here."""

from . import _refused, gather, scatter

__all__ = ["gather", "scatter", "scatter_kwargs"]

scatter_kwargs = _refused("scatter_gather.scatter_kwargs")

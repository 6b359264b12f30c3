"""torch._inductor.config: switches of torch.compile, which can be set and change nothing."""

from types import SimpleNamespace

from .._dynamo.settings import keep

coordinate_descent_tuning = False
max_autotune = False
fx_graph_cache = True
freezing = False
triton = SimpleNamespace(unique_kernel_names=True, cudagraphs=False, cudagraph_trees=True)
cpp = SimpleNamespace(threads=-1, simdlen=None)

keep(__name__)

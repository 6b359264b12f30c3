"""torch._dynamo.config: switches of torch.compile, which can be set and change nothing."""

from .settings import keep

suppress_errors = False
cache_size_limit = recompile_limit = 8
accumulated_cache_size_limit = accumulated_recompile_limit = 256
verbose = False
capture_scalar_outputs = False

keep(__name__)

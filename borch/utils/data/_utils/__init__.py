"""torch.utils.data._utils, the private room from which programs take `collate` all the same."""

from . import collate as collate
from . import pin_memory as pin_memory
from . import worker as worker

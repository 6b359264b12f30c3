"""torch.utils.data._utils, the private room from which programs take `collate` all the same."""

from . import collate as collate

"""torch.backends.miopen: settings of AMD's convolutions, which programs set; there are none here.

>>> import borch as torch
>>> torch.backends.miopen.immediate
False
"""

from ._flags import flags_of

immediate = False
flags = flags_of(__name__, immediate=False)

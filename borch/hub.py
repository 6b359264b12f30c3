"""torch.hub: models from the network, which a program in the tab may not use. Its functions refuse.

Source: https://docs.pytorch.org/docs/stable/hub.html
"""

import importlib
import os
import re
from urllib.parse import urlparse as urlparse

from .absent import REASONS, Refusal

__all__ = ["download_url_to_file", "get_dir", "help", "list", "load", "load_state_dict_from_url", "set_dir"]

download_url_to_file = Refusal("torch.hub.download_url_to_file", REASONS["files"])
help = Refusal("torch.hub.help", REASONS["files"])
list = Refusal("torch.hub.list", REASONS["files"])
load = Refusal("torch.hub.load", REASONS["files"])
load_state_dict_from_url = Refusal("torch.hub.load_state_dict_from_url", REASONS["files"])
HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")
_directory = []


def _get_torch_home():
    """The directory of torch's cache, as the environment says."""
    cache = os.getenv("XDG_CACHE_HOME", "~/.cache")
    return os.path.expanduser(os.getenv("TORCH_HOME", os.path.join(cache, "torch")))


def get_dir():
    """The directory that `set_dir` was last given."""
    return os.path.expanduser(_directory[-1]) if _directory else os.path.join(_get_torch_home(), "hub")


def set_dir(d):
    """Keeps a directory for downloads; nothing is downloaded."""
    _directory[:] = [str(d)]


def __getattr__(name):
    if name == "tqdm":  # torch takes it from the package of that name too
        return importlib.import_module("tqdm").tqdm
    raise AttributeError(f"module 'torch.hub' has no attribute '{name}'")

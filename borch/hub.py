"""torch.hub: models from the network, which a program in the tab may not use. Its functions refuse.

Source: https://docs.pytorch.org/docs/stable/hub.html
"""

import re

from .absent import REASONS, Refusal

__all__ = ["download_url_to_file", "get_dir", "help", "list", "load", "load_state_dict_from_url", "set_dir"]

download_url_to_file = Refusal("torch.hub.download_url_to_file", REASONS["files"])
help = Refusal("torch.hub.help", REASONS["files"])
list = Refusal("torch.hub.list", REASONS["files"])
load = Refusal("torch.hub.load", REASONS["files"])
load_state_dict_from_url = Refusal("torch.hub.load_state_dict_from_url", REASONS["files"])
HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")
_directory = ["~/.cache/torch/hub"]


def get_dir():
    """The directory that `set_dir` was last given."""
    import os

    return os.path.expanduser(_directory[0])


def set_dir(d):
    """Keeps a directory for downloads; nothing is downloaded."""
    _directory[0] = str(d)

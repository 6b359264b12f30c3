"""torch.utils.model_zoo: the old path of torch.hub's download, which refuses."""

from .. import hub
from ..hub import load_state_dict_from_url

__all__ = ["load_state_dict_from_url", "load_url"]

load_url = load_state_dict_from_url


def __getattr__(name):
    if name == "tqdm":
        return hub.tqdm
    raise AttributeError(f"module 'torch.utils.model_zoo' has no attribute '{name}'")

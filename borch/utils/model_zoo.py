"""torch.utils.model_zoo: the old path of torch.hub's download, which refuses."""

from ..hub import load_state_dict_from_url

__all__ = ["load_state_dict_from_url", "load_url"]

load_url = load_state_dict_from_url

"""torch.jit.annotations: names for annotations that published programs import from here."""

from typing import Any, Dict, List, Optional, Tuple, Union  # noqa: UP035

__all__ = ["Any", "Dict", "List", "Optional", "Tuple", "Union"]

BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = list

"""Freezes the events that torch's SummaryWriter writes: what tests/utils/test_tensorboard.py compares with.

Needs the package tensorboard beside torch 2.13; without it the frozen events stay as they are.
"""

import importlib.util
import json
import tempfile

from tests.utils.test_tensorboard import GOLDEN, events_of, written


def main():
    if importlib.util.find_spec("tensorboard") is None:
        return
    import torch

    with tempfile.TemporaryDirectory() as folder:
        written(torch, folder)
        GOLDEN.write_text(json.dumps(events_of(folder), indent=0) + "\n")

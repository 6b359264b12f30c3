"""torch.optim: one algorithm a file; a class gathers the state, a function of lists takes the step.

Source: https://docs.pytorch.org/docs/stable/optim.html
"""

from .adam import Adam
from .adamw import AdamW
from .optimizer import Optimizer
from .sgd import SGD

__all__ = ["SGD", "Adam", "AdamW", "Optimizer"]

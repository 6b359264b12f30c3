"""Steps of optimizers: the new values of a parameter, and its states brought up to date in place."""

import numpy as np

__all__ = ["adam_step", "sgd_step"]


def adam_step(x, g, mean, square, shrink, mean_share, square_share, square_kept, root, eps, rate):
    """x * shrink - rate * mean / (sqrt(square) / root + eps), after `g` has joined `mean` and `square` with its shares."""
    if shrink != 1:
        x = x * shrink
    share = g - mean
    share *= mean_share
    mean += share
    squared = g * square_share
    squared *= g
    square *= square_kept
    square += squared
    denominator = np.sqrt(square)
    denominator /= root
    denominator += eps
    update = mean / denominator
    update *= rate
    return x - update


def sgd_step(x, g, buffer, kept, share, rate, nesterov):
    """x - rate * step after `g` has joined `buffer`: the step is the buffer, with `nesterov` g + kept * buffer."""
    buffer *= kept
    buffer += share * g
    return x - rate * (g + kept * buffer if nesterov else buffer)

"""The strong Wolfe line search of L-BFGS: bracket a good step, then narrow the bracket by cubic interpolation.

Source: Nocedal and Wright 2006, algorithms 3.5 and 3.6, in the form that torch took from Schmidt's minFunc.
"""

from typing import Any, NamedTuple

import numpy as np

DECREASE, FLATNESS = 1e-4, 0.9  # the two conditions' constants
SMALLEST, MOST_TRIES = 1e-9, 25


class Point(NamedTuple):
    """A step along the direction: its length, and the loss, gradient and slope there."""

    t: Any
    value: float
    gradient: Any
    slope: Any


def strong_wolfe(evaluate, t, direction, value, gradient, slope, tries=MOST_TRIES):
    """(Point, number of evaluations) of a step that satisfies the strong Wolfe conditions, or the best one found.

    evaluate(t) gives loss and gradient at step t; value, gradient and slope are those at 0; after `tries` no more are made.
    """

    def at(t):
        value, gradient = evaluate(t)
        return Point(t, value, gradient, gradient.dot(direction))

    origin = Point(0, value, gradient, slope)
    most = min(tries, MOST_TRIES)
    bracket, used, done = _bracketed(at, origin, t, most)
    if done:
        return bracket[0], used + 1
    found, more = _zoomed(at, origin, bracket, np.max(np.abs(direction)), most - used)
    return found, used + 1 + more


def _falls_short(origin, point):
    """Whether the loss at the point decreased too little for its distance."""
    return point.value > origin.value + DECREASE * point.t * origin.slope


def _is_flat(origin, point):
    return abs(point.slope) <= -FLATNESS * origin.slope


def _bracketed(at, origin, t, most):
    """Two points with a good step between them, or one good point: (points, tries after the first, whether it is done)."""
    previous, point = origin, at(t)
    for tries in range(most):
        if _falls_short(origin, point) or (tries > 1 and point.value >= previous.value):
            return [previous, point], tries, False
        if _is_flat(origin, point):
            return [point], tries, True
        if point.slope >= 0:
            return [previous, point], tries, False
        bounds = point.t + 0.01 * (point.t - previous.t), point.t * 10
        previous, point = point, at(_cubic_minimum(previous, point, bounds))
    return [origin, point], most, False


def _zoomed(at, origin, bracket, width, tries):
    """(the best point, number of evaluations) after narrowing the bracket."""
    low, high = sorted(bracket, key=lambda point: point.value)
    first, second = bracket  # in the order in which they entered: interpolation is not symmetric in rounding
    stuck = False
    for k in range(tries):
        if abs(second.t - first.t) * width < SMALLEST:
            return low, k
        left, right = min(first.t, second.t), max(first.t, second.t)
        t = _cubic_minimum(first, second, (left, right))
        margin = 0.1 * (right - left)
        if min(right - t, t - left) < margin:
            if stuck or t >= right or t <= left:
                t = right - margin if abs(t - right) < abs(t - left) else left + margin
                stuck = False
            else:
                stuck = True
        else:
            stuck = False
        point = at(t)
        low_is_first = low is first
        if _falls_short(origin, point) or point.value >= low.value:
            high = point
        else:
            if _is_flat(origin, point):
                return point, k + 1
            if point.slope * (high.t - low.t) >= 0:
                high = low
            low = point
        first, second = (low, high) if low_is_first else (high, low)
        if high.value < low.value or (high.value == low.value and not low_is_first):
            low, high = high, low
    return low, tries


def _cubic_minimum(a, b, bounds):
    """Where the cubic through two points with their slopes is least, within bounds; their middle if it has no minimum."""
    low, high = bounds
    if a.t > b.t:
        a, b = b, a
    bend = a.slope + b.slope - 3 * (a.value - b.value) / (a.t - b.t)
    square = bend**2 - a.slope * b.slope
    if square < 0:
        return (low + high) / 2.0
    root = np.sqrt(square)
    t = b.t - (b.t - a.t) * ((b.slope + root - bend) / (b.slope - a.slope + 2 * root))
    return min(max(t, low), high)

"""Shapes and strides: how numpy lays out a result, and what its view operations do to them. Strides are in bytes."""

import operator

import numpy as np


def rows(shape, itemsize):
    """The strides of an array in C order."""
    strides = []
    for n in reversed(shape):
        strides.append(itemsize)
        itemsize *= n or 1
    return tuple(strides[::-1])


def size_of(shape):
    size = 1
    for n in shape:
        size *= n
    return size


def is_dense(shape, strides, itemsize):
    """Whether the elements lie in C order without gaps; axes of one element may have any stride."""
    if 0 in shape:
        return True
    for n, stride in zip(reversed(shape), reversed(strides), strict=True):
        if n != 1:
            if stride != itemsize:
                return False
            itemsize *= n
    return True


def innermost_first(shape, operands):
    """The axes from the innermost in memory to the outermost, as numpy's iterator takes them for several operands.

    operands  the strides of each, zero where it is repeated
    """
    order = list(range(len(shape)))[::-1]
    for i in range(1, len(order)):
        at, axis = i, order[i]
        for j in range(i - 1, -1, -1):
            other, known, swap = order[j], False, False
            for strides in operands:
                mine, theirs = abs(strides[axis]), abs(strides[other])
                if mine and theirs:
                    if theirs <= mine:
                        swap = False
                    elif not known:
                        swap = True
                    known = True
            if known and not swap:
                break
            if known:
                at = j
        order.insert(at, order.pop(i))
    return order


def in_order(shape, order, itemsize):
    """The strides of dense memory whose axes are, from the innermost outwards, `order`."""
    strides = [0] * len(shape)
    for axis in order:
        strides[axis] = itemsize
        itemsize *= shape[axis] or 1
    return tuple(strides)


def repeated(shape, strides, wider):
    """The strides of an array that is broadcast to a wider shape; ValueError where it does not fit."""
    extra = len(wider) - len(shape)
    out = [0] * extra
    for have, want, stride in zip(shape, wider[max(extra, 0) :], strides, strict=True):
        if have != want and have != 1:
            raise ValueError(f"operands could not be broadcast together with remapped shapes: {shape} and {wider}")
        out.append(stride if have == want and have != 1 else 0)
    return tuple(out)


def kept_order(shape, arrays, itemsize):
    """The strides that numpy gives a result of `shape` computed from `arrays` element by element."""
    operands = [repeated(a.shape, a.strides, shape) for a in arrays if a.ndim]
    if all(strides == rows(shape, a.itemsize) for strides, a in zip(operands, arrays, strict=False)):
        return rows(shape, itemsize)
    return in_order(shape, innermost_first(shape, operands), itemsize)


def without_copy(shape, strides, wanted, itemsize):
    """The strides under which the same memory has the shape `wanted`, read row by row; None where a copy is needed."""
    if size_of(shape) == 0 or size_of(shape) == 1:
        return rows(wanted, itemsize)
    old = [(n, s) for n, s in zip(shape, strides, strict=True) if n != 1]
    out, at, new = [], 0, 0
    while at < len(old) and new < len(wanted):
        have, want, start, first = old[at][0], wanted[new], at, new
        while have != want:
            if have < want:
                at += 1
                have *= old[at][0]
            else:
                new += 1
                want *= wanted[new]
        for k in range(start, at):
            if old[k][1] != old[k + 1][0] * old[k + 1][1]:
                return None
        step, group = old[at][1], []
        for n in reversed(wanted[first : new + 1]):
            group.append(step)
            step *= n
        out += group[::-1]
        at, new = at + 1, new + 1
    last = out[-1] if out else itemsize
    return tuple(out + [last] * (len(wanted) - len(out)))


def axis_in(axis, ndim):
    axis = operator.index(axis)
    if not -ndim <= axis < ndim:
        raise np.exceptions.AxisError(axis, ndim)
    return axis % ndim


def axes_in(axis, ndim):
    """A tuple of axes from None (all), an int or several."""
    if axis is None:
        return tuple(range(ndim))
    return tuple(axis_in(a, ndim) for a in axis) if isinstance(axis, (tuple, list)) else (axis_in(axis, ndim),)


def reduced(shape, axes, keepdims):
    return tuple(1 if k in axes else n for k, n in enumerate(shape) if keepdims or k not in axes)


def spread(index, ndim):
    """An index as a list in which Ellipsis stands for its full slices; how many axes each item takes is `takes`."""
    items = list(index) if type(index) is tuple else [index]
    used = sum(takes(i) for i in items)
    if used > ndim:
        raise IndexError(f"too many indices for array: array is {ndim}-dimensional, but {used} were indexed")
    at = next((k for k, i in enumerate(items) if i is Ellipsis), None)
    if at is None:
        return items + [slice(None)] * (ndim - used)
    return items[:at] + [slice(None)] * (ndim - used) + items[at + 1 :]


def takes(item):
    if item is None or item is Ellipsis:
        return 0
    if isinstance(item, np.ndarray) and item.dtype == np.bool_:
        return item.ndim
    return 1

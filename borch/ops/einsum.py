"""einsum: sums of products of tensors, written as labels of their axes.

Operands are multiplied from left to right; each pair becomes one product of stacks of matrices.
Source: https://docs.pytorch.org/docs/stable/generated/torch.einsum.html
"""

import functools

from .._core.op import OPS, function
from .._core.tensor import Tensor
from .matmul import bmm, mm

DOTS = "..."


@function(method=False)
def einsum(*args):
    """The sum of products of operands whose axes are labelled by `equation`, such as "bij,bjk->bik".

    A label that the output lacks is summed over; a label repeated in one operand takes its diagonal; "..." stands for
    axes without label, which broadcast. Also takes lists of ints: einsum(a, [0, 1], b, [1, 2], [0, 2]).
    RuntimeError when the equation and the operands do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.einsum.html

    >>> import borch as torch
    >>> torch.einsum("ij,j->i", torch.tensor([[1, 2], [3, 4]]), torch.tensor([10, 1]))
    tensor([12, 34])
    """
    equation, operands = _arguments(args)
    inputs, output = parse(equation, len(operands))
    labels = [full_labels(names, k, x) for k, (names, x) in enumerate(zip(inputs, operands, strict=True))]
    output = output_labels(output, inputs, labels)
    operands = [_diagonals(k, names, x) for k, (names, x) in enumerate(zip(labels, operands, strict=True))]
    labels = [list(dict.fromkeys(names)) for names in labels]
    _check_sizes(labels, operands)
    return _contract(operands, labels, output)


def _arguments(args):
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one operand and its "
            "subscripts list"
        )
    if isinstance(args[0], Tensor):
        pairs = len(args) // 2
        parts = [_from_list(args[2 * k + 1]) for k in range(pairs)]
        operands = [args[2 * k] for k in range(pairs)]
        return ",".join(parts) + ("->" + _from_list(args[-1]) if len(args) % 2 else ""), operands
    equation, *operands = args
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = list(operands[0])
    return equation, operands


def _from_list(subscripts):
    return "".join(DOTS if s is Ellipsis else _letter(s) for s in subscripts)


def _letter(number):
    if not 0 <= number < 52:
        raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")
    return chr(ord("A") + number) if number < 26 else chr(ord("a") + number - 26)


@functools.lru_cache(256)
def parse(equation, number):
    """(labels of each operand, labels of the output or None); "..." is one label of its own."""
    left, arrow, right = equation.partition("->")
    inputs, names, k = [], [], 0
    while k < len(left):
        c = left[k]
        if c == ",":
            inputs.append(tuple(names))
            names = []
            if len(inputs) >= number:
                raise RuntimeError("einsum(): fewer operands were provided than specified in the equation")
        elif c == ".":
            if DOTS in names:
                raise RuntimeError(
                    f"einsum(): found '.' for operand {len(inputs)} for which an ellipsis was already found"
                )
            if left[k : k + 3] != DOTS:
                raise RuntimeError(f"einsum(): found '.' for operand {len(inputs)} that is not part of any ellipsis")
            names.append(DOTS)
            k += 2
        elif c != " ":
            names.append(_checked(c, k))
        k += 1
    inputs.append(tuple(names))
    if len(inputs) < number:
        raise RuntimeError("einsum(): more operands were provided than specified in the equation")
    return tuple(inputs), _parse_output(right, len(left) + 2, inputs) if arrow else None


def _checked(c, k):
    if not (c.isascii() and c.isalpha()):
        raise RuntimeError(
            f"einsum(): invalid subscript given at index {k} in the equation string, subscripts must be in [a-zA-Z]"
        )
    return c


def _parse_output(right, start, inputs):
    names, k = [], 0
    while k < len(right):
        c = right[k]
        if c == ".":
            if DOTS in names:
                raise RuntimeError("einsum(): found '.' for output but an ellipsis (...) was already found")
            if right[k : k + 3] != DOTS:
                raise RuntimeError("einsum(): found '.' for output that is not part of any ellipsis (...)")
            names.append(DOTS)
            k += 2
        elif c != " ":
            _checked(c, start + k)
            if c in names:
                raise RuntimeError(f"einsum(): output subscript {c} appears more than once in the output")
            if not any(c in i for i in inputs):
                raise RuntimeError(
                    f"einsum(): output subscript {c} does not appear in the equation for any input operand"
                )
            names.append(c)
        k += 1
    return tuple(names)


def full_labels(names, k, x):
    """One label per axis; the axes of an ellipsis are numbered from the last, since that is how they broadcast."""
    named = len(names) - (DOTS in names)
    if DOTS not in names:
        if named != x.ndim:
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({named}) does not match the number of dimensions "
                f"({x.ndim}) for operand {k} and no ellipsis was given"
            )
        return list(names)
    if named > x.ndim:
        raise RuntimeError(
            f"einsum(): the number of subscripts in the equation ({named}) is more than the number of dimensions "
            f"({x.ndim}) for operand {k}"
        )
    at, n = names.index(DOTS), x.ndim - named
    return [*names[:at], *range(-n, 0), *names[at + 1 :]]


def output_labels(output, inputs, labels):
    dots = max((sum(isinstance(label, int) for label in names) for names in labels), default=0)
    covered = list(range(-dots, 0))
    if output is None:
        counts = {}
        for names in inputs:
            for name in names:
                counts[name] = counts.get(name, 0) + 1
        return covered + sorted(name for name, n in counts.items() if n == 1 and name != DOTS)
    out = []
    for name in output:
        out.extend(covered if name == DOTS else [name])
    return out


def _diagonals(k, names, x):
    """`x` with each repeated label's axes replaced by their diagonal, which stands where the label is first."""
    names = list(names)
    for name in dict.fromkeys(names):
        while names.count(name) > 1:
            first = names.index(name)
            second = names.index(name, first + 1)
            if x.shape[first] != x.shape[second]:
                raise RuntimeError(
                    f"einsum(): subscript {name} is repeated for operand {k} but the sizes don't match, "
                    f"{x.shape[second]} != {x.shape[first]}"
                )
            x = OPS["movedim"](OPS["diagonal"](x, 0, first, second), -1, first)
            del names[second]
    return x


def _check_sizes(labels, operands):
    sizes = {}
    for k, (names, x) in enumerate(zip(labels, operands, strict=True)):
        for name, size in zip(names, x.shape, strict=True):
            seen = sizes.get(name, 1)
            if seen != size and seen != 1 and size != 1:
                shown = DOTS if isinstance(name, int) else name
                raise RuntimeError(
                    f"einsum(): subscript {shown} has size {size} for operand {k} which does not broadcast with previously "
                    f"seen size {seen}"
                )
            sizes[name] = max(seen, size) if size != 0 and seen != 0 else 0


def _contract(operands, labels, output):
    if len(operands) == 1:
        return _alone(operands[0], labels[0], output)
    x, names = operands[0], labels[0]
    for k in range(1, len(operands)):
        later = {name for rest in labels[k + 1 :] for name in rest}
        last = k == len(operands) - 1
        x, names = _pair(x, names, operands[k], labels[k], later | set(output), output if last else None)
    return x


def _alone(x, names, output):
    summed = [name for name in names if name not in output]
    order = [names.index(name) for name in (*(n for n in output if n in names), *summed)]
    x = OPS["permute"](x, order)
    return OPS["sum"](x, tuple(range(len(order) - len(summed), len(order)))) if summed else x


def _pair(a, names_a, b, names_b, keep, output):
    """(product of two operands, its labels), summed over the labels that nobody keeps; at last in the output's order."""
    a, names_a = _narrowed(a, names_a, b, names_b)
    b, names_b = _narrowed(b, names_b, a, names_a)
    shared = [name for name in names_a if name in names_b]
    summed = [name for name in shared if name not in keep]
    a, names_a = _sum_lonely(a, names_a, names_b, keep)
    b, names_b = _sum_lonely(b, names_b, names_a, keep)
    if not summed and not _is_plain_product(names_a, names_b, output):
        return _multiplied(a, names_a, b, names_b, output)
    batch = [name for name in shared if name in keep]
    rest_a, rest_b = ([n for n in names if n not in shared] for names in (names_a, names_b))
    if output is not None:
        place = {name: k for k, name in enumerate(output)}
        batch.sort(key=place.get)
        rest_a.sort(key=place.get)
        rest_b.sort(key=place.get)
        if rest_a and rest_b and place[rest_b[0]] < place[rest_a[0]]:
            a, names_a, rest_a, b, names_b, rest_b = b, names_b, rest_b, a, names_a, rest_a
    sizes = {**dict(zip(names_b, b.shape, strict=True)), **dict(zip(names_a, a.shape, strict=True))}
    n = [_numel(sizes, part) for part in (batch, rest_a, summed, rest_b)]
    lead = n[:1] if batch else []
    left = _shaped(_ordered(a, names_a, (*batch, *rest_a, *summed)), (*lead, n[1], n[2]))
    right = _shaped(_ordered(b, names_b, (*batch, *summed, *rest_b)), (*lead, n[2], n[3]))
    names = [*batch, *rest_a, *rest_b]
    if a.dtype is not b.dtype:
        raise RuntimeError(f"expected scalar type {left.dtype.legacy} but found {right.dtype.legacy}")
    x = bmm(left, right) if batch else mm(left, right)
    shape = [sizes[name] for name in names]
    if output is None:
        return _shaped(x, shape), names
    if names == list(output):
        return OPS["view"](x, shape), output
    x = _ordered(OPS["reshape"](x, shape), names, output)
    return OPS["view"](x, x.shape), output


def _shaped(x, shape):
    return x if tuple(x.shape) == tuple(shape) else OPS["reshape"](x, shape)


def _is_plain_product(names_a, names_b, output):
    """Whether two operands without a common sum end in a number: then a matrix product is as good."""
    return output is not None and not names_a and not names_b


def _narrowed(a, names_a, b, names_b):
    """`a` without the axes of length 1 that only broadcast against `b`."""
    sizes = dict(zip(names_b, b.shape, strict=True))
    dropped = [k for k, name in enumerate(names_a) if a.shape[k] == 1 and sizes.get(name, 1) != 1]
    if not dropped:
        return a, names_a
    shape = [s for k, s in enumerate(a.shape) if k not in dropped]
    return OPS["reshape"](a, shape), [name for k, name in enumerate(names_a) if k not in dropped]


def _sum_lonely(a, names_a, names_b, keep):
    dims = tuple(k for k, name in enumerate(names_a) if name not in names_b and name not in keep)
    if not dims:
        return a, names_a
    return OPS["sum"](a, dims), [name for k, name in enumerate(names_a) if k not in dims]


def _multiplied(a, names_a, b, names_b, output):
    names = list(output) if output is not None else [*names_a, *(n for n in names_b if n not in names_a)]
    x = _spread(a, names_a, names) * _spread(b, names_b, names)
    return x, names


def _spread(a, names_a, names):
    """`a` with an axis for each of `names`, of length 1 where it has none."""
    a = _ordered(a, names_a, [name for name in names if name in names_a])
    sizes = iter(a.shape)
    shape = [next(sizes) if name in names_a else 1 for name in names]
    return OPS["reshape"](a, shape) if len(shape) != a.ndim else a


def _ordered(a, names_a, names):
    order = [names_a.index(name) for name in names]
    return a if order == list(range(len(order))) else OPS["permute"](a, order)


def _numel(sizes, names):
    n = 1
    for name in names:
        n *= sizes[name]
    return n

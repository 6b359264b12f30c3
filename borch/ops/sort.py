"""Order: sort, argsort, msort, topk, kthvalue, median, mode.

nan counts as greatest. Equal elements come in the order in which torch's own algorithms leave them (ties.py).
Source: https://docs.pytorch.org/docs/stable/torch.html#comparison-ops
"""

from operator import eq

import numpy as np

from .._core import dtype as dtypes
from .._core.args import as_index, wrap_dim
from .._core.nodata import is_meta
from .._core.numbers import some
from .._core.op import function, op
from .._core.order import repeats
from .both import SAME_DTYPE, along, array_of, into, picked, place
from .extrema import check_not_empty, picked_input, shared_evenly, take_one
from .ties import FEW, LIMIT, SMALL, last_of, most_frequent, nth_then_sorted, partial_sort, quick_select, std_sort

INT64 = np.dtype(np.int64)


def argsorted(x, dim, descending=False):
    """Places of the elements in stable order along `dim`, int64."""
    if type(x) is not np.ndarray and is_meta(x):
        return x.like(INT64)
    if descending:
        back = (slice(None),) * dim + (slice(None, None, -1),)
        return x.shape[dim] - 1 - argsorted(x[back], dim)[back]
    if x.dtype.kind == "f" and x.shape[dim] > 64:
        return _quickly(x, dim)
    return x.argsort(dim, "stable").astype(INT64, copy=False)


def _quickly(x, dim):
    """Floats are seldom equal: sorted without care for order, then again where some are."""
    index = np.argsort(x, axis=dim).astype(INT64, copy=False)
    tied = rows_of(neighbours(x[along(index, dim)], dim), dim).any(1)
    if not tied.any():
        return index
    if tied.mean() > 0.5:
        return np.argsort(x, axis=dim, kind="stable").astype(INT64, copy=False)
    lines, rows = rows_of(index, dim), rows_of(x, dim)
    lines[tied] = np.argsort(rows[tied], axis=1, kind="stable")
    return np.ascontiguousarray(rows_back(lines, index.shape, dim))


def same(a, b):
    """Where two arrays have equal elements, nan being equal to nan."""
    equal = np.equal(a, b)
    return equal | ((a != a) & (b != b)) if a.dtype.kind in "fc" else equal


def neighbours(values, dim):
    """Along `dim`, whether each sorted element equals the next."""
    lead = (slice(None),) * dim
    return same(values[(*lead, slice(1, None))], values[(*lead, slice(None, -1))])


def rows_of(x, dim):
    """The lines of `x` along `dim` as the rows of a matrix."""
    return np.ascontiguousarray(x.swapaxes(dim, -1)).reshape(-1, x.shape[dim])


def rows_back(rows, shape, dim):
    """Rows of a new length back in the place of axis `dim` of `shape`."""
    swapped = list(shape)
    swapped[dim], swapped[-1] = swapped[-1], swapped[dim]
    return rows.reshape(*swapped[:-1], rows.shape[1]).swapaxes(dim, -1)


def ranks(row, descending=False):
    """The rank of each element of a row as a list of ints: equal elements have equal ranks."""
    order = np.argsort(row, kind="stable")
    values = row[order]
    rank = np.empty(row.size, np.int64)
    rank[order] = np.concatenate(([0], np.cumsum(~same(values[1:], values[:-1]))))
    return (-rank if descending else rank).tolist()


def reorder_ties(index, x, dim, tied, arrange, descending=False):
    """`index` with the rows that have ties arranged as torch arranges them; in place, unless there is too much to do."""
    if not np.logical_or.reduce(tied, None):
        return index
    todo = np.flatnonzero(tied.swapaxes(dim, -1).reshape(-1, tied.shape[dim]).any(1))
    if not todo.size or todo.size * x.shape[dim] > LIMIT:
        return index
    lines, rows = rows_of(index, dim), rows_of(x, dim)
    for k in todo:
        lines[k] = arrange(ranks(rows[k], descending))[: lines.shape[1]]
    return np.ascontiguousarray(rows_back(lines, index.shape, dim))


def check_sortable(x):
    if x.dtype.kind == "c":
        raise RuntimeError(" Sort does not support complex dtypes on CPU")


def _in_its_order(out, input):
    """`out` with its axes in memory as those of `input`, which torch sorts where a copy of it lies."""
    if type(out) is not np.ndarray or input.flags.c_contiguous or repeats(input):
        return out
    new = np.empty_like(input, out.dtype)
    new[...] = out
    return new


def placed_input(g, indices, input_shape, dim):
    """The gradient of elements that were moved along `dim` to other places."""
    if not input_shape:
        return g[0]
    return place(g[0], wrap_dim(dim, len(input_shape)), array_of(indices), input_shape)


@op(
    kind="same",
    name="sort",
    outputs=("values", "indices"),
    input=placed_input,
    node="SortBackward1",
    out_dtype=SAME_DTYPE,
    method=False,
    namespace=None,
)
def _sort_stable(input, dim=-1, descending=False, *, stable):
    dim = wrap_dim(dim, input.ndim)
    check_sortable(input)
    if not input.ndim:
        return input.copy(), np.zeros((), np.int64)
    index = argsorted(input, dim, descending)
    values = picked(input, index, dim)
    if not stable and input.shape[dim] > SMALL:
        index = reorder_ties(index, input, dim, neighbours(values, dim), std_sort, descending)
    return _in_its_order(values, input), _in_its_order(index, input)


@op(
    kind="same",
    outputs=("values", "indices"),
    input=placed_input,
    overloads={"stable": _sort_stable},
    out_dtype=SAME_DTYPE,
)
def sort(input, dim=-1, descending=False):
    """The elements in order along `dim`, as the pair (values, indices); nan counts as greatest.

    With `stable=True` equal elements keep their order. RuntimeError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.sort.html

    >>> import borch as torch
    >>> torch.sort(torch.tensor([3, 1, 2]), descending=True)
    torch.return_types.sort(
    values=tensor([3, 2, 1]),
    indices=tensor([0, 2, 1]))
    """
    return _sort_stable.op.fn(input, dim, descending, stable=False)


@function()
def argsort(input, dim=-1, descending=False, stable=False, *, out=None):
    """The places of the elements in order along `dim`: the indices that `sort` gives.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.argsort.html

    >>> import borch as torch
    >>> torch.argsort(torch.tensor([30, 10, 20]))
    tensor([1, 2, 0])
    """
    return into(
        "argsort",
        out,
        (_sort_stable(input, dim, descending, stable=stable) if stable else sort(input, dim, descending))[1],
    )


@function()
def msort(input, *, out=None):
    """The elements in order along the first axis.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.msort.html

    >>> import borch as torch
    >>> torch.msort(torch.tensor([[3, 1], [2, 5]]))
    tensor([[2, 1],
            [3, 5]])
    """
    return into("msort", out, sort(input, 0)[0], SAME_DTYPE)


@op(kind="same", name="topk", outputs=("values", "indices"), input=placed_input, out_dtype=SAME_DTYPE)
def topk(input, k, dim=-1, largest=True, sorted=True):
    """The `k` greatest (or least) elements along `dim`, as the pair (values, indices), in order.

    RuntimeError when there are fewer than k elements, and for bool and complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.topk.html

    >>> import borch as torch
    >>> torch.topk(torch.tensor([1, 4, 3, 2]), 2)
    torch.return_types.topk(
    values=tensor([4, 3]),
    indices=tensor([1, 2]))
    """
    dim = wrap_dim(dim, input.ndim)
    k = as_index(k)
    n = input.shape[dim] if input.ndim else 1
    if not 0 <= k <= n:
        raise RuntimeError("selected index k out of range")
    if input.dtype.kind in "cb":
        words = "topk does not support bool" if input.dtype.kind == "b" else " topk does not support complex"
        raise RuntimeError(words + " dtypes on CPU")
    if not input.ndim:
        return input.copy(), np.zeros((), np.int64)
    if sorted and k and input.ndim == 1 and n <= SHORT and (few := extremes_of_few(input, k, largest)):
        index = np.array(few, INT64)
        return input.take(index), index
    partial = k * 64 <= n

    def arrange(rank):
        return partial_sort(rank, k) if partial else nth_then_sorted(rank, k, sorted)

    if k > 0 and 8 * k < n and n > 128:
        index, tied = _best(input, k, dim, largest)
    else:
        front = (slice(None),) * dim
        order = argsorted(input, dim, largest)
        index = np.ascontiguousarray(order[(*front, slice(k))])
        tied = None
        if k:
            seen = picked(input, order[(*front, slice(k + 1))], dim)
            one, next_ = seen[(*front, slice(None, -1))], seen[(*front, slice(1, None))]
            if sorted and np.logical_and.reduce(one > next_ if largest else one < next_, None):
                return seen[(*front, slice(k))].copy(), index
            tied = same(one, next_)
    if k and not sorted and not partial:
        tied = np.ones_like(index, np.bool_)
    if tied is not None and tied.size:
        index = reorder_ties(index, input, dim, tied, arrange, largest)
    return picked(input, index, dim), index


SHORT = 64  # elements of a vector that are sooner sorted as Python's numbers


def extremes_of_few(x, k, largest):
    """The places of the k extreme elements of a short vector, in order; None where some are equal or NaN."""
    values = x.tolist()
    order = sorted(range(len(values)), key=values.__getitem__, reverse=largest)[: k + 1]
    ordered = [values[at] for at in order]
    if len({*ordered}) < len(ordered) or not all(map(eq, values, values)):
        return None
    return order[:k]


def _best(x, k, dim, largest):
    """(places of the k extreme elements in order, where they have equals), without sorting all the others."""
    n = x.shape[dim]
    front = (slice(None),) * dim
    if largest:
        some = np.argpartition(x, n - k, axis=dim)[(*front, slice(n - k, None))]
    else:
        some = np.argpartition(x, k - 1, axis=dim)[(*front, slice(k))]
    some = np.sort(some, axis=dim)
    index = some[along(argsorted(x[along(some, dim)], dim, largest), dim)].astype(INT64, copy=False)
    values = x[along(index, dim)]
    last = values[(*front, slice(k - 1, None))]
    equal = np.count_nonzero(same(x, last), axis=dim, keepdims=True)
    inside = np.count_nonzero(same(values, last), axis=dim, keepdims=True)
    tied = np.concatenate((neighbours(values, dim), equal > inside), dim)
    return np.ascontiguousarray(index), tied


# -------------------------------------------------------------------------------------------------------- one of a row
@op(
    kind="same",
    name="kthvalue",
    outputs=("values", "indices"),
    input=picked_input,
    out_dtype="output values must be of same type as input",
)
def kthvalue(input, k, dim=-1, keepdim=False):
    """The k-th smallest element along `dim` (counted from 1), as the pair (values, indices).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.kthvalue.html

    >>> import borch as torch
    >>> torch.kthvalue(torch.tensor([30, 10, 20]), 2)
    torch.return_types.kthvalue(
    values=tensor(20),
    indices=tensor(2))
    """
    dim = wrap_dim(dim, input.ndim)
    check_not_empty(input, (dim,), "kthvalue")
    n = input.shape[dim] if input.ndim else 1
    if not 1 <= k <= n:
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {dim}")
    if not input.ndim:
        return input.copy(), np.zeros((), np.int64)
    _check_order(input, "kthvalue_cpu")
    if input.ndim == 1 and n <= SHORT and (few := extremes_of_few(input, k, False)):
        return take_one(input, np.array(few[-1:], INT64), 0, keepdim)
    return _choose(input, dim, keepdim, k - 1, lambda rank: [quick_select(rank, k - 1)[k - 1]])


kthvalue.op.apart = ("input",)


def _check_order(input, word):
    if input.dtype.kind in "cb":
        raise NotImplementedError(f"\"{word}\" not implemented for '{dtypes.from_numpy(input.dtype).legacy}'")


def partitioned(x, at, dim=-1):
    """A copy of `x` whose elements at place `at` along `dim` are those of the sorted rows."""
    copy = x.copy()
    copy.partition(at, dim)
    return copy


def _choose(input, dim, keepdim, at, arrange):
    """The element at place `at` of each sorted row; `arrange` finds it where it has equals."""
    front = (slice(None),) * dim
    value = partitioned(input, at, dim)[(*front, slice(at, at + 1))]
    equal = same(input, value)
    index = equal.argmax(dim, keepdims=True).astype(INT64, copy=False)
    if equal.size > np.count_nonzero(equal) == index.size:  # each element that is chosen equals itself
        return take_one(input, index, dim, keepdim)
    tied = np.count_nonzero(equal, axis=dim, keepdims=True) > 1
    if tied.any():
        index = reorder_ties(index, input, dim, tied, arrange)
    return take_one(input, index, dim, keepdim)


def _median_along(ignore_nan, input, dim, keepdim):
    dim = wrap_dim(dim, input.ndim)
    check_not_empty(input, (dim,), "median")
    _check_order(input, "median_out")
    if not input.ndim:
        return input.copy(), np.zeros((), np.int64)
    n = input.shape[dim]
    nan = input != input
    if nan.any():
        number = np.count_nonzero(nan, axis=dim, keepdims=True)
        at = (np.maximum(n - number, 1) - 1) // 2 if ignore_nan else np.where(number > 0, n - number, (n - 1) // 2)
        return take_one(input, argsorted(input, dim)[along(at, dim)], dim, keepdim)
    at = (n - 1) // 2
    value = partitioned(input, at, dim)[(slice(None),) * dim + (slice(at, at + 1),)]
    equal = input == value
    index = equal.argmax(dim, keepdims=True)
    if np.count_nonzero(equal) > index.size:  # of equal elements the one that comes to the middle in stable order
        skip = at - np.count_nonzero(input < value, axis=dim, keepdims=True)
        index = (np.cumsum(equal, dim) > skip).argmax(dim, keepdims=True)
    return take_one(input, index, dim, keepdim)


@op(kind="same", name="median", outputs=("values", "indices"), node="MedianBackward1", input=picked_input, method=False,
    namespace=None)  # fmt: skip
def _median(input, dim=-1, keepdim=False):
    return _median_along(False, input, dim, keepdim)


@op(kind="same", name="nanmedian", outputs=("values", "indices"), node="NanmedianBackward1", input=picked_input,
    method=False, namespace=None)  # fmt: skip
def _nanmedian(input, dim=-1, keepdim=False):
    return _median_along(True, input, dim, keepdim)


def _median_of_all(input, ignore_nan):
    _check_order(input, "median_cpu")
    flat = input.reshape(-1)
    if not flat.size:
        return np.full_like(input, np.nan if input.dtype.kind == "f" else 0, shape=())
    nan = np.isnan(flat) if flat.dtype.kind == "f" else None
    if nan is not None and some(nan):
        if not ignore_nan or nan.all():
            return np.asarray(np.nan, input.dtype)
        flat = flat[~nan]
    at = (flat.size - 1) // 2
    return np.asarray(partitioned(flat, at)[at])


@op(kind="same", node="MedianBackward0", input=lambda g, input, out: shared_evenly(g, input, out), method=False,
    namespace=None)  # fmt: skip
def _median_all(input):
    return _median_of_all(input, False)


@op(kind="same", node="NanmedianBackward0", input=lambda g, input, out: shared_evenly(g, input, out), method=False,
    namespace=None)  # fmt: skip
def _nanmedian_all(input):
    return _median_of_all(input, True)


def _publish_median(name, of_all, along_dim, doc):
    def median(input, dim=None, keepdim=False, *, out=None):
        options = {} if out is None else {"out": out}
        return of_all(input, **options) if dim is None else along_dim(input, dim, keepdim, **options)

    median.__name__ = median.__qualname__ = name
    median.__doc__ = doc
    median.op = along_dim.op
    return function(name=name)(median)


median = _publish_median(
    "median",
    _median_all,
    _median,
    """The median of all elements (the lower one of two), or with `dim` the pair (values, indices) along it.

    nan when an element is nan. NotImplementedError for bool and complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.median.html

    >>> import borch as torch
    >>> torch.median(torch.tensor([4.0, 1.0, 3.0, 2.0]))
    tensor(2.)
    """,
)
nanmedian = _publish_median(
    "nanmedian",
    _nanmedian_all,
    _nanmedian,
    """The median of the elements that are not nan, or with `dim` the pair (values, indices) along it.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nanmedian.html

    >>> import borch as torch
    >>> torch.nanmedian(torch.tensor([float("nan"), 1.0, 3.0]))
    tensor(1.)
    """,
)


@op(
    kind="same",
    name="mode",
    outputs=("values", "indices"),
    input=picked_input,
    out_dtype="expected scalar type '{1}' but got '{0}' for values output",
)
def mode(input, dim=-1, keepdim=False):
    """The element that is most frequent along `dim` (the least of several), as the pair (values, indices).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.mode.html

    >>> import borch as torch
    >>> torch.mode(torch.tensor([2, 1, 2, 3])).values
    tensor(2)
    """
    dim = wrap_dim(dim, input.ndim)
    check_not_empty(input, (dim,), "mode")
    if not input.ndim:
        return input.copy(), np.zeros((), np.int64)
    if input.dtype.kind == "c":
        raise NotImplementedError(f"\"mode_cpu\" not implemented for '{dtypes.from_numpy(input.dtype).legacy}'")
    rows, n = rows_of(input, dim), input.shape[dim]
    if n <= SMALL and rows.size <= FEW:
        index = np.array([most_frequent(row) for row in rows.tolist()], INT64).reshape(-1, 1)
        return take_one(input, np.ascontiguousarray(rows_back(index, input.shape, dim)), dim, keepdim)
    order = argsorted(rows, 1)
    values = rows[along(order, 1)]
    new = np.empty(rows.shape, np.bool_)
    new[:, :1] = True
    np.not_equal(values[:, 1:], values[:, :-1], new[:, 1:])
    places = np.arange(n)
    length = places - np.maximum.accumulate(np.where(new, places, 0), 1)
    end = length.argmax(1)
    lines = np.arange(rows.shape[0])
    index = order[lines, end]
    todo = np.flatnonzero(length[lines, end] > 0) if n > SMALL else ()
    if input.dtype.kind == "f" and n <= SMALL:
        for k in np.flatnonzero(np.isnan(rows).any(1)):
            index[k] = most_frequent(rows[k].tolist())
    if len(todo) * n <= LIMIT:
        for k in todo:  # the last of the equal elements, in the order in which torch sorts them
            rank = rows[k] if input.dtype.kind != "f" else np.array(ranks(rows[k]))
            index[k] = last_of(rank, rank[index[k]])
    return take_one(input, np.ascontiguousarray(rows_back(index[:, None], input.shape, dim)), dim, keepdim)

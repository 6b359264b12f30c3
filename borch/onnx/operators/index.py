"""Reading and writing by index in ONNX: brackets, gather, scatter, embeddings, and memory read by position."""

import numpy as np

from ..trace import Var
from .elementwise import bools, cast_to
from .shape import END, sliced
from .table import dims_of, emits


# ---------------------------------------------------------------------------------------------------- by flat position
@emits("gather_flat")
def gather_flat(g, c, input, where):
    return g.add("Gather", g.reshape(input, (-1,)), g.use(where), axis=0)


@emits("scatter_flat")
def scatter_flat(g, c, input, where, source):
    flat = g.reshape(input, (-1,))
    written = g.add("ScatterElements", flat, g.constant(where.reshape(-1)), g.reshape(source, (-1,)), axis=0)
    return g.reshape(written, input.shape)


def places(input):
    return np.arange(input.size, dtype=np.int64).reshape(input.shape)


@emits("diagonal", "diagonal_copy")
def diagonal(g, c, input, offset=0, dim1=0, dim2=1):
    return gather_flat(g, c, input, np.ascontiguousarray(places(input).diagonal(offset, dim1, dim2)))


@emits("rot90")
def rot90(g, c, input, k=1, dims=(0, 1)):
    return gather_flat(g, c, input, np.ascontiguousarray(np.rot90(places(input), k, tuple(dims))))


@emits("diag_embed")
def diag_embed(g, c, input, offset=0, dim1=-2, dim2=-1):
    from ...ops.rearrange import diag_embed as embed

    where = embed(places(input) + 1, offset, dim1, dim2)
    padded = g.add("Pad", g.reshape(input, (-1,)), g.ints([1, 0]), g.use(0, input.dtype))
    return g.add("Gather", padded, g.constant(where), axis=0)


@emits("unfold")
def unfold(g, c, input, dimension, size, step):
    at = dims_of(dimension, input.ndim)[0]
    windows = np.arange(0, input.shape[at] - size + 1, step)[:, None] + np.arange(size)
    x = g.add("Gather", input, g.constant(windows.astype(np.int64)), axis=at)
    axes = [k for k in range(input.ndim + 1) if k != at + 1]
    return g.transpose(x, (*axes, at + 1))


# ------------------------------------------------------------------------------------------------------------- brackets
@emits("getitem")
def getitem(g, c, input, index):
    items = list(index) if isinstance(index, tuple) else [index]
    if any(isinstance(i, bool) for i in items):
        g.unsupported("an index is True or False")
    taken = sum(axes_of(i) for i in items)
    if any(i is Ellipsis for i in items):
        at = next(k for k, i in enumerate(items) if i is Ellipsis)
        items[at : at + 1] = [slice(None)] * (input.ndim - taken)
    items += [slice(None)] * (input.ndim - sum(axes_of(i) for i in items))
    x, indices = _basic(g, input, items)
    return indexed(g, x, indices, c.outputs[0]) if any(i is not None for i in indices) else x


def axes_of(item):
    if item is None or item is Ellipsis:
        return 0
    return item.ndim if isinstance(item, Var) and item.dtype == np.bool_ else 1


def _basic(g, input, items):
    """Applies ints, slices and None; the rest are index arrays, for each axis that is left one or None."""
    x, axis = g.use(input), 0
    axes, starts, ends, steps, dropped, added, left = [], [], [], [], [], [], []
    for item in items:
        if item is None:
            added.append(len(left))
            left.append(None)
            continue
        if isinstance(item, (int, np.integer)):
            axes.append(axis)
            starts.append(int(item))
            ends.append(END if item == -1 else int(item) + 1)
            steps.append(1)
            dropped.append(axis)
        elif isinstance(item, slice):
            if item != slice(None) and (
                item.start or item.step not in (None, 1) or not _whole(item, input.shape[axis])
            ):
                axes.append(axis)
                starts.append(item.start or 0)
                ends.append(END if item.stop is None else item.stop)
                steps.append(item.step or 1)
            left.append(None)
        else:
            left.extend(_index_arrays(g, item))
        axis += axes_of(item)
    if axes:
        x = sliced(g, x, axes, starts, ends, steps)
    if dropped:
        x = g.add("Squeeze", x, g.ints(dropped))
    if added:
        x = g.add("Unsqueeze", x, g.ints(added))
    return x, left


def _whole(item, n):
    return item.stop is None or item.stop >= n


def _index_arrays(g, item):
    """The index arrays, one for each axis, that a tensor in brackets stands for."""
    if not isinstance(item, Var):
        return [np.asarray(item, np.int64)]
    if item.dtype != np.bool_:
        return [item]
    if not item.constant:
        g.unsupported("how many elements a mask picks depends on the inputs")
    return [k.astype(np.int64) for k in np.nonzero(item.array)]


@emits("index")
def index(g, c, input, indices):
    left = []
    for i in indices:
        left.extend([None] if i is None else _index_arrays(g, i))
    return indexed(g, g.use(input), left + [None] * (input.ndim - len(left)), c.outputs[0])


def indexed(g, x, indices, out):
    """x at index arrays; their common shape stands where they stood if they stood together, in front if not."""
    at = [k for k, i in enumerate(indices) if i is not None]
    arrays = [
        g.cast(i, np.int64) if isinstance(i, Var) and i.dtype != np.int64 else i for i in indices if i is not None
    ]
    if len(at) == 1:
        return g.add("Gather", x, g.use(arrays[0], np.int64), axis=at[0])
    rest = [k for k in range(len(indices)) if k not in at]
    shape = np.broadcast_shapes(*[i.shape for i in indices if i is not None])
    x = g.transpose(x, (*at, *rest))
    columns = []
    for i, a in zip([indices[k] for k in at], arrays, strict=True):
        whole = g.use(a, np.int64) if i.shape == shape else g.add("Expand", g.use(a, np.int64), g.shape(shape))
        columns.append(g.add("Unsqueeze", whole, g.ints([-1])))
    x = g.add("GatherND", x, g.add("Concat", *columns, axis=-1))
    if at != list(range(at[0], at[0] + len(at))) or not at[0]:
        return x
    n, before = len(shape), at[0]
    return g.transpose(x, (*range(n, n + before), *range(n), *range(n + before, out.ndim)))


@emits("setitem")
def setitem(g, c, input, index, value):
    if isinstance(index, Var) and index.dtype == np.bool_ and not index.constant:
        return masked(g, input, index, value)
    if _dynamic(index):
        g.unsupported("where it writes depends on the inputs")
    where = places(input)[_plain(index)]
    return written(g, input, where, value)


@emits("index_put")
def index_put(g, c, input, indices, values, accumulate=False):
    if len(indices) == 1 and isinstance(indices[0], Var) and indices[0].dtype == np.bool_ and not indices[0].constant:
        return masked(g, input, indices[0], values)
    if _dynamic(indices):
        g.unsupported("where it writes depends on the inputs")
    where = places(input)[tuple(slice(None) if i is None else _plain(i) for i in indices)]
    return written(g, input, where, values, "add" if accumulate else "none")


def masked(g, input, mask, value):
    if isinstance(value, Var) and value.size != 1:
        g.unsupported("how many elements a mask picks depends on the inputs")
    value = cast_to(g, value, input.dtype)
    extra = input.ndim - mask.ndim
    where = bools(g, mask) if not extra else g.add("Unsqueeze", bools(g, mask), g.ints(range(mask.ndim, input.ndim)))
    return g.add("Where", where, g.reshape(value, ()), input)


def written(g, input, where, value, reduction="none"):
    value = cast_to(g, value, input.dtype)
    source = g.reshape(g.add("Expand", value, g.ints(where.shape)), (-1,))
    flat = g.reshape(input, (-1,))
    out = g.add("ScatterElements", flat, g.constant(where.reshape(-1)), source, axis=0, reduction=reduction)
    return g.reshape(out, input.shape)


def _dynamic(value):
    return (
        any(map(_dynamic, value)) if isinstance(value, (tuple, list)) else isinstance(value, Var) and not value.constant
    )


def _plain(value):
    if isinstance(value, (tuple, list)):
        return type(value)(_plain(v) for v in value)
    return value.array if isinstance(value, Var) else value


# ----------------------------------------------------------------------------------------------------- gather, scatter
@emits("gather")
def gather(g, c, input, dim, index, sparse_grad=False):
    return g.add("GatherElements", input, index, axis=dims_of(dim, input.ndim)[0])


@emits("index_select")
def index_select(g, c, input, dim, index):
    return g.add("Gather", input, index, axis=dims_of(dim, input.ndim)[0])


@emits("take")
def take(g, c, input, index):
    return g.add("Gather", g.reshape(input, (-1,)), index, axis=0)


@emits("scatter", "scatter_src", "scatter_value", "scatter_with", "scatter_add")
def scatter(g, c, input, dim, index, src=None, value=None, reduce=None):
    kind = {"add": "add", "multiply": "mul", None: "add" if c.name == "scatter_add" else "none"}.get(reduce)
    if kind is None:
        g.unsupported(f"reduce is {reduce!r}")
    if src is None:
        source = g.add("Expand", g.use(value, input.dtype), g.shape(index.shape))
    elif src.shape != index.shape:
        source = sliced(g, src, range(src.ndim), [0] * src.ndim, index.shape, [1] * src.ndim)
    else:
        source = g.use(src)
    return g.add("ScatterElements", input, index, source, axis=dims_of(dim, input.ndim)[0], reduction=kind)


@emits("index_add", "index_copy")
def index_add(g, c, input, dim, index, source, alpha=1):
    at = dims_of(dim, input.ndim)[0]
    shape = [1] * input.ndim
    shape[at] = index.size
    where = g.add("Expand", g.reshape(index, shape), g.shape(source.shape))
    source = g.use(source) if alpha == 1 else g.add("Mul", source, g.use(alpha, input.dtype))
    kind = "add" if c.name == "index_add" else "none"
    return g.add("ScatterElements", input, where, source, axis=at, reduction=kind)


# ----------------------------------------------------------------------------------------------------------- embeddings
@emits("embedding")
def embedding(g, c, weight, indices, **_):
    return g.add("Gather", weight, indices, axis=0)


@emits("_one_hot")
def one_hot(g, c, input, num_classes):
    classes = g.constant(np.arange(num_classes, dtype=np.int64))
    return g.cast(g.add("Equal", g.add("Unsqueeze", input, g.ints([-1])), classes), np.int64)


@emits("_bags")
def bags(g, c, weight, indices, bags, offsets, mode, scale_by_freq, padding_idx):
    ends = np.asarray(offsets.array if isinstance(offsets, Var) else offsets).reshape(-1)
    sizes = set(np.diff(ends).tolist())
    if len(sizes) != 1 or padding_idx >= 0 or (isinstance(bags, Var) and not bags.constant):
        g.unsupported("only bags of one size without padding_idx are exported")
    rows = g.add("Gather", weight, indices, axis=0)
    rows = g.reshape(rows, (len(ends) - 1, sizes.pop(), weight.shape[1]))
    out = g.reduce(("ReduceSum", "ReduceMean", "ReduceMax")[mode], rows, (1,), False)
    return [out, None, None]

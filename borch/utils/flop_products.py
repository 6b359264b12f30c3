"""The products of matrices and the convolutions that torch's dispatcher would make of a call, as flop_counter counts them."""

from math import prod

from .._core.mode import mode
from .._core.tensor import Tensor
from ..nn.modules.recurrent import GATES, RNNBase
from ..nn.modules.recurrent_cells import RNNCellBase
from ..ops.einsum import full_labels, output_labels, parse

GRADIENT = {"mm": "mm", "addmm": "mm", "bmm": "bmm", "baddbmm": "bmm"}


class Product:
    """(m, k) by (k, n), or a batch of both, as the dispatcher's op `name`; `needs` says which gradients a backward asks for."""

    def __init__(self, name, a, b, needs, counted=True):
        self.name, self.a, self.b, self.needs = name, tuple(a), tuple(b), needs
        added = (None,) if name in ("addmm", "baddbmm") else ()
        self.forward = (name, (*added, self.a, self.b)) if counted else None

    def backward(self):
        """The calls of a backward: g b^T for the one operand, a^T g for the other."""
        (*lead, m, k), n = self.a, self.b[-1]
        g, turned_a, turned_b = (*lead, m, n), (*lead, k, m), (*lead, n, k)
        pairs = ((g, turned_b), (turned_a, g))
        return [(GRADIENT[self.name], pair) for pair, needed in zip(pairs, self.needs, strict=True) if needed]


class Convolution:
    """A convolution of `x` by `weight` with the result `out`."""

    def __init__(self, x, weight, out, transposed):
        lead = (1,) if x.dim() < weight.dim() else ()
        shapes, rest = ((*lead, *x.shape), tuple(weight.shape)), (None, None, None, None, transposed)
        self.out, self.needs = (*lead, *out.shape), (*_needed(x, weight), True)
        self.forward = "convolution", (*shapes, *rest), {}, self.out
        self.gradient = "convolution_backward", (self.out, *shapes, *rest, None, None, self.needs)

    def backward(self):
        """The one call that gives the gradients."""
        return [self.gradient]


def _needed(*tensors):
    return tuple(isinstance(t, Tensor) and t.requires_grad for t in tensors) if mode.grad else (False,) * len(tensors)


def of_call(name, args, kwargs, out):
    """The products of a call of the op `name`; none where it is made of no product."""
    make = CALLS.get(name.removesuffix("_"))
    products = [] if make is None else make(out, *args, **kwargs)
    if name.endswith("_"):  # torch has no formula for what is done in place, but for its gradient
        for product in products:
            product.forward = None
    return products


def of_module(module, args, output):
    """The products of a recurrent layer or cell, whose steps are one op in borch."""
    if isinstance(module, RNNBase):
        return _recurrent(module, args[0])
    return _cell(module, *args) if isinstance(module, RNNCellBase) else []


def _product(name, first=0):
    """An op on two operands, at `first` and after it."""

    def products(result, /, *args, **kwargs):
        named = [kwargs[key] for key in ("mat1", "mat2", "batch1", "batch2", "mat2", "other") if key in kwargs]
        a, b = (*args[first:], *named)[:2]
        return [Product(name, a.shape, b.shape, _needed(a, b))]

    return products


def _addbmm(result, /, input, batch1, batch2, **kwargs):
    return [Product("bmm", batch1.shape, batch2.shape, _needed(batch1, batch2), counted=False)]


def _linear(result, /, input, weight, bias=None):
    shape = prod(input.shape[:-1]), input.shape[-1]
    name = "addmm" if bias is not None and input.is_contiguous() else "mm"
    return [Product(name, shape, weight.shape[::-1], _needed(input, weight))]


def _matmul(result, /, input, other, **kwargs):
    a, b, needs = tuple(input.shape), tuple(other.shape), _needed(input, other)
    if len(b) == 1 or not a or not b:
        return []
    if len(a) == 1:
        return [Product("mm", (1, *a), b, needs)] if len(b) == 2 else []
    if len(b) == 2:
        return [Product("mm", (prod(a[:-1]), a[-1]), b, needs)]
    if len(a) == 2:
        return [Product("mm", (prod(b[:-2]) * b[-1], a[1]), a[::-1], needs[::-1])]
    lead = (prod(result.shape[:-2]),)
    return [Product("bmm", (*lead, *a[-2:]), (*lead, *b[-2:]), needs)]


def _inner(result, /, input, other, **kwargs):
    if not input.dim() or not other.dim():
        return []
    k = input.shape[-1]
    return [Product("mm", (input.numel() // k, k), (k, other.numel() // k), _needed(input, other))] if k else []


def _tensordot(result, /, a, b, dims=2, **kwargs):
    axes = range(a.dim() - dims, a.dim()) if isinstance(dims, int) else dims[0]
    k = prod(a.shape[d] for d in ([axes] if isinstance(axes, int) else axes))
    return [Product("mm", (a.numel() // k, k), (k, b.numel() // k), _needed(a, b))] if k else []


def _chain(result, /, *matrices, **kwargs):
    matrices = matrices[0] if isinstance(matrices[0], (list, tuple)) else matrices
    sizes = [matrices[0].shape[0] if matrices[0].dim() > 1 else 1, *(m.shape[-1] for m in matrices)]
    return _cheapest(sizes, _needed(*matrices))[1]


def _cheapest(sizes, needs):
    """(scalar products, products) of the cheapest order of a chain of matrices with `sizes`."""
    if len(needs) == 1:
        return 0, []
    found = []
    for k in range(1, len(needs)):
        (left, first), (right, second) = _cheapest(sizes[: k + 1], needs[:k]), _cheapest(sizes[k:], needs[k:])
        shape = (sizes[0], sizes[k]), (sizes[k], sizes[-1])
        whole = Product("mm", *shape, (any(needs[:k]), any(needs[k:])))
        found.append((left + right + sizes[0] * sizes[k] * sizes[-1], [*first, *second, whole]))
    return min(found, key=lambda each: each[0])


def _einsum(result, /, equation, *operands):
    operands = operands[0] if isinstance(operands[0], (list, tuple)) else operands
    if isinstance(equation, Tensor):
        return []
    inputs, given = parse(equation, len(operands))
    labels = [full_labels(names, k, x) for k, (names, x) in enumerate(zip(inputs, operands, strict=True))]
    output = output_labels(given, inputs, labels)
    sizes = {}
    for names, x in zip(labels, operands, strict=True):
        for name, n in zip(names, x.shape, strict=True):
            sizes[name] = max(n, sizes.get(name, 1))
    products, left, needs = [], set(labels[0]), _needed(*operands)
    for k in range(1, len(operands)):
        right, keep = set(labels[k]), {*output, *(name for rest in labels[k + 1 :] for name in rest)}
        summed = (left & right) - keep
        b, m, n, s = (
            prod(sizes[x] for x in part) for part in (left & right & keep, left - right, right - left, summed)
        )
        lonely = prod(sizes[x] for x in (left ^ right) - keep)  # summed before the product
        if summed:
            rows = m // prod(sizes[x] for x in left - right - keep)
            columns = n // prod(sizes[x] for x in right - left - keep) if lonely else n
            products.append(Product("bmm", (b, rows, s), (b, s, columns), (any(needs[:k]), needs[k])))
        left = (left | right) & keep
    return products


def _conv(transposed):
    return lambda result, /, input, weight, *args, **kwargs: [Convolution(input, weight, result, transposed)]


def _attention(result, /, query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, **kwargs):
    if not dropout_p:
        return []  # one op, which torch does not count on a CPU
    batch = prod(query.shape[:-2])
    return _scores(batch, query.shape[-2:], key.shape[-2], value.shape[-1], _needed(query, key, value))


def _scores(batch, query, length, width, needs, name="bmm"):
    q, k, v = needs
    scores = Product(name, (batch, *query), (batch, query[1], length), (q, k))
    return [scores, Product("bmm", (batch, query[0], length), (batch, length, width), (q or k, v))]


def _multi_head(
    result, /, query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn,
    dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True, attn_mask=None,
    use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, **kwargs,
):  # fmt: skip
    width, bias = query.shape[-1], in_proj_bias
    if use_separate_proj_weight:
        weights = q_proj_weight, k_proj_weight, v_proj_weight
        parts = [(x, w, w.shape[0]) for x, w in zip((query, key, value), weights, strict=True)]
    elif query is key and key is value:
        parts = [(query, in_proj_weight, 3 * width)]
    elif key is value:
        parts = [(query, in_proj_weight, width), (key, in_proj_weight, 2 * width)]
    else:
        parts = [(x, in_proj_weight, width) for x in (query, key, value)]
    products = []
    for x, weight, rows in parts:
        name = "addmm" if bias is not None and x.is_contiguous() else "mm"
        shape = prod(x.shape[:-1]), x.shape[-1]
        products.append(Product(name, shape, (x.shape[-1], rows), _needed(x, weight)))
    needs = [any(p.needs) for p in products]
    needs = (needs * 3 if len(needs) == 1 else [*needs, needs[-1]])[:3]
    length, batch = query.shape[0], query.shape[1] if query.dim() == 3 else 1
    source = key.shape[0] + (bias_k is not None) + add_zero_attn
    heads = batch * num_heads, (length, width // num_heads), source, width // num_heads, needs
    if need_weights:
        products += _scores(*heads, "bmm" if attn_mask is None and key_padding_mask is None else "baddbmm")
    elif dropout_p and training:
        products += _scores(*heads)
    name = "mm" if out_proj_bias is None else "addmm"
    needs = any(needs), *_needed(out_proj_weight)
    return [*products, Product(name, (length * batch, width), out_proj_weight.shape[::-1], needs)]


def _recurrent(layer, input):
    if layer.mode == "LSTM" and not layer.proj_size:
        return []  # one op, which torch does not count on a CPU
    packed = not isinstance(input, Tensor)
    data = input.data if packed else input
    sizes = input.batch_sizes.tolist() if packed else _steps(layer, data)
    name = "addmm" if layer.bias else "mm"
    rows, width = GATES[layer.mode] * layer.hidden_size, layer.proj_size or layer.hidden_size
    (weighted,) = _needed(layer.weight_ih_l0)
    products, columns, (needed,) = [], layer.input_size, _needed(data)
    for k in range(layer.num_layers):
        for _ in range(2 if layer.bidirectional else 1):
            first = "mm" if k == 0 and not packed and not data.is_contiguous() else name
            turned = layer.batch_first and not packed and data.dim() == 3 and k == 0
            products.append(
                Product("mm" if turned else first, (sum(sizes), columns), (columns, rows), (needed, weighted))
            )
            for step, n in enumerate(sizes):
                moved = weighted or needed
                products.append(Product(name, (n, width), (width, rows), (moved and step > 0, weighted)))
                if layer.proj_size:
                    products.append(
                        Product("mm", (n, layer.hidden_size), (layer.hidden_size, width), (moved, weighted))
                    )
        columns, needed = width * (2 if layer.bidirectional else 1), needed or weighted
    return products


def _steps(layer, data):
    if data.dim() == 2:
        return [1] * data.shape[0]
    steps, batch = data.shape[:2][::-1] if layer.batch_first else data.shape[:2]
    return [batch] * steps


def _cell(cell, input, hidden=None):
    hidden = hidden[0] if isinstance(hidden, tuple) else hidden
    rows, name = cell.weight_ih.shape[0], "addmm" if cell.bias else "mm"
    batch = 1 if input.dim() == 1 else input.shape[0]
    of_input = Product(name, (batch, cell.input_size), (cell.input_size, rows), _needed(input, cell.weight_ih))
    needs = _needed(hidden, cell.weight_hh)
    return [of_input, Product(name, (batch, cell.hidden_size), (cell.hidden_size, rows), needs)]


def _power(result, /, input, n, **kwargs):
    count, bits = 0, abs(n)
    while bits > 1:
        count += 1 + (bits & 1)
        bits >>= 1
    return [Product("mm", input.shape, input.shape, _needed(input, input))] * count if input.dim() == 2 else []


CALLS = {
    "mm": _product("mm"),
    "bmm": _product("bmm"),
    "addmm": _product("addmm", 1),
    "baddbmm": _product("baddbmm", 1),
    "addbmm": _addbmm,
    "linear": _linear,
    "matmul": _matmul,
    "inner": _inner,
    "tensordot": _tensordot,
    "chain_matmul": _chain,
    "linalg_multi_dot": _chain,
    "einsum": _einsum,
    "matrix_power": _power,
    "linalg_matrix_power": _power,
    "scaled_dot_product_attention": _attention,
    "multi_head_attention_forward": _multi_head,
    **{f"conv{n}d": _conv(False) for n in (1, 2, 3)},
    **{f"conv_transpose{n}d": _conv(True) for n in (1, 2, 3)},
}

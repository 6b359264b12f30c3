"""torch.utils.flop_counter: the floating-point operations of matrix products and convolutions.

torch counts its own small set of ops. flop_products.py says which of them a call of borch's would have been there.
Source: https://docs.pytorch.org/docs/stable/generated/torch.utils.flop_counter.html
"""

import warnings
from collections import defaultdict
from functools import wraps
from math import prod

from .._core.dispatch import TorchDispatchMode
from .._core.tensor import Tensor
from .._ops import OpOverloadPacket, namespace
from ..nn.modules.global_hooks import register_module_forward_hook
from ._pytree import tree_leaves, tree_map, tree_map_
from .flop_products import CALLS, of_call, of_module
from .module_tracker import ModuleTracker

__all__ = ["FlopCounterMode", "register_flop_formula"]

aten = namespace("aten")
flop_registry: dict = {}  # an op's packet -> its formula: (*args, out_val, **kwargs) -> int
SUFFIXES = ("", "K", "M", "B", "T")


def _of_shapes(formula):
    """A formula of shapes as one of tensors."""

    def shape(value):
        return value.shape if isinstance(value, Tensor) else value

    @wraps(formula)
    def of_values(*args, out_val=None, **kwargs):
        args, kwargs, out_shape = tree_map(shape, (args, kwargs, out_val))
        return formula(*args, out_shape=out_shape, **kwargs)

    return of_values


def register_flop_formula(targets, get_raw=False):
    """A decorator: the function counts the operations of `targets`, a packet such as `torch.ops.aten.mm` or a list of them.

    It is called with the call's arguments, shapes in place of tensors, and `out_shape=`; with `get_raw=True` with the
    tensors and `out_val=`. ValueError for a target that is no packet, RuntimeError for one that has a formula.
    """

    def register_fun(formula):
        formula = formula if get_raw else _of_shapes(formula)

        def register(target):
            if not isinstance(target, OpOverloadPacket):
                raise ValueError(
                    "register_flop_formula(targets): expected each target to be OpOverloadPacket (i.e. "
                    f"torch.ops.mylib.foo), JitFunction, or HigherOrderOperator, got {target} which is of type {type(target)}"
                )
            if target in flop_registry:
                raise RuntimeError(f"duplicate registrations for {target}")
            flop_registry[target] = formula

        tree_map_(register, targets)
        return formula

    return register_fun


# ----------------------------------------------------------------------------------------------------------- the formulas
@register_flop_formula(aten.mm)
def mm_flop(a_shape, b_shape, *args, out_shape=None, **kwargs):
    """Of (m, k) by (k, n)."""
    m, k = a_shape
    k2, n = b_shape
    if k != k2:
        raise AssertionError(f"matmul: inner dimensions must match (k == k2), got {k} and {k2}")
    return m * n * 2 * k


@register_flop_formula(aten.addmm)
def addmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    """Of the product; the addition does not count."""
    return mm_flop(a_shape, b_shape)


@register_flop_formula(aten.bmm)
def bmm_flop(a_shape, b_shape, out_shape=None, **kwargs):
    """Of (b, m, k) by (b, k, n)."""
    if a_shape[0] != b_shape[0]:
        raise AssertionError(f"bmm: batch dimensions must match (b == b2), got {a_shape[0]} and {b_shape[0]}")
    return a_shape[0] * mm_flop(a_shape[1:], b_shape[1:])


@register_flop_formula(aten.baddbmm)
def baddbmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    """Of the product; the addition does not count."""
    return bmm_flop(a_shape, b_shape)


def conv_flop_count(x_shape, w_shape, out_shape, transposed=False):
    """Of (n, channels, *sizes) by a weight (out, in, *kernel): each place of the output, or of a transposed one's input."""
    places = (x_shape if transposed else out_shape)[2:]
    return 2 * x_shape[0] * prod(places) * prod(w_shape)


@register_flop_formula([aten.convolution, aten._convolution])
def conv_flop(x_shape, w_shape, _bias, _stride, _padding, _dilation, transposed, *args, out_shape=None, **kwargs):
    """Of a convolution by the dispatcher's arguments."""
    return conv_flop_count(x_shape, w_shape, out_shape, transposed=transposed)


@register_flop_formula(aten.convolution_backward)
def conv_backward_flop(
    grad_out_shape, x_shape, w_shape, _bias, _stride, _padding, _dilation, transposed, _output_padding, _groups,
    output_mask, out_shape=None, **kwargs,
):  # fmt: skip
    """Of the gradients of the input and of the weight, those that `output_mask` asks for."""

    def turned(shape):
        return [shape[1], shape[0], *shape[2:]]

    count = 0
    if output_mask[0]:
        count += conv_flop_count(grad_out_shape, w_shape, x_shape, not transposed)
    if output_mask[1]:
        x, g = (grad_out_shape, x_shape) if transposed else (x_shape, grad_out_shape)
        count += conv_flop_count(turned(x), turned(g), turned(w_shape))
    return count


# ------------------------------------------------------------------------------------------------------------ the counter
class FlopCounterMode:
    """A context that counts the operations of what runs inside, forward and backward, for each module and in all.

    Products of matrices and convolutions count; what is done element by element, products with vectors, fused attention
    and `nn.LSTM` without projections do not, as on a CPU in torch. Where torch would run a whole attention layer without
    gradients as one fused op, which it does not count, borch's parts are counted. `custom_mapping` has formulas by packets.

    >>> import borch as torch
    >>> from borch.utils.flop_counter import FlopCounterMode
    >>> layer = torch.nn.Linear(3, 4)
    >>> with FlopCounterMode(display=False) as counter:
    ...     layer(torch.ones(2, 3)).sum().backward()
    >>> counter.get_total_flops()
    96
    """

    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        if mods is not None:
            warnings.warn("mods argument is not needed anymore, you can stop passing it", stacklevel=2)
        self.flop_counts = defaultdict(lambda: defaultdict(int))
        self.depth, self.display, self.mode = depth, display, None
        custom = {} if custom_mapping is None else custom_mapping
        raw = {k: v if getattr(v, "_get_raw", False) else _of_shapes(v) for k, v in custom.items()}
        self.flop_registry = {**flop_registry, **raw}
        self.mod_tracker = ModuleTracker()

    def get_total_flops(self):
        """All operations, an int."""
        return sum(self.flop_counts["Global"].values())

    def get_flop_counts(self):
        """{path of a module, or "Global": {packet: operations}}."""
        return {path: dict(counts) for path, counts in self.flop_counts.items()}

    def get_table(self, depth=None):
        """The counts as a text, of modules down to `depth`."""
        depth = self.depth if depth is None else depth
        total = self.get_total_flops()
        unit = max(0, min(len(SUFFIXES) - 1, (len(str(total)) - 2) // 3))

        def rows(path, indent):
            counts = self.flop_counts[path]
            named = [(path, sum(counts.values())), *((f" - {packet}", count) for packet, count in counts.items())]
            share = (lambda n: "0%") if total == 0 else (lambda n: f"{n / total:.2%}")
            shown = (lambda n: f"{n / 1000**unit:.3f}{SUFFIXES[unit]}") if unit else str
            return [(indent + name, shown(n), share(n)) for name, n in named]

        paths = [p for p in sorted(self.flop_counts) if p != "Global" and (depth is None or p.count(".") < depth)]
        whole = any(sum(self.flop_counts[p].values()) >= total for p in paths)  # a module has it all
        more = "" if whole else " "
        body = [row for path in paths for row in rows(path, more + " " * path.count("."))]
        if "Global" in self.flop_counts and not whole:
            body = rows("Global", "") + body
        return _table(("Module", "FLOP", "% Total"), body or [("Global", "0", "0%")])

    def __enter__(self):
        self.flop_counts.clear()
        self._hooks = [
            register_module_forward_hook(self._count_module)
        ]  # before the tracker says that a module has ended
        self.mod_tracker.__enter__()
        self.mode = _Counting(self)
        self.mode.__enter__()
        return self

    def __exit__(self, *exc):
        self.mode.__exit__(*exc)
        self.mode = None
        self.mod_tracker.__exit__()
        for hook in self._hooks:
            hook.remove()
        if self.display:
            print(self.get_table(self.depth))

    def _count_call(self, packet, out, args, kwargs):
        if packet in self.flop_registry and packet.__name__ not in CALLS:
            self._add(self.mod_tracker.parents, packet, args, kwargs, out)
        self._count(of_call(packet.__name__, args, kwargs, out), out)

    def _count_module(self, module, args, output):
        self._count(of_module(module, args, output), output)

    def _count(self, products, out):
        """Adds the products of a call, now and, where it is recorded, in a backward through `out`."""
        if not products:
            return
        parents = set(self.mod_tracker.parents)
        for product in products:
            if product.forward:
                self._add(parents, *product.forward)
        later = [call for product in products for call in product.backward()]
        out = tree_leaves(out)[0]
        if later and isinstance(out, Tensor) and out.grad_fn is not None:

            def counts(grads):
                for call in later:
                    self._add(parents, *call)

            self._hooks.append(out.grad_fn.register_prehook(counts))

    def _add(self, paths, packet, args, kwargs=None, out=None):
        packet = getattr(aten, packet) if isinstance(packet, str) else packet
        if packet in self.flop_registry:
            count = self.flop_registry[packet](*args, **(kwargs or {}), out_val=out)
            for path in paths:
                self.flop_counts[path][packet] += count


class _Counting(TorchDispatchMode):
    def __init__(self, counter):
        self.counter = counter

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        self.counter._count_call(func.overloadpacket, out, args, kwargs or {})
        return out


def _table(header, rows):
    """Columns under a header and a line, the first to the left and the others to the right."""
    widths = [max(len(name) + 2, *(len(row[k]) for row in rows)) for k, name in enumerate(header)]

    def line(row):
        return "  ".join(
            text.rjust(w) if k else text.ljust(w) for k, (text, w) in enumerate(zip(row, widths, strict=True))
        )

    return "\n".join([line(header).rstrip(), "  ".join("-" * w for w in widths), *map(line, rows)])

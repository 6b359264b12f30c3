"""Where an op's results go: fresh tensors, several outputs, an out= tensor, or the first argument's own memory."""

import functools
import warnings
from collections import namedtuple

import numpy as np

from . import dtype as dtypes
from .args import type_name
from .calls import BY_DEFAULT, without_numbers
from .dtype import cast
from .mode import mode
from .nodata import NoData, inferred
from .node import Output
from .order import POINTWISE, arranged
from .tensor import Tensor, edge_of, wrap
from .view import check_overlap, check_writable, is_stale, mark_views, rebase, refusal

# torch's words for an out= tensor of another dtype than the result, in this order: Legacy names of what it has and of
# what is wanted, then the same in C++.
SAME_DTYPE = "Expected out tensor to have dtype {3}, but got {2} instead"


# The op whose out= form torch refuses to record, where that is a part of what was called.
REFUSING = {
    "true_divide": "div", "square": "pow", "cross": "linalg_cross", "diff": "sub", "msort": "sort", "nanmean": "nansum",
    "outer": "mul", "kron": "mul", "chain_matmul": "mm", "linalg_multi_dot": "mm", "_matmul_vector": "matmul",
    "matrix_power": "matmul", "linalg_vecdot": "sum", "logsigmoid": "log_sigmoid_forward", "special_round": "round",
    "linalg_det": "_linalg_det", "linalg_slogdet": "_linalg_slogdet", "linalg_inv": "linalg_inv_ex",
    "linalg_solve": "_linalg_solve_ex", "linalg_cholesky": "linalg_cholesky_ex", "linalg_eigh": "_linalg_eigh",
    "linalg_eigvalsh": "_linalg_eigh", "linalg_svd": "_linalg_svd", "linalg_svdvals": "_linalg_svd",
    "linalg_lu_factor": "linalg_lu_factor_ex", "linalg.pinv": "linalg_pinv", "diag": "aten::diag_embed",
    "torch.linalg.householder_product": "linalg_householder_product", "conj_physical": "aten::conj_physical",
    "softmax": "aten::softmax", "log_softmax": "aten::log_softmax", "lu_solve": "linalg_lu_solve",
}  # fmt: skip


def unrecorded(name):
    if name.endswith("_copy") and name != "narrow_copy":
        name = f"aten::{name}"
    return RuntimeError(
        f"{REFUSING.get(name, name)}(): functions with out=... arguments don't support automatic differentiation, but "
        "one of the arguments requires grad."
    )


def refuse_recording(name, *tensors):
    """RuntimeError where a call with an out= tensor would have to be recorded."""
    if mode.grad and any(isinstance(t, Tensor) and t.requires_grad for t in tensors):
        raise unrecorded(name)


def check_outs(out, count, where=""):
    """TypeError where `out` is not as many tensors as there are results."""
    if not isinstance(out, (tuple, list)):
        raise TypeError(f"{where}argument 'out' must be tuple of Tensors, not {type_name(out)}")
    if len(out) != count:
        raise TypeError(f"expected tuple of {count} elements but got {len(out)}")


class Results:
    """The storing side of `Op`."""

    public = False  # whether it is torch's function or Tensor's method of its name

    unrecorded = False  # the in-place twin may write to a leaf that requires a gradient
    overlaps = False  # the in-place twin may write to a tensor whose elements share memory

    @functools.cached_property
    def pointwise(self):
        return (self.origin or self).name.removeprefix("special_").strip("_") in POINTWISE

    def laid_out(self, ans, raw):
        """A result made element by element, with its axes in torch's order."""
        return arranged(ans, [raw[i] for i in self.positions if type(raw[i]) is np.ndarray])

    def misfit(self, args, kwargs, suffix=""):
        """Raises torch's TypeError if the arguments of a call that failed fit no signature of the function or method."""
        if (self.public or suffix) and not (args and isinstance(args[0], np.ndarray)):  # the library calls with arrays
            from .signatures import misfit

            shift = 1 if suffix else self.shift
            error = misfit(self.name + suffix, shift, args[shift:], kwargs)
            if error is not None:
                raise error from None

    @functools.cached_property
    def setting_types(self):
        """Place and ordinary types of each parameter that is a bool or an int by default; none where nobody calls the op."""
        kinds = [BY_DEFAULT.get(type(self.defaults.get(p))) for p in self.params]
        return tuple((k, kind) for k, kind in enumerate(kinds) if kind and self.public)

    def check_settings(self, values, args, kwargs, suffix=""):
        for k, kinds in self.setting_types:
            if type(values[k]) not in kinds:
                self.misfit(args, kwargs, suffix)
                return

    # ------------------------------------------------------------------------------------------------ several outputs
    def wrap_outputs(self, values, ready, answers, out):
        tensors = [wrap(a) for a in answers]
        if out is not None:
            check_outs(out, len(answers), f"{self.name}(): ")
            for target, a in zip(out, answers, strict=True):
                self.write_out(target, a, values)
            return return_type(self.tuple_type.__name__ + "_out", self.outputs)(*out) if self.tuple_type else tuple(out)
        differentiable = [self.formulas_apply(a) for a in answers]
        for name in self.constant:
            differentiable[self.outputs.index(name)] = False
        if mode.grad and any(differentiable):
            edges = self.edges(values)
            if edges is not None:
                node = self.record(edges, values, ready, tensors)
                for k, t in enumerate(tensors):
                    if differentiable[k]:
                        t._requires_grad, t._node = True, Output(node, k)
        if self.view:
            mark_views(self, values[self.positions[0]], tensors)
        return self.tuple_type(*tensors) if self.tuple_type else tuple(tensors)

    # --------------------------------------------------------------------------------------------------- out= and name_
    def any_edge(self, values):
        """Whether any tensor among the arguments requires grad."""
        for i in self.positions:
            v = values[i]
            for t in v if self.params[i] in self.lists else (v,):
                if edge_of(t) is not None:
                    return True
        return False

    def write_out(self, out, ans, values):
        if not isinstance(out, Tensor):
            raise TypeError(f"{self.name}(): argument 'out' must be Tensor, not {type_name(out)}")
        recorded = self.differentiable and self.kind != "compare" and self.node_name != "NotImplemented"
        if mode.grad and recorded and (out.requires_grad or self.any_edge(values)):
            raise unrecorded((self.origin or self).name)
        if mode.grad and out.requires_grad and self.node_name == "NotImplemented":
            raise unrecorded(f"aten::{(self.origin or self).name}")
        if "dtype" in self.keywords:
            self.check_given(values[self.params.index("dtype")], out)
        if callable(self.out_dtype):
            self.out_dtype(out._array, ans, values)
        elif self.out_dtype is not None and out._array.dtype != ans.dtype:
            have, want = (dtypes.from_numpy(a.dtype).legacy for a in (out._array, ans))
            cpp = (dtypes.cpp_name(a.dtype) for a in (out._array, ans))
            raise RuntimeError(self.out_dtype.format(have, want, *cpp))
        check_result_cast(ans, out, self.out_cast)
        check_writable(out, False)
        apart = self.apart
        if apart or apart == () or (apart is None and self.pointwise):
            self.check_shared(out, values, apart or ())
        if out._array.shape != ans.shape:
            resize_out(out, ans.shape, ans, self.silent)
        out._array[...] = cast(ans, out._array.dtype)
        out._writes[0] += 1
        return out

    def check_shared(self, out, values, apart):
        """RuntimeError where `out` lies in the memory of an input, but for all of it where the input is not among `apart`."""
        for i in self.positions:
            name = self.params[i]
            for t in values[i] if name in self.lists else (values[i],):
                if isinstance(t, Tensor) and t._writes is out._writes:
                    check_overlap(out._array, t._array, name in apart)

    def check_given(self, given, out):
        """RuntimeError where `out` has not the dtype that was given beside it."""
        if given is not None and given is not out.dtype:
            have, want = out.dtype, given
            raise RuntimeError(self.given_dtype.format(
                have.legacy, want.legacy, dtypes.cpp_name(have.numpy), dtypes.cpp_name(want.numpy)))  # fmt: skip

    def inplace(self, args, kwargs):
        """The call of the in-place twin: the result goes into the first argument's memory, and is recorded so."""
        if self.overloads and kwargs:
            other = self.overload(kwargs)
            if other is not None:
                return other.inplace(args, kwargs)
        given = kwargs.copy() if kwargs else kwargs
        try:
            if self.legacy and len(args) > self.positional:
                args = without_numbers(self, args, kwargs, "_")
            values = self.bind(args, kwargs)
            if self.setting_types:
                self.check_settings(values, args, given, "_")
            raw, _ = self.unwrap(values)
            self_ = values[self.positions[0]]
            if not isinstance(self_, Tensor):
                self.check_tensor(self_, self.positions[0])
            if self_._view_refusal is not None and is_stale(self_):
                raise RuntimeError(refusal(self_))
            for i in self.positions:
                if isinstance(values[i], Tensor) and values[i]._base is not None:
                    values[i]._refresh()
            edges = self.edges(values) if mode.grad else None
            watched = not self.unrecorded and (edges is not None or (mode.grad and self_._requires_grad))
            check_writable(self_, watched, self.overlaps)
            for i in self.positions[1:]:
                if isinstance(values[i], Tensor) and values[i]._writes is self_._writes:
                    check_overlap(self_._array, values[i]._array, self.alone)
            if self.check is not None:
                self.check(self, *raw)
            if self.refuse:
                self.check_form(raw, self_)
            ready, result = self.prepare(raw)
            if edges is not None:
                keep = self.positions[0]
                if ready[keep] is self_._array and any(self.params[keep] in n for n in self.needs):
                    ready[keep] = self_._array.copy()
            target = self_._array
            if self.write is not None:
                self.write(target, *ready[1:])
                return self.written(self_, edges, values, ready)
            ans = self.finish(self.evaluate(ready, result), result)
            if self.out_cast is not None:  # of that such an op speaks first
                check_result_cast(ans, self_, self.out_cast)
            if ans.shape != target.shape:
                if self.grows and self_._base is None:
                    self.written(self_, edges, values, ready)
                    self_._array = cast(ans, target.dtype)
                    return self_
                if self.unlike is not None:
                    raise RuntimeError(self.unlike(target.shape, ans.shape))
                raise RuntimeError(
                    f"output with shape {list(target.shape)} doesn't match the broadcast shape {list(ans.shape)}"
                )
            if ans.dtype != target.dtype:
                if self.kind != "compare":
                    check_result_cast(ans, self_, self.out_cast)
                ans = cast(ans, target.dtype)
            target[...] = ans
            return self.written(self_, edges, values, ready)
        except NoData:
            if mode.inferring:
                raise
            return inferred(self.inplace, args, given, self.name, args[0] if args else None)
        except Exception:
            self.misfit(args, given, "_")
            raise

    def call_of_attribute(self, args, kwargs, error):
        """A call that did not fit: torch's functions are no methods of a class that holds them, and get no instance of it."""
        if args and not isinstance(args[0], (Tensor, np.ndarray)):
            held = (value for cls in type(args[0]).__mro__[:-1] for value in vars(cls).values())
            if any(getattr(getattr(value, "op", None), "name", None) == self.name for value in held):
                return self.call(args[1:], kwargs)
        self.misfit(args, kwargs)
        raise error

    def check_form(self, raw, self_):
        """Whether the result will fit the tensor that is written to: of that torch speaks before it refuses a dtype."""
        shape = self.broadcast(raw)
        if self.kind is not None and shape != self_._array.shape:
            raise RuntimeError(
                f"output with shape {list(self_._array.shape)} doesn't match the broadcast shape {list(shape)}"
            )
        if self.kind in ("promote", "float"):
            target = self.common_dtype(raw)
            if not dtypes.can_cast(target, self_.dtype):
                check_result_cast(np.empty(0, target.numpy), self_, self.out_cast)

    def written(self, self_, edges, values, ready):
        """The end of an in-place call: the version moves on and the write is recorded."""
        node = None
        if edges is not None and self.formulas_apply(self_._array):
            node = self.record(edges, values, ready, (self_,))
            first = self.params[self.positions[0]]
            node.versions = tuple(
                (cell, version + 1, name) if self.is_output(name) else (cell, version, name)
                for cell, version, name in node.versions
                if cell is not self_._writes or name != first
            )
        self_._writes[0] += 1
        if node is not None:
            rebase(self_, node)
        return self_


@functools.cache
def return_type(name, fields):
    """A type of torch.return_types: a named tuple that prints as torch's."""
    kind = namedtuple(name, fields)
    kind.__module__, kind.__repr__ = "torch.return_types", return_type_repr
    return kind


def return_type_repr(self):
    fields = ",\n".join(f"{n}={v!r}" for n, v in zip(self._fields, self, strict=True))
    return f"torch.return_types.{type(self).__name__}(\n{fields})"


RESULT_CAST = "result type {} can't be cast to the desired output type {}"


def check_result_cast(ans, target, words=None):
    have, want = dtypes.from_numpy(ans.dtype), target.dtype
    if have is not want and not dtypes.can_cast(have, want):
        words = words(want) if callable(words) else words
        raise RuntimeError((words or RESULT_CAST).format(have.legacy, want.legacy))


def resize_out(out, shape, ans=None, silent=False):
    """Gives `out` memory for `shape`, in the order of `ans` where that is given."""
    if out._array.size and not silent:
        warnings.warn(
            f"An output with one or more elements was resized since it had shape {list(out._array.shape)}, which does "
            f"not match the required output shape {list(shape)}. This behavior is deprecated, and in a future PyTorch "
            "release outputs will not be resized unless they have zero elements. You can explicitly reuse an out "
            "tensor t by resizing it, inplace, to zero elements with t.resize_(0).",
            UserWarning,
            stacklevel=5,
        )
    out._array = np.empty(shape, out._array.dtype) if ans is None else np.empty_like(ans, out._array.dtype)

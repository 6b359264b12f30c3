"""Whole derivatives of functions: jacobian, hessian and the products with them.

Source: https://docs.pytorch.org/docs/stable/autograd.html#functional-higher-level-api
"""

import numpy as np

from .._core.engine import grad
from .._core.mode import mode
from .._core.op import OPS, wrap
from .._core.tensor import Tensor


def _tensors_of(value, what, where):
    if isinstance(value, Tensor):
        return (value,), False
    several = isinstance(value, tuple)
    for k, v in enumerate(value if several else (value,)):
        if not isinstance(v, Tensor):
            which = f"value at index {k}" if several else f"given {what}"
            raise TypeError(
                f"The {what} given to {where} must be either a Tensor or a tuple of Tensors but the {which} has type "
                f"{type(v)}."
            )
    return value, True


def _as_tuple(inp, arg_name=None, fn_name=None):
    if arg_name is None and fn_name is None:
        return inp if isinstance(inp, tuple) else (inp,)
    values, several = _tensors_of(inp, arg_name, fn_name)
    return several, values


def _tuple_postprocess(res, to_unpack):
    if isinstance(to_unpack, tuple):
        inner = [part if to_unpack[1] else part[0] for part in res]
        return tuple(inner) if to_unpack[0] else inner[0]
    return res if to_unpack else res[0]


def _grad_preprocess(inputs, create_graph, need_graph):
    """Inputs to differentiate by: views where these shall be differentiated themselves, else leaves in the same memory."""
    made = []
    for x in inputs:
        kept = create_graph and x.requires_grad
        own = x.view_as(x) if kept else x.detach()
        made.append(own if kept else own.requires_grad_(need_graph))
    return tuple(made)


def _grad_postprocess(inputs, create_graph):
    """Results without their graph, unless it was asked for; tuples may be in the tuple."""
    if isinstance(inputs[0], Tensor):
        return inputs if create_graph else tuple(x.detach() for x in inputs)
    return tuple(_grad_postprocess(part, create_graph) for part in inputs)


def _autograd_grad(outputs, inputs, grad_outputs=None, create_graph=False, retain_graph=None, is_grads_batched=False):
    """`torch.autograd.grad` of the outputs that need a gradient; None for each input where there is no such output."""
    seeds = (None,) * len(outputs) if grad_outputs is None else grad_outputs
    used = [(o, s) for o, s in zip(outputs, seeds, strict=True) if o is not None and o.requires_grad]
    if not used:
        return (None,) * len(inputs)
    return grad([o for o, _ in used], inputs, [s for _, s in used], allow_unused=True, create_graph=create_graph,
                retain_graph=retain_graph, is_grads_batched=is_grads_batched)  # fmt: skip


def _run(func, inputs, where, create_graph, strict=False):
    """Fresh inputs that require gradients, the outputs of `func` on them, and whether each side was a tuple."""
    inputs, several_in = _tensors_of(inputs, "inputs", where)
    own = tuple(
        (x.view_as(x) if create_graph else x.detach()) if x.requires_grad and create_graph else x.detach()
        for x in inputs
    )
    for x in own:
        if not x.requires_grad:
            x.requires_grad_()
    outputs, several_out = _tensors_of(func(*own), "outputs of the user-provided function", where)
    for k, output in enumerate(outputs):
        if strict and not output.requires_grad:
            raise RuntimeError(
                f"Output {k} of the user-provided function does not require gradients. The outputs must be computed in a "
                "differentiable manner from the input when running in strict mode."
            )
    return own, outputs, several_in, several_out


class _recording:
    def __enter__(self):
        self.before, mode.grad = mode.grad, True

    def __exit__(self, *exc):
        mode.grad = self.before


def _vectors(v, like, what, where):
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            raise RuntimeError(f"The vector v can only be None if {what}.")
        return (wrap(np.ones(like[0]._array.shape, like[0]._array.dtype)),)
    v, _ = _tensors_of(v, "v", where)
    if len(v) != len(like):
        if len(like) == 1:
            raise RuntimeError("The given v should contain a single Tensor.")
        raise RuntimeError(f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}.")
    for k, (a, b) in enumerate(zip(v, like, strict=True)):
        if a.shape != b.shape:
            entry = f"Entry {k} in v" if len(like) > 1 else "v"
            raise RuntimeError(f"{entry} has invalid size: should be {b.shape} but got {a.shape}.")
    return v


def _grads(outputs, inputs, seeds, create_graph, strict):
    used = [(o, s) for o, s in zip(outputs, seeds, strict=True) if o.requires_grad]
    if not used:
        if strict:
            raise RuntimeError("Output of the user-provided function is independent of all inputs in strict mode.")
        return tuple(None for _ in inputs)
    return grad([o for o, _ in used], inputs, [s for _, s in used], create_graph=create_graph, retain_graph=True,
                allow_unused=True)  # fmt: skip


def _filled(grads, inputs):
    return tuple(
        wrap(np.zeros(x._array.shape, x._array.dtype)) if g is None else g for g, x in zip(grads, inputs, strict=True)
    )


def _result(values, several, create_graph):
    if not create_graph:
        values = tuple(v.detach() for v in values)
    return tuple(values) if several else values[0]


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """`(func(inputs), v^T J)`: the outputs, and the product of a vector with the Jacobian.

    >>> import borch as torch
    >>> torch.autograd.functional.vjp(lambda x: x ** 2, torch.tensor([1.0, 2.0]), torch.tensor([1.0, 1.0]))[1]
    tensor([2., 4.])
    """
    with _recording():
        own, outputs, several_in, several_out = _run(func, inputs, "vjp", create_graph, strict)
        v = _vectors(v, outputs, "the user-provided function returns a single Tensor with a single element", "vjp")
        grads = _filled(_grads(outputs, own, v, create_graph, strict), own)
    return _result(outputs, several_out, create_graph), _result(grads, several_in, create_graph)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """`(func(inputs), J v)`: the outputs, and the product of the Jacobian with a vector.

    >>> import borch as torch
    >>> torch.autograd.functional.jvp(lambda x: x ** 2, torch.tensor([1.0, 2.0]), torch.tensor([1.0, 1.0]))[1]
    tensor([2., 4.])
    """
    with _recording():
        own, outputs, _, several_out = _run(func, inputs, "jvp", create_graph, strict)
        v = _vectors(v, own, "the input to the user-provided function is a single Tensor with a single element", "jvp")
        products = _forward_product(outputs, own, v, create_graph, strict)
    return _result(outputs, several_out, create_graph), _result(products, several_out, create_graph)


def _forward_product(outputs, inputs, v, create_graph, strict=False):
    """J v as the gradient of (u^T J) with respect to u, which is J whatever u is."""
    seeds = tuple(wrap(np.zeros(o._array.shape, o._array.dtype)).requires_grad_() for o in outputs)
    grads = _grads(outputs, inputs, seeds, True, strict)
    pairs = [(g, t) for g, t in zip(grads, v, strict=True) if g is not None and g.requires_grad]
    if not pairs:
        return _filled([None] * len(outputs), outputs)
    products = grad([g for g, _ in pairs], seeds, [t for _, t in pairs], create_graph=create_graph, allow_unused=True)
    return _filled(products, outputs)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """The Jacobian of `func`: shape (*output shape, *input shape), in tuples as outputs and inputs are.

    >>> import borch as torch
    >>> torch.autograd.functional.jacobian(lambda x: x ** 2, torch.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs than '
            'inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".'
        )
    if strategy == "forward-mode":
        if create_graph:
            raise NotImplementedError(
                'torch.autograd.functional.jacobian: `create_graph=True` and `strategy="forward-mode"` are not supported '
                'together (yet). Please either set `create_graph=False` or `strategy="reverse-mode"`.'
            )
        if strict:
            raise RuntimeError(
                'torch.autograd.functional.jacobian: `strict=True` and `strategy="forward-mode"` are not supported together '
                '(yet). Please either set `strict=False` or `strategy="reverse-mode"`.'
            )
        if not vectorize:
            raise NotImplementedError(
                "Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for `vectorize=True`."
            )
    if vectorize and strict:
        raise RuntimeError(
            "torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported together. Please "
            "either set `strict=False` or `vectorize=False`."
        )
    with _recording():
        own, outputs, several_in, several_out = _run(func, inputs, "jacobian", create_graph, strict)
        rows = []
        for output in outputs:
            parts = [[] for _ in own]
            for j in range(output.numel()):
                seed = np.zeros(output._array.shape, output._array.dtype)
                seed.reshape(-1)[j] = 1
                grads = _filled(_grads((output,), own, (wrap(seed),), create_graph, strict), own)
                for part, g in zip(parts, grads, strict=True):
                    part.append(g)
            shaped = tuple(_stacked(p, output, x) for p, x in zip(parts, own, strict=True))
            rows.append(_result(shaped, several_in, create_graph))
    return tuple(rows) if several_out else rows[0]


def _stacked(parts, output, x):
    if not parts:
        return wrap(np.zeros((*output._array.shape, *x._array.shape), x._array.dtype))
    return OPS["reshape"](OPS["stack"](parts), (*output._array.shape, *x._array.shape))


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The matrix of second derivatives of a function with one scalar output.

    >>> import borch as torch
    >>> torch.autograd.functional.hessian(lambda x: (x ** 3).sum(), torch.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    inputs, several = _tensors_of(inputs, "inputs", "hessian")

    def gradient(*args):
        output = func(*args)
        outputs, several_out = _tensors_of(output, "outputs of the user-provided function", "hessian")
        if strict and not outputs[0].requires_grad:
            raise RuntimeError(
                "Output 0 of the user-provided function does not require gradients. The outputs must be computed in a "
                "differentiable manner from the input when running in strict mode."
            )
        _check_single(outputs, several_out, "hessian")
        return _filled(_grads((output,), args, (None,), True, strict), args)

    rows = jacobian(gradient, inputs, create_graph, strict, vectorize, outer_jacobian_strategy)
    return rows if several else rows[0][0]


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """`(func(inputs), v^T H)`: the output, and the product of a vector with the Hessian.

    >>> import borch as torch
    >>> torch.autograd.functional.vhp(lambda x: (x ** 3).sum(), torch.tensor([1.0, 2.0]), torch.tensor([1.0, 1.0]))[1]
    tensor([ 6., 12.])
    """
    return _product_with_hessian("vhp", func, inputs, v, create_graph, strict)


def _check_single(outputs, several, where):
    if several:
        raise RuntimeError(f"The function given to {where} should return a single Tensor")
    if outputs[0].numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {where} should contain a single element")


def _product_with_hessian(name, func, inputs, v, create_graph, strict):
    with _recording():
        own, outputs, several_in, several_out = _run(func, inputs, name, create_graph, strict)
        _check_single(outputs, several_out, name)
        v = _vectors(v, own, "the input to the user-provided function is a single Tensor with a single element", name)
        first = _grads(outputs, own, (None,), True, strict)
        pairs = [(g, t) for g, t in zip(first, v, strict=True) if g is not None and g.requires_grad]
        second = [None] * len(own)
        if pairs:
            second = grad(
                [g for g, _ in pairs], own, [t for _, t in pairs], create_graph=create_graph, allow_unused=True
            )
        second = _filled(second, own)
    return _result(outputs, False, create_graph), _result(second, several_in, create_graph)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """`(func(inputs), H v)`: the output, and the product of the Hessian with a vector (H is symmetric: as vhp).

    >>> import borch as torch
    >>> torch.autograd.functional.hvp(lambda x: (x ** 3).sum(), torch.tensor([1.0, 2.0]), torch.tensor([1.0, 0.0]))[1]
    tensor([6., 0.])
    """
    return _product_with_hessian("hvp", func, inputs, v, create_graph, strict)


def _construct_standard_basis_for(tensors, tensor_numels):
    """The rows of the identity matrix in parts, (N, numel) for each tensor and of its dtype; N is the sum of all numels.

    >>> import borch as torch
    >>> torch.autograd.functional._construct_standard_basis_for((torch.ones(1), torch.ones(2)), (1, 2))[1]
    tensor([[0., 0.],
            [1., 0.],
            [0., 1.]])
    """
    if len(tensors) != len(tensor_numels):
        raise AssertionError(
            f"Expected tensors and tensor_numels to have the same length, but got {len(tensors)} and {len(tensor_numels)}"
        )
    if not tensors:
        raise AssertionError("Expected at least one tensor")
    rows, parts, at = sum(tensor_numels), [], 0
    for tensor, numel in zip(tensors, tensor_numels, strict=True):
        parts.append(wrap(np.eye(rows, numel, -at, tensor._array.dtype)))
        at += numel
    return tuple(parts)

"""gradcheck: analytical gradients against central differences, as torch's learners use it.

Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.gradcheck.gradcheck.html
"""

import warnings

import numpy as np

from .._core.engine import grad
from .._core.mode import mode
from .._core.op import OPS, wrap
from .._core.tensor import Tensor

NOTE = """

NOTE: If your op relies on non-deterministic operations i.e., it is listed here:
https://pytorch.org/docs/stable/generated/torch.use_deterministic_algorithms.html
this failure might be expected.

If you are adding a new operator, please file an issue and then use one of the
workarounds. The workaround depends on how your test invokes gradcheck/gradgradcheck.
If the test
- manually invokes gradcheck/gradgradcheck, then call gradcheck/gradgradcheck
  with `nondet_tol=<tol>` as a keyword argument.
- is OpInfo-based (e.g., in test_ops_gradients.py), then modify the OpInfo for the test
  to have `gradcheck_nondet_tol=<tol>`.
- is a Module test (e.g., in common_nn.py), then modify the corresponding
  module_test entry to have `gradcheck_nondet_tol=<tol>`
"""


class GradcheckError(RuntimeError):
    """Raised when the gradients do not agree."""


def gradcheck(
    func,
    inputs,
    *,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    raise_exception=True,
    nondet_tol=0.0,
    check_undefined_grad=True,
    check_grad_dtypes=False,
    check_batched_grad=False,
    check_batched_forward_grad=False,
    check_forward_ad=False,
    check_backward_ad=True,
    fast_mode=False,
    masked=None,
):
    """True when the gradients of `func` at `inputs` agree with finite differences; GradcheckError otherwise.

    Inputs that require a gradient should be float64 (a warning says so). `|analytical - numerical| <= atol + rtol *
    |numerical|` must hold for each element of the Jacobian. With
    `check_forward_ad` forward mode is checked too. Batched gradients are computed one by one, and need no check.

    >>> import borch as torch
    >>> x = torch.tensor([0.5, -1.0], dtype=torch.float64, requires_grad=True)
    >>> torch.autograd.gradcheck(torch.tanh, (x,))
    True
    """
    if not (check_forward_ad or check_backward_ad):
        raise AssertionError("Expected at least one of check_forward_ad or check_backward_ad to be True")
    if check_batched_grad and not check_backward_ad:
        raise AssertionError("Setting check_batched_grad=True requires check_backward_ad to be True")
    if check_batched_forward_grad and not check_forward_ad:
        raise AssertionError("Setting check_batched_forward_grad=True requires check_forward_ad to be True")
    modes = (("backward",) if check_backward_ad else ()) + (("forward",) if check_forward_ad else ())
    try:
        return _check(func, inputs, modes, eps, atol, rtol, nondet_tol, check_undefined_grad)
    except GradcheckError:
        if raise_exception:
            raise
        return False


def _check(func, inputs, modes, eps, atol, rtol, nondet_tol, check_undefined_grad):
    inputs = tuple(inputs) if isinstance(inputs, (list, tuple)) else (inputs,)
    wanted = [t for t in inputs if isinstance(t, Tensor) and t.requires_grad]
    if not wanted:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True."
        )
    for index, t in enumerate(inputs):
        if isinstance(t, Tensor) and t.requires_grad:
            _check_input(index, t)
    outputs, words = _outputs(func(*inputs)), _words(func(*inputs))
    if not outputs:
        return True
    if all(not o.requires_grad for o in outputs):
        _check_constant(func, inputs, wanted, outputs, eps)
        return True
    for k, output in enumerate(outputs):
        for j, t in enumerate(wanted):
            numerical = _numerical(func, inputs, t, k, eps)
            prefix, number = words[k]
            place = f"output {number} with respect to input {j}"
            if "backward" in modes:
                analytical = _analytical(output, t)
                if np.abs(analytical - _analytical(output, t)).max(initial=0) > nondet_tol:
                    raise GradcheckError(
                        "Backward is not reentrant, i.e., running backward with same input and grad_output multiple "
                        "times gives different values, although analytical gradient matches numerical gradient."
                        f"The tolerance for nondeterminism was {nondet_tol}.{NOTE}"
                    )
                _compare(f"{prefix}Jacobian mismatch for {place}", numerical, analytical, rtol, atol)
            if "forward" in modes:
                pushed = _forward(func, inputs, t, k)
                what = f"{prefix}Jacobian computed with forward mode mismatch for {place}"
                _compare(what, numerical, pushed, rtol, atol)
    if check_undefined_grad and "backward" in modes:
        _check_zero(outputs, wanted)
    return True


def _compare(what, numerical, analytical, rtol, atol):
    if not np.allclose(analytical, numerical, rtol=rtol, atol=atol, equal_nan=True):
        raise GradcheckError(f"{what},\nnumerical:{wrap(numerical)!r}\nanalytical:{wrap(analytical)!r}\n")


def _forward(func, inputs, t, k):
    """The Jacobian (input elements, output elements) by forward mode: one tangent per input element and part."""
    from .forward_ad import dual_level, make_dual, unpack_dual

    array = t._array
    parts = (1, 1j) if array.dtype.kind == "c" else (1,)
    rows = []
    for at in np.ndindex(*array.shape):
        row = 0
        for part in parts:
            tangent = np.zeros(array.shape, array.dtype)
            tangent[at] = part
            with dual_level():
                dual = make_dual(t.detach(), wrap(tangent))
                output = _outputs(func(*[dual if x is t else x for x in inputs]))[k]
                pushed = unpack_dual(output).tangent
            row = row + part * (np.zeros(output._array.shape) if pushed is None else pushed._array)
        rows.append(np.reshape(row, -1))
    return np.array(rows).reshape(array.size, -1)


def _check_input(index, t):
    if t._array.dtype not in (np.float64, np.complex128):
        warnings.warn(
            f"Input #{index} requires gradient and is not a double precision floating point or complex. This check "
            "will likely fail if all the inputs are not of double precision floating point or complex. ",
            stacklevel=4,
        )
    if any(s == 0 and n > 1 for s, n in zip(t._array.strides, t._array.shape, strict=True)):
        raise RuntimeError(
            f"The {index}th input has a dimension with stride 0. gradcheck only supports inputs that are "
            "non-overlapping to be able to compute the numerical gradients correctly. You should call .contiguous on "
            "the input before passing it to gradcheck."
        )


def _outputs(result):
    """The differentiable outputs: the imaginary parts of complex ones, then all of them, complex ones by their real part."""
    results = _differentiable(result)
    imaginary = [OPS["imag"](r) for r in results if r.is_complex()]
    return imaginary + [OPS["real"](r) if r.is_complex() else r for r in results]


def _words(result):
    """How messages begin for each of `_outputs`, and the number that they call it by."""
    results = _differentiable(result)
    count = sum(r.is_complex() for r in results)
    imaginary, real = (f"While considering the {part} part of complex outputs only, " for part in ("imaginary", "real"))
    return [(imaginary, k) for k in range(count)] + [(real if count else "", k) for k in range(len(results))]


def _differentiable(result):
    results = result if isinstance(result, (list, tuple)) else (result,)
    return [r for r in results if isinstance(r, Tensor) and (r.is_floating_point() or r.is_complex())]


def _numerical(func, inputs, t, k, eps):
    """The Jacobian (input elements, output elements) by central differences; d/dx + i d/dy for a complex input."""
    array = t._array
    flat_index = list(np.ndindex(*array.shape))
    rows = []
    complex_input = array.dtype.kind == "c"
    before, mode.grad = mode.grad, True
    try:
        for at in flat_index:
            real = _difference(func, inputs, array, at, k, eps)
            if complex_input:
                real = real + 1j * _difference(func, inputs, array, at, k, eps * 1j)
            rows.append(real)
    finally:
        mode.grad = before
    output_size = _outputs(func(*inputs))[k]._array.size
    return np.array(rows).reshape(len(flat_index), output_size)


def _difference(func, inputs, array, at, k, step):
    kept = array[at]
    array[at] = kept + step
    high = _outputs(func(*inputs))[k]._array.copy()
    array[at] = kept - step
    low = _outputs(func(*inputs))[k]._array.copy()
    array[at] = kept
    return ((high - low) / (2 * abs(step))).reshape(-1)


def _analytical(output, t):
    """The Jacobian (input elements, output elements), one backward pass per output element."""
    size = output._array.size
    kind = np.result_type(output._array.dtype, t._array.dtype)
    jacobian = np.zeros((t._array.size, size), kind)
    if not output.requires_grad:
        return jacobian
    for j in range(size):
        seed = np.zeros(output._array.shape, output._array.dtype)
        seed.reshape(-1)[j] = 1
        (g,) = grad(output, t, wrap(seed), retain_graph=True, allow_unused=True)
        if g is not None:
            if g._array.shape != t._array.shape:
                raise GradcheckError("grad is incorrect size")
            jacobian[:, j] = g._array.reshape(-1)
    return jacobian


def _check_constant(func, inputs, wanted, outputs, eps):
    for k in range(len(outputs)):
        for t in wanted:
            if np.abs(_numerical(func, inputs, t, k, eps)).max(initial=0):
                raise GradcheckError("Numerical gradient for function expected to be zero")


def _check_zero(outputs, wanted):
    zeros = [wrap(np.zeros(o._array.shape, o._array.dtype)) for o in outputs if o.requires_grad]
    grads = grad([o for o in outputs if o.requires_grad], wanted, zeros, retain_graph=True, allow_unused=True)
    for g in grads:
        if g is not None and g._array.size and np.any(g._array != 0):
            raise GradcheckError("backward not multiplied by grad_output")


def _drawn(output):
    """A gradient for an output, of which each part is drawn evenly from -1 to 1."""
    values = wrap(np.empty_like(output._array, order="C"))
    (OPS["view_as_real"](values) if output.is_complex() else values).uniform_(-1, 1)
    return values.requires_grad_()


def gradgradcheck(
    func,
    inputs,
    grad_outputs=None,
    *,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    gen_non_contig_grad_outputs=False,
    raise_exception=True,
    nondet_tol=0.0,
    check_undefined_grad=True,
    check_grad_dtypes=False,
    check_batched_grad=False,
    check_fwd_over_rev=False,
    check_rev_over_rev=True,
    fast_mode=False,
    masked=False,
):
    """`gradcheck` of the gradient itself: True when second derivatives agree with finite differences.

    >>> import borch as torch
    >>> x = torch.tensor([0.5, -1.0], dtype=torch.float64, requires_grad=True)
    >>> torch.autograd.gradgradcheck(torch.sin, (x,))
    True
    """
    inputs = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    outputs = [o for o in _differentiable(func(*inputs)) if o.requires_grad]
    if grad_outputs is None:
        seeds = [_drawn(o) for o in outputs]
    else:
        seeds = [grad_outputs] if isinstance(grad_outputs, Tensor) else list(grad_outputs)
    n = len(inputs)

    def gradient(*args):
        args, seeds_ = args[:n], args[n:]
        wanted = [a for a in args if isinstance(a, Tensor) and a.requires_grad]
        outs = [o for o in _differentiable(func(*args)) if o.requires_grad]
        grads = grad(outs, wanted, list(seeds_), create_graph=True, allow_unused=True)
        return tuple(g for g in grads if g is not None)

    return gradcheck(
        gradient, (*inputs, *seeds), eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception,
        nondet_tol=nondet_tol, check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes,
        check_forward_ad=check_fwd_over_rev, check_backward_ad=check_rev_over_rev,
    )  # fmt: skip

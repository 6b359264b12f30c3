"""grad, vjp, jvp and whole Jacobians as transforms of functions; each nests in the others.

A transform runs the function on inputs of its own that require a gradient, records the backward pass too, and cuts
the result from the graph unless something outside the transform is being differentiated.
"""

import functools

import numpy as np

from .._core import engine
from .._core.dtype import cast
from .._core.mode import mode, pushing
from .._core.op import OPS, wrap
from .._core.tensor import Tensor
from ..autograd.forward_ad import (
    COPIES,
    NO_GRAD,
    Own,
    check_tangent,
    dual_root,
    forward_level,
    has_ended,
    level_of,
    ones_like,
    requiring,
    roots_of,
)
from ..autograd.graph import saved_tensors_hooks
from .batch import without_drawing
from .level import Level
from .tree import flatten, form_text, map_tensors, same_form, unflatten


class _Recording(Level):
    """The context of a transform: everything is recorded."""

    def __enter__(self):
        self.before, mode.grad = mode.grad, True
        return super().__enter__()

    def __exit__(self, *exc):
        mode.grad = self.before
        super().__exit__(*exc)


def _is_differentiable(x):
    return x.is_floating_point() or x.is_complex()


def _check_tensors(leaves, api):
    for leaf in leaves:
        if not isinstance(leaf, Tensor):
            raise RuntimeError(f"{api}: expected f(*primals) to return only tensors, got unsupported type {type(leaf)}")


def _check_outputs(leaves):
    _check_tensors(leaves, "vjp(f, *primals)")
    for leaf in leaves:
        if not _is_differentiable(leaf):
            raise RuntimeError(
                "vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got Tensor with dtype "
                f"{leaf.dtype}"
            )


def _split(output, has_aux, api):
    """The output and the aux of a function that was called."""
    if not has_aux:
        return output, None
    if not (isinstance(output, tuple) and len(output) == 2):
        raise RuntimeError(f"{api}: output of function f should be a tuple: (output, aux) if has_aux is True")
    for leaf in flatten(output[1])[0]:
        if not isinstance(leaf, Tensor):
            raise RuntimeError(f"Expected tensors, got unsupported type {type(leaf)}")
    return output


def _check_real(name, tree, what):
    for k, leaf in enumerate(flatten(tree)[0]):
        if isinstance(leaf, Tensor) and leaf.is_complex():
            raise RuntimeError(
                f"{name}: Expected all {what} to be real but received complex tensor at flattened input idx: {k}"
            )


def _fresh(tree):
    """The tree with tensors of the transform's own, and the list of those that are differentiated."""
    own = Own()

    def make(x):
        if not _is_differentiable(x):
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        t = x.view_as(x) if x.requires_grad else own.leaf(x)
        own.append(t)
        return t

    return map_tensors(make, tree), own


def _fresh_duals(tree):
    """As `_fresh`, for functions that may write to their inputs: what they get lies one step behind the tensors' own."""
    for leaf in flatten(tree)[0]:
        if isinstance(leaf, Tensor) and not _is_differentiable(leaf):
            raise ValueError(f"Expected primal to be floating point or complex, but got: {leaf.dtype}")
    fresh, own = _fresh(tree)
    return map_tensors(dual_root, fresh), own


def _cut(tree, own, outside):
    """Results without the transform's own part of the graph, where nothing outside needs the rest."""
    inner = {id(t) for t in own}

    def cut(x):
        if not x.requires_grad or (outside and _reaches_others(x, inner)):
            return x
        return x.detach()

    return map_tensors(cut, tree)


def _reaches_others(x, inner):
    """Whether the graph of `x` ends in a leaf that is neither the transform's own nor that of one that has ended."""
    return any(id(leaf) not in inner and not has_ended(leaf) for leaf in _ends(x))


def _ends(x):
    """The leaves in which the graph of `x` ends."""
    seen, stack = set(), [x._node or x]
    while stack:
        edge = stack.pop()
        if edge is None:
            continue
        if isinstance(edge, Tensor):
            yield edge
            continue
        node = getattr(edge, "node", edge)
        if id(node) not in seen:
            seen.add(id(node))
            stack.extend(node.edges)


def _chosen(args, argnums):
    """The arguments to differentiate by: one, or a tuple of them."""
    if isinstance(argnums, int):
        _check_number(argnums, len(args))
        chosen = args[argnums]
    elif isinstance(argnums, tuple):
        if not argnums:
            raise RuntimeError("argnums must be non-empty")
        if len(set(argnums)) != len(argnums):
            raise RuntimeError(f"argnums elements must be unique, got {argnums}")
        for n in argnums:
            _check_number(n, len(args))
        chosen = tuple(args[n] for n in argnums)
    else:
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    for leaf in flatten(chosen)[0]:
        if not isinstance(leaf, Tensor):
            raise ValueError(f"Thing passed to transform API must be Tensor, got {type(leaf)}")
    return chosen


def _check_number(n, count):
    if not isinstance(n, int):
        raise RuntimeError(f"argnum must be int, but got {type(n)}")
    if not -count <= n < count:
        raise RuntimeError(f"Got argnum={n}, but only {count} positional inputs")


def _replaced(args, argnums, values):
    args = list(args)
    if isinstance(argnums, int):
        args[argnums] = values
    else:
        for n, value in zip(argnums, values, strict=True):
            args[n] = value
    return tuple(args)


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that returns (gradient, value) of a function with one scalar output.

    >>> import borch as torch
    >>> torch.func.grad_and_value(lambda x: x ** 2)(torch.tensor(3.0))
    (tensor(6.), tensor(9.))
    """

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        outside = mode.grad
        with _Recording("grad") as level:
            chosen, own = _fresh(_chosen(args, argnums))
            level.own = own
            output = func(*_replaced(args, argnums, chosen), **kwargs)
            output, aux = _split(output, has_aux, "grad_and_value(f)(*args)")
            _check_scalar(output)
            leaves, spec = flatten(chosen)
            grads = _gradients([output], leaves, [None])
        result = unflatten(grads, spec), output
        result = (result[0], (output, aux)) if has_aux else result
        own.end()
        return _cut(result, own, outside)

    return wrapped


def _check_scalar(output):
    if not isinstance(output, Tensor):
        raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(output)}")
    if output.ndim:
        raise RuntimeError(
            "grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
            f"{output.ndim} dims. Maybe you wanted to use the vjp or jacrev APIs instead?"
        )


def _gradients(outputs, inputs, seeds):
    """Gradients, recorded; zeros for inputs that were not used."""
    used = [(o, s) for o, s in zip(outputs, seeds, strict=True) if o.requires_grad]
    if not used:
        return [wrap(np.zeros(x._array.shape, x._array.dtype)) for x in inputs]
    return list(
        engine.grad(
            [o for o, _ in used], inputs, [s for _, s in used], create_graph=True, materialize_grads=True
        )
    )  # fmt: skip


def grad(func, argnums=0, has_aux=False):
    """A function that returns the gradient of a function with one scalar output.

    `argnums` says by which argument (or arguments: a tuple); with `has_aux` the function returns (output, aux).

    >>> import borch as torch
    >>> torch.func.grad(torch.func.grad(lambda x: x ** 3))(torch.tensor(2.0))
    tensor(12.)
    """
    both = grad_and_value(func, argnums, has_aux)

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        gradient, value = both(*args, **kwargs)
        return (gradient, value[1]) if has_aux else gradient

    return wrapped


def vjp(func, *primals, has_aux=False):
    """(func(*primals), a function from vectors to vector-Jacobian products), and the aux with `has_aux`.

    >>> import borch as torch
    >>> value, pull = torch.func.vjp(torch.sin, torch.zeros(2))
    >>> pull(torch.tensor([1.0, 2.0]))
    (tensor([1., 2.]),)
    """
    outside = mode.grad
    with _Recording("vjp") as level:
        inputs, own = _fresh(primals)
        level.own = own
        output, aux = _split(func(*inputs), has_aux, "vjp(f, *primals)")
    out_leaves, out_spec = flatten(output)
    _check_outputs(out_leaves)
    in_leaves, in_spec = flatten(inputs)

    def pull(cotangents, retain_graph=True, create_graph=None):
        outside_of_pull = mode.grad
        leaves, spec = flatten(cotangents)
        if not same_form(spec, out_spec):
            raise RuntimeError(
                f"Expected pytree structure of cotangents to be the same as pytree structure of outputs to the function. "
                f"cotangents: {form_text(spec)}, primal output: {form_text(out_spec)}"
            )
        with _Recording("pull"):
            grads = _gradients(out_leaves, in_leaves, leaves)
        return _cut(unflatten(grads, in_spec), own, outside_of_pull)

    value = _cut(unflatten(out_leaves, out_spec), own, outside)
    return (value, pull, _cut(aux, own, outside)) if has_aux else (value, pull)


def _duals(primals, directions, level):
    """The primals as dual tensors of the level, to which a function may write."""
    tangents = iter(directions)

    def make(x):
        if not _is_differentiable(x):
            raise ValueError(f"Expected primal to be floating point or complex, but got: {x.dtype}")
        tangent = next(tangents)
        check_tangent(x, tangent)
        return level.add(x, tangent, dual_root)

    return map_tensors(make, primals)


def _pushed(outputs, level):
    """J v: the gradient of (u^T J) with respect to u, in the direction v; each u joins the level's own tensors."""
    zeros = [wrap(np.zeros(o._array.shape, o._array.dtype)) for o in outputs]
    differentiable = [k for k, o in enumerate(outputs) if _is_differentiable(o)]
    outputs = [outputs[k] for k in differentiable]
    seeds = [requiring(ones_like(o)) for o in outputs]
    roots = [pair for pair in level.roots if pair[1] is not None]
    with pushing(), level_of(None):
        grads = _gradients(outputs, [root for root, _ in roots], seeds)
    pairs = [(g, t) for g, (_, t) in zip(grads, roots, strict=True) if g.requires_grad]
    for seed in seeds:
        level.keep(seed)
    if pairs:
        with level_of(None):
            pushed = engine.grad(
                [g for g, _ in pairs], seeds, [t for _, t in pairs], create_graph=True, materialize_grads=True
            )  # fmt: skip
        for k, p in zip(differentiable, pushed, strict=True):
            zeros[k] = p
    return [z.detach() if z.is_leaf else z for z in zeros]


_JVP = "jvp(f, primals, tangents)"


def _directions(primals, tangents):
    """The leaves of the tangents, which must have the form of the primals."""
    leaves, spec = flatten(primals)
    directions, form = flatten(tangents)
    if form != spec:
        raise RuntimeError(
            f"{_JVP}: Expected primals and tangents to have the same python structure. For example, if primals is a tuple "
            f"of 3 tensors, tangents also must be. Got primals with structure {spec} and tangents with "
            f"structure {form}"
        )
    for name, items in (("primals", leaves), ("tangents", directions)):
        if not items:
            raise RuntimeError(f"{_JVP}: Expected {name} to contain at least one Tensor.")
        for item in items:
            if not isinstance(item, Tensor):
                raise RuntimeError(f"{_JVP}: Expected {name} to only contain Tensors, got {type(item)}")
    return directions


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """(func(*primals), the product of the Jacobian with the tangents), and the aux with `has_aux`.

    >>> import borch as torch
    >>> torch.func.jvp(torch.sin, (torch.zeros(2),), (torch.tensor([1.0, 2.0]),))
    (tensor([0., 0.]), tensor([1., 2.]))
    """
    if not isinstance(primals, tuple):
        raise RuntimeError(f"{_JVP}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    directions = _directions(primals, tangents)
    return _or_with_copies(lambda: _pushed_forward(func, primals, directions, strict, has_aux))


def _or_with_copies(compute):
    """What `compute` gives; once more, with copies of what is saved, if that was written to in place."""
    try:
        return compute()
    except RuntimeError as error:
        of_function = getattr(error, "of_function", False)
        if of_function or "has been modified by an inplace operation" not in str(error):
            raise
    with saved_tensors_hooks(*COPIES):
        return compute()


def _called(func, args, kwargs):
    """What the function gives; its errors are marked as its own."""
    try:
        return func(*args, **kwargs)
    except RuntimeError as error:
        error.of_function = True
        raise


def _pushed_forward(func, primals, directions, strict, has_aux):
    outside = mode.grad
    with _Recording("jvp") as running, forward_level() as level:
        inputs = _duals(primals, directions, level)
        running.own = [root for root, _ in level.roots]
        output, aux = _split(_called(func, inputs, {}), has_aux, _JVP)
        out_leaves, out_spec = flatten(output)
        _check_tensors(out_leaves, _JVP)
        if strict and not all(map(roots_of, out_leaves)):
            raise RuntimeError(
                "jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is not allowed "
                "with strict=True."
            )
        pushed = _pushed(out_leaves, level)
    own = level.leaves.values()
    level.end()
    if level.was_off:
        _check_off({id(t) for t in own}, outside, (*out_leaves, *pushed))
    value = _cut(unflatten(out_leaves, out_spec), own, outside)
    tangent = _cut(unflatten(pushed, out_spec), own, outside)
    return (value, tangent, _cut(aux, own, outside)) if has_aux else (value, tangent)


def _check_off(inner, outside, results):
    """Refuses results of a function with no_grad in it that somebody may differentiate backward."""
    if mode.dual is not None:  # forward once more
        mode.dual.was_off = True
        inner |= set(mode.dual.leaves)
    if outside and any(x.requires_grad and _reaches_others(x, inner) for x in results):
        raise NotImplementedError(NO_GRAD)


def linearize(func, *primals):
    """(func(*primals), a function from tangents to Jacobian-vector products at `primals`).

    >>> import borch as torch
    >>> value, push = torch.func.linearize(torch.sin, torch.zeros(2))
    >>> push(torch.tensor([1.0, 2.0]))
    tensor([1., 2.])
    """
    value = func(*primals)
    return value, lambda *tangents: jvp(func, primals, tangents)[1]


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """A function that returns the Jacobian: for each output and input a tensor (*output shape, *input shape).

    >>> import borch as torch
    >>> torch.func.jacrev(torch.square)(torch.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """

    if chunk_size is not None and chunk_size <= 0:
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")
    return _jacobian("jacrev", _jacobian_rows, func, argnums, has_aux)


def _jacobian(name, parts_of, func, argnums, has_aux):
    api, fresh = ("vjp(f, *primals)", _fresh) if name == "jacrev" else (_JVP, _fresh_duals)

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        _check_real(name, args, "inputs")
        if name == "jacfwd":
            return _or_with_copies(lambda: compute(args, kwargs))
        return compute(args, kwargs)

    def compute(args, kwargs):
        outside = mode.grad
        with _Recording(name) as running:
            chosen, own = fresh(_chosen(args, argnums))
            running.own = own
            output, aux = _split(_called(func, _replaced(args, argnums, chosen), kwargs), has_aux, api)
            _, in_spec = flatten(chosen)
            out_leaves, out_spec = flatten(output)
            if name == "jacrev":
                _check_outputs(out_leaves)
            _check_tensors(out_leaves, api)
            _check_real(name, out_leaves, "outputs")
            parts = [unflatten(parts_of(o, own), in_spec) for o in out_leaves]
        own.end()
        if running.own_jvp and name == "jacfwd":
            return _by_columns(func, args, kwargs, argnums, has_aux)
        result = _cut(unflatten(parts, out_spec), own, outside)
        return (result, _cut(aux, own, outside)) if has_aux else result

    return wrapped


def _jacobian_rows(output, inputs):
    """For one output, its Jacobian by each input."""
    parts = [[] for _ in inputs]
    for k in range(output._array.size):
        seed = np.zeros(output._array.shape, np.float32)
        seed.reshape(-1)[k] = 1
        seed = wrap(cast(seed, output._array.dtype))
        for part, g in zip(parts, _gradients([output], inputs, [seed]), strict=True):
            part.append(g)
    shape = output._array.shape
    return [
        OPS["reshape"](OPS["stack"](part), (*shape, *x._array.shape))
        if part
        else wrap(np.zeros((*shape, *x._array.shape), x._array.dtype))
        for part, x in zip(parts, inputs, strict=True)
    ]


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    """As `jacrev`: the same Jacobian, which torch computes column by column here.

    >>> import borch as torch
    >>> torch.func.jacfwd(torch.square)(torch.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """

    def rows(output, inputs):
        if _is_differentiable(output):
            with pushing():
                return [OPS["to"](part, output.dtype) for part in _jacobian_rows(output, inputs)]
        return [wrap(np.zeros((*output._array.shape, *x._array.shape), output._array.dtype)) for x in inputs]

    return _jacobian("jacfwd", rows, func if randomness != "error" else without_drawing(func), argnums, has_aux)


def _by_columns(func, args, kwargs, argnums, has_aux):
    """What jacfwd gives, one product with a unit vector for each element of the inputs."""
    leaves, spec = flatten(_chosen(args, argnums))

    def push(k, j):
        tangents = [np.zeros(x._array.shape, x._array.dtype) for x in leaves]
        tangents[k].reshape(-1)[j] = 1
        return jvp(
            lambda chosen: func(*_replaced(args, argnums, chosen), **kwargs),
            (unflatten(leaves, spec),),
            (unflatten([wrap(t) for t in tangents], spec),),
            has_aux=has_aux,
        )

    columns = [[push(k, j) for j in range(x._array.size)] for k, x in enumerate(leaves)]
    first = next(column[0] for column in columns if column)
    out_leaves, out_spec = flatten(first[0])
    parts = []
    for n, out in enumerate(out_leaves):
        by_input = [
            OPS["reshape"](OPS["stack"]([flatten(c[1])[0][n] for c in column], -1), (*out.shape, *x.shape))
            for column, x in zip(columns, leaves, strict=True)
        ]
        parts.append(unflatten(by_input, spec))
    result = unflatten(parts, out_spec)
    return (result, first[2]) if has_aux else result


def hessian(func, argnums=0):
    """A function that returns the matrix of second derivatives.

    >>> import borch as torch
    >>> torch.func.hessian(lambda x: (x ** 3).sum())(torch.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    return jacfwd(jacrev(func, argnums), argnums)

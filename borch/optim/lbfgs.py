"""L-BFGS: a quasi-Newton method over all parameters as one vector; its line search is in line_search.py.

Source: Nocedal 1980; Nocedal and Wright 2006, chapter 7; https://docs.pytorch.org/docs/stable/generated/torch.optim.LBFGS.html
"""

import numpy as np

from .._core.mode import mode
from .._core.op import wrap
from .._core.tensor import Tensor
from .arrays import compute, store
from .line_search import strong_wolfe
from .optimizer import Optimizer, check_lr, unrecorded

CURVATURE = 1e-10  # pairs of steps and gradient changes with less than this say nothing about the Hessian
_SAVED = ("d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss")


class LBFGS(Optimizer):
    """Minimises by quasi-Newton steps; `step(closure)` evaluates the closure up to `max_eval` times.

    One parameter group only (ValueError). `line_search_fn` is None or "strong_wolfe" (RuntimeError otherwise).

    >>> import borch as torch
    >>> w = torch.tensor([3.0, -2.0], requires_grad=True)
    >>> optimizer = torch.optim.LBFGS([w], line_search_fn="strong_wolfe")
    >>> def closure():
    ...     optimizer.zero_grad()
    ...     loss = ((w - 1) ** 2).sum()
    ...     loss.backward()
    ...     return loss
    >>> optimizer.step(closure)
    tensor(13., grad_fn=<SumBackward0>)
    >>> [round(x, 3) for x in w.tolist()]
    [1.0, 1.0]
    """

    def __init__(
        self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100,
        line_search_fn=None,
    ):  # fmt: skip
        check_lr(lr)
        super().__init__(
            params,
            dict(
                lr=lr, max_iter=max_iter, max_eval=max_iter * 5 // 4 if max_eval is None else max_eval,
                tolerance_grad=tolerance_grad, tolerance_change=tolerance_change, history_size=history_size,
                line_search_fn=line_search_fn,
            ),
        )  # fmt: skip
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def __setstate__(self, state):
        super().__setstate__(state)
        self._params = self.param_groups[0]["params"]

    # --------------------------------------------------------------------------------------- the parameters as one vector
    def _gradient(self):
        parts = []
        for p in self._params:
            part = np.zeros_like(compute(p)) if p._grad is None else compute(p._grad)
            parts.append(part.reshape(-1))
        return np.concatenate(parts)

    def _move(self, origin, t, direction):
        """Parameters = origin + t * direction; `origin` is a list of arrays."""
        start = 0
        for p, x in zip(self._params, origin, strict=True):
            store(p, x + t * direction[start : start + x.size].reshape(x.shape))
            start += x.size

    def _position(self):
        return [np.array(compute(p)) for p in self._params]

    def _evaluate(self, closure):
        before, mode.grad = mode.grad, True
        try:
            return closure()
        finally:
            mode.grad = before

    # ------------------------------------------------------------------------------------------------------------- steps
    @unrecorded
    def step(self, closure):
        """Up to `max_iter` quasi-Newton iterations; returns the loss before them.

        `closure` clears the gradients, computes the loss, calls its backward and returns it.
        """
        group, state = self.param_groups[0], self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first_loss = self._evaluate(closure)
        state["func_evals"] += 1
        loss, gradient = float(first_loss), self._gradient()
        if _largest(gradient) <= group["tolerance_grad"]:
            return first_loss
        memory = _Memory(state, group["history_size"])
        lr, evaluations = group["lr"], 1
        if isinstance(lr, Tensor):
            lr = compute(lr).reshape(())[()]
        elif isinstance(lr, np.generic):
            lr = lr.item()
        for iteration in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            memory.turn(gradient, first=state["n_iter"] == 1)
            memory.gradient, memory.loss = gradient, loss
            memory.t = min(1.0, 1.0 / np.add.reduce(np.abs(gradient))) * lr if state["n_iter"] == 1 else lr
            slope = gradient.dot(memory.direction)
            if slope > -group["tolerance_change"]:
                break
            tries = 0 if iteration == group["max_iter"] else 1  # after the last step nobody looks at the loss
            if group["line_search_fn"] is not None:
                tries = group["max_eval"] - evaluations
            loss, gradient, calls = self._advance(
                closure, memory, loss, gradient, slope, group["line_search_fn"], tries
            )
            evaluations += calls
            state["func_evals"] += calls
            if (
                iteration == group["max_iter"]
                or evaluations >= group["max_eval"]
                or _largest(gradient) <= group["tolerance_grad"]
                or _largest(memory.direction * memory.t) <= group["tolerance_change"]
                or abs(loss - memory.loss) < group["tolerance_change"]
            ):
                break
        memory.save(state)
        return first_loss

    def _advance(self, closure, memory, loss, gradient, slope, line_search_fn, tries):
        """Moves along the direction, with so many tries; the loss and gradient there, and the number of evaluations."""
        origin = self._position()

        def at(t):
            self._move(origin, t, memory.direction)
            value = float(self._evaluate(closure))
            return value, self._gradient()

        if line_search_fn is not None:
            if line_search_fn != "strong_wolfe":
                raise RuntimeError("only 'strong_wolfe' is supported")
            found, calls = strong_wolfe(at, memory.t, memory.direction, loss, gradient, slope, tries)
            memory.t = found.t
            self._move(origin, found.t, memory.direction)
            return found.value, found.gradient, calls
        if not tries:
            self._move(origin, memory.t, memory.direction)
            return loss, gradient, 0
        return *at(memory.t), 1


class _Memory:
    """The last steps and gradient changes, which stand for the inverse Hessian."""

    def __init__(self, state, size):
        self.size = size
        self.direction, self.t, changes, steps, inverses, self.scale, self.gradient, self.loss = (
            _array(state.get(name)) for name in _SAVED
        )
        self.changes, self.steps, self.inverses = (
            [_array(v) for v in kept or ()] for kept in (changes, steps, inverses)
        )
        self.alphas = None

    def turn(self, gradient, first):
        """The next direction."""
        if first:
            self.direction, self.scale = -gradient, 1
            self.changes, self.steps, self.inverses = [], [], []
            return
        change, step = gradient - self.gradient, self.direction * self.t
        curvature = change.dot(step)
        if curvature > CURVATURE:
            if len(self.changes) == self.size:
                for kept in (self.changes, self.steps, self.inverses):
                    kept.pop(0)
            self.changes.append(change)
            self.steps.append(step)
            self.inverses.append(1.0 / curvature)
            self.scale = curvature / change.dot(change)
        direction = -gradient
        pairs = list(zip(self.changes, self.steps, self.inverses, strict=True))
        self.alphas = [None] * self.size
        for k in range(len(pairs) - 1, -1, -1):
            change, step, inverse = pairs[k]
            self.alphas[k] = step.dot(direction) * inverse
            direction = direction - self.alphas[k] * change
        direction = direction * self.scale
        for (change, step, inverse), alpha in zip(pairs, self.alphas, strict=False):
            direction = direction + step * (alpha - change.dot(direction) * inverse)
        self.direction = direction

    def save(self, state):
        if self.alphas is not None:
            state["al"] = [_tensor(a) for a in self.alphas]
        changes, steps, inverses = ([_tensor(v) for v in kept] for kept in (self.changes, self.steps, self.inverses))
        values = (self.direction, self.t, changes, steps, inverses, self.scale, self.gradient, self.loss)
        state.update(zip(_SAVED, (_tensor(v) for v in values), strict=True))


def _array(value):
    """A tensor's array (a number of its dtype if 0-dim); anything else as it is."""
    return compute(value)[()] if isinstance(value, Tensor) else value


def _tensor(value):
    return wrap(np.array(value)) if isinstance(value, (np.ndarray, np.floating)) else value


def _largest(array):
    return np.max(np.abs(array))

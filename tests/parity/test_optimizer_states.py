"""An optimizer's and a scheduler's state goes from torch to borch and back in a file, and training goes on as if unbroken."""

import pytest

import borch

pytestmark = pytest.mark.parity

OPTIMIZERS = [
    "SGD(P, lr=0.1, momentum=0.9)", "Adam(P, lr=0.05, amsgrad=True)", "AdamW(P, lr=0.05)", "Adagrad(P, lr=0.1)",
    "Adadelta(P, lr=0.5)", "Adamax(P, lr=0.05)", "NAdam(P, lr=0.05)", "RAdam(P, lr=0.05)",
    "RMSprop(P, lr=0.02, momentum=0.5, centered=True)", "Rprop(P, lr=0.05)", "ASGD(P, lr=0.1, t0=2)",
    "LBFGS(P, lr=0.1, max_iter=3)", "LBFGS(P, max_iter=3, line_search_fn='strong_wolfe')", "Adafactor(P, lr=0.1)",
]  # fmt: skip
SCHEDULERS = [
    "StepLR(o, 2, gamma=0.5)", "MultiStepLR(o, [2, 5])", "CosineAnnealingLR(o, 6)", "LinearLR(o)",
    "CosineAnnealingWarmRestarts(o, 3)", "SequentialLR(o, [L.ConstantLR(o), L.ExponentialLR(o, 0.9)], [3])",
]  # fmt: skip


class Run:
    """A small problem on one of the two libraries."""

    def __init__(self, library, optimizer, scheduler=None):
        self.library = library
        self.x, self.y = (library.tensor([[a, b] for a, b in rows], dtype=library.float64) for rows in (
            [(0.5, -1.0), (2.0, 0.3), (-0.7, 0.9)], [(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]
        ))  # fmt: skip
        self.w = library.tensor([[0.3, -0.2], [0.1, 0.4]], dtype=library.float64, requires_grad=True)
        self.b = library.tensor([0.1, -0.1], dtype=library.float64, requires_grad=True)
        room = __import__(library.__name__ + ".optim.lr_scheduler", fromlist=["*"])
        self.optimizer = eval("library.optim." + optimizer.replace("(P", "([self.w, self.b]"))
        names = {"L": room, "o": self.optimizer}
        self.scheduler = eval("L." + scheduler, names) if scheduler else None

    def closure(self):
        self.optimizer.zero_grad()
        loss = ((self.library.tanh(self.x @ self.w + self.b) - self.y) ** 2).mean()
        loss.backward()
        return loss

    def train(self, steps):
        for _ in range(steps):
            self.optimizer.step(self.closure)
            if self.scheduler:
                self.scheduler.step()
        return [*self.w.detach().reshape(-1).tolist(), *self.b.tolist()]

    def save(self, path):
        state = {"w": self.w.detach(), "b": self.b.detach(), "optimizer": self.optimizer.state_dict()}
        if self.scheduler:
            state["scheduler"] = self.scheduler.state_dict()
        self.library.save(state, path)

    def load(self, path):
        state = self.library.load(path)
        with self.library.no_grad():
            self.w.copy_(state["w"])
            self.b.copy_(state["b"])
        self.optimizer.load_state_dict(state["optimizer"])
        if self.scheduler:
            self.scheduler.load_state_dict(state["scheduler"])


CASES = [(o, None) for o in OPTIMIZERS] + [("SGD(P, lr=0.1, momentum=0.9)", s) for s in SCHEDULERS]


@pytest.mark.parametrize("to_torch", [False, True], ids=["torch to borch", "borch to torch"])
@pytest.mark.parametrize(("optimizer", "scheduler"), CASES)
def test_training_goes_on_as_if_unbroken(optimizer, scheduler, to_torch, tmp_path):
    import torch

    first, second = (borch, torch) if to_torch else (torch, borch)
    unbroken = Run(torch, optimizer, scheduler).train(8)
    run = Run(first, optimizer, scheduler)
    run.train(4)
    run.save(tmp_path / "state.pt")
    other = Run(second, optimizer, scheduler)
    other.load(tmp_path / "state.pt")
    assert other.train(4) == pytest.approx(unbroken, rel=1e-6, abs=1e-9)

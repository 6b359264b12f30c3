"""Inference tensors: what they refuse outside inference mode, in torch's words, and what stays a normal tensor."""

import pytest

import borch as torch

INPLACE = (
    "^Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal"
)
SAVED = "^Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in"
SETTING = "^Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.$"


@pytest.fixture
def made():
    with torch.inference_mode():
        return torch.ones(3)


def test_results_and_views_are_marked(made):
    with torch.inference_mode():
        double, view = made * 2, made.view(3)
        several = torch.sort(made)
    assert made.is_inference() and double.is_inference() and view.is_inference() and several.values.is_inference()
    assert made.view(3).is_inference() and made[0].is_inference() and made.detach().is_inference()
    assert torch.is_inference(made)


def test_what_is_made_outside_or_of_normal_memory_is_normal(made):
    normal = torch.ones(3)
    with torch.inference_mode():
        view = normal.view(3)
        with torch.inference_mode(False):
            outside = torch.ones(3)
    for tensor in (made + 1, made.clone(), made.to(torch.float64), view, outside, torch.from_numpy(made.numpy())):
        assert not tensor.is_inference()


def test_in_place_outside_is_refused(made):
    for write in (
        lambda: made.add_(1), lambda: made.mul_(made), lambda: made.view(3).add_(1), lambda: made.zero_(),
        lambda: made.__setitem__(0, 5.0), lambda: torch.add(torch.ones(3), 1, out=made), lambda: made.exp_(),
    ):  # fmt: skip
        with pytest.raises(RuntimeError, match=INPLACE):
            write()
    assert made.tolist() == [1, 1, 1]
    with torch.inference_mode():
        assert made.add_(1).tolist() == [2, 2, 2]


def test_saving_for_backward_is_refused(made):
    x = torch.ones(3, requires_grad=True)
    for use in (lambda: x * made, lambda: torch.nn.functional.linear(made, torch.ones(2, 3, requires_grad=True))):
        with pytest.raises(RuntimeError, match=SAVED):
            use()
    (x + made).sum().backward()  # nothing of it is saved
    assert x.grad.tolist() == [1, 1, 1]


def test_gradients_and_versions_are_refused(made):
    for ask in (made.requires_grad_, lambda: setattr(made, "requires_grad", True), lambda: torch.nn.Parameter(made)):
        with pytest.raises(RuntimeError, match=SETTING):
            ask()
    with pytest.raises(RuntimeError, match="^Inference tensors do not track version counter.$"):
        _ = made._version
    with torch.inference_mode():
        assert torch.ones(2, requires_grad=True).requires_grad

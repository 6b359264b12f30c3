"""In-place writes: version counters, what is recorded, what is refused, and that a plain write copies nothing."""

import pytest

import borch as torch

LEAF = "a leaf Variable that requires grad is being used in an in-place operation."
LEAF_VIEW = "a view of a leaf Variable that requires grad is being used in an in-place operation."
OVERLAP = "more than one element of the written-to tensor refers to a single memory location"


def version(t):
    return t._version


WRITES = [
    "x.add_(1)",
    "x.mul_(x)",
    "x[0] = 1",
    "x[0] = torch.ones(3)",
    "x[[0]] = 1",
    "x[x > 0] = 1",
    "x[...] = 1",
    "x.copy_(torch.ones(3))",
    "x.fill_(1)",
    "x.fill_(torch.tensor(1.0))",
    "x.zero_()",
    "x.masked_fill_(x > 0, 1)",
    "x.masked_scatter_(x > 5, x)",
    "x.index_fill_(0, torch.tensor([0]), 1)",
    "x.index_add_(0, torch.tensor([0]), torch.ones(1, 3))",
    "x.index_copy_(0, torch.tensor([0]), torch.ones(1, 3))",
    "x.index_put_((torch.tensor([0]),), torch.tensor(1.0))",
    "x.scatter_(0, torch.tensor([[0]]), 1.0)",
    "x.scatter_add_(0, torch.tensor([[0]]), torch.ones(1, 1))",
    "x.scatter_reduce_(0, torch.tensor([[0]]), torch.ones(1, 1), 'amax')",
    "x.put_(torch.tensor([0]), torch.ones(1))",
    "x.tril_()",
    "x.fill_diagonal_(1)",
    "x.t_()",
    "x.unsqueeze_(0)",
    "x.squeeze_()",
    "x.transpose_(0, 1)",
    "torch.add(x, 1, out=x)",
]


@pytest.mark.parametrize("text", WRITES)
def test_a_write_moves_the_version_on_once(text):
    x = torch.arange(6.0).view(2, 3).clone()
    before = version(x)
    exec(text, {"torch": torch, "x": x})
    assert version(x) == before + 1


@pytest.mark.parametrize("text", WRITES)
def test_a_write_to_a_view_is_counted_by_its_base(text):
    y = torch.zeros(2, 2, 3)
    before = version(y)
    exec(text, {"torch": torch, "x": y[0]})
    assert version(y) == before + 1


@pytest.mark.parametrize("text", [t for t in WRITES if "out=" not in t and t != "x.mul_(x)"])
def test_a_leaf_that_requires_grad_is_not_written_to(text):
    x = torch.zeros(2, 3, requires_grad=True)
    basic = text.startswith(("x[0]", "x.fill_diagonal_"))
    with pytest.raises(RuntimeError) as error:
        exec(text, {"torch": torch, "x": x})
    assert str(error.value) == (LEAF_VIEW if basic else LEAF)
    assert x.tolist() == [[0, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize("text", [t for t in WRITES if "out=" not in t])
def test_no_grad_lets_a_leaf_be_written_to(text):
    x = torch.zeros(2, 3, requires_grad=True)
    with torch.no_grad():
        exec(text, {"torch": torch, "x": x})
    assert x.is_leaf and x.requires_grad


def test_a_leaf_that_is_itself_a_view_is_not_written_to():
    x = torch.arange(4.0).reshape(2, 2).requires_grad_()
    with pytest.raises(RuntimeError) as error:
        x[0] = 1
    assert str(error.value) == LEAF_VIEW


def test_detach_shares_the_version_and_data_does_not():
    x = torch.zeros(2)
    x.detach().add_(1)
    assert version(x) == 1
    x.data.add_(1)
    assert version(x) == 1 and x.tolist() == [2, 2]


def test_a_saved_tensor_that_was_written_to_stops_the_backward_pass():
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    loss = (y * y).sum()
    y[0] = 5
    with pytest.raises(RuntimeError, match="modified by an inplace operation.*is at version 1; expected version 0"):
        loss.backward()


def test_writing_through_data_is_not_noticed():
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    loss = (y * y).sum()
    y.data[0] = 5
    loss.backward()
    assert x.grad.tolist() == [20, 8, 8]


def test_a_write_where_nothing_was_saved_is_no_error():
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    loss = (y * 3).sum()
    y[0] = 5
    loss.backward()
    assert x.grad.tolist() == [6, 6, 6]


def test_an_index_that_is_changed_later_is_refused():
    x = torch.ones(3, requires_grad=True)
    index = torch.tensor([0, 0])
    loss = x[index].sum()
    index.fill_(2)
    with pytest.raises(
        RuntimeError, match=r"modified by an inplace operation: \[torch.LongTensor \[2\]\] is at version 1"
    ):
        loss.backward()


def test_views_of_a_written_view_follow_the_base():
    x = torch.ones(4, requires_grad=True)
    y = x * 1
    first, second = y[:2], y[1:3]
    first.mul_(3)
    (second * torch.tensor([1.0, 10.0])).sum().backward()
    assert x.grad.tolist() == [0, 3, 10, 0]


def test_a_buffer_filled_row_by_row_keeps_every_rows_gradient():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    rows = torch.zeros(3, 2)
    for k in range(3):
        rows[k] = x**k
    assert rows.grad_fn.name() == "torch::autograd::CopySlices"
    rows.sum().backward()
    assert x.grad.tolist() == [1 + 2 * 1, 1 + 2 * 2]


def test_a_chain_of_in_place_ops_on_a_view_of_a_view():
    x = torch.arange(1.0, 5.0).requires_grad_()
    y = x.clone().view(2, 2)
    y[0][1:].pow_(3)
    y.t()[0].mul_(2)
    y.sum().backward()
    assert x.grad.tolist() == [2, 12, 2, 1]


@pytest.mark.parametrize(
    ("make", "name"),
    [("y.split(2)", "Split"), ("y.chunk(2)", "Split"), ("y.unbind()", "Unbind"), ("y.split([1, 3])", "SplitWithSizes")],
)
def test_one_of_several_views_is_not_written_to(make, name):
    y = torch.ones(4, requires_grad=True) * 1
    parts = eval(make, {"y": y})
    with pytest.raises(RuntimeError, match=f"Output 1 of {name} is a view and is being modified inplace"):
        parts[1].add_(1)


def test_a_view_made_without_recording_is_not_written_to_while_recording():
    with torch.no_grad():
        view = torch.zeros(2, 3)[0]
    with pytest.raises(RuntimeError, match="A view was created in no_grad mode and is being modified inplace"):
        view.mul_(torch.ones(3, requires_grad=True))


@pytest.mark.parametrize(
    "text",
    ["x.add_(1)", "x.copy_(x + 1)", "x[:2] = 1", "x.scatter_(0, torch.tensor([0]), 1.0)", "x.fill_(torch.tensor(1.0))"],
)
def test_elements_that_share_memory_are_not_written_to(text):
    x = torch.zeros(1).expand(3)
    with pytest.raises(RuntimeError, match=OVERLAP):
        exec(text, {"torch": torch, "x": x})


@pytest.mark.parametrize("text", ["x.fill_(1)", "x.masked_fill_(x < 1, 1)", "x[[0]] = 1"])
def test_elements_that_share_memory_may_all_get_one_value(text):
    x = torch.zeros(1).expand(3)
    exec(text, {"torch": torch, "x": x})
    assert x.tolist() == [1, 1, 1]


@pytest.mark.parametrize("text", ["x[1:].copy_(x[:-1])", "x[1:] = x[:-1]", "x[1:].add_(x[:-1])"])
def test_a_write_over_a_part_of_its_own_source_is_refused(text):
    x = torch.arange(4.0)
    with pytest.raises(RuntimeError, match="some elements of the input tensor and the written-to tensor refer to"):
        exec(text, {"torch": torch, "x": x})
    assert x.tolist() == [0, 1, 2, 3]


def test_a_failed_write_leaves_the_tensor_as_it_was():
    x = torch.zeros(2, 3)
    for text in ("x[0] = torch.ones(2)", "x.copy_(torch.ones(2))", "x[5] = 1", "x[torch.tensor([0, 5])] = 1"):
        with pytest.raises((RuntimeError, IndexError)):
            exec(text, {"torch": torch, "x": x})
    assert x.tolist() == [[0, 0, 0], [0, 0, 0]]


def test_a_plain_write_copies_nothing():
    x = torch.zeros(1000, 1000)
    array = x._array
    for text in ("x[3] = 1", "x[3] = torch.ones(1000)", "x[[3]] = 1", "x.fill_(1)", "x.zero_()", "x[3].mul_(2)"):
        exec(text, {"torch": torch, "x": x})
        assert x._array is array

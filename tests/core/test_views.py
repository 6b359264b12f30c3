"""Views share memory with their base: shapes, strides, aliasing in both directions, numpy's arrays, copies that do not.

The gradients of writes through views are in tests/ops/cases_views.py, against torch's own answers.
"""

import numpy as np
import pytest

import borch as torch

# What torch gives as a view: each line writes 100 into the view's first element, which must reach the base.
VIEWS = [
    "x.view(12)",
    "x.view(2, 6)",
    "x.view_as(torch.zeros(4, 3))",
    "x.reshape(4, 3)",
    "x.flatten()",
    "x.ravel()",
    "x.unflatten(1, (2, 2))",
    "x.squeeze()",
    "x.unsqueeze(1)",
    "x.t()",
    "x.T",
    "x.mT",
    "x.transpose(0, 1)",
    "x.permute(1, 0)",
    "x.movedim(0, 1)",
    "x.swapaxes(0, 1)",
    "x.expand(2, 3, 4)",
    "x.expand_as(torch.zeros(2, 3, 4))",
    "x.t().expand(2, 4, 3)",
    "torch.broadcast_to(x, (2, 3, 4))",
    "torch.broadcast_tensors(x, torch.zeros(2, 1, 1))[0]",
    "x.narrow(0, 0, 2)",
    "x.select(0, 0)",
    "x.unfold(1, 2, 1)",
    "x.as_strided((2, 2), (1, 2))",
    "x.diagonal()",
    "x.split(2)[0]",
    "x.split([1, 2])[0]",
    "x.chunk(2, 1)[0]",
    "x.tensor_split(2)[0]",
    "x.hsplit(2)[0]",
    "x.unsafe_split(2)[0]",
    "x.vsplit(3)[0]",
    "x.unbind()[0]",
    "list(x)[0]",
    "x[0]",
    "x[:, 0]",
    "x[0, :]",
    "x[:2, ::2]",
    "x[...]",
    "x[None]",
    "x[0, 0]",
    "x[torch.tensor(0)]",
    "x.contiguous()",
    "x.to(torch.float32)",
    "x.detach()",
    "x.data",
    "x.view(torch.int32)",
    "torch.atleast_3d(x)",
    "torch.as_tensor(x)",
    "torch.meshgrid(x[0], x[1], indexing='ij')[0]",
]

# What torch gives as a copy: a write must not reach the base.
COPIES = [
    "x.t().reshape(12)",
    "x.t().contiguous()",
    "x.t().flatten()",
    "x.clone()",
    "x.repeat(1, 1)",
    "x.tile(1)",
    "x.repeat_interleave(1)",
    "x.flip(0)",
    "x.roll(0, 0)",
    "x.rot90(4)",
    "x.tril(9)",
    "x.diag()",
    "torch.cat([x])",
    "torch.stack([x])",
    "x[[0]]",
    "x[torch.tensor([0])]",
    "x[x < 100]",
    "x[True]",
    "x.index_select(0, torch.tensor([0]))",
    "x.gather(0, torch.tensor([[0]]))",
    "x.masked_select(x < 100)",
    "torch.where(x < 100, x, 0)",
    "x.to(torch.float32, copy=True)",
    "x.to(torch.float64)",
    "torch.diagonal_copy(x)",
    "torch.tensor(x.numpy())",
    "x + 0",
]


def base():
    return torch.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize("text", VIEWS)
def test_a_write_through_a_view_reaches_the_base(text):
    x = base()
    view = eval(text, {"torch": torch, "x": x})
    array = view.numpy()
    array[(0,) * array.ndim] = 100
    assert x.tolist()[0][0] != 0


@pytest.mark.parametrize("text", VIEWS)
def test_a_write_to_the_base_is_seen_through_a_view(text):
    x = base()
    view = eval(text, {"torch": torch, "x": x})
    before = view.tolist()
    x.fill_(7)
    assert view.tolist() != before


@pytest.mark.parametrize("text", COPIES)
def test_a_copy_keeps_its_values(text):
    x = base()
    copy = eval(text, {"torch": torch, "x": x})
    before = copy.tolist()
    x.fill_(7)
    assert copy.tolist() == before


def test_a_view_names_the_tensor_that_owns_the_memory():
    x = torch.zeros(3, 4)
    view = x[1:].t()[2]
    assert view._base is x and x._base is None and view._is_view()
    assert view.storage_offset() == 6 and view.stride() == (4,)


def test_offsets_count_from_the_owner_after_detach():
    x = torch.zeros(3, 4)
    assert x[1].detach().storage_offset() == 4 and x[1].data[2:].storage_offset() == 6
    assert x[2].untyped_storage().data_ptr() == x.data_ptr()


@pytest.mark.parametrize(
    ("text", "strides"),
    [
        ("torch.zeros(2, 3, 4)", (12, 4, 1)),
        ("torch.zeros(2, 0, 4)", (4, 4, 1)),
        ("torch.zeros(0)", (1,)),
        ("torch.zeros(())", ()),
        ("torch.zeros(2, 1, 4).transpose(0, 1)", (4, 4, 1)),
        ("torch.zeros(2, 3).unsqueeze(0)", (6, 3, 1)),
        ("torch.zeros(2, 3).t().unsqueeze(-1)", (1, 3, 1)),
        ("torch.zeros(3).expand(2, 3)", (0, 1)),
        ("torch.zeros(4, 4)[::2, 1::2]", (8, 2)),
        ("torch.zeros(5).unfold(0, 2, 1)", (1, 1)),
        ("torch.zeros(3, 3).diagonal(1)", (4,)),
        ("torch.zeros(2, 3, 4, 5).contiguous(memory_format=torch.channels_last)", (60, 1, 15, 3)),
        ("torch.zeros(2, 3).t().clone()", (1, 3)),
        ("torch.zeros(2, 3).t() + 1", (1, 3)),
        ("torch.zeros(2, 3).sum(0, keepdim=True)", (3, 1)),
    ],
)
def test_strides_are_torchs(text, strides):
    assert eval(text, {"torch": torch}).stride() == strides


def test_numpy_and_tensors_share_memory_both_ways():
    array = np.zeros((2, 3), np.float32)
    t = torch.from_numpy(array)
    t[0, 1] = 5
    array[1, 2] = 6
    assert array[0, 1] == 5 and t[1, 2].item() == 6
    t.t().numpy()[0, 0] = 7
    assert array[0, 0] == 7


def test_expanded_and_diagonal_views_hand_out_writable_arrays():
    x = torch.zeros(3, 3)
    x.diagonal().numpy()[:] = 1
    x[0].expand(2, 3).numpy()[0, 2] = 9
    assert x.tolist() == [[1, 0, 9], [0, 1, 0], [0, 0, 1]]


def test_a_numpy_array_that_must_not_be_written_to_is_not():
    array = np.arange(3.0)
    array.flags.writeable = False
    with pytest.warns(UserWarning, match="not writable"):
        t = torch.from_numpy(array)
    with pytest.raises(RuntimeError, match="read-only"):
        t.add_(1)
    assert array.tolist() == [0, 1, 2]

"""What an export refuses, what it leaves as it was, what the file says of itself, and axes that stay open."""

import gc
import io
import warnings

import numpy as np
import pytest

import borch as torch
import borch.nn.functional as F
from borch import nn

onnx = pytest.importorskip("onnx", reason="onnx checks the files")
pytest.importorskip("onnxruntime", reason="onnxruntime runs the files")

from tests.onnx.running import Function, check, compare, exported, run  # noqa: E402


def export(function, *inputs, **settings):
    model = function if isinstance(function, nn.Module) else Function(function)
    return torch.onnx.export(model, inputs, io.BytesIO(), **settings)


# ------------------------------------------------------------------------------------------------------ what is refused
def numpy_inside(x):
    return x + torch.from_numpy(np.sin(x.numpy()))


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda x: x * x.sum().item(), "argument 'other' of 'mul' differs between two runs"),
        (numpy_inside, "argument 'other' of 'add' differs between two runs"),
        (lambda x: x + torch.rand(3), "argument 'other' of 'add' differs between two runs"),
        (lambda x: torch.rand(3), "output 0 of the model differs between two runs"),
        (lambda x: torch.tensor(x.tolist()), "output 0 of the model differs between two runs"),
        (lambda x: F.dropout(x, 0.5, training=True), "of 'mul' differs between two runs"),
        (lambda x: x.relu() if x[0] > x[1] else x.tanh(), "'relu' or 'tanh' depending on its inputs' values"),
        (lambda x: x[x > 0.1], "depends on the"),
        (lambda x: x.nonzero(), "depends on the"),
        (lambda x: 3, "outputs must be tensors, but it gave int"),
    ],
)
def test_what_depends_on_the_inputs_unseen_is_refused(function, words):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", torch.onnx.errors.OnnxExporterWarning)
        with pytest.raises(torch.onnx.OnnxExporterError, match=words):
            export(function, torch.tensor([0.3, -0.2, 0.9]))


def test_lengths_of_packed_sequences_among_the_inputs_are_refused_with_the_reason():
    rnn = nn.LSTM(3, 4, batch_first=True)

    def packed(x, lengths):
        return rnn(nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True))[0].data

    with pytest.raises(
        torch.onnx.OnnxExporterError, match="they decide what is computed; such an input, as the lengths"
    ):
        export(packed, torch.ones(2, 5, 3), torch.tensor([5, 3]))


@pytest.mark.parametrize(
    ("read", "what"),
    [(bool, "bool"), (int, "int"), (float, "float"), (lambda x: x.item(), "number"), (lambda x: x.tolist(), "list")],
)
def test_reading_a_tensor_into_python_is_warned_of(read, what):
    def model(x):
        read(x.max())
        read(torch.ones(()))
        return x + 1

    with pytest.warns(torch.onnx.errors.OnnxExporterWarning, match=f"a Python {what} of a tensor") as seen:
        export(model, torch.tensor([0.3, -0.2, 0.9]))
    assert len(seen) == 1


def test_a_write_that_nobody_sees_is_refused():
    def sneaky(x):
        y = x * 2
        y.numpy()[0] = 5
        return y

    with pytest.raises(torch.onnx.OnnxExporterError, match=r"shape \[3\] was written to in place"):
        export(sneaky, torch.ones(3))


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (lambda x: torch.fft.fft(x).abs(), "fft_r2c"),
        (lambda x: torch.linalg.inv(x), "linalg_inv_ex"),
        (torch.cumprod, "cumprod"),
    ],
)
def test_an_op_without_a_counterpart_is_named(function, name):
    function = (lambda x: torch.cumprod(x, 0)) if function.__name__ == "cumprod" else function
    with pytest.raises(
        torch.onnx.errors.UnsupportedOperatorError, match=rf"operator 'aten::{name}' to ONNX opset version 18"
    ):
        export(function, torch.eye(3))


def test_an_op_of_a_later_opset_says_which():
    with pytest.raises(torch.onnx.errors.UnsupportedOperatorError, match="added in version 18, try exporting"):
        export(lambda x: x & 3, torch.arange(4), opset_version=17)
    check(lambda x: x & 3, torch.arange(4), opset_version=18)


def test_projections_and_lengths_that_are_inputs_are_refused():
    lstm = nn.LSTM(3, 4, proj_size=2)
    with pytest.raises(torch.onnx.errors.UnsupportedOperatorError, match="proj_size"):
        export(lstm, torch.ones(5, 1, 3))
    packed = nn.LSTM(3, 4)

    def run_packed(x, lengths):
        return packed(nn.utils.rnn.pack_padded_sequence(x, lengths, enforce_sorted=False))[0].data

    with pytest.raises(torch.onnx.OnnxExporterError, match="differs between two runs|depends on the values"):
        export(run_packed, torch.rand(4, 2, 3), torch.tensor([2, 4]))


@pytest.mark.parametrize("opset", [16, 21, 99])
def test_opsets_out_of_range_are_refused(opset):
    with pytest.raises(ValueError, match=f"Unsupported ONNX opset version: {opset}"):
        export(nn.ReLU(), torch.ones(2), opset_version=opset)


def test_arguments_that_do_not_fit_are_refused():
    model, x = nn.Linear(2, 2), torch.ones(1, 2)
    with pytest.raises(TypeError, match=r"model should be a torch\.nn\.Module, got function"):
        torch.onnx.export(lambda x: x, (x,))
    with pytest.raises(ValueError, match="f must be given when dynamo is False"):
        torch.onnx.export(model, (x,), dynamo=False)
    with pytest.raises(RuntimeError, match=r"number of input names provided \(2\) exceeded number of inputs \(1\)"):
        torch.onnx.export(model, (x,), input_names=["a", "b"])
    with pytest.raises(ValueError, match="two outputs have one name"):
        export(lambda x: (x + 1, x + 2), x, output_names=["y", "y"])
    with pytest.raises(ValueError, match=r"an input has the name of a parameter: \['weight'\]"):
        torch.onnx.export(model, (x,), input_names=["weight"])
    with pytest.raises(ValueError, match="an output has the name of an input or a parameter: 'bias'"):
        torch.onnx.export(model, (x,), output_names=["bias"])
    with pytest.raises(NotImplementedError, match="verify"):
        torch.onnx.export(model, (x,), verify=True)
    with pytest.raises(torch.onnx.OnnxExporterError, match="training mode cannot be exported"):
        torch.onnx.export(model, (x,), training=torch.onnx.TrainingMode.TRAINING)
    with pytest.raises(torch.onnx.OnnxExporterError, match="dtype that ONNX has not"):
        export(lambda x: x, torch.ones(2, dtype=torch.bfloat16))
    with pytest.raises(TypeError):
        torch.onnx.export(model, ())


# ----------------------------------------------------------------------------------------------- what stays as it was
def test_the_model_and_the_generator_stay_as_they_were():
    model = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3), nn.Dropout()).train()
    model[2].eval()
    before = {k: v.clone() for k, v in model.state_dict().items()}
    torch.manual_seed(5)
    state = torch.get_rng_state()
    export(model, torch.randn(2, 3))
    assert [m.training for m in model] == [True, True, False]
    assert all(torch.equal(v, before[k]) for k, v in model.state_dict().items())
    torch.manual_seed(5)
    assert torch.equal(torch.get_rng_state(), state)


def test_a_failed_export_leaves_no_recorder_behind():
    def fail(x):
        x + 1
        raise KeyError("stop")

    calls = []

    def fail_later(x):
        calls.append(torch.onnx.is_in_onnx_export())
        return fail(x) if len(calls) > 1 else x

    with pytest.raises(KeyError):
        export(fail_later, torch.ones(2))
    assert calls == [True, True]
    assert not torch.onnx.is_in_onnx_export()
    from borch._core.places import recordables

    assert all("recorded" not in getattr(getattr(p, name), "__name__", "") for p, name, _ in recordables())
    assert (torch.ones(2) + 1).add_(1).tolist() == [3.0, 3.0]


def test_an_export_can_be_told_from_a_run():
    check(lambda x: x + 1, torch.ones(2))
    model = Function(lambda x: x + 1 if torch.onnx.is_in_onnx_export() else x + 2)
    data, _ = exported(model, (torch.ones(2),))
    assert run(data, [torch.ones(2)])[0].tolist() == [2.0, 2.0]


# ------------------------------------------------------------------------------------------ what the file says of itself
def test_parameters_keep_their_names_and_values():
    model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.Flatten(), nn.Linear(8, 3))
    _, proto = exported(model, (torch.randn(1, 1, 4, 4),))
    stored = {t.name: onnx.numpy_helper.to_array(t) for t in proto.graph.initializer}
    for key, value in model.state_dict().items():
        if key != "1.num_batches_tracked":
            np.testing.assert_array_equal(stored[key], value.numpy())


def test_inputs_and_outputs_have_names_types_and_shapes():
    _, proto = exported(
        Function(lambda x, y: (x @ y, y > 0)), (torch.ones(2, 3), torch.ones(3, 4)), input_names=["a", "b"],
        output_names=["product", "sign"],
    )  # fmt: skip

    def told(values):
        return [
            (v.name, v.type.tensor_type.elem_type, [d.dim_value for d in v.type.tensor_type.shape.dim]) for v in values
        ]

    assert told(proto.graph.input) == [("a", 1, [2, 3]), ("b", 1, [3, 4])]
    assert told(proto.graph.output) == [("product", 1, [2, 4]), ("sign", 9, [3, 4])]
    assert [(i.domain, i.version) for i in proto.opset_import] == [("", 18)]
    assert proto.producer_name == "borch"


def test_inputs_are_named_after_forwards_parameters():
    class Model(nn.Module):
        def forward(self, first, pair, *, scale, extra=2):
            return first * scale + pair[0] - pair[1] * extra

    x = torch.ones(2)
    program = torch.onnx.export(Model(), (x, (x, x)), kwargs={"scale": x, "extra": 3})
    assert repr(program) == (
        "ONNXProgram(opset 18: 4 nodes, inputs ['first', 'pair_0', 'pair_1', 'scale'], outputs ['sub'])"
    )
    found = run(bytes(program), [torch.tensor([1.0, 2.0]), x * 2, x * 3, x * 4])
    assert found[0].tolist() == [-3.0, 1.0]


def test_numbers_among_the_arguments_are_fixed_and_outputs_may_repeat():
    class Model(nn.Module):
        def forward(self, x, times):
            y = x * times
            return x, y, y, torch.ones(2)

    data, proto = exported(Model(), (torch.ones(2), 3))
    assert [i.name for i in proto.graph.input] == ["x"]
    assert [a.tolist() for a in run(data, [torch.tensor([1.0, 2.0])])] == [[1, 2], [3, 6], [3, 6], [1, 1]]


def test_files_paths_and_programs_hold_the_same(tmp_path):
    model, x = nn.Linear(2, 2), torch.ones(1, 2)
    file, path = io.BytesIO(), tmp_path / "model.onnx"
    program = torch.onnx.export(model, (x,), file)
    assert torch.onnx.export(model, x, path, dynamo=False) is None
    program.save(tmp_path / "again.onnx")
    assert file.getvalue() == path.read_bytes() == bytes(program) == (tmp_path / "again.onnx").read_bytes()


def test_weights_can_be_left_out_or_be_inputs():
    model, x = nn.Linear(2, 3), torch.ones(1, 2)
    _, bare = exported(model, (x,), export_params=False)
    assert [i.name for i in bare.graph.input] == ["input", "weight", "bias"]
    assert not bare.graph.initializer
    _, both = exported(model, (x,), keep_initializers_as_inputs=True)
    assert [i.name for i in both.graph.input] == ["input", "weight", "bias"]
    assert [t.name for t in both.graph.initializer] == ["weight", "bias"]


def test_nothing_is_written_that_no_output_needs():
    _, proto = exported(Function(lambda x: (x.cumprod(0), x * 2)[1]), (torch.ones(2),))
    assert [n.op_type for n in proto.graph.node] == ["Mul"]


# ------------------------------------------------------------------------------------------------------------ open axes
class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.attend = nn.LayerNorm(8), nn.MultiheadAttention(8, 2, batch_first=True)
        self.first = nn.Parameter(torch.randn(1, 1, 8))

    def forward(self, x):
        x = torch.cat([self.first.expand(x.shape[0], -1, -1), x], 1)
        x = self.norm(x)
        return (x + self.attend(x, x, x, need_weights=False)[0])[:, 0]


@pytest.mark.parametrize("size", [1, 2, 4])
@pytest.mark.parametrize(
    ("make", "shape", "axis"),
    [
        (lambda: nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)), (4,), 0),
        (lambda: nn.Sequential(nn.Conv2d(1, 2, 3), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8, 3)), (1, 6, 6), 0),
        (lambda: nn.LSTM(3, 4, 2, bidirectional=True, batch_first=True), (5, 3), 0),
        (lambda: nn.GRU(3, 4), (5, 3), 1),
        (Attention, (5, 8), 0),
        (lambda: nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), (5, 8), 0),
        (lambda: nn.GroupNorm(2, 4), (4, 3), 0),
        (lambda: nn.Upsample(scale_factor=2), (2, 3, 3), 0),
        (lambda: Function(lambda x: x.view(x.size(0), -1).sum(1, keepdim=True).expand(-1, 3)), (2, 2), 0),
    ],
)
def test_a_batch_axis_can_stay_open(make, shape, axis, size):
    model = make()

    def batch(n):
        return torch.randn(*shape[:axis], n, *shape[axis:])

    for example in (1, 3):
        data, proto = exported(model, (batch(example),), input_names=["x"], dynamic_axes={"x": {axis: "batch"}})
        assert proto.graph.input[0].type.tensor_type.shape.dim[axis].dim_param == "batch"
        compare(data, model, [batch(size)], 1e-5)


def test_two_axes_can_stay_open():
    model = nn.Sequential(nn.Embedding(7, 8), nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), nn.Linear(8, 5))
    data, proto = exported(
        model, (torch.randint(0, 7, (2, 4)),), input_names=["ids"], output_names=["scores"],
        dynamic_axes={"ids": {0: "batch", 1: "length"}, "scores": {0: "batch", 1: "length"}},
    )  # fmt: skip
    assert [d.dim_param or d.dim_value for d in proto.graph.output[0].type.tensor_type.shape.dim] == [
        "batch",
        "length",
        5,
    ]
    for shape in ((1, 1), (3, 6), (2, 4)):
        compare(data, model, [torch.randint(0, 7, shape)], 1e-5)


def test_open_axes_can_be_named_in_other_ways():
    model = Function(lambda x, y: x + y)
    data, proto = exported(
        model, (torch.ones(2, 3), torch.ones(2, 3)), input_names=["x", "y"], dynamic_axes={"x": [0], "y": [0], "out": [0]},
        output_names=["out"],
    )  # fmt: skip
    assert run(data, [torch.ones(5, 3), torch.ones(5, 3)])[0].shape == (5, 3)
    assert proto.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "x_dynamic_axes_1"
    data, _ = exported(model, (torch.ones(2, 3), torch.ones(2, 3)), dynamic_shapes=({0: "n"}, {0: "n"}))
    assert run(data, [torch.ones(7, 3), torch.ones(7, 3)])[0].shape == (7, 3)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda x: x + torch.arange(x.shape[0])[:, None], "a constant of the model changes with a dynamic axis"),
        (lambda x: x.reshape(-1)[: x.shape[0] * 2 - 1], "is no multiple of its size"),
        (lambda x: x * 2 if x.shape[0] == 2 else x + 1, "computes in another way when the dynamic axis 'n'"),
        (lambda x: x / x.shape[0], "a constant of the model changes with a dynamic axis"),
    ],
)
def test_an_axis_that_cannot_stay_open_is_refused(function, words):
    with pytest.raises(torch.onnx.OnnxExporterError, match=words):
        export(function, torch.rand(2, 3), input_names=["x"], dynamic_axes={"x": {0: "n"}})


def test_axes_that_are_not_there_are_refused():
    with pytest.raises(ValueError, match="dynamic axis 4 of 'x': the input has 2 dimensions"):
        export(nn.ReLU(), torch.rand(2, 3), input_names=["x"], dynamic_axes={"x": {4: "n"}})
    with pytest.raises(ValueError, match="the dynamic axis 'n' has sizes 2 and 3"):
        export(nn.ReLU(), torch.rand(2, 3), input_names=["x"], dynamic_axes={"x": {0: "n", 1: "n"}})
    with pytest.warns(UserWarning, match="Provided key z for dynamic axes is not a valid input/output name"):
        export(nn.ReLU(), torch.rand(2, 3), input_names=["x"], dynamic_axes={"z": {0: "n"}})


def test_ops_that_the_garbage_collector_was_told_to_leave_out_are_recorded():
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        check(lambda x: x.relu() + 1, torch.rand(2, 3))
        assert gc.get_freeze_count() >= frozen
    finally:
        gc.unfreeze()

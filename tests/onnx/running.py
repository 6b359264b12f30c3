"""Runs what was exported: onnx checks the file, onnxruntime computes, and the numbers must be the model's own."""

import io

import numpy as np
import onnx
import onnxruntime

import borch as torch
from borch import nn


class Function(nn.Module):
    """A module whose forward is one function."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *inputs):
        return self.function(*inputs)


def exported(model, inputs, **settings):
    """The file's bytes and the model read back by onnx, which has checked it and its shapes."""
    file = io.BytesIO()
    torch.onnx.export(model, inputs, file, **settings)
    proto = onnx.load_from_string(file.getvalue())
    onnx.checker.check_model(proto, full_check=True)
    return file.getvalue(), proto


def run(data, inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 3, 1
    session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    feeds = {given.name: np.asarray(t) for given, t in zip(session.get_inputs(), inputs, strict=True)}
    return session.run(None, feeds)


def flat(result):
    if isinstance(result, torch.Tensor):
        return [result]
    values = result.values() if isinstance(result, dict) else result
    return [t for part in values if part is not None for t in flat(part)]


def compare(data, model, inputs, tol):
    was = model.training
    model.eval()
    with torch.no_grad():
        wanted = flat(model(*[t.clone() for t in inputs]))
    model.train(was)
    found = run(data, inputs)
    assert len(found) == len(wanted)
    for have, want in zip(found, wanted, strict=True):
        want = want.numpy()
        assert have.dtype == want.dtype and have.shape == want.shape
        np.testing.assert_allclose(have, want, rtol=tol, atol=tol)


def other(t):
    """Values that the export has not seen, in the range of those that it has."""
    if t.is_floating_point():
        low, high = float(t.min()), float(t.max())
        return torch.rand(t.shape, dtype=t.dtype) * (high - low) + low
    if t.dtype == torch.bool:
        return torch.rand(t.shape) < 0.5
    return torch.randint(int(t.min()), int(t.max()) + 1, t.shape, dtype=t.dtype)


def check(model, *inputs, tol=1e-5, **settings):
    """Exports `model` (or a function) on `inputs`; the file gives its numbers, on these and on other inputs."""
    model = model if isinstance(model, nn.Module) else Function(model)
    data, proto = exported(model, inputs, **settings)
    compare(data, model, inputs, tol)
    compare(data, model, [other(t) for t in inputs], tol)
    return proto

"""torch.onnx.export: runs a model, notes its ops, and writes them as an ONNX graph.

Source: https://docs.pytorch.org/docs/stable/onnx_export.html
"""

import enum
import inspect
import os
import warnings
from collections.abc import Mapping
from contextlib import contextmanager

from .._core.places import recordables
from .._core.tensor import Tensor, wrap
from ..autograd.grad_mode import no_grad
from ..func.tree import flatten, unflatten
from ..nn.modules.module import Module
from ..random.seeding import get_rng_state, set_rng_state
from ..version import __version__
from .compare import VARIATIONS, check_same, needed, public, varied
from .dynamic import open_axes, open_shape, resized, symbols_of
from .errors import OnnxExporterError, UnsupportedOperatorError
from .graph import Graph
from .messages import type_of
from .operators.table import entry_of
from .trace import Trace, recording

OPSETS = range(17, 21)
OPSET = 18
LIMIT = 2**31  # a protobuf message is no longer
exporting = False


class TrainingMode(enum.IntEnum):
    """In which mode the model is exported: EVAL, TRAINING (refused), or PRESERVE, its own."""

    EVAL = 0
    PRESERVE = 1
    TRAINING = 2


class OperatorExportTypes(enum.IntEnum):
    """Into which operators a model is written; ONNX's own are the ones there are."""

    ONNX = 0
    ONNX_ATEN = 1
    ONNX_ATEN_FALLBACK = 2
    ONNX_FALLTHROUGH = 3


def is_in_onnx_export():
    """Whether a model runs for an export at this moment.

    Source: https://docs.pytorch.org/docs/stable/onnx_export.html

    >>> import borch as torch
    >>> torch.onnx.is_in_onnx_export()
    False
    """
    return exporting


class ONNXProgram:
    """An exported model: `save` writes it to a file, `bytes(program)` is what the file holds.

    >>> import borch as torch
    >>> program = torch.onnx.export(torch.nn.Linear(3, 2), (torch.ones(1, 3),))
    >>> program
    ONNXProgram(opset 18: 1 node, inputs ['input'], outputs ['linear'])
    """

    def __init__(self, graph, name, inputs, outputs):
        self._graph, self._name, self._inputs, self._outputs = graph, name, inputs, outputs

    def __bytes__(self):
        return self._encoded(True, False)

    def _encoded(self, include_initializers, keep_initializers_as_inputs):
        graph, inputs = self._graph, list(self._inputs)
        weights = {k: a for k, a in graph.constants.items() if k in graph.of_parameters}
        if not include_initializers or keep_initializers_as_inputs:
            inputs += [(k, a.dtype, a.shape) for k, a in weights.items()]
        data = graph.encoded(self._name, inputs, self._outputs, __version__, () if include_initializers else weights)
        if len(data) >= LIMIT:
            raise OnnxExporterError("the model is larger than the 2 GB that one ONNX file can hold")
        return data

    def save(self, destination, *, include_initializers=True, keep_initializers_as_inputs=False, external_data=None):
        """Writes the model to a path or a file object; the weights lie in the same file.

        Without `include_initializers` the model's parameters are inputs of the graph instead.
        """
        data = self._encoded(include_initializers, keep_initializers_as_inputs)
        if hasattr(destination, "write"):
            destination.write(data)
        else:
            with open(os.fspath(destination), "wb") as file:
                file.write(data)

    def __repr__(self):
        n = len(self._graph.nodes)
        names = ([name for name, *_ in values] for values in (self._inputs, self._outputs))
        return "ONNXProgram(opset {}: {} node{}, inputs {}, outputs {})".format(
            self._graph.opset, n, "" if n == 1 else "s", *names
        )


ONNXProgram.__module__ = "torch.onnx"


# ------------------------------------------------------------------------------------------------------------ arguments
def _inputs(model, args, kwargs):
    """(leaves, spec, where the tensors are among the leaves, a name for each of them)."""
    args = (args,) if isinstance(args, Tensor) else tuple(args)
    if kwargs is None and args and isinstance(args[-1], dict) and args[-1] and not _takes(model, len(args)):
        args, kwargs = args[:-1], args[-1]
    kwargs = dict(kwargs or {})
    bound = _bind(model, args, kwargs)
    leaves, spec = flatten([list(args), kwargs])
    at = [k for k, leaf in enumerate(leaves) if isinstance(leaf, Tensor)]
    names = []
    for name, value in bound:
        count = sum(isinstance(leaf, Tensor) for leaf in flatten(value)[0])
        names += [name] if isinstance(value, Tensor) else [f"{name}_{k}" for k in range(count)]
    return leaves, spec, at, names


def _takes(model, count):
    """Whether forward has so many positional parameters that a last dict is one of them."""
    kinds = inspect.Parameter
    found = [
        p
        for p in inspect.signature(model.forward).parameters.values()
        if p.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD)
    ]
    return len(found) >= count and not any(p.default is not p.empty for p in found[:count])


def _bind(model, args, kwargs):
    """(parameter of forward, value) in the order in which the values are given."""
    bound = inspect.signature(model.forward).bind(*args, **kwargs)
    found = []
    for name, value in bound.arguments.items():
        kind = inspect.signature(model.forward).parameters[name].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            found += [(f"{name}_{k}", v) for k, v in enumerate(value)]
        elif kind is inspect.Parameter.VAR_KEYWORD:
            found += list(value.items())
        else:
            found.append((name, value))
    order = {key: k for k, key in enumerate(kwargs)}
    return sorted(found, key=lambda pair: order.get(pair[0], -1))


def _names(given, found, what):
    """The user's names first, then those that were found; each name once."""
    given = list(given or ())
    if len(given) > len(found):
        raise RuntimeError(f"number of {what} names provided ({len(given)}) exceeded number of {what}s ({len(found)})")
    names = given + found[len(given) :]
    if len(set(names)) != len(names):
        raise ValueError(f"two {what}s have one name: {names}")
    return names


def _axes(dynamic_axes, dynamic_shapes, names):
    """{name: {axis: label or None}} out of either way to say it."""
    axes = {}
    for name, given in (dynamic_axes or {}).items():
        axes[name] = dict(given) if isinstance(given, Mapping) else dict.fromkeys(given)
    if dynamic_shapes:
        pairs = (
            dynamic_shapes.items() if isinstance(dynamic_shapes, Mapping) else zip(names, dynamic_shapes, strict=False)
        )
        for name, given in pairs:
            given = dict(enumerate(given)) if isinstance(given, (tuple, list)) else given or {}
            found = {axis: getattr(label, "__name__", label) for axis, label in given.items() if label is not None}
            if not all(isinstance(label, str) for label in found.values()):
                raise ValueError(f"dynamic_shapes of '{name}' must give each open axis a name")
            axes[name] = found
    return axes


# -------------------------------------------------------------------------------------------------------------- running
@contextmanager
def _ready(model, training):
    """The model in the mode it is exported in; its mode, its buffers and the generator are put back afterwards."""
    global exporting
    modes = [(m, m.training) for m in model.modules()]
    buffers = [(b, b._array.copy()) for b in model.buffers()]
    state, before = get_rng_state(), exporting
    if training is TrainingMode.EVAL:
        model.eval()
    elif training is TrainingMode.TRAINING or model.training:
        raise OnnxExporterError(
            "a model in training mode cannot be exported: what it draws and updates has no place in the graph; call "
            "model.eval() or leave training=TrainingMode.EVAL"
        )
    exporting = True
    try:
        with no_grad():
            yield
    finally:
        exporting = before
        set_rng_state(state)
        for m, mode in modes:
            m.training = mode
        for b, array in buffers:
            b._array[...] = array


class Run:
    """One traced run of the model: the calls that its outputs follow from, and the outputs."""

    def __init__(self, model, places, leaves, spec, at, arrays, warns=False):
        leaves = list(leaves)
        arrays = [a.copy() for a in arrays]
        for k, array in zip(at, arrays, strict=True):
            leaves[k] = wrap(array)
        args, kwargs = unflatten(leaves, spec)
        self.trace = trace = Trace(arrays, warns)
        with recording(trace, places):
            result = model(*args, **kwargs)
        self.inputs = trace.inputs
        found = flatten(result)[0]
        if not found or not all(isinstance(t, Tensor) for t in found if t is not None):
            raise OnnxExporterError(f"a model's outputs must be tensors, but it gave {type(result).__name__}")
        self.outputs = [trace.var(t._array) for t in found if t is not None]
        self.calls = needed(trace.calls, self.outputs)


def _written(run, opset, parameters, input_names):
    """The graph of a run, and the names of its outputs' values."""
    g = Graph(opset, parameters)
    g.taken.update(parameters.values())
    for var, name in zip(run.inputs, input_names, strict=True):
        g.names[var] = name
        g.taken.add(name)
    for call in run.calls:
        g.doing = public(call.name)
        entry = entry_of(call.name)
        if entry is None:
            raise UnsupportedOperatorError(f"aten::{g.doing}", opset)
        answers = entry(g, call, **call.params)
        for var, name in zip(call.outputs, [answers] if isinstance(answers, str) else answers, strict=True):
            g.makers[var] = call
            if name is not None:
                g.names[var] = name
    g.doing = "output"
    outputs = []
    for var in run.outputs:
        name = g.use(var)
        made = any(name in n.outputs for n in g.nodes)
        outputs.append(name if made and name not in outputs else g.add("Identity", name))
    g.prune(outputs)
    return g, outputs


# --------------------------------------------------------------------------------------------------------------- export
def export(
    model,
    args=(),
    f=None,
    *,
    kwargs=None,
    verbose=None,
    input_names=None,
    output_names=None,
    opset_version=None,
    dynamo=True,
    external_data=True,
    dynamic_shapes=None,
    custom_translation_table=None,
    report=False,
    optimize=True,
    verify=False,
    profile=False,
    dump_exported_program=False,
    artifacts_dir=".",
    export_params=True,
    keep_initializers_as_inputs=False,
    dynamic_axes=None,
    training=TrainingMode.EVAL,
    operator_export_type=OperatorExportTypes.ONNX,
    do_constant_folding=True,
    custom_opsets=None,
    export_modules_as_functions=False,
    autograd_inlining=True,
):
    """Writes `model`, as it runs on `args`, as an ONNX model to the path or file object `f`; returns an ONNXProgram.

    The model runs in eval mode on the tensors of `args` and `kwargs`, which become the graph's inputs; everything else is
    fixed. Parameters keep the names they have in the state_dict. Sizes are those of `args`, but for the axes in
    `dynamic_axes` ({"x": {0: "batch"}} or {"x": [0]}) or `dynamic_shapes`. Opsets 17 to 20, by default 18. With dynamo=False
    `f` must be given and None is returned, as in torch.

    The model is traced: it runs on the inputs and on others of the same shapes, and what a constant in the graph would be
    must not differ. OnnxExporterError (a RuntimeError) where it does, UnsupportedOperatorError for an op that ONNX lacks,
    OnnxExporterWarning where the model's code reads a Python value out of a tensor that depends on the inputs.
    Weights always lie in the model's own file; report, profile, verify, custom_opsets and custom_translation_table,
    which need torch's own exporter, raise NotImplementedError.
    Source: https://docs.pytorch.org/docs/stable/onnx_export.html

    >>> import borch as torch
    >>> import io
    >>> model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))
    >>> file = io.BytesIO()
    >>> torch.onnx.export(model, (torch.ones(1, 4),), file, input_names=["x"], output_names=["y"],
    ...                   dynamic_axes={"x": {0: "batch"}})
    ONNXProgram(opset 18: 3 nodes, inputs ['x'], outputs ['y'])
    """
    unwanted = {
        "report": report, "profile": profile, "verify": verify, "dump_exported_program": dump_exported_program,
        "custom_opsets": custom_opsets, "custom_translation_table": custom_translation_table,
        "export_modules_as_functions": export_modules_as_functions,
    }  # fmt: skip
    for name, value in unwanted.items():
        if value:
            raise NotImplementedError(f"torch.onnx.export with {name} is not implemented in borch")
    if not isinstance(model, Module):
        raise TypeError(f"model should be a torch.nn.Module, got {type(model).__name__}")
    if operator_export_type != OperatorExportTypes.ONNX:
        raise NotImplementedError("torch.onnx.export writes ONNX operators only")
    if not dynamo and f is None:
        raise ValueError("f must be given when dynamo is False")
    opset = OPSET if opset_version is None else opset_version
    if opset not in OPSETS:
        raise ValueError(f"Unsupported ONNX opset version: {opset}; borch writes {OPSETS[0]} to {OPSETS[-1]}")
    program = _program(
        model, _inputs(model, args, kwargs), opset, TrainingMode(training), (input_names, output_names),
        (dynamic_axes, dynamic_shapes),
    )  # fmt: skip
    if f is not None:
        program.save(f, include_initializers=export_params, keep_initializers_as_inputs=keep_initializers_as_inputs)
    if verbose:
        print(program)
    return program if dynamo else None


def _varied_run(given, arrays):
    """A run with other numbers in the inputs, which shows what follows from them."""
    try:
        return Run(*given, arrays)
    except OnnxExporterError:
        raise
    except Exception as error:
        raise OnnxExporterError(
            "the model does not run with other numbers in its inputs, so they decide what is computed; such an input, as the "
            f"lengths of packed sequences are, is to be part of the module instead ({type(error).__name__}: {error})"
        ) from error


def _program(model, given, opset, training, names, dynamic):
    leaves, spec, at, found = given
    arrays = [leaves[k]._array for k in at]
    for array, name in zip(arrays, found, strict=True):
        if type_of(array.dtype) is None:
            raise OnnxExporterError(f"the input '{name}' has a dtype that ONNX has not here: {leaves[at[0]].dtype}")
    input_names = _names(names[0], found, "input")
    axes = _axes(*dynamic, input_names)
    symbols = symbols_of(axes, arrays, input_names)
    parameters = {}
    for key, t in model.state_dict(keep_vars=True).items():
        if isinstance(t, Tensor):
            parameters.setdefault(id(t._array), key)
    if set(input_names) & set(parameters.values()):
        raise ValueError(f"an input has the name of a parameter: {sorted(set(input_names) & set(parameters.values()))}")
    with _ready(model, training):
        first = resized(arrays, symbols)
        args, kwargs = unflatten(
            [wrap(first[at.index(k)].copy()) if k in at else x for k, x in enumerate(leaves)], spec
        )
        model(*args, **kwargs)  # opens what opens on first use, before the recorders are set
        given = model, recordables(), leaves, spec, at
        run = Run(*given, first, warns=True)
        for k in range(VARIATIONS):
            check_same((run, _varied_run(given, [varied(a, k) for a in first])))
        run.trace.check()
        others = [Run(*given, resized(arrays, symbols, s)) for s in symbols]
    graph, values = _written(run, opset, parameters, input_names)
    if symbols:
        rest = [_written(other, opset, parameters, input_names)[0] for other in others]
        open_axes(graph, rest, symbols, input_names)
    output_names = _names(names[1], values, "output")
    _check_axes(axes, input_names, output_names)
    for old, new in zip(values, output_names, strict=True):
        if old != new:
            if new in graph.taken:
                graph.rename(new, graph.unique(new)) if new not in (*input_names, *parameters.values()) else _taken(new)
            graph.rename(old, new)
    inputs = []
    for k, (name, a) in enumerate(zip(input_names, first, strict=True)):
        labels = {axis: s.name for s in symbols for place, axis in s.places if place == k}
        inputs.append((name, a.dtype, [labels.get(axis, n) for axis, n in enumerate(a.shape)]))
    outputs = []
    for k, name in enumerate(output_names):
        shapes = [r.outputs[k].shape for r in (run, *others)]
        outputs.append((name, run.outputs[k].dtype, open_shape(name, shapes, symbols, axes.get(name, {}))))
    return ONNXProgram(graph, type(model).__name__, inputs, outputs)


def _taken(name):
    raise ValueError(f"an output has the name of an input or a parameter: '{name}'")


def _check_axes(axes, input_names, output_names):
    for name in axes:
        if name not in input_names and name not in output_names:
            warnings.warn(
                f"Provided key {name} for dynamic axes is not a valid input/output name", UserWarning, stacklevel=4
            )

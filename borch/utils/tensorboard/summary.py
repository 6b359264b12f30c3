"""What TensorBoard calls summaries, as bytes: scalars, texts, histograms, images, hyperparameters, graphs."""

import numpy as np

from ..._core.tensor import Tensor
from ..._protobuf import block, real
from .encoding import doubles, float64, number, png

DT_FLOAT, DT_DOUBLE, DT_STRING = 1, 2, 7
STRING, NUMBER = 1, 3  # kinds of hyperparameters


def array_of(value):
    """A tensor, an array or a number as an array of at least one axis."""
    if isinstance(value, Tensor):
        return np.atleast_1d(value.detach().numpy())
    if isinstance(value, np.ndarray) or (np.isscalar(value) and not isinstance(value, str)):
        return np.atleast_1d(np.asarray(value))
    raise NotImplementedError(f"Got {type(value)}, but numpy array or torch tensor are expected.")


def _of_plugin(name, content=b""):
    return block(9, block(1, block(1, name) + (block(2, content) if content else b"")))


def scalar(tag, value, new_style=False, double_precision=False):
    value = array_of(value).squeeze()
    assert value.ndim == 0, "scalar should be 0D"
    if not new_style:
        return block(1, block(1, tag) + real(2, float(value)))
    kind, dtype, field = (DT_DOUBLE, "<f8", 6) if double_precision else (DT_FLOAT, "<f4", 5)
    tensor = number(1, kind) + block(field, np.asarray(value, dtype).tobytes())
    return block(1, block(1, tag) + block(8, tensor) + _of_plugin("scalars"))


def text(tag, words):
    tensor = number(1, DT_STRING) + block(2, block(2, number(1, 1))) + block(8, words)
    return block(1, block(1, tag + "/text_summary") + block(8, tensor) + _of_plugin("text"))


def default_bins():
    """TensorFlow's edges of bins: powers of 1.1 from 1e-12 to 1e20 on both sides of 0."""
    edges, edge = [], 1e-12
    while edge < 1e20:
        edges.append(edge)
        edge *= 1.1
    return [*(-e for e in reversed(edges)), 0, *edges]


def histogram(tag, values, bins, max_bins=None):
    values = array_of(values).astype(float).reshape(-1)
    if not values.size:
        raise ValueError("The input has no element.")
    counts, edges = np.histogram(values, bins=default_bins() if bins == "tensorflow" else bins)
    if max_bins is not None and len(counts) > max_bins:
        every = len(counts) // max_bins
        counts = np.pad(counts, (0, -len(counts) % every)).reshape(-1, every).sum(1)
        edges = np.append(edges[:-1][::every], edges[-1])
    if not counts.any():
        raise ValueError("The histogram is empty, please file a bug report.")
    held = np.nonzero(counts)[0]
    first, last = held[0], held[-1] + 1
    shown = counts[first - 1 : last] if first else np.concatenate([[0], counts[:last]])
    content = float64(1, values.min()) + float64(2, values.max()) + float64(3, len(values)) + float64(4, values.sum())
    content += (
        float64(5, values.dot(values)) + doubles(6, edges[first : last + 1].tolist()) + doubles(7, shown.tolist())
    )
    return block(1, block(1, tag) + block(5, content))


def _grid(images, columns=8):
    """Images (N, 3, H, W) beside and below each other."""
    count, channels, height, width = images.shape
    columns = min(count, columns)
    rows = -(-count // columns)
    canvas = np.zeros((channels, height * rows, width * columns), images.dtype)
    for k, image in enumerate(images):
        y, x = k // columns * height, k % columns * width
        canvas[:, y : y + height, x : x + width] = image
    return canvas


def pixels_of(values, dataformats):
    """An array of an image, or of several, as (H, W, C) with three channels or four."""
    order = dataformats.upper()
    if len(set(order)) != len(order):
        raise AssertionError(f"You can not use the same dimension shordhand twice.         input_format: {dataformats}")
    if len(order) != values.ndim:
        raise AssertionError(
            f"size of input tensor and input format are different.         tensor shape: {values.shape}, input_format: "
            f"{dataformats}"
        )
    if "C" not in order:
        values, order = values[..., None], order + "C"
    values = values.transpose([order.index(axis) for axis in ("NCHW" if "N" in order else "CHW")])
    if values.shape[-3] == 1:
        values = np.concatenate([values] * 3, -3)
    return (_grid(values) if values.ndim == 4 else values).transpose(1, 2, 0)


def image(tag, values, dataformats="CHW"):
    values = array_of(values)
    scale = 1 if values.dtype == np.uint8 else 255
    pixels = pixels_of(values, dataformats).astype(np.float32)
    pixels = (pixels * scale).clip(0, 255).astype(np.uint8)
    height, width, channels = pixels.shape
    content = number(1, height) + number(2, width) + number(3, channels) + block(4, png(pixels))
    return block(1, block(1, tag) + block(4, content))


def hparams(values, metrics):
    """The three summaries that say which hyperparameters a run had."""
    infos, start = b"", b""
    for name, value in values.items():
        if value is None:
            continue
        if isinstance(value, str):
            infos, held = infos + block(4, block(1, name) + number(4, STRING)), block(3, value)
        elif isinstance(value, (int, float)):
            infos += block(4, block(1, name) + number(4, NUMBER))
            held = b"\x11" + np.float64(value).tobytes()
        elif isinstance(value, Tensor):
            infos += block(4, block(1, name) + number(4, NUMBER))
            held = b"\x11" + np.float64(array_of(value)[0]).tobytes()
        else:
            raise ValueError("value should be one of int, float, str, bool, or torch.Tensor")
        start += block(1, block(1, name) + block(2, held))
    infos += b"".join(block(5, block(1, block(2, name))) for name in metrics)
    contents = {
        "experiment": block(2, infos),
        "session_start_info": block(3, start),
        "session_end_info": block(4, number(1, 1)),
    }
    return [block(1, block(1, f"_hparams_/{name}") + _of_plugin("hparams", data)) for name, data in contents.items()]


def graph(model):
    """A module's graph as torch.fx sees it: one node for each call, with the names of those that it takes."""
    from ...fx import symbolic_trace

    nodes = b""
    for node in symbolic_trace(model).graph.nodes:
        target = node.target if isinstance(node.target, str) else getattr(node.target, "__name__", str(node.target))
        inputs = b"".join(block(3, other.name) for other in node.all_input_nodes)
        nodes += block(1, block(1, node.name) + block(2, f"{node.op}:{target}") + inputs)
    return nodes + block(4, number(1, 22))

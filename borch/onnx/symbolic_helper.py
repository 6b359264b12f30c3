"""torch.onnx.symbolic_helper: what programs decorate rules of torch's old exporter with; the exporter here asks for none."""

__all__ = ["parse_args"]


def parse_args(*arg_descriptors):
    """A decorator that gives back what it is given."""
    return lambda fn: fn


def quantized_args(*arg_q_descriptors, scale=None, zero_point=None, quantize_output=True):
    """A decorator that gives back what it is given."""
    return lambda fn: fn

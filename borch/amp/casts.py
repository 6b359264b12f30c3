"""Which functions autocast casts for, and the state of autocast in a thread.

While autocast is on, these functions have another body, which casts what they are given and calls the first one; nothing is
slower while it is off. A thread that is not under autocast gets what it always gets.
Source: https://docs.pytorch.org/docs/stable/amp.html#cpu-op-specific-behavior
"""

import importlib
import threading
from functools import partial
from types import FunctionType

from .._core import dtype as dtypes
from .._core.bodies import bodies, put
from .._core.op import NAMESPACES
from .._core.tensor import Tensor

LOWER = (
    "addbmm", "addmm", "baddbmm", "bmm", "conv1d", "conv2d", "conv3d", "conv_tbc", "conv_transpose1d", "conv_transpose2d",
    "conv_transpose3d", "linear", "matmul", "__matmul__", "__rmatmul__", "mm", "prelu", "scaled_dot_product_attention",
    "linalg.vecdot", "linalg.matmul",
)  # fmt: skip
FLOAT32 = (
    "adaptive_avg_pool3d", "adaptive_max_pool3d", "avg_pool3d", "binary_cross_entropy", "binary_cross_entropy_with_logits",
    "cdist", "cholesky", "cholesky_inverse", "cholesky_solve", "cosine_embedding_loss", "cross_entropy", "ctc_loss",
    "fractional_max_pool2d", "fractional_max_pool3d", "geqrf", "grid_sample", "grid_sampler", "grid_sampler_2d",
    "grid_sampler_3d", "hinge_embedding_loss", "huber_loss", "inverse", "kl_div", "l1_loss", "lu_solve",
    "margin_ranking_loss", "max_pool3d", "max_unpool2d", "max_unpool3d", "mse_loss", "multi_margin_loss",
    "multilabel_margin_loss", "nanquantile", "nll_loss", "orgqr", "ormqr", "pad", "pinverse", "poisson_nll_loss", "polar",
    "prod", "qr", "quantile", "smooth_l1_loss", "soft_margin_loss", "stft", "svd", "trace", "triangular_solve",
    "triplet_margin_loss", "view_as_complex",
    # here, not in torch: one op computes all gates
    "gru", "gru_cell", "lstm", "lstm_cell", "rnn_relu", "rnn_relu_cell", "rnn_tanh", "rnn_tanh_cell",
    *("linalg." + name for name in (
        "cholesky", "cholesky_ex", "cond", "eig", "eigh", "eigvals", "eigvalsh", "householder_product", "inv", "inv_ex",
        "lstsq", "matrix_rank", "qr", "solve", "svd", "svdvals", "tensorinv", "tensorsolve",
    )),
    *("fft." + name for name in (
        "fft", "fft2", "fftn", "hfft", "ifft", "ifft2", "ifftn", "ihfft", "irfft", "irfft2", "irfftn", "rfft", "rfft2",
        "rfftn",
    )),
)  # fmt: skip
WIDEST = ("index_copy",)  # torch.cat and torch.stack bring their tensors to the widest dtype by themselves
HALVES = {"cpu": dtypes.bfloat16, **dict.fromkeys(("cuda", "ipu", "mps", "mtia", "xpu"), dtypes.float16)}


class _State(threading.local):
    """What autocast is set to in this thread."""

    def __init__(self):
        self.enabled = set()  # device types
        self.dtypes = dict(HALVES)
        self.cached, self.cache = True, {}  # of leaves that require gradients: id -> (the leaf, its cast)
        self.inside = False  # a function that autocast casts for is running
        self.nesting = 0

    def casts(self):
        return "cpu" in self.enabled and not self.inside


state = _State()
_watchers: list[object] = []  # one entry for every thread in which autocast is on
_bodies: dict[FunctionType, tuple] = {}  # function -> (its own code and defaults, the others)
_lock = threading.Lock()


def set_enabled(device_type, enabled):
    """Switches autocast on or off in this thread."""
    before = "cpu" in state.enabled
    (state.enabled.add if enabled else state.enabled.discard)(device_type)
    after = "cpu" in state.enabled
    if before == after:
        return
    with _lock:
        if after:
            _watchers.append(state)
            if len(_watchers) == 1:
                exchange(1)
        else:
            _watchers.pop()
            if not _watchers:
                exchange(0)


# -------------------------------------------------------------------------------------------------------------- casting
def eligible(value):
    return isinstance(value, Tensor) and value.dtype.is_floating_point and value.dtype is not dtypes.float64


def cast(value, dtype):
    """Tensors of floats, also in lists, brought to the dtype; float64 and all else as it is."""
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(cast(v, dtype) for v in value)
    if not eligible(value) or value.dtype is dtype:
        return value
    if state.cached and value.is_leaf and value.requires_grad and value.dtype is dtypes.float32:
        found = state.cache.get(id(value))
        if found is None or found[1].dtype is not dtype:
            found = state.cache[id(value)] = value, value.to(dtype)
        return found[1]
    return value.to(dtype)


def to_lower(args, kwargs):
    return state.dtypes["cpu"]


def to_float32(args, kwargs):
    return dtypes.float32


def to_widest(args, kwargs):
    found = [v.dtype for v in (*args, *kwargs.values()) if eligible(v)]
    return dtypes.float32 if dtypes.float32 in found else found[0] if found else dtypes.float32


def casting(function, name, rule):
    """A function that does what `function` does, on what `rule` says to cast to."""

    def cast_and_call(*args, **kwargs):
        if (
            not state.casts()
            or kwargs.get("out") is not None
            or (name == "pad" and not pads_by_copies(*args, **kwargs))
        ):
            return function(*args, **kwargs)
        dtype = rule(args, kwargs)
        args, kwargs = [cast(v, dtype) for v in args], {k: cast(v, dtype) for k, v in kwargs.items()}
        state.inside = True
        try:
            return function(*args, **kwargs)
        finally:
            state.inside = False

    return cast_and_call


def pads_by_copies(input, pad=(), mode="constant", value=None):
    return mode in ("reflect", "replicate")


def prepare():
    """Gives each function of the tables its second body."""
    importlib.import_module("borch.nn.functional")
    for names, rule in ((LOWER, to_lower), (FLOAT32, to_float32), (WIDEST, to_widest)):
        for name in names:
            for function in functions(name):
                if function not in _bodies:
                    _bodies[function] = bodies(function, partial(casting, name=name, rule=rule))


def functions(name):
    """The functions that users call by that name, and the method: what the library calls too, under the check of arguments."""
    room, _, word = name.rpartition(".")
    if room:
        importlib.import_module(f"borch.{room}")
        places = [NAMESPACES["torch." + room]]
    else:
        places = [NAMESPACES["torch"], NAMESPACES["torch.nn.functional"], vars(Tensor)]
    found = [place[word] for place in places if isinstance(place.get(word), FunctionType)]
    return [getattr(function, "checks", function) for function in found]


def exchange(which):
    """Puts the first (0) or the second body (1) in force."""
    if not _bodies:
        prepare()
    for function, both in _bodies.items():
        put(function, both[which])

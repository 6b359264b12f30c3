"""The short-time Fourier transform and its inverse: torch.stft and torch.istft.

Source: https://docs.pytorch.org/docs/stable/generated/torch.stft.html
"""

import warnings

import numpy as np

from .._core import dtype as dtypes
from .._core.op import OPS, function, op
from .._core.warn import warn_once
from ..ops.both import reshape, squeeze, swap
from .transforms import fft_c2c, fft_c2r, fft_r2c, pad_end


@function()
def stft(
    input,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    pad_mode="reflect",
    normalized=False,
    onesided=None,
    return_complex=None,
    align_to_window=None,
):
    """The Fourier transforms of overlapping frames of a signal `(L,)` or `(B, L)`: `(B, frequencies, frames)`, complex.

    Frames of `n_fft` samples start every `hop_length` (a quarter of n_fft) and are multiplied by `window` of
    `win_length`; with `center` the signal is padded so that frame t is centred on sample `t * hop_length`. Real signals
    keep half of the frequencies unless `onesided=False`. With `return_complex=False` the parts are a last axis of 2.
    RuntimeError for sizes that do not fit and for a real signal without `return_complex`.

    >>> import borch as torch
    >>> signal = torch.cos(torch.arange(16) * torch.pi / 2)
    >>> torch.stft(signal, 4, window=torch.hann_window(4), return_complex=True).abs()[:, 4]
    tensor([1.0000, 1.0000, 1.0000])
    """
    if window is None:
        warn_once(
            "A window was not provided. A rectangular window will be applied,which is known to cause spectral leakage. "
            "Other windows such as torch.hann_window or torch.hamming_window are recommended to reduce spectral leakage."
            "To suppress this warning and use a rectangular window, explicitly set `window=torch.ones(n_fft, "
            "device=<device>)`."
        )
    if center:
        if align_to_window is not None:
            raise RuntimeError("stft align_to_window should only be set when center = false")
        input = _padded(input, n_fft, pad_mode)
    hop_length = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    is_complex = input.dtype.is_complex or (window is not None and window.dtype.is_complex)
    if return_complex is None:
        if not is_complex:
            raise RuntimeError(
                "stft requires the return_complex parameter be given for real inputs, and will further require that "
                "return_complex=True in a future PyTorch release."
            )
        return_complex = True
    call = (
        f"stft({_described(input)}, n_fft={n_fft}, hop_length={hop_length}, win_length={win_length}, "
        f"window={_described_window(window)}, normalized={int(normalized)}, onesided={_optional(onesided)}, "
        f"return_complex={_optional(return_complex)}, align_to_window={_optional(align_to_window)}) "
    )
    _check_signal(input, n_fft, hop_length, win_length, window, call)
    if input.dtype in (dtypes.float16, dtypes.bfloat16):
        raise RuntimeError(f"MKL FFT doesn't support tensors of type: {input.dtype.legacy}")
    if onesided and is_complex:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    frames = _frames(input if input.ndim == 2 else OPS["unsqueeze"](input, 0), n_fft, hop_length, win_length,
                     align_to_window)  # fmt: skip
    if window is not None or win_length < n_fft:
        frames = frames * _window(window, win_length, n_fft, input.dtype)
    onesided = not is_complex if onesided is None else onesided
    if frames.dtype.is_complex:
        spectrum = fft_c2c(frames, (2,), 1 if normalized else 0, True)
    else:
        spectrum = fft_r2c(frames, (2,), 1 if normalized else 0, bool(onesided))
    spectrum = _frequencies_first(spectrum)
    if input.ndim == 1:
        spectrum = squeeze(spectrum, 0)
    if not return_complex:
        warn_once(
            "stft with return_complex=False is deprecated. In a future pytorch release, stft will return complex tensors for "
            "all inputs, and return_complex=False will raise an error.\nNote: you can still call torch.view_as_real on the "
            "complex output to recover the old return format."
        )
    return spectrum if return_complex else OPS["view_as_real"](spectrum)


@op(node="TransposeBackward1", view=True, method=False, namespace=None, input=lambda g: swap(g, 1, 2))
def _frequencies_first(input):
    return input.swapaxes(1, 2)


def _padded(input, n_fft, pad_mode):
    from ..nn.functional import pad

    extended = (1,) * (3 - input.dim()) + tuple(input.shape)
    half = n_fft // 2
    padded = pad(OPS["view"](input, extended), [half, half], pad_mode)
    return OPS["view"](padded, tuple(padded.shape)[-input.dim() :])


def _check_signal(input, n_fft, hop_length, win_length, window, call):
    if not (input.dtype.is_floating_point or input.dtype.is_complex):
        raise RuntimeError(call + ": expected a tensor of floating point or complex values")
    if input.ndim not in (1, 2):
        raise RuntimeError(call + ": expected a 1D or 2D tensor")
    length = input.shape[-1]
    if not 0 < n_fft <= length:
        raise RuntimeError(call + f": expected 0 < n_fft < {length}, but got n_fft={n_fft}")
    if hop_length <= 0:
        raise RuntimeError(call + f": expected hop_length > 0, but got hop_length={hop_length}")
    if not 0 < win_length <= n_fft:
        raise RuntimeError(call + f": expected 0 < win_length <= n_fft, but got win_length={win_length}")
    if window is not None and tuple(window.shape) != (win_length,):
        raise RuntimeError(
            call + f": expected a 1D window tensor of size equal to win_length={win_length}, but got window with size "
            f"{list(window.shape)}"
        )


def _frames(input, n_fft, hop_length, win_length, align_to_window):
    """Overlapping pieces of the signal (B, L) as a view (B, frames, n_fft)."""
    if align_to_window and win_length < n_fft:
        left = (n_fft - win_length) // 2
        from ..nn.functional import pad

        input = pad(input, [left, n_fft - win_length - left])
    batch, length = input.shape
    count = 1 + (length - n_fft) // hop_length
    rows, step = input.stride()
    return OPS["as_strided"](input, (batch, count, n_fft), (rows, hop_length * step, step), input.storage_offset())


def _window(window, win_length, n_fft, dtype):
    """The window, or ones, with zeros on both sides up to n_fft."""
    if window is None:
        window = OPS["ones"]((win_length,), dtype=dtype)
    if win_length == n_fft:
        return window
    left = (n_fft - win_length) // 2
    parts = [OPS["zeros"]((left,), dtype=window.dtype), window]
    return OPS["cat"]([*parts, OPS["zeros"]((n_fft - win_length - left,), dtype=window.dtype)])


def _described(t):
    return f"torch.{t.dtype.legacy}Tensor{list(t.shape)}"


def _described_window(window):
    if window is None:
        return "None"
    kind = window.dtype.legacy
    return f"{f'CPU{kind}Type' if window.is_complex() else f'torch.{kind}Tensor'}{{{list(window.shape)}}}"


def _optional(value):
    return "None" if value is None else int(value)


# ------------------------------------------------------------------------------------------------------------- inverse
@op(
    kind="same",
    node="UnfoldBackwardBackward0",
    namespace=None,
    method=False,
    input=lambda g, hop_length, input_shape: _unfolded(g, input_shape[2], hop_length),
)
def overlap_add(input, length, hop_length):
    """Frames (B, count, n) added up where they overlap: (B, length), frame k starting at `k * hop_length`."""
    batch, count, n = input.shape
    out = np.zeros((batch, length), input.dtype)
    for k in range(count):
        out[:, k * hop_length : k * hop_length + n] += input[:, k]
    return out


def _unfolded(g, n, hop_length):
    if isinstance(g, np.ndarray):
        return np.lib.stride_tricks.sliding_window_view(g, n, 1)[:, ::hop_length]
    return OPS["unfold"](g, 1, n, hop_length)


@function()
def istft(
    input,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    normalized=False,
    onesided=None,
    length=None,
    return_complex=False,
):
    """The signal whose `stft` is closest to `input` `(B, frequencies, frames)`: `(B, length)`, by overlap and addition.

    The arguments are those of `stft`; the windows' squares must overlap without gaps. RuntimeError when they do not,
    and for sizes that do not fit. Source: https://docs.pytorch.org/docs/stable/generated/torch.istft.html

    >>> import borch as torch
    >>> window = torch.hann_window(4)
    >>> spectrum = torch.stft(torch.arange(8.0), 4, window=window, return_complex=True)
    >>> torch.istft(spectrum, 4, window=window).round(decimals=4).abs()
    tensor([0., 1., 2., 3., 4., 5., 6., 7.])
    """
    hop_length = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    if not input.dtype.is_complex:
        raise RuntimeError(
            "istft requires a complex-valued input tensor matching the output from stft with return_complex=True."
        )
    if window is None:
        warn_once(
            "A window was not provided. A rectangular window will be applied.Please provide the same window used by stft "
            "to make the inversion lossless.To suppress this warning and use a rectangular window, explicitly set "
            "`window=torch.ones(n_fft, device=<device>)`."
        )
    call = (
        f"istft(CPU{input.dtype.legacy}Type{list(input.shape)}, n_fft={n_fft}, hop_length={hop_length}, "
        f"win_length={win_length}, window={_described_window(window)}, center={int(center)}, "
        f"normalized={int(normalized)}, onesided={_optional(onesided)}, length={length}, "
        f"return_complex={int(return_complex)}) "
    )
    onesided = _check_spectrum(input, n_fft, hop_length, win_length, window, onesided, call)
    if return_complex and onesided:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    if window is not None and window.is_complex() and not return_complex:
        raise RuntimeError("Complex windows are incompatible with return_complex=False")
    kind = input.dtype if return_complex else input.dtype.to_real()
    window = _window(window, win_length, n_fft, kind)
    batched = input if input.ndim == 3 else OPS["unsqueeze"](input, 0)
    frames = _frames_of(OPS["transpose"](batched, 1, 2), n_fft, normalized, onesided, return_complex) * window
    expected = n_fft + hop_length * (frames.shape[1] - 1)
    signal = overlap_add(frames, expected, hop_length)
    squares = OPS["expand"](reshape(window * window, (1, 1, n_fft)), (1, frames.shape[1], n_fft))
    envelope = overlap_add(squares, expected, hop_length)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else expected - n_fft // 2 if center else expected
    signal, envelope = signal[:, start:end], envelope[:, start:end]
    if not np.abs(envelope._array).min(initial=1.0) > 1e-11:
        raise RuntimeError(call + "window overlap add min: 1\n[ CPUBoolType{} ]")
    signal = signal / envelope
    signal = OPS["squeeze"](signal, 0) if input.ndim == 2 else signal
    return _extended(signal, end - max(start, expected)) if end > expected else signal


def _extended(signal, missing):
    warnings.warn(
        "The length of signal is shorter than the length parameter. Result is being padded with zeros in the tail. "
        "Please check your center and hop_length settings.",
        stacklevel=3,
    )
    return pad_end(signal, (0,) * (signal.ndim - 1) + (missing,))


def _check_spectrum(input, n_fft, hop_length, win_length, window, onesided, call):
    """Whether the spectrum is one-sided; torch's errors for what does not fit."""
    ndim, size = input.ndim + 1, input.shape[-2] if input.ndim > 1 else 0
    if not input.numel():
        raise RuntimeError(call + ": input tensor cannot be empty.")
    if ndim not in (3, 4):
        raise RuntimeError(call + f": expected a tensor with 3 or 4 dimensions, but got {ndim}")
    if onesided is None:
        onesided = size != n_fft
    if size != (n_fft // 2 + 1 if onesided else n_fft):
        what = "n_fft / 2 + 1 when onesided=True" if onesided else "n_fft when onesided=False"
        raise RuntimeError(
            call + ": expected the frequency dimension (3rd to the last) of the input tensor to match "
            f"{what}, but got {size}"
        )
    if not 0 < hop_length <= win_length:
        raise RuntimeError(call + ": expected 0 < hop_length <= win_length")
    if not 0 < win_length <= n_fft:
        raise RuntimeError(call + ": expected 0 < win_length <= n_fft")
    if window is not None and tuple(window.shape) != (win_length,):
        raise RuntimeError(call + ": Invalid window shape. window has to be 1D and length of `win_length`")
    return onesided


def _frames_of(spectra, n_fft, normalized, onesided, return_complex):
    normalization = 1 if normalized else 2
    if return_complex:
        return fft_c2c(spectra, (2,), normalization, False)
    if not onesided:
        spectra = spectra[:, :, : n_fft // 2 + 1]
    return fft_c2r(spectra, (2,), normalization, n_fft)

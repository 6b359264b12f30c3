"""Data types: torch's names and categories over numpy's dtypes, and the rules by which they combine.

`promote_types` joins two dtypes; `result_type_of` joins tensors, zero-dimensional tensors and Python numbers.
Source: https://docs.pytorch.org/docs/stable/tensor_attributes.html
"""

import numpy as np

from .naming import TorchType

BOOL, INTEGER, FLOAT, COMPLEX = range(4)


class dtype(metaclass=TorchType):
    """A tensor's element type, such as `torch.float32`; compare with `is` or `==`.

    Attributes: `is_floating_point`, `is_complex`, `is_signed` (bool) and `itemsize` (bytes per element).

    >>> import borch as torch
    >>> d = torch.float32
    >>> d, d.itemsize, d.is_floating_point, isinstance(d, torch.dtype)
    (torch.float32, 4, True, True)
    """

    __module__ = "borch"
    __slots__ = ("category", "is_complex", "is_floating_point", "is_signed", "itemsize", "legacy", "name", "numpy")

    def __init__(self, name, numpy, category, legacy, signed=True):
        self.name = name
        self.numpy = numpy
        self.category = category
        self.legacy = legacy  # torch.FloatTensor and the like; also the word error messages use
        self.is_floating_point = category == FLOAT
        self.is_complex = category == COMPLEX
        self.is_signed = signed
        self.itemsize = numpy.itemsize

    def __repr__(self):
        return "torch." + self.name

    def __reduce__(self):
        return (_by_name, (self.name,))

    def to_real(self):
        """The real dtype of one component: float32 for complex64; a real dtype is its own."""
        return _REAL_OF.get(self, self)

    def to_complex(self):
        """The complex dtype whose components have this dtype: complex64 for float32."""
        return self if self.is_complex else _COMPLEX_OF[self]


# bfloat16 is stored as its sixteen bits. A dtype of its own kind makes numpy refuse arithmetic on it, so that no op
# can compute on the bits by mistake: ops go through `widen` and `narrow`.
BFLOAT16 = np.dtype([("bfloat16", np.uint16)])

bool_ = dtype("bool", np.dtype(np.bool_), BOOL, "Bool", signed=False)
uint8 = dtype("uint8", np.dtype(np.uint8), INTEGER, "Byte", signed=False)
int8 = dtype("int8", np.dtype(np.int8), INTEGER, "Char")
int16 = dtype("int16", np.dtype(np.int16), INTEGER, "Short")
int32 = dtype("int32", np.dtype(np.int32), INTEGER, "Int")
int64 = dtype("int64", np.dtype(np.int64), INTEGER, "Long")
uint16 = dtype("uint16", np.dtype(np.uint16), INTEGER, "UInt16", signed=False)
uint32 = dtype("uint32", np.dtype(np.uint32), INTEGER, "UInt32", signed=False)
uint64 = dtype("uint64", np.dtype(np.uint64), INTEGER, "UInt64", signed=False)
float16 = dtype("float16", np.dtype(np.float16), FLOAT, "Half")
bfloat16 = dtype("bfloat16", BFLOAT16, FLOAT, "BFloat16")
float32 = dtype("float32", np.dtype(np.float32), FLOAT, "Float")
float64 = dtype("float64", np.dtype(np.float64), FLOAT, "Double")
complex64 = dtype("complex64", np.dtype(np.complex64), COMPLEX, "ComplexFloat")
complex128 = dtype("complex128", np.dtype(np.complex128), COMPLEX, "ComplexDouble")

ALL = (
    bool_, uint8, int8, int16, int32, int64, uint16, uint32, uint64,
    float16, bfloat16, float32, float64, complex64, complex128,
)  # fmt: skip


class NameAlone(dtype):
    """A dtype that programs name and compare with, and that no tensor has: numpy has no such number."""

    __slots__ = ("size",)

    def __init__(self, name, size, category=FLOAT, signed=True):
        self.name, self.size, self.category, self.legacy, self.is_signed = name, size, category, name, signed
        self.is_floating_point, self.is_complex = category == FLOAT, category == COMPLEX
        self.itemsize = size

    @property
    def numpy(self):
        return refused(self)


def refused(dtype):
    raise NotImplementedError(
        f"{dtype} is not implemented in borch: numpy has no such number, and borch computes with numpy's"
    )


NAMES_ALONE = (
    NameAlone("complex32", 4, COMPLEX), NameAlone("float8_e4m3fn", 1), NameAlone("float8_e4m3fnuz", 1),
    NameAlone("float8_e5m2", 1), NameAlone("float8_e5m2fnuz", 1), NameAlone("float8_e8m0fnu", 1, signed=False),
    NameAlone("float4_e2m1fn_x2", 1), NameAlone("qint8", 1, INTEGER), NameAlone("quint8", 1, INTEGER),
    NameAlone("qint32", 4, INTEGER), NameAlone("quint4x2", 1, INTEGER), NameAlone("quint2x4", 1, INTEGER),
)  # fmt: skip

# Other names for the same dtypes, as torch offers them.
ALIASES = {
    "chalf": NAMES_ALONE[0],
    "half": float16,
    "float": float32,
    "double": float64,
    "short": int16,
    "int": int32,
    "long": int64,
    "cfloat": complex64,
    "cdouble": complex128,
}

_REAL_OF = {complex64: float32, complex128: float64}
_COMPLEX_OF = {float16: complex64, bfloat16: complex64, float32: complex64, float64: complex128}
_FROM_NUMPY = {d.numpy: d for d in ALL}
_BY_NAME = {d.name: d for d in (*ALL, *NAMES_ALONE)}

# Sets of numpy dtypes, for the quick tests at the head of an op.
NUMPY_FLOATS = frozenset((float16.numpy, float32.numpy, float64.numpy))
NUMPY_INEXACT = frozenset((*NUMPY_FLOATS, complex64.numpy, complex128.numpy))
NUMPY_ALL = frozenset(d.numpy for d in ALL if d is not bfloat16)
NUMPY_REAL = NUMPY_ALL - {complex64.numpy, complex128.numpy}


def letter(d):
    """The letter by which an op names the dtypes it does not take (`op(refuse=...)`)."""
    if d.category == FLOAT:
        return "f" if d.itemsize > 2 else "h"
    if d.category == INTEGER:
        return "i" if d.is_signed or d is uint8 else "w"
    return "b" if d is bool_ else "c"


BY_LETTER = {kind: frozenset([d.numpy for d in ALL if letter(d) == kind]) for kind in "biwhfc"}


CPP_NAMES = {
    "Float": "float", "Double": "double", "Half": "c10::Half", "BFloat16": "c10::BFloat16", "Long": "long int",
    "Int": "int", "Short": "short int", "Char": "signed char", "Byte": "unsigned char", "Bool": "bool",
    "UInt16": "short unsigned int", "UInt32": "unsigned int", "UInt64": "long unsigned int",
    "ComplexFloat": "c10::complex<float>", "ComplexDouble": "c10::complex<double>",
}  # fmt: skip


def cpp_name(numpy_dtype):
    """What torch's messages call a dtype where they speak C++."""
    legacy = from_numpy(numpy_dtype).legacy
    return CPP_NAMES.get(legacy, legacy)


def _by_name(name):
    return _BY_NAME[name]


def from_numpy(numpy_dtype):
    """The dtype of arrays of `numpy_dtype`; TypeError for one that torch does not have."""
    found = _FROM_NUMPY.get(numpy_dtype)
    if found is None:
        raise TypeError(
            f"can't convert np.ndarray of type numpy.{numpy_dtype.type.__name__}. The only supported types are: "
            "float64, float32, float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, "
            "uint8, and bool."
        )
    return found


def known(array):
    """The same memory under the one dtype object that ops compare with: an array from a file may have an equal one."""
    dtype = from_numpy(array.dtype).numpy
    return array if array.dtype is dtype else array.view(dtype)


BLOCK = 1 << 16  # elements that are converted at once
UINT32, FLOAT32 = np.dtype(np.uint32), np.dtype(np.float32)
# arrays are quicker than numbers
ONE, BELOW_HALF, SIXTEEN, SHIFTED = (np.array(n, np.uint32) for n in (1, 0x7FFF, 16, 1 << 16))


def widen(array):
    """float32 values of a bfloat16 array; every other array as it is."""
    if array.dtype != BFLOAT16:
        return array
    if type(array) is not np.ndarray and hasattr(type(array), "memory"):  # it has no elements
        return array.astype(FLOAT32)
    halves = array["bfloat16"]
    if halves.size < BLOCK:
        return np.asarray(np.multiply(halves, SHIFTED)).view(FLOAT32)
    bits = np.empty_like(halves, np.uint32)
    for source, part in blocks(halves, bits):
        widen_into(part, source)
    return bits.view(np.float32)


def widen_into(bits, halves):
    """Writes the bits of float32 values; the shift reads what the conversion just wrote, still in the cache."""
    bits[...] = halves
    bits <<= SIXTEEN


def narrow(array):
    """The bfloat16 array nearest to float values: ties to even, NaN kept as the quiet NaN that torch writes."""
    if type(array) is not np.ndarray and hasattr(type(array), "memory"):
        return array.astype(FLOAT32).like(BFLOAT16)
    values = np.asarray(array).astype(FLOAT32, copy=False)
    if values.size < BLOCK and values.flags.c_contiguous:
        result = np.empty(values.shape, BFLOAT16)
        narrow_into(result["bfloat16"], values, None)
        return result
    halves = np.empty_like(values, np.uint16)
    if values.size < BLOCK:
        narrow_into(halves, values, None)
        return halves.view(BFLOAT16)
    room = np.empty(BLOCK, np.uint32) if values.flags.forc else None
    for source, part in blocks(values, halves):
        narrow_into(part, source, room)
    return halves.view(BFLOAT16)


def blocks(*arrays):
    """Parts of arrays of one memory layout that fit in the cache; the whole of arrays with gaps."""
    if not all(a.flags.forc for a in arrays):
        return (arrays,)
    flat = [a.reshape(-1, order="A") for a in arrays]
    return ([a[k : k + BLOCK] for a in flat] for k in range(0, flat[0].size, BLOCK))


def narrow_into(halves, values, room):
    """Writes the bits of bfloat16 numbers; `room`, if any, is memory for as many float32 numbers."""
    bits = values.view(UINT32)
    rounded = np.asarray(np.right_shift(bits, SIXTEEN, None if room is None else room[: bits.size]))
    rounded &= ONE
    rounded += bits
    rounded += BELOW_HALF
    rounded >>= SIXTEEN
    halves[...] = rounded
    if values.ndim == 1 and (total := values.dot(values)) == total:  # no element is NaN
        return
    lost = np.isnan(values)
    if lost.any():
        halves[lost] = 0x7FC0


def cast(array, target):
    """`array` with the numpy dtype `target`: itself when it has it, else converted as torch converts.

    Complex to real drops the imaginary part; a float out of an integer's range gives what the processor gives.
    """
    have = array.dtype
    if have is target or have == target:
        return array
    if have in CONVERTED and target in CONVERTED:
        return array.astype(target)
    if have == BFLOAT16:
        array = widen(array)
        have = array.dtype
    if target == BFLOAT16:
        return narrow(array.real if have.kind == "c" else array)
    if have.kind == "c" and target.kind != "c":
        if target.kind == "b":
            return array != 0
        array = array.real
    if have.kind == "f" and target.kind in "iu" and (target.itemsize == 1 or have.itemsize == 2):
        # through int64, so that an out-of-range value wraps as torch's does
        return _converted(array, np.dtype(np.int64)).astype(target)
    if SATURATES and have.kind == "f" and target.kind == "i":
        return _converted(array, target)
    return array.astype(target)


def _converted(array, target):
    """Floats as signed integers as an x86 processor converts them: what is out of range, and NaN, is the least one."""
    out = array.astype(target)
    if SATURATES and target.itemsize >= 4:
        bound = 2.0 ** (8 * target.itemsize - 1)
        inside = (array >= -bound) & (array < bound)
        if not inside.all():
            out = np.where(inside, out, np.iinfo(target).min).astype(target)
    return out


with np.errstate(invalid="ignore"):  # WebAssembly's conversions stop at the ends of the range
    SATURATES = bool(np.array([3e9], np.float32).astype(np.int32)[0] > 0)
# dtypes among which numpy's own conversions are torch's
CONVERTED = frozenset(d.numpy for d in ((float32, float64) if SATURATES else (float32, float64, int32, int64)))


# ------------------------------------------------------------------------------------------------- default dtype
class _Default:
    real = float32
    complex = complex64


default = _Default()


def get_default_dtype():
    """The dtype that Python floats and `torch.empty` get: `torch.float32` unless set.

    >>> import borch as torch
    >>> torch.get_default_dtype()
    torch.float32
    """
    return default.real


def set_default_dtype(d):
    """Sets the default floating point dtype to `d` (float16, bfloat16, float32 or float64); TypeError otherwise.

    >>> import borch as torch
    >>> torch.set_default_dtype(torch.float64)
    >>> torch.tensor(1.5).dtype
    torch.float64
    >>> torch.set_default_dtype(torch.float32)
    """
    if not isinstance(d, dtype):
        raise TypeError("invalid dtype object: only floating-point types are supported as the default type")
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    default.real = d
    default.complex = complex128 if d is float64 else complex64


def of_number(value):
    """The dtype a Python number counts as when it meets tensors."""
    kind = type(value)
    if kind is bool:
        return bool_
    if kind is int:
        return int64
    if kind is float:
        return default.real
    if kind is complex:
        return default.complex
    if isinstance(value, (bool, np.bool_)):
        return bool_
    if isinstance(value, (int, np.integer)):
        return int64
    return (
        default.complex
        if isinstance(value, (complex, np.complexfloating)) and not isinstance(value, float)
        else default.real
    )


# ----------------------------------------------------------------------------------------------------- promotion
_INTEGER_ORDER = (int8, int16, int32, int64)
_UNSIGNED_WIDE = frozenset((uint16, uint32, uint64))


def promote_types(type1, type2):
    """The smallest dtype that holds values of both, by torch's table.

    >>> import borch as torch
    >>> torch.promote_types(torch.int32, torch.float32)
    torch.float32
    >>> torch.promote_types(torch.uint8, torch.int8)
    torch.int16
    """
    for at, d in enumerate((type1, type2), 1):
        if not isinstance(d, dtype):
            raise TypeError(
                f"promote_types(): argument 'type{at}' (position {at}) must be torch.dtype, not {type(d).__name__}"
            )
        if isinstance(d, NameAlone):
            refused(d)
    return _promote(type1, type2)


def _promote(a, b):
    if a is b:
        return a
    if a.category < b.category:
        a, b = b, a
    if a.category != b.category:
        if a.category == COMPLEX and b is float64:
            return complex128
        return a
    if a.category == COMPLEX:
        return complex128
    if a.category == FLOAT:
        if a is float64 or b is float64:
            return float64
        return float32
    return _promote_integers(a, b)


def _promote_integers(a, b):
    if a in _UNSIGNED_WIDE or b in _UNSIGNED_WIDE:
        if a.is_signed or b.is_signed:
            raise RuntimeError(
                "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote "
                f"{a.legacy} and {b.legacy}"
            )
        return a if a.itemsize > b.itemsize else b
    if a is uint8 or b is uint8:
        signed = b if a is uint8 else a
        return int16 if signed is int8 else signed
    return a if a.itemsize > b.itemsize else b


def _combine(higher, lower):
    """Joins the result of one priority class with that of the next lower one (dims over 0-dim over numbers)."""
    if higher is None or lower is None:
        return higher or lower
    if higher.is_complex:
        return higher
    if higher.is_floating_point:
        return higher.to_complex() if lower.is_complex else higher
    if higher is bool_ or lower.category >= FLOAT:
        return _promote(higher, lower)
    return higher


def result_type_of(arrays, numbers=()):
    """The dtype in which an op on numpy `arrays` and Python `numbers` computes, by torch's three priorities."""
    dims = zeros = wrapped = None
    for array in arrays:
        d = from_numpy(array.dtype)
        if array.ndim:
            dims = d if dims is None else _promote(dims, d)
        else:
            zeros = d if zeros is None else _promote(zeros, d)
    for number in numbers:
        d = of_number(number)
        wrapped = d if wrapped is None else _promote(wrapped, d)
    return _combine(dims, _combine(zeros, wrapped))


def can_cast(from_, to):
    """Whether torch lets a result of dtype `from_` be stored in a tensor of dtype `to`.

    >>> import borch as torch
    >>> torch.can_cast(torch.float64, torch.float32), torch.can_cast(torch.float32, torch.int64)
    (True, False)
    """
    if from_.is_complex and not to.is_complex:
        return False
    if from_.is_floating_point and to.category <= INTEGER:
        return False
    return not (from_ is not bool_ and to is bool_)


_EIGHT_BITS = {  # eps, max, tiny
    "float8_e4m3fn": (2.0**-3, 448.0, 2.0**-6),
    "float8_e4m3fnuz": (2.0**-3, 240.0, 2.0**-7),
    "float8_e5m2": (2.0**-2, 57344.0, 2.0**-14),
    "float8_e5m2fnuz": (2.0**-3, 57344.0, 2.0**-15),
    "float8_e8m0fnu": (1.0, 2.0**127, 2.0**-127),
}


class finfo(metaclass=TorchType):
    """Limits of a floating point dtype: `bits`, `eps`, `max`, `min`, `tiny`, `smallest_normal`, `resolution`.

    >>> import borch as torch
    >>> torch.finfo(torch.float32).eps
    1.1920928955078125e-07
    """

    __module__ = "borch"

    def __init__(self, type=None):
        d = default.real if type is None else type
        if not isinstance(d, dtype):
            raise TypeError(f"finfo(): argument 'type' (position 1) must be torch.dtype, not {d.__class__.__name__}")
        if not (d.is_floating_point or d.is_complex):
            raise TypeError(
                "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'"
            )
        real = d.to_real()
        self.dtype = real.name
        self.bits = real.itemsize * 8
        if real is bfloat16:
            self.eps, self.max, self.tiny, self.resolution = 2.0**-7, 255 * 2.0**120, 2.0**-126, 0.01
        elif real.name in _EIGHT_BITS:
            self.eps, self.max, self.tiny = _EIGHT_BITS[real.name]
            self.resolution = 1.0
        else:
            info = np.finfo(real.numpy)
            self.eps, self.max, self.tiny = float(info.eps), float(info.max), float(info.tiny)
            self.resolution = float(info.resolution)
        self.min, self.smallest_normal = -self.max if real.is_signed else self.tiny, self.tiny

    def __repr__(self):
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g}, "
            f"smallest_normal={self.smallest_normal:g}, tiny={self.tiny:g}, dtype={self.dtype})"
        )


class iinfo(metaclass=TorchType):
    """Limits of an integer dtype: `bits`, `min`, `max`.

    >>> import borch as torch
    >>> torch.iinfo(torch.int8).max
    127
    """

    __module__ = "borch"

    def __init__(self, type):
        if not isinstance(type, dtype):
            raise TypeError(f"iinfo(): argument 'type' (position 1) must be torch.dtype, not {type.__class__.__name__}")
        if type.category != INTEGER:
            if type is bool_:
                raise TypeError("torch.bool is not supported by torch.iinfo")
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        info = np.iinfo(type.numpy)
        self.dtype, self.bits, self.min, self.max = type.name, info.bits, int(info.min), int(info.max)

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"

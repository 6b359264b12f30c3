"""torch's signatures of the functions and methods that have several, and its TypeError for what fits none of them.

A signature is written as torch's messages write it. Read only when a call has failed.
"""

from .args import type_name

# (names, signatures)
FUNCTIONS = (
    ("all any", (
        "Tensor input, *, Tensor out = None",
        "Tensor input, tuple of ints dim = None, bool keepdim = False, *, Tensor out = None",
        "Tensor input, int dim, bool keepdim = False, *, Tensor out = None",
    )),
    ("argsort", (
        "Tensor input, *, bool stable, int dim = -1, bool descending = False, Tensor out = None",
        "Tensor input, int dim = -1, bool descending = False",
    )),
    ("bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor remainder", (
        "Tensor input, Tensor other, *, Tensor out = None",
        "Number self, Tensor other",
        "Tensor input, Number other, *, Tensor out = None",
    )),
    ("bucketize", (
        "Tensor input, Tensor boundaries, *, bool out_int32 = False, bool right = False, Tensor out = None",
        "Number self, Tensor boundaries, *, bool out_int32 = False, bool right = False",
    )),
    ("clamp clip", (
        "Tensor input, Tensor min = None, Tensor max = None, *, Tensor out = None",
        "Tensor input, Number min = None, Number max = None, *, Tensor out = None",
    )),
    ("clamp_ clip_", (
        "Tensor input, Tensor min = None, Tensor max = None",
        "Tensor input, Number min = None, Number max = None",
    )),
    ("clamp_max", (
        "Tensor input, Tensor max, *, Tensor out = None",
        "Tensor input, Number max, *, Tensor out = None",
    )),
    ("clamp_max_", (
        "Tensor input, Tensor max",
        "Tensor input, Number max",
    )),
    ("clamp_min", (
        "Tensor input, Tensor min, *, Tensor out = None",
        "Tensor input, Number min, *, Tensor out = None",
    )),
    ("clamp_min_", (
        "Tensor input, Tensor min",
        "Tensor input, Number min",
    )),
    ("copysign eq fmod ge greater greater_equal gt le less less_equal lt ne not_equal", (
        "Tensor input, Tensor other, *, Tensor out = None",
        "Tensor input, Number other, *, Tensor out = None",
    )),
    ("count_nonzero", (
        "Tensor input, int dim = None",
        "Tensor input, tuple of ints dim",
    )),
    ("cumulative_trapezoid trapezoid", (
        "Tensor y, Tensor x, *, int dim = -1",
        "Tensor y, *, Number dx = 1, int dim = -1",
    )),
    ("div", (
        "Tensor input, Tensor other, *, Tensor out = None",
        "Tensor input, Tensor other, *, str rounding_mode, Tensor out = None",
        "Tensor input, Number other, *, str rounding_mode",
    )),
    ("divide", (
        "Tensor input, Tensor other, *, Tensor out = None",
        "Tensor input, Tensor other, *, str rounding_mode, Tensor out = None",
        "Tensor input, Number other",
        "Tensor input, Number other, *, str rounding_mode",
    )),
    ("dsplit hsplit vsplit", (
        "Tensor input, int sections",
        "Tensor input, tuple of ints indices",
    )),
    ("fill fill_", (
        "Tensor input, Tensor value",
        "Tensor input, Number value",
    )),
    ("float_power pow", (
        "Tensor input, Tensor exponent, *, Tensor out = None",
        "Number self, Tensor exponent, *, Tensor out = None",
        "Tensor input, Number exponent, *, Tensor out = None",
    )),
    ("floor_divide multiply true_divide", (
        "Tensor input, Tensor other, *, Tensor out = None",
        "Tensor input, Number other",
    )),
    ("gradient", (
        "Tensor input, *, tuple of ints dim, int edge_order = 1",
        "Tensor input, *, Number spacing, tuple of ints dim, int edge_order = 1",
        "Tensor input, *, Number spacing = None, int dim = None, int edge_order = 1",
        "Tensor input, *, tuple of Scalars spacing, int dim = None, int edge_order = 1",
        "Tensor input, *, tuple of Scalars spacing, tuple of ints dim, int edge_order = 1",
        "Tensor input, *, tuple of Tensors spacing, int dim = None, int edge_order = 1",
        "Tensor input, *, tuple of Tensors spacing, tuple of ints dim, int edge_order = 1",
    )),
    ("histogram", (
        "Tensor input, Tensor bins, *, Tensor weight = None, bool density = False, tuple of Tensors out = None",
        (
            "Tensor input, int bins = 100, *, tuple of floats range = None, Tensor weight = None, "
            "bool density = False, tuple of Tensors out = None"
        ),
    )),
    ("index_fill", (
        "Tensor input, int dim, Tensor index, Tensor value",
        "Tensor input, int dim, Tensor index, Number value",
    )),
    ("isin", (
        "Tensor elements, Tensor test_elements, *, bool assume_unique = False, bool invert = False, Tensor out = None",
        "Number element, Tensor test_elements, *, bool assume_unique = False, bool invert = False, Tensor out = None",
        "Tensor elements, Number test_element, *, bool assume_unique = False, bool invert = False, Tensor out = None",
    )),
    ("lerp", (
        "Tensor input, Tensor end, Tensor weight, *, Tensor out = None",
        "Tensor input, Tensor end, Number weight, *, Tensor out = None",
    )),
    ("masked_fill", (
        "Tensor input, Tensor mask, Tensor value",
        "Tensor input, Tensor mask, Number value",
    )),
    ("max min", (
        "Tensor input, *, Tensor out = None",
        "Tensor input, Tensor other, *, Tensor out = None",
        "Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None",
    )),
    ("mean", (
        "Tensor input, *, torch.dtype dtype = None, Tensor out = None",
        "Tensor input, tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None",
    )),
    ("median nanmedian", (
        "Tensor input",
        "Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None",
    )),
    ("moveaxis movedim", (
        "Tensor input, int source, int destination",
        "Tensor input, tuple of ints source, tuple of ints destination",
    )),
    ("narrow", (
        "Tensor input, int dim, Tensor start, int length",
        "Tensor input, int dim, int start, int length",
    )),
    ("prod", (
        "Tensor input, *, torch.dtype dtype = None",
        "Tensor input, int dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None",
    )),
    ("repeat_interleave", (
        "Tensor input, Tensor repeats, int dim = None, *, int output_size = None",
        "Tensor repeats, *, int output_size = None",
        "Tensor input, int repeats, int dim = None, *, int output_size = None",
    )),
    ("rsub", (
        "Tensor input, Tensor other, *, Number alpha = 1",
        "Tensor input, Number other, Number alpha = 1",
    )),
    ("scatter", (
        "Tensor input, int dim, Tensor index, Tensor src, *, Tensor out = None",
        "Tensor input, int dim, Tensor index, Tensor src, *, str reduce, Tensor out = None",
        "Tensor input, int dim, Tensor index, Number value, *, Tensor out = None",
        "Tensor input, int dim, Tensor index, Number value, *, str reduce, Tensor out = None",
    )),
    ("searchsorted", (
        (
            "Tensor sorted_sequence, Tensor input, *, bool out_int32 = False, bool right = False, str side = None, "
            "Tensor sorter = None, Tensor out = None"
        ),
        (
            "Tensor sorted_sequence, Number self, *, bool out_int32 = False, bool right = False, str side = None, "
            "Tensor sorter = None, Tensor out = None"
        ),
    )),
    ("sort", (
        "Tensor input, *, bool stable, int dim = -1, bool descending = False, tuple of Tensors out = None",
        "Tensor input, int dim = -1, bool descending = False, *, tuple of Tensors out = None",
    )),
    ("squeeze", (
        "Tensor input",
        "Tensor input, int dim",
        "Tensor input, tuple of ints dim",
    )),
    ("std var", (
        "Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False, *, Tensor out = None",
        "Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False, Tensor out = None",
        "Tensor input, bool unbiased = True",
    )),
    ("std_mean var_mean", (
        "Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False",
        "Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False",
        "Tensor input, bool unbiased = True",
    )),
    ("subtract", (
        "Tensor input, Tensor other, *, Number alpha = 1, Tensor out = None",
        "Tensor input, Number other, Number alpha = 1",
    )),
    ("sum", (
        "Tensor input, *, torch.dtype dtype = None",
        "Tensor input, tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None",
    )),
    ("tensor_split", (
        "Tensor input, tuple of ints indices, int dim = 0",
        "Tensor input, Tensor tensor_indices_or_sections, int dim = 0",
        "Tensor input, int sections, int dim = 0",
    )),
    ("trapz", (
        "Tensor y, *, float dx = 1, int dim = -1",
        "Tensor y, Tensor x, *, int dim = -1",
    )),
    ("where", (
        "Tensor condition",
        "Tensor condition, Tensor input, Tensor other, *, Tensor out = None",
        "Tensor condition, Number self, Tensor other",
        "Tensor condition, Tensor input, Number other",
        "Tensor condition, Number self, Number other",
    )),
    ("xlogy special_xlog1py special_xlogy special_zeta", (
        "Tensor input, Tensor other, *, Tensor out = None",
        "Number self, Tensor other, *, Tensor out = None",
        "Tensor input, Number other, *, Tensor out = None",
    )),
    ("xlogy_", (
        "Tensor input, Tensor other",
        "Tensor input, Number other",
    )),
    (
        "special_chebyshev_polynomial_t special_chebyshev_polynomial_u special_chebyshev_polynomial_v "
        "special_chebyshev_polynomial_w special_hermite_polynomial_h special_hermite_polynomial_he "
        "special_laguerre_polynomial_l special_legendre_polynomial_p special_shifted_chebyshev_polynomial_t "
        "special_shifted_chebyshev_polynomial_u special_shifted_chebyshev_polynomial_v "
        "special_shifted_chebyshev_polynomial_w", (
        "Tensor x, Tensor n, *, Tensor out = None",
        "Number x, Tensor n, *, Tensor out = None",
        "Tensor x, Number n, *, Tensor out = None",
    )),
)  # fmt: skip

METHODS = (
    ("all any", (
        "",
        "tuple of ints dim = None, bool keepdim = False",
        "int dim, bool keepdim = False",
    )),
    ("argsort sort", (
        "*, bool stable, int dim = -1, bool descending = False",
        "int dim = -1, bool descending = False",
    )),
    (
        "bitwise_and bitwise_and_ bitwise_left_shift bitwise_left_shift_ bitwise_or bitwise_or_ "
        "bitwise_right_shift bitwise_right_shift_ bitwise_xor bitwise_xor_ copysign copysign_ eq eq_ "
        "floor_divide floor_divide_ fmod fmod_ ge ge_ greater greater_ greater_equal greater_equal_ gt gt_ le "
        "le_ less less_ less_equal less_equal_ lt lt_ multiply multiply_ ne ne_ not_equal not_equal_ "
        "remainder remainder_ true_divide true_divide_ xlogy xlogy_", (
        "Tensor other",
        "Number other",
    )),
    ("clamp clamp_ clip clip_", (
        "Tensor min = None, Tensor max = None",
        "Number min = None, Number max = None",
    )),
    ("clamp_max clamp_max_", (
        "Tensor max",
        "Number max",
    )),
    ("clamp_min clamp_min_", (
        "Tensor min",
        "Number min",
    )),
    ("count_nonzero", (
        "int dim = None",
        "tuple of ints dim",
    )),
    ("div div_", (
        "Tensor other",
        "Tensor other, *, str rounding_mode",
        "Number other, *, str rounding_mode",
    )),
    ("divide divide_", (
        "Tensor other",
        "Tensor other, *, str rounding_mode",
        "Number other",
        "Number other, *, str rounding_mode",
    )),
    ("dsplit hsplit vsplit", (
        "int sections",
        "tuple of ints indices",
    )),
    ("fill_", (
        "Tensor value",
        "Number value",
    )),
    ("float_power float_power_ pow pow_", (
        "Tensor exponent",
        "Number exponent",
    )),
    ("histogram", (
        "Tensor bins, *, Tensor weight = None, bool density = False",
        "int bins = 100, *, tuple of floats range = None, Tensor weight = None, bool density = False",
    )),
    ("index_fill index_fill_", (
        "int dim, Tensor index, Tensor value",
        "int dim, Tensor index, Number value",
    )),
    ("lerp lerp_", (
        "Tensor end, Tensor weight",
        "Tensor end, Number weight",
    )),
    ("masked_fill masked_fill_", (
        "Tensor mask, Tensor value",
        "Tensor mask, Number value",
    )),
    ("max min", (
        "",
        "Tensor other",
        "int dim, bool keepdim = False",
    )),
    ("mean sum", (
        "*, torch.dtype dtype = None",
        "tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None",
    )),
    ("median nanmedian", (
        "",
        "int dim, bool keepdim = False",
    )),
    ("moveaxis movedim", (
        "int source, int destination",
        "tuple of ints source, tuple of ints destination",
    )),
    ("narrow", (
        "int dim, Tensor start, int length",
        "int dim, int start, int length",
    )),
    ("prod", (
        "*, torch.dtype dtype = None",
        "int dim, bool keepdim = False, *, torch.dtype dtype = None",
    )),
    ("repeat_interleave", (
        "Tensor repeats, int dim = None, *, int output_size = None",
        "int repeats, int dim = None, *, int output_size = None",
    )),
    ("scatter scatter_", (
        "int dim, Tensor index, Tensor src",
        "int dim, Tensor index, Tensor src, *, str reduce",
        "int dim, Tensor index, Number value",
        "int dim, Tensor index, Number value, *, str reduce",
    )),
    ("squeeze squeeze_", (
        "",
        "int dim",
        "tuple of ints dim",
    )),
    ("std var", (
        "tuple of ints dim, bool unbiased = True, bool keepdim = False",
        "tuple of ints dim = None, *, Number correction = None, bool keepdim = False",
        "bool unbiased = True",
    )),
    ("subtract subtract_", (
        "Tensor other, *, Number alpha = 1",
        "Number other, Number alpha = 1",
    )),
    ("tensor_split", (
        "tuple of ints indices, int dim = 0",
        "Tensor tensor_indices_or_sections, int dim = 0",
        "int sections, int dim = 0",
    )),
    ("where", (
        "Tensor condition, Tensor other",
        "Tensor condition, Number other",
    )),
)  # fmt: skip

TABLES = tuple({name: lines for names, lines in table for name in names.split()} for table in (FUNCTIONS, METHODS))


def misfit(name, method, args, kwargs, error):
    """The TypeError for a call of `name` with `args` and `kwargs`: torch's, or `error` where there is one signature."""
    lines = TABLES[method].get(name)
    if lines is None or "failed to unpack" in str(error):
        return error
    if sum(is_plausible(name, line, len(args) + len(kwargs)) for line in lines) == 1:
        return error
    given = [*map(type_name, args), *(f"{k}={type_name(v)}" for k, v in kwargs.items())]
    words = ", ".join(given) + (", " if kwargs and not args else "")
    text = f"{name}() received an invalid combination of arguments - got ({words}), but expected one of:\n"
    return TypeError(text + "".join(f" * ({line})\n{reason(line, args, kwargs)}" for line in lines))


NUMBERS_HIDDEN = ["div", "divide", "floor_divide", "multiply", "subtract", "true_divide"]


def is_plausible(name, line, given):
    """Whether a signature takes as many arguments as were given; torch speaks of the one that does."""
    if name.rstrip("_") in NUMBERS_HIDDEN and "Number other" in line and "out" not in line:
        return False
    parts = [part for part in line.split(", ") if part not in ("", "*")]
    return sum(" = " not in part for part in parts) <= given <= len(parts)


def parameters(line):
    """[(type, name)] of a signature, in which torch counts the star and, where there is nothing, the nothing."""
    return [part.partition(" = ")[0].rpartition(" ")[::2] for part in line.split(", ")]


def reason(line, args, kwargs):
    """Why a signature of as many parameters as were given does not fit; nothing for one of another length."""
    expected = parameters(line)
    if len(expected) != len(args) + len(kwargs):
        return ""
    unknown = [k for k in kwargs if k not in {name for _, name in expected}]
    if unknown:
        return f"      didn't match because some of the keywords were incorrect: {', '.join(unknown)}\n"
    kinds = {name: kind for kind, name in expected}
    shown = [marked(v, kind) for v, (kind, _) in zip(args, expected, strict=False)]
    shown += [f"{k}={marked(v, kinds[k])}" for k, v in kwargs.items()]
    return f"      didn't match because some of the arguments have invalid types: ({', '.join(shown)})\n"


def marked(value, kind):
    """The type of a value, between exclamation marks unless it is `kind`."""
    word = inside(value)
    fits = word in {"float": ("float", "int"), "int": ("int",)}.get(kind, (kind,))
    return word if fits else f"!{word}!"


def inside(value):
    if type(value) is tuple:
        return f"tuple of ({', '.join(map(inside, value))}{',' if len(value) == 1 else ''})"
    if type(value) is list:
        return f"list of [{', '.join(map(inside, value))}]"
    return type_name(value)

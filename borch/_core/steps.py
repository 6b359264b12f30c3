"""Steps of torch's graph that are part of one node here: what `next_functions` shows in their place, and what hooks of
such a node are given."""

NOTHING = (None, 0)


class Step:
    """A node that is shown and does nothing; each has a class of its own, named as torch's node."""

    def __init__(self, next_functions):
        self.next_functions = next_functions
        self.metadata = {}

    def name(self):
        return type(self).__name__

    def __repr__(self):
        return f"<{type(self).__name__} object at {id(self):#x}>"


_classes: dict[str, type] = {}


def step(name, *inputs):
    """An entry of `next_functions`: the step called `name` above its inputs; nothing where no input needs a gradient."""
    if all(node is None for node, _ in inputs):
        return NOTHING
    made = _classes.get(name) or _classes.setdefault(name, type(name, (Step,), {"__module__": None}))
    return made(inputs), 0


def linear_matrix(input, weight, bias=None):
    """input @ weight.T + bias as torch's addmm, or mm without a bias."""
    transposed = step("TBackward0", weight)
    return (input, transposed) if bias is None else (bias, input, transposed)


def linear_matrix_without_bias(input, weight, bias):
    return linear_matrix(input, weight)


def linear_stack(input, weight, bias):
    """The same of more than a matrix, whose rows are viewed as one."""
    return (step("AddmmBackward0", *linear_matrix(step("ViewBackward0", input), weight, bias)),)


def linear_stack_without_bias(input, weight, bias):
    return (step("MmBackward0", *linear_matrix(step("ViewBackward0", input), weight)),)


def linear_in_other_order(input, weight, bias):
    """The same of rows that are not in C order: torch adds the bias to the product."""
    if weight == NOTHING:
        rows = step("ReshapeAliasBackward0", step("ExpandBackward0", input))
        product = step("BmmBackward0", rows, NOTHING)
    else:
        rows = step("UnsafeViewBackward0", step("CloneBackward0", input))
        product = step("MmBackward0", *linear_matrix(rows, weight))
    return (step("UnsafeViewBackward0", product), bias)


def rows_times_matrix(input, other):
    return (step("MmBackward0", step("ViewBackward0", input), other),)


def rows_times_vector(input, other):
    return (step("MvBackward0", step("ViewBackward0", input), other),)


def vector_times_matrix(input, other):
    return (step("MmBackward0", step("UnsqueezeBackward0", input), other),)


def stacks(input, other):
    viewed = [step("ViewBackward0", step("ExpandBackward0", entry)) for entry in (input, other)]
    return (step("BmmBackward0", *viewed),)


def self_attention(joined):
    """Attention among the rows of one tensor, whose queries, keys and values lie side by side in `joined`."""
    viewed = step("UnsqueezeBackward0", step("ViewBackward0", joined))
    parts = step("CloneBackward0", step("SqueezeBackward1", step("TransposeBackward0", viewed)))
    heads = []
    for _ in range(3):
        turned = step("TransposeBackward0", step("ViewBackward0", step("SelectBackward0", parts)))
        heads.append(step("ViewBackward0", turned))
    attended = step("ScaledDotProductFlashAttentionForCpuBackward0", *heads)
    return (step("PermuteBackward0", attended),)


def without_constants(*entries):
    """The inputs that need a gradient: torch's formula knows no other."""
    return tuple(entry for entry in entries if entry[0] is not None)


CONSTANT_OPERAND = {"PowBackward0", "PowBackward2", "RsubBackward1"}


# ---------------------------------------------------------------------------------------- what a node's hooks are given
def _turned(g):
    return None if g is None else g.t()


# the gradients of (input, weight, bias) as torch's node has them, and back
LINEAR = {
    linear_matrix: (
        lambda input, weight, bias: (bias, input, _turned(weight)),
        lambda bias, input, weight: (input, _turned(weight), bias),
    ),
    linear_matrix_without_bias: (
        lambda input, weight, bias: (input, _turned(weight)),
        lambda input, weight: (input, _turned(weight), None),
    ),
}
# torch's last node only views the product: its gradient is the one that arrives, as a matrix of rows or as one row
VIEWED = {
    linear_stack: (-1, None),
    linear_stack_without_bias: (-1, None),
    rows_times_matrix: (-1, None),
    vector_times_matrix: (1, None),
    rows_times_vector: (-1,),
}
# torch's last node adds a bias to what is a node of its own: its gradients are the one that arrives, and the bias's
ADDED = {linear_in_other_order}
# outputs without a gradient, which torch's nodes do not count among theirs
_ASIDE = {"indices", "mean", "rstd", "variance", "rrms", "mask", "exponent"}


def counted(node, grads):
    """Of the gradients that arrive at a node those that torch's node has."""
    names = node.op.outputs if node.op is not None else None
    if not names or type(node).__name__ == "NativeGroupNormBackward0":
        return grads
    return [g for name, g in zip(names, grads, strict=True) if name not in _ASIDE]

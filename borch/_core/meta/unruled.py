"""What torch says where the form of a result depends on elements, or where it has no rule for one."""

from ..nodata import NO_COPY

_NONZERO = (
    "The register_meta function for torch.nonzero() raises unimplemented by default, as a correct data-independent "
    "implementation does not exist. This implementation returns a fake value, assuming all elements of the tensor are "
    "non-zero. To enable this registration, please set 'torch.fx.experimental._config.meta_nonzero_assume_all_nonzero' to "
    "True."
)
_ITEM = "Tensor.item() cannot be called on meta tensors"


def without_rule(name):
    """torch's words for an op that has no rule for the form of its result."""
    return (
        f"aten::{name}: attempted to run this operator with Meta tensors, but there was no fake impl or Meta kernel "
        "registered. You may have run into this message while using an operator with PT2 compilation APIs "
        "(torch.compile/torch.export); in order to use this operator with those APIs you'll need to add a fake impl. "
        "Please see the following for next steps:  https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html"
    )


WITHOUT_RULE = {
    "equal": "equal", "masked_select": "masked_select", "combinations": "masked_select", "unique": "_unique2",
    "unique_dim": "unique_dim", "unique_consecutive": "unique_consecutive", "bincount": "bincount", "is_set_to": "is_set_to",
    "cov": "equal",
    "corrcoef": "equal", "istft": "equal", "geqrf": "geqrf", "lstsq": "linalg_lstsq.out", "histogram": "histogram.bin_ct",
    "histogramdd": "_histogramdd_bin_edges", "to_sparse": "_to_sparse", "ctc_loss": "_ctc_loss.Tensor",
}  # fmt: skip
DEPENDS = {"nonzero", "argwhere", "index", "index_put", "__getitem__", "__setitem__"}
ALWAYS_ASKS = {"allclose", "is_nonzero", "gaussian_nll_loss"}
ASKS = {*ALWAYS_ASKS, "one_hot"}


# Ops whose form depends on elements, and those that find zeros wrong.
REFUSED = {*WITHOUT_RULE, *DEPENDS, *ASKS, "repeat_interleave"}


def refusal(name):
    """The error of the op `name`; that of a copy out of a tensor without elements where torch has no other words."""
    if name in WITHOUT_RULE:
        return NotImplementedError(without_rule(WITHOUT_RULE[name]))
    if name in DEPENDS:
        return NotImplementedError(_NONZERO)
    if name in ASKS:
        return RuntimeError(_ITEM)
    if name == "repeat_interleave":
        return RuntimeError("cannot repeat_interleave a meta tensor without output_size")
    return NotImplementedError(NO_COPY)

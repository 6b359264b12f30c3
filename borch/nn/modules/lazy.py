"""Lazy modules: layers that learn the sizes of their inputs from the first one they see.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.modules.lazy.LazyModuleMixin.html
"""

from ..._core.dtype import int64
from ...autograd.grad_mode import no_grad
from ...creation import tensor
from ..parameter import UninitializedBuffer, UninitializedParameter, is_lazy
from .batch_norm import BatchNorm1d, BatchNorm2d, BatchNorm3d, InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
from .conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .linear import Linear


class LazyModuleMixin:
    """Put before a module class whose `initialize_parameters(*input)` gives shapes to what is uninitialized.

    After the first forward the module is an ordinary one of class `cls_to_become`.
    """

    cls_to_become = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._load_hook = self._register_load_state_dict_pre_hook(self._lazy_load_hook)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters, with_kwargs=True)

    def initialize_parameters(self, *args, **kwargs):
        """Gives the uninitialized parameters their shapes and values, from the first input."""
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def has_uninitialized_params(self):
        """Whether a parameter or buffer has no shape yet."""
        return any(is_lazy(t) for t in (*self._parameters.values(), *self._buffers.values()))

    def _infer_parameters(self, module, args, kwargs=None):
        module.initialize_parameters(*args, **(kwargs or {}))
        if module.has_uninitialized_params():
            raise RuntimeError(f"module {self._get_name()} has not been fully initialized")
        module._initialize_hook.remove()
        module._load_hook.remove()
        del module._initialize_hook
        del module._load_hook
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        lazies = self._without_lazies()
        super()._save_to_state_dict(destination, prefix, keep_vars)
        self._restore(lazies)
        saved = dict(destination)
        names = [prefix + n for n in (*self._parameters, *self._buffers)]
        for name, member in lazies:
            if name not in self._non_persistent_buffers_set:
                saved[prefix + name] = member
        for key in names:  # in the module's own order
            if key in saved:
                destination.pop(key, None)
                destination[key] = saved[key]

    def _lazy_load_hook(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        for name, member in (*self._parameters.items(), *self._buffers.items()):
            given = state_dict.get(prefix + name)
            if given is not None and is_lazy(member) and not is_lazy(given):
                with no_grad():
                    member.materialize(given.shape)

    def _without_lazies(self):
        """Takes the uninitialized members out; what `_restore` puts back."""
        lazies = []
        for members in (self._parameters, self._buffers):
            for name, member in members.items():
                if is_lazy(member):
                    lazies.append((name, member))
                    members[name] = None
        return lazies

    def _restore(self, lazies):
        for name, member in lazies:
            (self._parameters if name in self._parameters else self._buffers)[name] = member

    def _apply(self, fn, recurse=True):
        from ...creation import empty

        lazies = self._without_lazies()
        super()._apply(fn, recurse)
        for _, member in lazies:
            member._uninitialized_dtype = fn(empty(0, dtype=member.dtype)).dtype
        self._restore(lazies)
        return self

    def share_memory(self):
        """Refused while there is no memory to share."""
        for member in (*self._parameters.values(), *self._buffers.values()):
            if is_lazy(member):
                member.share_memory_()
        return super().share_memory()


class LazyLinear(LazyModuleMixin, Linear):
    """A Linear whose `in_features` is the last axis of its first input.

    >>> import borch as torch
    >>> layer = torch.nn.LazyLinear(3)
    >>> layer(torch.ones(2, 4)).shape
    torch.Size([2, 3])
    >>> layer
    Linear(in_features=4, out_features=3, bias=True)
    """

    cls_to_become = Linear

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        made = {"device": device, "dtype": dtype}
        super().__init__(0, 0, False, **made)
        self.weight = UninitializedParameter(**made)
        self.out_features = out_features
        if bias:
            self.bias = UninitializedParameter(**made)

    def reset_parameters(self):
        """Draws weight and bias anew, once their shapes are known."""
        if not self.has_uninitialized_params() and self.in_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        """Takes `in_features` from the input."""
        if self.has_uninitialized_params():
            with no_grad():
                self.in_features = input.shape[-1]
                self.weight.materialize((self.out_features, self.in_features))
                if self.bias is not None:
                    self.bias.materialize((self.out_features,))
                self.reset_parameters()
        if self.in_features == 0:
            if input.shape[-1] != self.weight.shape[-1]:
                raise AssertionError(
                    "The in_features inferred from input: "
                    f"{input.shape[-1]} is not equal to in_features from self.weight: {self.weight.shape[-1]}"
                )
            self.in_features = input.shape[-1]


class _LazyConvXdMixin(LazyModuleMixin):
    def _lazy(self, out_channels, bias, device, dtype):
        """Makes weight and bias wait for the first input."""
        made = {"device": device, "dtype": dtype}
        self.weight = UninitializedParameter(**made)
        self.out_channels = out_channels
        if bias:
            self.bias = UninitializedParameter(**made)

    def reset_parameters(self):
        """Draws weight and bias anew, once their shapes are known."""
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()

    def initialize_parameters(self, input, *args, **kwargs):
        """Takes `in_channels` from the input."""
        if not self.has_uninitialized_params():
            return
        self.in_channels = self._get_in_channels(input)
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        channels = self.out_channels, self.in_channels // self.groups
        if self.transposed:
            channels = self.in_channels, self.out_channels // self.groups
        self.weight.materialize((*channels, *self.kernel_size))
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))
        self.reset_parameters()

    def _get_in_channels(self, input):
        if input.dim() not in (self.n + 1, self.n + 2):
            raise RuntimeError(
                f"Expected {self.n + 1}D (unbatched) or {self.n + 2}D (batched) input to {type(self).__name__}, but got "
                f"input of size: {input.shape}"
            )
        return input.shape[1] if input.dim() == self.n + 2 else input.shape[0]

    def _get_num_spatial_dims(self):
        return self.n


class _LazyConvNd(_LazyConvXdMixin):
    def __init__(
        self, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros",
        device=None, dtype=None,
    ):  # fmt: skip
        # without a bias at first, so that nothing is drawn
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False, padding_mode, device, dtype)
        self._lazy(out_channels, bias, device, dtype)


class _LazyConvTransposeNd(_LazyConvXdMixin):
    def __init__(
        self, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
        padding_mode="zeros", device=None, dtype=None,
    ):  # fmt: skip
        super().__init__(
            0, 0, kernel_size, stride, padding, output_padding, groups, False, dilation, padding_mode, device, dtype
        )
        self._lazy(out_channels, bias, device, dtype)


class LazyConv1d(_LazyConvNd, Conv1d):
    """A Conv1d whose `in_channels` is taken from its first input.

    >>> import borch as torch
    >>> torch.nn.LazyConv1d(4, 3)(torch.ones(1, 2, 8)).shape
    torch.Size([1, 4, 6])
    """

    cls_to_become = Conv1d


class LazyConv2d(_LazyConvNd, Conv2d):
    """A Conv2d whose `in_channels` is taken from its first input.

    >>> import borch as torch
    >>> conv = torch.nn.LazyConv2d(8, kernel_size=3)
    >>> conv(torch.zeros(2, 3, 5, 5)).shape, conv
    (torch.Size([2, 8, 3, 3]), Conv2d(3, 8, kernel_size=(3, 3), stride=(1, 1)))
    """

    cls_to_become = Conv2d


class LazyConv3d(_LazyConvNd, Conv3d):
    """A Conv3d whose `in_channels` is taken from its first input.

    >>> import borch as torch
    >>> conv = torch.nn.LazyConv3d(8, kernel_size=3)
    >>> conv(torch.zeros(2, 3, 5, 5, 5)).shape, conv
    (torch.Size([2, 8, 3, 3, 3]), Conv3d(3, 8, kernel_size=(3, 3, 3), stride=(1, 1, 1)))
    """

    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyConvTransposeNd, ConvTranspose1d):
    """A ConvTranspose1d whose `in_channels` is taken from its first input.

    >>> import borch as torch
    >>> conv = torch.nn.LazyConvTranspose1d(8, kernel_size=3)
    >>> conv(torch.zeros(2, 3, 5)).shape, conv
    (torch.Size([2, 8, 7]), ConvTranspose1d(3, 8, kernel_size=(3,), stride=(1,)))
    """

    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConvTransposeNd, ConvTranspose2d):
    """A ConvTranspose2d whose `in_channels` is taken from its first input.

    >>> import borch as torch
    >>> conv = torch.nn.LazyConvTranspose2d(8, kernel_size=3)
    >>> conv(torch.zeros(2, 3, 5, 5)).shape, conv
    (torch.Size([2, 8, 7, 7]), ConvTranspose2d(3, 8, kernel_size=(3, 3), stride=(1, 1)))
    """

    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConvTransposeNd, ConvTranspose3d):
    """A ConvTranspose3d whose `in_channels` is taken from its first input.

    >>> import borch as torch
    >>> conv = torch.nn.LazyConvTranspose3d(8, kernel_size=3)
    >>> conv(torch.zeros(2, 3, 5, 5, 5)).shape, conv
    (torch.Size([2, 8, 7, 7, 7]), ConvTranspose3d(3, 8, kernel_size=(3, 3, 3), stride=(1, 1, 1)))
    """

    cls_to_become = ConvTranspose3d


# ---------------------------------------------------------------------------------------------------------------- norms
class _LazyNormBase(LazyModuleMixin):
    def __init__(
        self, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, bias=True
    ):
        made = {"device": device, "dtype": dtype}
        super().__init__(0, eps, momentum, False, False, **made)
        self.affine, self.track_running_stats = affine, track_running_stats
        if affine:
            self.weight = UninitializedParameter(**made)
            if bias:
                self.bias = UninitializedParameter(**made)
        if track_running_stats:
            self.running_mean = UninitializedBuffer(**made)
            self.running_var = UninitializedBuffer(**made)
            self.num_batches_tracked = tensor(0, dtype=int64)

    def reset_parameters(self):
        """Weight 1, bias 0 and fresh statistics, once their shapes are known."""
        if not self.has_uninitialized_params() and self.num_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        """Takes `num_features` from the input's second axis."""
        if not self.has_uninitialized_params():
            return
        self.num_features = input.shape[1]
        for t in (self.weight, self.bias, self.running_mean, self.running_var):
            if t is not None:
                t.materialize((self.num_features,))
        self.reset_parameters()


class LazyBatchNorm1d(_LazyNormBase, BatchNorm1d):
    """A BatchNorm1d whose `num_features` is taken from its first input.

    >>> import borch as torch
    >>> layer = torch.nn.LazyBatchNorm1d()
    >>> _ = layer(torch.ones(2, 4))
    >>> layer.num_features
    4
    """

    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNormBase, BatchNorm2d):
    """A BatchNorm2d whose `num_features` is taken from its first input.

    >>> import borch as torch
    >>> norm = torch.nn.LazyBatchNorm2d()
    >>> y = norm(torch.zeros(2, 3, 4, 4))
    >>> norm
    BatchNorm2d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    """

    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyNormBase, BatchNorm3d):
    """A BatchNorm3d whose `num_features` is taken from its first input.

    >>> import borch as torch
    >>> norm = torch.nn.LazyBatchNorm3d()
    >>> y = norm(torch.zeros(2, 3, 4, 4, 4))
    >>> norm
    BatchNorm3d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    """

    cls_to_become = BatchNorm3d


class LazyInstanceNorm1d(_LazyNormBase, InstanceNorm1d):
    """An InstanceNorm1d whose `num_features` is taken from its first input.

    >>> import borch as torch
    >>> norm = torch.nn.LazyInstanceNorm1d(affine=True)
    >>> y = norm(torch.zeros(2, 3, 4))
    >>> norm, norm.weight.shape
    (InstanceNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True), torch.Size([3]))
    """

    cls_to_become = InstanceNorm1d


class LazyInstanceNorm2d(_LazyNormBase, InstanceNorm2d):
    """An InstanceNorm2d whose `num_features` is taken from its first input.

    >>> import borch as torch
    >>> norm = torch.nn.LazyInstanceNorm2d(affine=True)
    >>> y = norm(torch.zeros(2, 3, 4, 4))
    >>> norm, norm.weight.shape
    (InstanceNorm2d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True), torch.Size([3]))
    """

    cls_to_become = InstanceNorm2d


class LazyInstanceNorm3d(_LazyNormBase, InstanceNorm3d):
    """An InstanceNorm3d whose `num_features` is taken from its first input.

    >>> import borch as torch
    >>> norm = torch.nn.LazyInstanceNorm3d(affine=True)
    >>> y = norm(torch.zeros(2, 3, 4, 4, 4))
    >>> norm, norm.weight.shape
    (InstanceNorm3d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True), torch.Size([3]))
    """

    cls_to_become = InstanceNorm3d

"""Classes that print under torch's names: `type(torch.ones(1))` is `<class 'torch.Tensor'>`, as programs show it.
Their `__module__` stays borch's, so that pickles find them.
"""


class TorchType(type):
    """The metaclass of what torch itself defines; users' subclasses print under their own names."""

    def __repr__(cls):
        module = cls.__module__
        if not module.startswith("borch."):
            return super().__repr__()
        if module.startswith(("borch._core.", "borch.random.")):
            module = "torch._C" if cls.__name__ == "Generator" else "torch"
        return f"<class 'torch{module.removeprefix('borch').removeprefix('torch')}.{cls.__qualname__}'>"

"""The dtypes that an op does not take, and what it says of them: the setting `refuse` of an op."""

from . import dtype as dtypes
from .dtype import BFLOAT16


class Refusals:
    """The refusing side of `Op`."""

    refuse = ()

    def refuse_dtypes(self, refuse):
        self.refuse = {letter: what for letters, what in refuse.items() for letter in letters}
        every = dtypes.NUMPY_ALL | {BFLOAT16} if self.fast is None else self.fast
        self.fast = every.difference(*[dtypes.BY_LETTER[kind] for kind in self.refuse])

    def check_dtype(self, dtype, raw):
        what = self.refuse.get(dtypes.letter(dtype))
        if what is None:
            return
        self.broadcast(raw)  # of that torch speaks first
        if isinstance(what, str):
            raise NotImplementedError(f"\"{what}\" not implemented for '{dtype.legacy}'")
        raise type(what)(*what.args)

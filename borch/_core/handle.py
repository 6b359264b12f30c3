"""What registering a hook gives: the means to take it away.

Source: https://docs.pytorch.org/docs/stable/nn.html#global-hooks-for-module
"""


class RemovableHandle:
    """What registering a hook returns: `remove()` takes the hook away; it also works as a context manager."""

    __module__ = "borch.utils.hooks"  # its place in torch, which files name
    _next = 0

    def __init__(self, hooks, owner=None, options=()):
        self.hooks, self.owner, self.options = hooks, owner, options
        self.id = RemovableHandle._next
        RemovableHandle._next += 1

    def remove(self):
        self.hooks.pop(self.id, None)
        for option in self.options:
            option.pop(self.id, None)
        if self.owner is not None:
            self.owner._note_hooks()

    def __getstate__(self):
        return self.hooks, self.id, self.options

    def __setstate__(self, state):
        self.hooks, self.id, *options = state
        self.owner, self.options = None, tuple(*options)
        RemovableHandle._next = max(RemovableHandle._next, self.id + 1)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.remove()

"""What registering a hook of a module gives: the means to take it away.

Source: https://docs.pytorch.org/docs/stable/nn.html#global-hooks-for-module
"""


class RemovableHandle:
    """What registering a hook returns: `remove()` takes the hook away; it also works as a context manager."""

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

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.remove()

"""torch.utils._contextlib: the base of contexts that decorate functions too."""

import functools
import inspect
import warnings

__all__ = ["context_decorator"]


def context_decorator(ctx, func):
    """`func` inside the context that `ctx()` makes anew for each call, or for each piece of work of a generator."""
    make = ctx if callable(ctx) and not hasattr(ctx, "__enter__") else lambda: ctx
    if inspect.isgeneratorfunction(func):
        return _around_generator(make, func)

    @functools.wraps(func)
    def decorated(*args, **kwargs):
        with make():
            return func(*args, **kwargs)

    return decorated


def _around_generator(make, func):
    @functools.wraps(func)
    def decorated(*args, **kwargs):
        generator = func(*args, **kwargs)
        answer, step = None, generator.send
        while True:
            try:
                with make():
                    value = step(answer)
            except StopIteration as end:
                return end.value
            try:
                answer, step = (yield value), generator.send
            except GeneratorExit:
                with make():
                    generator.close()
                raise
            except BaseException as error:
                answer, step = error, generator.throw

    return decorated


class _DecoratorContextManager:
    """A context manager that decorates functions; `clone` makes another like it."""

    def __call__(self, orig_func):
        if inspect.isclass(orig_func):
            warnings.warn(
                "Decorating classes is deprecated and will be disabled in future versions. You should only decorate functions "
                "or methods. To preserve the current behavior of class decoration, you can directly decorate the `__init__` "
                "method and nothing else.",
                FutureWarning,
                stacklevel=2,
            )
            return context_decorator(self.clone, lambda *args, **kwargs: orig_func(*args, **kwargs))
        return context_decorator(self.clone, orig_func)

    def __enter__(self):
        raise NotImplementedError

    def __exit__(self, exc_type, exc_value, traceback):
        raise NotImplementedError

    def clone(self):
        """Another of the same class."""
        return self.__class__()


class _NoParamDecoratorContextManager(_DecoratorContextManager):
    """The same for contexts without parameters, which decorate without being called first."""

    def __new__(cls, orig_func=None):
        return super().__new__(cls) if orig_func is None else cls()(orig_func)

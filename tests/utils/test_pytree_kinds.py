"""The flattening of each kind of container, which programs register for classes of their own."""

from collections import namedtuple

import pytest

from borch.utils import _pytree

Pair = namedtuple("Pair", "a b")


@pytest.mark.parametrize(
    ("kind", "container", "leaves", "context"),
    [
        ("list", [1, 2], [1, 2], None),
        ("tuple", (1, 2), [1, 2], None),
        ("dict", {"a": 1, "b": 2}, [1, 2], ["a", "b"]),
        ("namedtuple", Pair(1, 2), [1, 2], Pair),
    ],
)
def test_a_container_is_taken_apart_and_put_together(kind, container, leaves, context):
    assert getattr(_pytree, f"_{kind}_flatten")(container) == (leaves, context)
    assert getattr(_pytree, f"_{kind}_unflatten")(leaves, context) == container

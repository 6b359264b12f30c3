"""Normal numbers."""

__all__ = ["normal_blocks"]


def normal_blocks(uniform, mean, std, transform):
    """Replaces dense float32 uniforms, in blocks of 16, by normals in place: what `transform(uniform, mean, std)` does."""
    transform(uniform, mean, std)

"""Products of matrices."""

import numpy as np

__all__ = ["matmul"]

# x @ y for two arrays of one dtype: numpy's rules for shapes.
matmul = np.matmul

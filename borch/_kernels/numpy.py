"""What each kernel means, in numpy."""

import numpy as np

# x @ y for two arrays of one dtype: numpy's rules for shapes, a fresh array.
matmul = np.matmul

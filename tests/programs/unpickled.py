"""Arrays and tensors out of pickles, whose dtypes are equal to the usual ones without being the same object."""

import pickle

import numpy as np
import torch

x = torch.arange(3.0)
mask = pickle.loads(pickle.dumps(np.array([True, False, True])))
for made in (torch.from_numpy(mask), torch.tensor(mask), torch.as_tensor(mask), torch.asarray(mask)):
    print(torch.where(made, x, -x), x[made], made.sum(), ~made)
kept = pickle.loads(pickle.dumps({"mask": x > 0, "index": torch.tensor([2, 0]), "x": x}))
print(torch.where(kept["mask"], x, -x), x[kept["mask"]], x[kept["index"]], kept["x"] + x)

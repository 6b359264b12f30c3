"""Tensors and numpy arrays handed to and fro: memory, axis and keepdims, masks, buffers, DLPack, pickles, copies."""

import copy
import io
import pickle

import numpy as np
import torch

a = np.arange(6, dtype=np.float32).reshape(2, 3)
t = torch.from_numpy(a)
t[0, 0] = 10
a[1, 2] = -1
print(a, t)
print(torch.as_tensor(a).data_ptr() == t.data_ptr(), torch.tensor(a).data_ptr() == t.data_ptr())
print(
    np.asarray(t) is not None,
    np.sum(t.numpy(), axis=0),
    np.array(t).dtype,
    np.array(torch.ones(2, dtype=torch.int64)).dtype,
)
print(t.sum(axis=1), t.mean(axis=0, keepdims=True), t.max(axis=1).values, torch.cat([t, t], axis=1).shape)
print(torch.sum(t, axis=(0, 1)), t.std(axis=0), torch.stack([t, t], axis=-1).shape, t.argmax(axis=1))
print(torch.ones(size=(2, 2)), torch.zeros(size=[1]), torch.randint(low=0, high=5, size=(3,)).shape)
print(np.exp(torch.zeros(2)), type(np.exp(torch.zeros(2))).__name__, np.stack([torch.ones(2), torch.zeros(2)]).shape)
print(torch.ones(2) * np.float64(3), (np.float64(3) * torch.ones(2)).dtype, (np.ones(2) * torch.ones(2).numpy()).dtype)
print(
    torch.tensor(np.float64(1.5)).dtype, torch.tensor([np.float32(1), np.float32(2)]).dtype, torch.tensor(np.int32(3))
)
print(t[np.array([0, 1]), np.array([1, 2])], t[torch.tensor([True, False])], t[t > 3])
print([round(float(v), 2) for v in t.flatten()], [int(v) for v in torch.arange(3)], range(10)[torch.tensor(3)])
u = torch.utils.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(t))
u[0, 1] = 7
print(t[0, 1].item(), np.from_dlpack(t)[0, 1], torch.from_dlpack(np.ones(2)).dtype)
b = pickle.loads(pickle.dumps(t))
c, d = copy.copy(t), copy.deepcopy(t)
b[0, 0] = 0
c[0, 0] = 99
print(t[0, 0].item(), d[0, 0].item(), b[0, 0].item())
buffer = io.BytesIO()
torch.save({"t": t, "n": 3, "names": ["a"]}, buffer)
buffer.seek(0)
back = torch.load(buffer, weights_only=True)
print(back["t"].equal(t), back["n"], back["names"])
print(torch.frombuffer(bytearray(b"\x01\x00\x02\x00"), dtype=torch.int16), t.tolist(), len(t), t.T.shape)
print(
    sorted(torch.tensor([3, 1, 2])), max(torch.tensor([3, 1, 2])), sum(torch.tensor([3, 1, 2])), 3 in torch.tensor([3])
)
print(
    f"{torch.tensor(3.14159):.2f} {torch.tensor(5):d}",
    str(torch.tensor([1.0])),
    bool(torch.tensor(1)),
    not torch.tensor(0),
)
try:
    torch.ones(2, requires_grad=True).numpy()
except RuntimeError as error:
    print(error)

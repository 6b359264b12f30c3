"""Writes through conjugates and to what they are the conjugates of."""

import torch

from tests.snippets import show


@show
def _():
    x = torch.tensor([1 + 2j, 3 - 1j])
    y = x.conj()
    y[0] = 5 + 5j
    print(x, y, y.is_conj())
    y.add_(1j)
    print(x, y)
    y.mul_(2)
    print(x)
    x[1] = 9j
    print(y)


@show
def _():
    x = torch.tensor([1 + 2j, 3 - 1j])
    z = x.conj().imag
    print(z, z.is_neg())
    z.fill_(7.0)
    print(x)
    z.add_(1)
    print(x)
    w = x.conj()
    w.zero_()
    print(x)
    w.copy_(torch.tensor([1j, 2j]))
    print(x, w)


@show
def _():
    x = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    y = x.clone()
    z = y[:1].conj()
    z.mul_(2j)
    z.exp_()
    w = z[0]
    y[0].mul_(3)
    print(z, w, y)
    (y.real**2).sum().backward()
    print(x.grad)


@show
def _():
    x = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    x.conj().mul_(2)


@show
def _():
    x = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    with torch.no_grad():
        x.conj().mul_(2)
    print(x)
    y = x.conj()
    (y * y).sum().abs().backward()
    print(x.grad, x._version, y._version)


@show
def _():
    x = torch.tensor([1 + 2j, 3 - 1j])
    y = x.conj()
    z = y.conj()
    z[0] = 0
    print(x, y, z)
    y[1] = 1j
    print(x, y, z)
    x.mul_(2)
    print(x, y, z, x._version, y._version, z._version)
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    y.mul_(w)
    x.abs().sum().backward()
    print(w.grad, x.requires_grad)


@show
def _():
    x = torch.randn(2, 2, dtype=torch.complex64)
    x.mH.fill_(1 + 2j)
    print(x)
    x.adjoint()[0, 1] = 7j
    print(x)
    x.T.conj()[1] = 3j
    print(x)
    x.H[0] = 8
    print(x)
    x.conj().T[0].real.zero_()
    print(x)

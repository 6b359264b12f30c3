"""Sparse tensors: made, printed, multiplied, added, summed, taken apart, differentiated; a graph network that uses them."""

import copy
import warnings

import torch
import torch.nn.functional as F
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(0)


def show(*lines):
    for line in lines:
        try:
            result = eval(line, {**globals(), "s": s.clone(), "u": u.clone()})
        except (RuntimeError, TypeError, IndexError) as error:
            result = f"{type(error).__name__}: {str(error).partition('.')[0][:90]}"
        print(line, "->", result)


i, v = torch.tensor([[0, 1, 1, 0], [2, 0, 2, 2]]), torch.tensor([3.0, 4.0, 5.0, 1.0])
u = torch.sparse_coo_tensor(i, v, (2, 3))
s = u.coalesce()
d = torch.tensor([[1.0, 2.0], [3.0, -1.0], [0.5, 4.0]], requires_grad=True)
e = d.detach()

show(
    "u",
    "s",
    "u.to_dense()",
    "u.is_coalesced(), s.is_coalesced(), u._nnz(), s._nnz(), u.coalesce() is u, s.coalesce() is s",
)
show(
    "s.shape, s.dtype, s.device, s.layout, s.is_sparse, s.sparse_dim(), s.dense_dim(), s.requires_grad, s.is_leaf, len(s)"
)
show("u.indices()", "u.values()", "s.indices()", "s.values()", "u._indices()", "u._values()", "type(s)", "s.type()")
show(
    "isinstance(s, torch.Tensor), isinstance(s, torch.sparse.FloatTensor), isinstance(s, torch.FloatTensor), torch.is_tensor(s)"
)
show(
    "s @ d",
    "torch.mm(u, d)",
    "torch.sparse.mm(s, d)",
    "torch.spmm(s, e)",
    "s.mm(e)",
    "torch.mv(s, d[:, 0])",
    "s @ e[:, 0]",
)
show(
    "e.t() @ s.t()",
    "torch.mm(e, s)",
    "torch.addmm(torch.ones(2, 2), s, e)",
    "torch.sparse.addmm(e[:2], s, e, beta=2, alpha=3)",
)
show("s @ s.t()", "torch.sparse.mm(u.t(), u)", "torch.bmm(torch.stack([s, s]), torch.ones(2, 3, 1))", "torch.smm(s, e)")
show("torch.hspmm(s, e)", "s @ e[:2]", "torch.sparse.mm(s, e.double())", "torch.spmm(e, e.t())")
show(
    "s.t()",
    "u.T",
    "s.transpose(0, 1)",
    "s.permute(1, 0)",
    "s + s",
    "u + u",
    "s + s.t()",
    "torch.add(s, s, alpha=2)",
    "s - s",
)
show(
    "2 * s",
    "s * 2",
    "s / 2",
    "-s",
    "s * s",
    "u * u",
    "s * e.t()",
    "e.t() * s",
    "s * torch.ones(2, 1)",
    "s**2",
    "s.pow(2)",
)
show(
    "torch.eye(2, 3) + s",
    "torch.eye(2, 3) - s",
    "s + torch.eye(2, 3)",
    "s + 1",
    "1 - s",
    "s / e.t()",
    "s + torch.eye(3).to_sparse()",
)
show(
    "torch.sparse.sum(u)",
    "torch.sparse.sum(u, dim=1)",
    "s.sum(0)",
    "s.sum((0, 1))",
    "s.sum(-1, keepdim=True)",
    "s.norm()",
)
show("torch.sparse.sum(s, 0, dtype=torch.double)", "torch.sum(s, 1).to_dense()", "s.max()", "s.norm(dim=1)")
show(
    "torch.sparse.softmax(u, dim=1)",
    "torch.sparse.log_softmax(s, 1)",
    "torch.sparse.softmax(s, 0)",
)
show(
    "s.abs()",
    "u.sqrt()",
    "torch.relu(s)",
    "F.relu(-s)",
    "s.sin()",
    "s.log1p()",
    "s.sign()",
    "torch.isnan(s)",
    "s.exp()",
)
show(
    "s[0]", "u[0]", "s[1, 2]", "s[:, 0]", "s[..., 2]", "s[None].shape", "s.select(1, 2)", "s[torch.tensor([1])]", "s[5]"
)
show(
    "s.index_select(0, torch.tensor([1]))",
    "s.index_select(1, torch.tensor([2, 2]))",
    "s.unsqueeze(1)",
    "s.view(-1)",
    "s.reshape(6)",
)
show(
    "torch.cat([s, s])",
    "torch.cat([u, s], 1).to_dense()",
    "torch.stack([s, s])",
    "torch.cat([s, e])",
    "torch.zeros_like(s)",
)
show(
    "s.double()",
    "s.to(torch.float64).dtype",
    "s.long()",
    "s.to('cpu') is s",
    "s.float() is s",
    "s.type(torch.float64).type()",
)
show(
    "s.numpy()",
    "s.tolist()",
    "s.numel(), s.dim(), s.size(1), s.element_size()",
    "bool(s)",
    "s.contiguous()",
    "s.expand(2, 2, 3)",
)
show(
    "s.add_(s)",
    "s.mul_(2)",
    "s.sub_(s)",
    "s.t_().shape",
    "s.zero_()",
    "s.values().mul_(2)",
    "torch.ones(2, 3).add_(s)",
    "[x for x in s]",
)
show(
    "torch.sparse_coo_tensor(i, v)",
    "torch.sparse_coo_tensor([[0, 1]], [1, 2], dtype=torch.double)",
    "torch.sparse_coo_tensor((2, 3))",
)
show(
    "torch.sparse_coo_tensor(i.numpy(), v.numpy(), [2, 3])",
    "torch.sparse_coo_tensor(torch.tensor([[0, 1]]), torch.ones(3))",
)
show("torch.sparse_coo_tensor(i, v, (2, 3, 1))", "torch.sparse_coo_tensor(torch.tensor([[0, -1]]), torch.ones(2))")
show("torch.sparse_coo_tensor(i, v, (2, 3), requires_grad=True)", "torch.sparse.FloatTensor(i, v, torch.Size([2, 3]))")
show("torch.sparse.FloatTensor(2, 3)", "torch.sparse.LongTensor(i, v.long()).to_dense()", "torch.sparse.DoubleTensor")
show(
    "torch.sparse_coo_tensor([[0, 2]], torch.ones(2, 2), (3, 2))",
    "torch.ones(3, 2).to_sparse(1)",
    "torch.ones(3, 2).to_sparse(1).to_dense()",
)
show(
    "torch.eye(3).to_sparse()",
    "torch.zeros(2, 2).to_sparse()",
    "torch.arange(4).reshape(2, 2).to_sparse()",
    "torch.eye(3).sparse_mask(torch.eye(3).to_sparse())",
)
show(
    "torch.arange(2500.0).reshape(50, 50).to_sparse()",
    "torch.sparse.spdiags(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([0, -1]), (2, 2))",
)
show(
    "torch.ones(2).coalesce()",
    "torch.ones(2).values()",
    "torch.ones(2).sparse_dim(), torch.ones(2).dense_dim(), torch.ones(2).to_dense()",
)

csr = s.to_sparse_csr()
show(
    "csr",
    "csr.crow_indices(), csr.col_indices(), csr.values()",
    "csr.to_dense()",
    "csr.is_sparse, csr.is_sparse_csr, csr.layout",
)
show(
    "csr @ e",
    "csr * 2",
    "csr + csr",
    "csr.t()",
    "csr.to_sparse_csc()",
    "csr.to_sparse()",
    "csr.sum()",
    "csr.indices()",
    "csr[0]",
)
show(
    "torch.sparse_csr_tensor([0, 1, 2], [1, 0], [1.0, 2.0])",
    "torch.sparse_csc_tensor([0, 1, 2], [1, 0], [1.0, 2.0]).to_dense()",
)
show("torch.sparse_csr_tensor(torch.tensor([0, 1, 2]), torch.tensor([0, 1]), torch.tensor([1, 2]), dtype=torch.double)")
show(
    "torch.sparse.sampled_addmm(torch.eye(2).to_sparse_csr(), torch.ones(2, 2), torch.ones(2, 2))",
    "torch.eye(2).to_sparse(layout=torch.sparse_csr)",
)

a = torch.tensor([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]]).to_sparse().requires_grad_(True)
y = torch.sparse.mm(a, d)
(y**2).sum().backward()
print(a, y, a.grad, d.grad, a.is_leaf, a.grad.is_sparse)
w = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
for f in (
    lambda x: ((x @ e) / 9).pow(2).sum(),
    lambda x: torch.sparse.softmax(x, 1).to_dense()[0, 2] + torch.sparse.log_softmax(x, 0).to_dense().sum(),
    lambda x: torch.sparse.sum(x * x, dim=0).to_dense().pow(2).sum(),
    lambda x: (x.t() @ x).to_dense().cos().sum() + (x + x).coalesce().values().sin().sum(),
    lambda x: (x * e.t()).to_dense().pow(2).sum() + (x / 3).to_dense().cos().sum(),
):
    w.grad = None
    f(torch.sparse_coo_tensor(i, w, (2, 3))).backward()
    print(w.grad)
(g,) = torch.autograd.grad((torch.sparse_coo_tensor(i, w, (2, 3)) @ d / 9).pow(3).sum(), d, create_graph=True)
print(torch.autograd.grad(g.pow(2).sum(), [w, d]))
print(torch.sparse_coo_tensor(i, w, (2, 3)), torch.sparse_coo_tensor(i, w, (2, 3)).coalesce(), 2 * a, a.t())


class SpecialSpmmFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, indices, values, shape, b):
        a = torch.sparse_coo_tensor(indices, values, shape)
        ctx.save_for_backward(a, b)
        ctx.N = shape[0]
        return torch.matmul(a, b)

    @staticmethod
    def backward(ctx, grad_output):
        a, b = ctx.saved_tensors
        edges = a._indices()[0, :] * ctx.N + a._indices()[1, :]
        return None, grad_output.matmul(b.t()).view(-1)[edges], None, a.t().matmul(grad_output)


at = torch.tensor([[0, 1, 1], [1, 0, 1]])
values, b = torch.tensor([1.0, 2.0, 3.0], requires_grad=True), torch.eye(2).requires_grad_()
SpecialSpmmFunction.apply(at, values, torch.Size([2, 2]), b).pow(2).sum().backward()
print(values.grad, b.grad)


class GCN(nn.Module):
    def __init__(self, adjacency):
        super().__init__()
        self.register_buffer("adjacency", adjacency)
        self.first, self.second = nn.Linear(4, 8), nn.Linear(8, 3)

    def forward(self, x):
        x = F.relu(torch.spmm(self.adjacency, self.first(x)))
        return F.log_softmax(self.adjacency @ self.second(x), dim=1)


edges = torch.randint(0, 12, (2, 30))
weights = torch.ones(30)
adjacency = torch.sparse_coo_tensor(edges, weights, (12, 12)).coalesce()
degree = torch.sparse.sum(adjacency, dim=1).to_dense().clamp(min=1)
adjacency = torch.sparse_coo_tensor(adjacency.indices(), adjacency.values() / degree[adjacency.indices()[0]], (12, 12))
model, x, target = GCN(adjacency).to("cpu"), torch.randn(12, 4), torch.randint(0, 3, (12,))
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for step in range(6):
    optimizer.zero_grad()
    loss = F.nll_loss(model(x), target)
    loss.backward()
    optimizer.step()
    print(step, f"{loss.item():.4f}")
print(
    model.double()(x.double()).sum().item() < 0,
    copy.deepcopy(model).adjacency.dtype,
    model.state_dict()["adjacency"].layout,
)

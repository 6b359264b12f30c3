"""Message passing on a small graph with scatter and index_add, semi-supervised as the citation examples are."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn import Parameter
from torch.nn.modules.module import Module

torch.manual_seed(42)


class GraphConvolution(Module):
    def __init__(self, in_features, out_features, bias=True):
        super(GraphConvolution, self).__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter(torch.FloatTensor(in_features, out_features))
        if bias:
            self.bias = Parameter(torch.FloatTensor(out_features))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        stdv = 1.0 / (self.weight.size(1) ** 0.5)
        self.weight.data.uniform_(-stdv, stdv)
        if self.bias is not None:
            self.bias.data.uniform_(-stdv, stdv)

    def forward(self, input, adj):
        output = torch.matmul(adj, torch.mm(input, self.weight))
        return output + self.bias if self.bias is not None else output

    def __repr__(self):
        return self.__class__.__name__ + " (" + str(self.in_features) + " -> " + str(self.out_features) + ")"


class GAT(nn.Module):
    """One head of attention over edges, by scatter_reduce and index_add."""

    def __init__(self, dim, out):
        super().__init__()
        self.lin = nn.Linear(dim, out, bias=False)
        self.att = nn.Parameter(torch.empty(1, 2 * out))
        nn.init.xavier_uniform_(self.att, gain=nn.init.calculate_gain("leaky_relu", 0.2))

    def forward(self, x, edge_index):
        h = self.lin(x)
        src, dst = edge_index
        e = F.leaky_relu((torch.cat([h[src], h[dst]], dim=-1) * self.att).sum(-1), 0.2)
        top = torch.full((x.size(0),), float("-inf")).scatter_reduce(0, dst, e.detach(), reduce="amax")
        w = (e - top[dst]).exp()
        z = torch.zeros(x.size(0)).index_add(0, dst, w)
        return torch.zeros_like(h).index_add_(0, dst, h[src] * (w / z[dst]).unsqueeze(-1))


edges = torch.tensor([[0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 3, 2, 3], [1, 0, 2, 1, 0, 2, 4, 3, 5, 4, 3, 5, 3, 2]])
adj = torch.zeros(6, 6)
adj[edges[0], edges[1]] = 1
adj = adj + torch.eye(6)
rowsum = adj.sum(1)
d = torch.diag(rowsum.pow(-0.5).masked_fill(rowsum == 0, 0.0))
adj = d @ adj @ d
features, labels = torch.eye(6), torch.tensor([0, 0, 0, 1, 1, 1])
idx_train = torch.LongTensor([0, 5])
gc1, gc2, gat = GraphConvolution(6, 8), GraphConvolution(8, 2), GAT(6, 8)
print(gc1, nn.ModuleList([gc1, gc2]))
params = [*gc1.parameters(), *gc2.parameters(), *gat.parameters()]
optimizer = torch.optim.Adam(params, lr=0.05, weight_decay=5e-4)
for epoch in range(20):
    optimizer.zero_grad()
    hidden = F.dropout(F.relu(gc1(features, adj)) + gat(features, edges), 0.3, training=True)
    output = F.log_softmax(gc2(hidden, adj), dim=1)
    loss_train = F.nll_loss(output[idx_train], labels[idx_train])
    loss_train.backward()
    optimizer.step()
    if epoch % 5 == 0:
        print("Epoch: {:04d}".format(epoch + 1), "loss_train: {:.4f}".format(loss_train.item()))
preds = output.max(1)[1].type_as(labels)
print("accuracy", preds.eq(labels).double().mean().item())

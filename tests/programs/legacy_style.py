"""Lines of old programs: Variable, FloatTensor, .data, volatile reductions, old names of functions."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable
from torch.nn.parameter import Parameter

torch.manual_seed(7)
dtype = torch.FloatTensor
x = Variable(torch.randn(8, 5).type(dtype), requires_grad=False)
y = Variable(torch.LongTensor([0, 1, 2, 0, 1, 2, 0, 1]))
w1 = Variable(torch.randn(5, 6).type(dtype), requires_grad=True)
w2 = Variable(torch.randn(6, 3).type(dtype), requires_grad=True)
for t in range(5):
    y_pred = x.mm(w1).clamp(min=0).mm(w2)
    loss = F.cross_entropy(y_pred, y, size_average=True)
    if t % 2 == 0:
        print(t, "%.4f" % loss.data.item())
    loss.backward()
    w1.data -= 0.1 * w1.grad.data
    w2.data -= 0.1 * w2.grad.data
    w1.grad.data.zero_()
    w2.grad.data.zero_()
print(torch.Tensor(2, 3).size(), torch.Tensor([1, 2]).type(), torch.ByteTensor([1, 0]).bool())
print(torch.IntTensor([[1, 2], [3, 4]]).t().contiguous().view(-1))
a = torch.DoubleTensor([1.5, 2.5])
print(a, a.float().type(), a.type("torch.LongTensor"), isinstance(a, torch.DoubleTensor), torch.is_tensor(a))
print(torch.typename(a), a.is_cuda, a.new([3]).dtype, a.new_tensor([1]).dtype)


class Scale(nn.Module):
    def __init__(self):
        super(Scale, self).__init__()
        self.weight = Parameter(torch.Tensor(3).fill_(2))
        self.register_buffer("seen", torch.zeros(1))

    def forward(self, input):
        self.seen += 1
        return input * self.weight.expand_as(input)


scale = Scale()
out = scale(Variable(torch.ones(2, 3)))
print(out, list(scale.state_dict().items()))
print(F.sigmoid(torch.zeros(2)), F.tanh(torch.zeros(1)), F.softmax(torch.ones(1, 4), 1))
nn.init.xavier_uniform_(w1.data)
nn.init.kaiming_normal_(w2.data, a=0, mode="fan_in")
print("%.4f %.4f" % (w1.data.std(), w2.data.std()))
u, s, v = torch.svd(torch.eye(3) * torch.tensor([3.0, 2.0, 1.0]))
print(s, torch.ger(torch.ones(2), torch.arange(3.0)), torch.addmm(torch.zeros(2, 2), torch.eye(2), torch.ones(2, 2)))
values, indices = torch.sort(torch.tensor([3.0, 1.0, 2.0]), 0, True)
print(values, indices, torch.max(values, 0)[1], values.norm(2, 0), values.pow(2).sum(0, keepdim=True).sqrt())
print(x.data.new(2).zero_(), x[0].data.storage().size() >= 5, x.data_ptr() == x.data.data_ptr())


class Old(torch.autograd.Function):
    def forward(self, input):
        return input.clamp(min=0)


old = Old()
try:
    old(x)
except RuntimeError as error:
    print(error)

R, square, rows = torch.tensor(2.0), torch.eye(2) * 3, torch.ones(2, 2)
print(
    rows.clone().add_(R, square), rows.sub(2 * R, square), torch.add(rows, R, square), rows.addcmul(R, square, square)
)
print(torch.addmm(2, rows, 3, square, square), torch.addmm(2, rows, square, square), rows.addmm(2, R, square, square))
print(
    rows.clone().addmm_(2, square, square),
    torch.addmv(2, rows[0], 3, square, rows[0]),
    rows.addr(2, 3, rows[0], rows[0]),
)
print(torch.baddbmm(2, rows[None], 3, square[None], square[None]), torch.addbmm(2, rows, square[None], square[None]))

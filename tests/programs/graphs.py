"""torch.fx: a model as a graph; its code, changes to it, interpreters, and what cannot be traced."""

import copy
import operator

import torch
import torch.nn.functional as F
from torch import fx, nn
from torch.fx import Graph, GraphModule, Interpreter, Tracer, Transformer, symbolic_trace
from torch.fx.passes.shape_prop import ShapeProp

torch.manual_seed(0)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.bn = nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2)
        self.seq = nn.Sequential(nn.Flatten(), nn.Linear(72, 4))
        self.w = nn.Parameter(torch.ones(4))
        self.register_buffer("b", torch.ones(4))

    def forward(self, x, scale: float = 2.0, flag=False):
        z = self.seq(F.relu(self.bn(self.conv(x))))
        z = z * self.w + self.b - 1
        z = torch.cat([z, z.sum(dim=1, keepdim=True)], dim=-1).clamp(min=0.0)
        return {"a": z[:, 1:], "b": (z.shape[0], -z, scale * z)}


model, x = Model().eval(), torch.randn(2, 1, 8, 8)
traced = symbolic_trace(model)
print(type(traced).__name__, isinstance(traced, GraphModule), traced.code, traced.graph)
for node in traced.graph.nodes:
    target = node.target.__name__ if callable(node.target) else node.target
    print(node.op, node.name, target, node.args, node.kwargs, list(node.users), node.all_input_nodes)
ours, theirs = traced(x), model(x)
print(torch.equal(ours["a"], theirs["a"]), list(traced.state_dict()), [name for name, _ in traced.named_modules()])
print(ours["b"][0], torch.equal(traced(x, scale=3.0)["b"][2], model(x, scale=3.0)["b"][2]))


def function(x, y):
    return torch.sin(x) + y.cos() * 2 // 1 + x @ y.t()


changed = symbolic_trace(function)
ones = torch.ones(2, 2)
print(changed.code, changed(ones, ones))
for node in changed.graph.nodes:
    if node.op == "call_function" and node.target is torch.sin:
        with changed.graph.inserting_after(node):
            cosine = changed.graph.call_function(torch.cos, node.args, node.kwargs)
            node.replace_all_uses_with(cosine)
        changed.graph.erase_node(node)
changed.graph.lint()
changed.recompile()
print(changed.code, changed(ones, ones))

graph = Graph()
a = graph.placeholder("a")
b = graph.call_function(torch.add, (a, 3))
c = graph.call_method("relu", (b,))
graph.output((graph.call_function(operator.mul, (c, b)), [c]))
made = GraphModule(nn.Module(), graph)
print(made.code, made(torch.tensor([-5.0, 1.0])), copy.deepcopy(made)(torch.ones(1)))


class Loud(Interpreter):
    def call_function(self, target, args, kwargs):
        print("call", target.__name__)
        return super().call_function(target, args, kwargs)


class Minus(Transformer):
    def call_function(self, target, args, kwargs):
        return super().call_function(torch.sub if target is torch.add else target, args, kwargs)


print(Loud(made).run(torch.tensor([-5.0, 1.0])), Minus(made).transform().code)


class Branches(nn.Module):
    def forward(self, x):
        return x if x.sum() > 0 else -x


for wrong in (Branches(), lambda x: [i for i in x], lambda x: torch.ones(len(x))):
    try:
        symbolic_trace(wrong)
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, str(error)[:150])


@fx.wrap
def helper(x, n):
    return x * n if n > 1 else x


def uses(x):
    return helper(x, 3) + 1


wrapped = symbolic_trace(uses)
print([node.op for node in wrapped.graph.nodes], wrapped(torch.ones(2)))


class Deep(Tracer):
    def is_leaf_module(self, module, path):
        return False


net = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Dropout(0.0))
print([node.name for node in Tracer().trace(net).nodes], len(Deep().trace(net[:2]).nodes) > 3)
shaped = symbolic_trace(net)
ShapeProp(shaped).propagate(torch.ones(2, 4))
print([(n.name, n.meta["tensor_meta"].shape, n.meta["tensor_meta"].dtype) for n in shaped.graph.nodes])
print(shaped, [node.format_node() for node in shaped.graph.nodes])
print([(n.name, n.target) for n in shaped.graph.find_nodes(op="call_module")], shaped.get_submodule("0"))

graph = Graph()
a = graph.placeholder("x")
b = graph.call_function(torch.neg, (a,))
graph.call_function(torch.exp, (a,))
graph.output(b)
print(graph.eliminate_dead_code(), len(graph.nodes), graph)


def shapes(x):
    y = x.view(x.size(0), -1).transpose(0, 1)[0, None, ..., 1:3]
    first, second = x.chunk(2, dim=1)
    return y.T.shape[1] + abs(x) ** 2 / 3 % 2, first + second, {"n": [x.dtype, float("inf")]}


def several(x):
    largest = x.max(1)
    return (
        torch.max(x, dim=1)[0], largest.values, x > 0, ~(x == 1), torch.where(x > 0, x, torch.zeros_like(x)), 2 / x,
        F.softmax(x, dim=-1), F.cross_entropy(x, x.argmax(1)), F.dropout(x, 0.5, False), torch.tensor([1.0, 2.0]) * x,
        F.layer_norm(x, (2,)), torch.stack([x, x], dim=0), F.pad(x, (1, 1)), x.float().mean(),
    )  # fmt: skip


print(symbolic_trace(shapes).code)
print(symbolic_trace(several).code, symbolic_trace(several)(torch.eye(2))[9])


class Two(torch.fx.GraphModule):
    def __init__(self, root, first, second, class_name="Two"):
        super().__init__(root, first, class_name)
        self.second = second


class Telling(torch.fx.Tracer):
    def create_proxy(self, kind, target, *args, **kwargs):
        print(kind, getattr(target, "__name__", target))
        return super().create_proxy(kind, target, *args, **kwargs)


small = torch.nn.Sequential(torch.nn.ReLU())
small_graph = Telling().trace(small)
for two in (Two(small, small_graph, small_graph), Two(small, small_graph, small_graph, class_name="Both")):
    print(type(two).__name__, isinstance(two, Two), two(torch.tensor([-1.0, 2.0])))
print(type(torch.fx.GraphModule(small, small_graph)).__name__, torch.fx.GraphModule.__name__, Two.__name__)
Telling().trace(lambda x, y=2: x + y)

# outside of any trace: what is called on proxies goes to the end of a graph
graph = Graph()
x = fx.Proxy(graph.placeholder("x"))
w = fx.Proxy(graph.get_attr("w"), tracer=fx.proxy.GraphAppendingTracer(graph))
try:
    torch.add(x, w)
except RuntimeError as error:
    print(str(error).split("[")[0])
tracer = fx.proxy.GraphAppendingTracer(graph)
x, w = fx.Proxy(x.node, tracer=tracer), fx.Proxy(w.node, tracer=tracer)
y = torch.einsum("bi,ij->bj", x, torch.sin(w)).reshape(-1, 2) + F.relu(x[:, :2], inplace=False)
z = torch.cat([y, y.sum(1, keepdim=True)], dim=1).relu()
graph.output(z.node)
root = nn.Module()
root.register_buffer("w", torch.arange(6.0).reshape(3, 2))
made = GraphModule(root, graph)
print([(node.op, node.name) for node in graph.nodes])
print(made.code, made(torch.ones(2, 3)))

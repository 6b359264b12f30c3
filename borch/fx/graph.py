"""Graph: nodes in the order in which they run, and the Python code that they amount to."""

import builtins
import keyword
import math
import operator
import re
from contextlib import contextmanager

from .node import Node, map_arg, qualified_name, type_repr

BINARY = {
    "add": "+", "sub": "-", "mul": "*", "floordiv": "//", "truediv": "/", "mod": "%", "pow": "**", "lshift": "<<",
    "rshift": ">>", "and_": "&", "or_": "|", "xor": "^", "matmul": "@", "eq": "==", "ne": "!=", "lt": "<", "gt": ">",
    "le": "<=", "ge": ">=",
}  # fmt: skip
UNARY = {"neg": "-", "invert": "~", "pos": "+"}
OPERATORS = {getattr(operator, name): sign for name, sign in (BINARY | UNARY).items()}


class Graph:
    """The steps of a function. New steps go to the end, or where `inserting_before` and `inserting_after` say.

    >>> import borch as torch
    >>> graph = torch.fx.Graph()
    >>> x = graph.placeholder("x")
    >>> y = graph.call_function(torch.add, (x, 1))
    >>> graph.output(y)
    output
    >>> torch.fx.GraphModule(torch.nn.Module(), graph)(torch.ones(2))
    tensor([2., 2.])
    """

    def __init__(self, owning_module=None, tracer_cls=None, tracer_extras=None):
        self._nodes, self._used, self._at = [], set(), None
        self._root = Node(self, "", "root", "", (), {})
        self.owning_module, self._tracer_cls = owning_module, tracer_cls

    @property
    def nodes(self):
        """The nodes in order."""
        return _Nodes(self)

    def find_nodes(self, *, op, target=None, sort=True):
        """The nodes of one op, and of one target."""
        return [n for n in self._nodes if n.op == op and (target is None or n.target == target)]

    # -------------------------------------------------------------------------------------------------------- new nodes
    def _name(self, candidate):
        candidate = re.sub(r"[^0-9a-zA-Z_]+", "_", candidate)
        if candidate[:1].isdigit():
            candidate = f"_{candidate}"
        match = re.match(r"(.*)_(\d+)$", candidate)
        base, number = (match.group(1), int(match.group(2))) if match else (candidate, None)
        taken = candidate in self._used or keyword.iskeyword(candidate) or hasattr(builtins, candidate)
        while taken:
            number = 1 if number is None else number + 1
            candidate = f"{base}_{number}"
            taken = candidate in self._used
        self._used.add(candidate)
        return candidate

    def create_node(self, op, target, args=None, kwargs=None, name=None, type_expr=None):
        """Adds a node."""
        if name is None:
            word = target if isinstance(target, str) else target.__name__.strip("_")
            name = (
                "output"
                if op == "output"
                else re.sub(r"(?<=[a-z])(?=[A-Z])", "_", word.replace("*", "").replace(".", "_")).lower()
            )
        node = Node(self, self._name(name), op, target, args or (), kwargs or {}, type_expr)
        if self._at is None:
            self._nodes.append(node)
        else:
            anchor, offset = self._at
            self._nodes.insert(self._nodes.index(anchor) + offset, node)
            if offset:
                self._at = node, offset
        return node

    def placeholder(self, name, type_expr=None, default_value=None, **given):
        """Adds an input."""
        return self.create_node(
            "placeholder", name, () if default_value is None else (default_value,), {}, None, type_expr
        )

    def get_attr(self, qualified_name, type_expr=None):
        """Adds an attribute of the module."""
        return self.create_node("get_attr", qualified_name, type_expr=type_expr)

    def call_function(self, the_function, args=None, kwargs=None, type_expr=None, name=None):
        """Adds a call of a function."""
        return self.create_node("call_function", the_function, args, kwargs, name, type_expr)

    def call_method(self, method_name, args=None, kwargs=None, type_expr=None):
        """Adds a call of a method of the first argument."""
        return self.create_node("call_method", method_name, args, kwargs, None, type_expr)

    def call_module(self, module_name, args=None, kwargs=None, type_expr=None):
        """Adds a call of a submodule."""
        return self.create_node("call_module", module_name, args, kwargs, None, type_expr)

    def output(self, result, type_expr=None):
        """Adds the result."""
        return self.create_node("output", "output", (result,), {}, None, type_expr)

    def node_copy(self, node, arg_transform=lambda node: node):
        """Adds a node like one of another graph."""
        args, kwargs = map_arg(node.args, arg_transform), map_arg(node.kwargs, arg_transform)
        made = self.create_node(node.op, node.target, args, kwargs, node.name, node.type)
        made.meta = dict(node.meta)
        return made

    def graph_copy(self, g, val_map, return_output_node=False):
        """Adds all nodes of another graph but its output, whose value it returns."""
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == "output":
                value = map_arg(node.args[0], lambda n: val_map[n])
                return (value, node) if return_output_node else value
            val_map[node] = self.node_copy(node, lambda n: val_map[n])
        return None

    def __deepcopy__(self, memo):
        graph, val_map = Graph(tracer_cls=self._tracer_cls), {}
        value = graph.graph_copy(self, val_map)
        graph.output(value)
        return graph

    # ---------------------------------------------------------------------------------------------------------- changes
    @contextmanager
    def _inserting(self, anchor, offset):
        before, self._at = self._at, (anchor, offset)
        try:
            yield
        finally:
            self._at = before

    def inserting_before(self, n=None):
        """A context in which new nodes go before `n`."""
        return self._inserting(n or self._nodes[0], 0)

    def inserting_after(self, n=None):
        """A context in which new nodes go behind `n`."""
        return self._inserting(n or self._nodes[-1], 1)

    def erase_node(self, to_erase):
        """Takes a node out that nobody uses."""
        if to_erase.users:
            raise RuntimeError(
                f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} users in the graph: {to_erase.users}!"
            )
        self._nodes.remove(to_erase)
        to_erase._set((), {})
        to_erase._erased = True

    def eliminate_dead_code(self, is_impure_node=None):
        """Takes out what nobody uses; whether there was something."""
        count = len(self._nodes)
        for node in reversed(list(self._nodes)):
            impure = node.is_impure() if is_impure_node is None else is_impure_node(node)
            if not impure and not node.users:
                self.erase_node(node)
        return len(self._nodes) < count

    def lint(self):
        """RuntimeError unless each node comes after those that it uses."""
        seen = set()
        for node in self._nodes:
            for used in node.all_input_nodes:
                if used not in seen:
                    raise RuntimeError(f"Argument '{used}' of Node '{node}' was used before it has been defined!")
            seen.add(node)

    def output_node(self):
        """The node of the result."""
        return next(n for n in reversed(self._nodes) if n.op == "output")

    # ------------------------------------------------------------------------------------------------------------- code
    def python_code(self, root_module="self", **options):
        """The code of a `forward`, and what its names mean."""
        return _Code(self, root_module)

    def __str__(self):
        return "\n    ".join(["graph():", *(node.format_node() for node in self._nodes)])

    def print_tabular(self):
        """Prints the nodes as a table."""
        rows = [("opcode", "name", "target", "args", "kwargs")]
        rows += [(n.op, n.name, str(n._pretty_print_target(n.target)), str(n.args), str(n.kwargs)) for n in self._nodes]
        widths = [max(len(row[k]) for row in rows) for k in range(5)]
        for k, row in enumerate(rows):
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
            if k == 0:
                print("  ".join("-" * width for width in widths))


class _Nodes:
    def __init__(self, graph):
        self.graph = graph

    def __iter__(self):
        return iter(list(self.graph._nodes))

    def __reversed__(self):
        return reversed(list(self.graph._nodes))

    def __len__(self):
        return len(self.graph._nodes)


class _Code:
    """`src` and `globals` of a graph's forward."""

    def __init__(self, graph, root):
        self.globals, self.wrapped, self.root = {}, [], root
        last = self.last_uses(graph)
        parameters, lines = [], []
        for node in graph.nodes:
            if node.op == "placeholder":
                kind = f" : {self.type(node.type)}" if node.type is not None else ""
                parameters.append(f"{node.target}{kind}" + (f" = {node.args[0]!r}" if node.args else ""))
                word = node.target.replace("*", "")
                if word != node.name:
                    lines.append(f"{node.name} = {word}")
            elif node.op == "output":
                lines.append(f"return {self.arg(node.args[0])}")
            else:
                gone = last.get(node, [])
                if not node.users:
                    gone = [*gone, node]
                ends = ";  " + " = ".join([*(n.name for n in gone), "None"]) if gone else ""
                lines.append(f"{node.name} = {self.call(node)}{ends}")
        wraps = "\n".join(f'torch.fx._symbolic_trace.wrap("{name}")' for name in self.wrapped)
        head = f"def forward({', '.join([root, *parameters])}):"
        self.src = f"\n{wraps}\n\n{head}\n" + "".join(f"    {line}\n" for line in lines or ["pass"]) + "    "

    @staticmethod
    def last_uses(graph):
        """For each node those whose values nobody needs after it."""
        found, seen = {}, set()
        for user in reversed(graph.nodes):
            for node in user.all_input_nodes:
                if node not in seen:
                    seen.add(node)
                    if user.op != "output":
                        found.setdefault(user, []).append(node)
        return found

    def type(self, kind):
        name = type_repr(kind)
        if "." in name and isinstance(kind, type):
            return self.name_of(kind, name.replace("borch", "torch", 1))
        return name

    def name_of(self, value, qualified):
        """The name by which the code calls a value."""
        if qualified.startswith("torch."):
            import borch

            self.globals["torch"] = borch
            return qualified
        if qualified.startswith("builtins."):
            return qualified.removeprefix("builtins.")
        name = qualified.replace(".", "_")
        if qualified.startswith("operator."):
            name = "_" + name
        self.globals[name] = value
        if getattr(value, "_fx_wrapped", False) and name not in self.wrapped:
            self.wrapped.append(name)
        return name

    def arg(self, a):
        if isinstance(a, Node):
            return a.name
        if isinstance(a, tuple):
            return f"({', '.join(map(self.arg, a))}{',' if len(a) == 1 else ''})"
        if isinstance(a, list):
            return f"[{', '.join(map(self.arg, a))}]"
        if isinstance(a, dict):
            return f"{{{', '.join(f'{k!r}: {self.arg(v)}' for k, v in a.items())}}}"
        if isinstance(a, slice):
            return f"slice({self.arg(a.start)}, {self.arg(a.stop)}, {self.arg(a.step)})"
        if callable(a) and hasattr(a, "__name__"):
            return self.name_of(a, qualified_name(a))
        text = repr(a)
        if text.startswith("torch."):
            self.name_of(a, text)
        if text.removeprefix("-") in ("inf", "nan"):
            self.globals |= {"inf": math.inf, "nan": math.nan}
        return text

    def path(self, target):
        text = self.root
        for part in target.split("."):
            text = (
                f"{text}.{part}"
                if part.isidentifier() and not keyword.iskeyword(part)
                else f'getattr({text}, "{part}")'
            )
        return text

    def call(self, node):
        target, args = node.target, [self.arg(a) for a in node.args]
        given = ", ".join([*args, *(f"{k} = {self.arg(v)}" for k, v in node.kwargs.items())])
        if node.op == "get_attr":
            return self.path(target)
        if node.op == "call_module":
            return f"{self.path(target)}({given})"
        if node.op == "call_method":
            rest = ", ".join([*args[1:], *(f"{k} = {self.arg(v)}" for k, v in node.kwargs.items())])
            return f"{args[0]}.{target}({rest})"
        if target in OPERATORS and not node.kwargs:
            sign = OPERATORS[target]
            return f"{args[0]} {sign} {args[1]}" if len(args) == 2 else f"{sign}{args[0]}"
        if target is operator.getitem:
            return f"{args[0]}[{args[1]}]"
        if target is getattr and len(args) == 2 and node.args[1].isidentifier():
            return f"{args[0]}.{node.args[1]}"
        return f"{self.name_of(target, qualified_name(target))}({given})"

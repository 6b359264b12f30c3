"""GraphModule: a module whose forward is a graph."""

import copy

from ..nn.modules.module import Module
from .graph import Graph


def _copy_attr(source, to, path):
    """Puts the module, parameter or attribute of that path below `to`, with plain modules on the way."""
    *heads, last = path.split(".")
    for head in heads:
        source = getattr(source, head)
        if not isinstance(getattr(to, head, None), Module):
            setattr(to, head, Module())
        to = getattr(to, head)
    value = getattr(source, last)
    if last in getattr(source, "_buffers", {}):
        to.register_buffer(last, value)
    else:
        setattr(to, last, value)


_USER_PRESERVED_ATTRIBUTES_KEY = "_user_preserved_attributes"  # in `meta`: attributes that copies of the module keep


class _CodeOnlyModule(Module):
    """A module of the attributes of another one, without its graph."""

    def __init__(self, body):
        super().__init__()
        self.__dict__ = body


class GraphModule(Module):
    """Runs a graph, whose `call_module` and `get_attr` steps find what they name in `root`, a module or a dict.

    After a change of `graph` call `recompile`. `code` is the Python code of the graph.
    """

    def __new__(cls, *args, **kwargs):  # each has a class of its own, on which its `forward` can be put
        return object.__new__(type("GraphModule", (cls,), {"__module__": cls.__module__}))

    def __init__(self, root, graph, class_name="GraphModule"):
        super().__init__()
        type(self).__name__ = class_name
        paths = [n.target for n in graph.nodes if n.op in ("call_module", "get_attr")]
        if isinstance(root, Module):
            if hasattr(root, "training"):
                self.training = root.training
            for path in paths:
                _copy_attr(root, self, path)
        else:
            for path in sorted(paths, key=lambda path: path.count(".")):
                if path not in root:
                    raise RuntimeError(f"Node referenced target {path} but that target was not provided in ``root``!")
                *heads, last = path.split(".")
                place = self
                for head in heads:
                    if not hasattr(place, head):
                        setattr(place, head, Module())
                    place = getattr(place, head)
                setattr(place, last, root[path])
        self.graph = graph
        self.meta = {}

    @property
    def graph(self):
        """The graph."""
        return self.__dict__["_graph"]

    @graph.setter
    def graph(self, graph):
        if not isinstance(graph, Graph):
            raise AssertionError(f"Expected a Graph instance, but got {type(graph)}")
        self.__dict__["_graph"] = graph
        graph.owning_module = self
        self.recompile()

    @property
    def code(self):
        """The Python code of the graph."""
        return self.__dict__["_code"]

    def recompile(self):
        """Makes forward of the graph as it is now."""
        made = self.graph.python_code("self")
        self.__dict__["_code"] = made.src
        names = dict(made.globals)
        import borch

        names.setdefault("torch", borch)
        code = "\n".join(line for line in made.src.split("\n") if not line.startswith("torch.fx._symbolic_trace.wrap("))
        exec(compile(code, "<eval_with_key>", "exec"), names)
        type(self).forward = names["forward"]
        return made

    def delete_submodule(self, target):
        """Takes a submodule out; whether it was there."""
        *heads, last = target.split(".")
        place = self
        for head in heads:
            place = getattr(place, head, None)
        if not isinstance(place, Module) or not isinstance(getattr(place, last, None), Module):
            return False
        delattr(place, last)
        return True

    def add_submodule(self, target, m):
        """Puts a module at the path."""
        *heads, last = target.split(".")
        place = self
        for head in heads:
            if not hasattr(place, head):
                setattr(place, head, Module())
            place = getattr(place, head)
        place.add_module(last, m)
        return True

    def delete_all_unused_submodules(self):
        """Takes out the modules that no step uses."""
        used = set()
        for node in self.graph.nodes:
            if node.op in ("call_module", "get_attr"):
                parts = node.target.split(".")
                used.update(".".join(parts[:k]) for k in range(1, len(parts) + 1))
                if node.op == "call_module":
                    used.update(f"{node.target}.{n}" for n, _ in self.get_submodule(node.target).named_modules() if n)
        for name, _ in list(self.named_modules()):
            if name and name not in used:
                self.delete_submodule(name)

    def print_readable(self, print_output=True, **options):
        """The class with its code, printed and returned."""
        body = "\n".join(f"    {line}" if line.strip() else "" for line in self.code.strip().split("\n"))
        text = f"class {self._get_name()}(torch.nn.Module):\n{body}\n"
        if print_output:
            print(text)
        return text

    def __deepcopy__(self, memo):
        root = Module()
        root.__dict__ = copy.deepcopy({k: v for k, v in self.__dict__.items() if k not in ("_graph", "_code")}, memo)
        made = GraphModule(root, copy.deepcopy(self.graph, memo), type(self).__name__)
        made.meta = dict(self.meta)
        return made

    def __copy__(self):
        return GraphModule(self, copy.deepcopy(self.graph), type(self).__name__)

    def __str__(self):
        reminder = "# To see more debug info, please use `graph_module.print_readable()`"
        return "\n".join([super().__str__(), self.code, reminder])

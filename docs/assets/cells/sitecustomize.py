"""Python imports this module by itself, before any other: from here until end(), modules come straight out of the first
packs, whose bytecode packs.js has left in one file each. To look for every module in folders takes longer than to run it.
"""

import marshal
import posix
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import SourceFileLoader

FOLDER = "/lib/packs"  # as packs.js has it
HEADER = 16  # bytes of a .pyc before the code: see bytecode/compile.py

modules = {}  # path of the source, without .py -> (its bytecode's path, the pack's descriptor, place, size)
descriptors = {}


class Loader(SourceFileLoader):
    def get_code(self, fullname):
        found = modules.get(self.path.removesuffix(".py"))
        if found is None:  # reloaded later: the files are there
            return super().get_code(fullname)
        _, pack, place, size = found
        return marshal.loads(posix.pread(pack, size - HEADER, place + HEADER))


class Finder:
    """Knows the modules of the packs by their paths."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        name = fullname.rpartition(".")[2]
        for folder in sys.path if path is None else path:
            for package, stem in ((True, f"{folder}/{name}/__init__"), (False, f"{folder}/{name}")):
                if stem in modules:
                    return spec_of(fullname, stem, package)
        return None


class Spec(ModuleSpec):
    """One with its parent at hand: every relative import asks for it, and would have it worked out in Python."""

    parent = None


def spec_of(fullname, stem, package):
    source = stem + ".py"
    spec = Spec(fullname, Loader(fullname, source), origin=source, is_package=package)
    spec.parent = fullname if package else fullname.rpartition(".")[0]
    spec.has_location = True
    spec.cached = modules[stem][0]
    if package:
        spec.submodule_search_locations.append(stem.rpartition("/")[0])
    return spec


def begin():
    """Read which modules the packs hold, if there are any."""
    try:
        index = posix.open(f"{FOLDER}/index", posix.O_RDONLY)
    except FileNotFoundError:
        return
    lines = posix.read(index, posix.fstat(index).st_size).decode().splitlines()
    posix.close(index)
    for line in lines:
        stem, bytecode, pack, place, size = line.split("\t")
        if pack not in descriptors:
            descriptors[pack] = posix.open(f"{FOLDER}/{pack}", posix.O_RDONLY)
        modules[stem] = (bytecode, descriptors[pack], int(place), int(size))
    sys.meta_path.insert(0, Finder)


def end():
    """From now on modules are files again, and no descriptor is open that an image could not bring along."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not Finder]
    modules.clear()
    for descriptor in descriptors.values():
        posix.close(descriptor)
    descriptors.clear()


begin()

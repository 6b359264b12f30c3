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

modules = {}  # where a finder looks, folder/name -> (the source's path, whether it is a package's, the bytecode's path)
places = {}  # path of the source -> where its bytecode is: the pack's descriptor, place, size
descriptors = {}


class Loader(SourceFileLoader):
    def get_code(self, fullname):
        found = places.get(self.path)
        if found is None:  # reloaded later: the files are there
            return super().get_code(fullname)
        pack, place, size = found
        return marshal.loads(posix.pread(pack, size - HEADER, place + HEADER))


class Finder:
    """Knows the modules of the packs by their paths."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        name = fullname.rpartition(".")[2]
        for folder in sys.path if path is None else path:
            if found := modules.get(f"{folder}/{name}"):
                return spec_of(fullname, *found)
        return None


class Spec(ModuleSpec):
    """One with its parent at hand: every relative import asks for it, and would have it worked out in Python."""

    parent = None


def spec_of(fullname, source, package, bytecode):
    spec = Spec(fullname, Loader(fullname, source), origin=source, is_package=package)
    spec.parent = fullname if package else fullname.rpartition(".")[0]
    spec.has_location = True
    spec.cached = bytecode
    if package:
        spec.submodule_search_locations.append(source.rpartition("/")[0])
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
        folder, _, name = stem.rpartition("/")
        package, source = name == "__init__", stem + ".py"
        if package or stem not in modules:  # of a package and a module of one name Python takes the package
            modules[folder if package else stem] = (source, package, bytecode)
        places[source] = (descriptors[pack], int(place), int(size))
    sys.meta_path.insert(0, Finder)


def end():
    """From now on modules are files again, and no descriptor is open that an image could not bring along."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not Finder]
    modules.clear()
    places.clear()
    for descriptor in descriptors.values():
        posix.close(descriptor)
    descriptors.clear()


begin()

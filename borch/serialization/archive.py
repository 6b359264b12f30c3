"""PyTorchFileReader: the records of a file that torch.save wrote, one by one."""

import zipfile

import numpy as np

from .._core.tensor import wrap


class PyTorchFileReader:
    """The records of a checkpoint, a file or its path, by their names, such as "data.pkl" and "data/0"."""

    def __init__(self, file):
        self._archive = zipfile.ZipFile(file)
        self._folder = self._archive.namelist()[0].partition("/")[0] + "/"

    def get_all_records(self):
        """The names of the records."""
        return [name.removeprefix(self._folder) for name in self._archive.namelist()]

    def has_record(self, name):
        """Whether there is a record of that name."""
        return self._folder + name in self._archive.namelist()

    def get_record(self, name):
        """The bytes of a record; RuntimeError if there is none."""
        try:
            return self._archive.read(self._folder + name)
        except KeyError:
            raise RuntimeError(f"PytorchStreamReader failed locating file {name}: file not found") from None

    def get_storage_from_record(self, name, numel, dtype):
        """A tensor whose storage has the bytes of a record."""
        return wrap(np.frombuffer(bytearray(self.get_record(name)), np.uint8))

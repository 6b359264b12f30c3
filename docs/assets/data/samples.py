"""Reads the sample data of the lessons: NumPy and the standard library, nothing else.
Keep this file beside the data; README.md says where they come from and under which licences."""

import csv
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent


def digits():
    """Images (1797, 8, 8) float32 of handwritten digits, 0 is paper and 1 is ink, and their labels (1797,) int64.

    >>> images, labels = digits()
    >>> images.shape, images.dtype, labels[:10].tolist()
    ((1797, 8, 8), dtype('float32'), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    """
    with np.load(HERE / "digits.npz") as file:
        return np.float32(file["images"]) / 16, file["labels"].astype(np.int64)


def photograph():
    """A grey photograph (128, 128) float32, 0 is black and 1 is white.

    >>> photograph().shape
    (128, 128)
    """
    return np.float32(np.load(HERE / "photograph.npy")) / 255


def wine():
    """The names of 14 columns and a table (178, 14) float32: 13 measurements of a wine and which vine it is from.

    >>> names, table = wine()
    >>> names[0], names[-1], table.shape
    ('alcohol', 'cultivar', (178, 14))
    """
    with open(HERE / "wine.csv", newline="") as file:
        names, *rows = csv.reader(file)
    return names, np.array(rows, dtype=np.float32)

"""BlockMask: which blocks of queries and keys a mask lets in, wholly or in part; and the functions that make masks."""

import itertools

import numpy as np

from ..._core.dtype import bool_
from ..._core.op import NAMESPACES, wrap
from ..._core.tensor import Tensor
from .everywhere import everywhere, parameters

_DEFAULT_SPARSE_BLOCK_SIZE = 128


def noop_mask(batch, head, token_q, token_kv):
    """A mask that lets everything in."""
    return batch.new_ones(size=(), dtype=bool_)


def or_masks(*mask_mods):
    """The mask that lets in what any of the masks lets in."""
    return _combined(mask_mods, "logical_or", False)


def and_masks(*mask_mods):
    """The mask that lets in what all of the masks let in."""
    return _combined(mask_mods, "logical_and", True)


def _combined(mask_mods, op, start):
    if not all(callable(mask) for mask in mask_mods):
        raise RuntimeError(f"All inputs should be callable mask_mods: {mask_mods}")

    def mask_mod(b, h, q_idx, kv_idx):
        result = wrap(np.asarray(start))
        for mask in mask_mods:
            result = NAMESPACES["torch"][op](result, mask(b, h, q_idx, kv_idx))
        return result

    return mask_mod


def create_mask(mod_fn, B, H, Q_LEN, KV_LEN, device=None):
    """A mask's values at every place, (B, H, Q_LEN, KV_LEN); of a function of scores, where it does not give -inf.

    >>> import borch as torch
    >>> from borch.nn.attention.flex_attention import create_mask
    >>> create_mask(lambda b, h, i, j: i >= j, 1, 1, 2, 3)
    tensor([[[[ True, False, False],
              [ True,  True, False]]]])
    """
    torch = NAMESPACES["torch"]
    zeros = torch["zeros"]
    shape = 1 if B is None else B, 1 if H is None else H, Q_LEN, KV_LEN
    count = parameters(mod_fn)
    if count not in (4, 5):
        raise AssertionError(f"Expected 4 or 5 positional args, got {count}")
    if count == 4:
        return everywhere(mod_fn, shape).to(zeros(0, device=device).device).contiguous()
    return ~torch["isneginf"](everywhere(mod_fn, shape, zeros(shape, device=device)))


def create_block_mask(
    mask_mod, B, H, Q_LEN, KV_LEN, device=None, BLOCK_SIZE=_DEFAULT_SPARSE_BLOCK_SIZE, _compile=False, **kwargs
):
    """The `BlockMask` of a mask function; None for B or H where the mask does not depend on it.

    >>> import borch as torch
    >>> from borch.nn.attention.flex_attention import create_block_mask
    >>> mask = create_block_mask(lambda b, h, i, j: i >= j, None, None, 16, 16, BLOCK_SIZE=8)
    >>> mask.shape, mask.sparsity()
    ((1, 1, 16, 16), 25.0)
    """
    size = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else tuple(BLOCK_SIZE)
    mask = create_mask(mask_mod, B, H, Q_LEN, KV_LEN, device).numpy().astype(bool)
    rows, columns = -(-Q_LEN // size[0]), -(-KV_LEN // size[1])
    room = np.zeros((*mask.shape[:2], rows * size[0], columns * size[1]), bool)
    room[..., :Q_LEN, :KV_LEN] = mask
    counts = room.reshape(*mask.shape[:2], rows, size[0], columns, size[1]).sum((3, 5))
    full = counts == size[0] * size[1]
    return BlockMask.of_blocks((counts > 0) & ~full, full, size, mask_mod, (Q_LEN, KV_LEN))


def ordered(blocks):
    """Of each row how many blocks there are, and the columns with those first."""
    order = np.argsort(~blocks, axis=-1, kind="stable")
    return wrap(blocks.sum(-1).astype(np.int32)), wrap(order.astype(np.int32))


def dense(counts, indices):
    """The blocks that counts and columns tell of."""
    counts, indices = counts.numpy(), indices.numpy()
    blocks = np.zeros(indices.shape, bool)
    for place in np.ndindex(counts.shape):
        blocks[place][indices[place][: counts[place]]] = True
    return blocks


class BlockMask:
    """A mask by blocks. For each row of blocks, how many are let in (in part; `full_`: wholly) and which; `q_`: by columns.

    >>> import borch as torch
    >>> from borch.nn.attention.flex_attention import create_block_mask
    >>> print(create_block_mask(lambda b, h, i, j: i >= j, None, None, 32, 32, BLOCK_SIZE=8))
    BlockMask(shape=(1, 1, 32, 32), sparsity=37.50%,\x20
    (0, 0)
    ██     \x20
    ████   \x20
    ██████ \x20
    ████████
    )
    """

    TENSORS = (
        "kv_num_blocks", "kv_indices", "full_kv_num_blocks", "full_kv_indices", "q_num_blocks", "q_indices",
        "full_q_num_blocks", "full_q_indices",
    )  # fmt: skip

    def __init__(
        self,
        seq_lengths,
        kv_num_blocks,
        kv_indices,
        full_kv_num_blocks,
        full_kv_indices,
        q_num_blocks,
        q_indices,
        full_q_num_blocks,
        full_q_indices,
        BLOCK_SIZE,
        mask_mod,
    ):
        if kv_indices.dim() < 2:
            raise RuntimeError("BlockMask must have at least 2 dimensions")
        given = (
            kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices, q_num_blocks, q_indices, full_q_num_blocks,
            full_q_indices,
        )  # fmt: skip
        for name, tensor in zip(self.TENSORS, given, strict=True):
            setattr(self, name, tensor)
        self.seq_lengths, self.BLOCK_SIZE, self.mask_mod = tuple(seq_lengths), BLOCK_SIZE, mask_mod

    @classmethod
    def of_blocks(cls, partial, full, size, mask_mod, seq_lengths):
        """Out of arrays (B, H, rows, columns) of the blocks let in in part and wholly; None for no whole ones."""
        whole = (None,) * 4 if full is None else (*ordered(full), *ordered(full.swapaxes(-2, -1)))
        down = ordered(partial.swapaxes(-2, -1))
        return cls(seq_lengths, *ordered(partial), *whole[:2], *down, *whole[2:], size, mask_mod)

    @classmethod
    def from_kv_blocks(
        cls,
        kv_num_blocks,
        kv_indices,
        full_kv_num_blocks=None,
        full_kv_indices=None,
        BLOCK_SIZE=_DEFAULT_SPARSE_BLOCK_SIZE,
        mask_mod=None,
        seq_lengths=None,
        compute_q_blocks=True,
    ):
        """Out of the counts and columns of the rows."""
        if (full_kv_num_blocks is None) != (full_kv_indices is None):
            raise AssertionError("full_kv_num_blocks and full_kv_indices must be both provided or omitted")
        size = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else tuple(BLOCK_SIZE)
        rows, columns = kv_indices.shape[-2:]
        lengths = (rows * size[0], columns * size[1]) if seq_lengths is None else seq_lengths
        down = ordered(dense(kv_num_blocks, kv_indices).swapaxes(-2, -1))
        whole = (None, None)
        if full_kv_num_blocks is not None:
            whole = ordered(dense(full_kv_num_blocks, full_kv_indices).swapaxes(-2, -1))
        given = kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices
        return cls(lengths, *given, *down, *whole, size, mask_mod or noop_mask)

    def _blocks(self):
        partial = dense(self.kv_num_blocks, self.kv_indices)
        return partial, None if self.full_kv_num_blocks is None else dense(
            self.full_kv_num_blocks, self.full_kv_indices
        )

    def __getitem__(self, index):
        index = tuple(
            slice(n, n + 1 or None) if isinstance(n, int) else n
            for n in (index if isinstance(index, tuple) else (index,))
        )
        partial, full = self._blocks()
        return self.of_blocks(
            partial[index], None if full is None else full[index], self.BLOCK_SIZE, self.mask_mod, self.seq_lengths
        )

    def _adjust(self, new_q_len, new_kv_len):
        """The upper left corner, for shorter lengths."""
        rows, columns = -(-new_q_len // self.BLOCK_SIZE[0]), -(-new_kv_len // self.BLOCK_SIZE[1])
        partial, full = (None if b is None else b[..., :rows, :columns] for b in self._blocks())
        return self.of_blocks(partial, full, self.BLOCK_SIZE, self.mask_mod, (new_q_len, new_kv_len))

    @property
    def shape(self):
        """(B, H, queries, keys)"""
        return (*self.kv_indices.shape[:-2], *self.seq_lengths)

    def numel(self):
        """The number of places."""
        return int(np.prod(self.shape))

    def sparsity(self):
        """The share of places, in percent, in blocks that are not let in at all."""
        count = int(self.kv_num_blocks.sum())
        if self.full_kv_num_blocks is not None:
            count += int(self.full_kv_num_blocks.sum())
        return 100 * (1 - count * self.BLOCK_SIZE[0] * self.BLOCK_SIZE[1] / self.numel())

    def to_dense(self):
        """1 for every block that is let in, wholly or in part."""
        partial, full = self._blocks()
        return wrap((partial if full is None else partial | full).astype(np.int32))

    def to(self, device):
        """The same on a device."""
        tensors = {
            n: t if not isinstance(t, Tensor) else t.to(device) for n in self.TENSORS for t in (getattr(self, n),)
        }
        return type(self)(seq_lengths=self.seq_lengths, **tensors, BLOCK_SIZE=self.BLOCK_SIZE, mask_mod=self.mask_mod)

    def to_string(self, grid_size=(20, 20), limit=4):
        """The blocks drawn as characters, `grid_size` of them at most in each direction; the first `limit` matrices."""
        blocks = self.to_dense().numpy()
        rows, columns = blocks.shape[-2:]
        down, right = (rows, columns) if grid_size == -1 else grid_size
        down, right = -(-rows // down), -(-columns // right)
        drawn = []
        for count, place in enumerate(itertools.product(*map(range, blocks.shape[:-2]))):
            if count == limit:
                drawn.append("...\nTo print out more, set BlockMask.to_string(limit=N)\n")
                break
            lines = [f"{place}"]
            for row in range(0, rows, down):
                cells = [blocks[place][row : row + down, c : c + right] for c in range(0, columns, right)]
                lines.append("".join("██" if cell.all() else "░░" if cell.any() else "  " for cell in cells))
            drawn.append("\n".join(lines) + "\n")
        return "\n".join(drawn)

    def __str__(self):
        return f"BlockMask(shape={self.shape}, sparsity={self.sparsity():.2f}%, \n{self.to_string().strip()}\n)"

    def __repr__(self):
        shown = [f"    {n}={None if t is None else t.shape}," for n in self.TENSORS for t in (getattr(self, n),)]
        mask = getattr(self.mask_mod, "__name__", self.mask_mod)
        last = [
            f"    BLOCK_SIZE={self.BLOCK_SIZE},",
            f"    shape={self.shape},",
            f"    sparsity={self.sparsity():.2f}%,",
        ]
        return "\n".join(["BlockMask(", *shown, *last, f"    mask_mod={mask}", ")"])

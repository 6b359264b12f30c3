"""The next words of a generator, `bits` (a bit generator of numpy, MT19937), and what is made of them one for one."""

import numpy as np

__all__ = ["permutation", "uniform24", "uniform53", "words", "words64"]

LOW24, STEP24 = np.array(2**24 - 1, np.uint64), np.array(2.0**-24, np.float32)  # quicker than numbers
LOW53, STEP53 = np.array(2**53 - 1, np.uint64), np.array(2.0**-53)
WORD = np.array(32, np.uint64)
FEW, MANY = 256, 1 << 16  # elements up to which one is exchanged after the other, and that are shuffled in batches
BATCH, CELLS = 2048, 1 << 14  # steps taken at once, and the cells of the table by which those that meet are found


def words(bits, n):
    """The next n 32-bit words, as uint64."""
    return bits.random_raw(n)


def words64(bits, n):
    """The next n 64-bit words, each made of two 32-bit words with the first one high."""
    pairs = bits.random_raw(2 * n)
    high = pairs[0::2] << WORD
    high |= pairs[1::2]
    return high


def uniform24(bits, n):
    """n float32 numbers in [0, 1), each from the low 24 bits of one word."""
    drawn = bits.random_raw(n)
    drawn &= LOW24
    out = drawn.astype(np.float32)
    out *= STEP24
    return out


def uniform53(bits, n):
    """n float64 numbers in [0, 1), each from the low 53 bits of one 64-bit word."""
    drawn = words64(bits, n)
    drawn &= LOW53
    return drawn * STEP53


def permutation(bits, n):
    """A permutation of 0 ... n-1 by Fisher and Yates's shuffle, forwards, with a word for each place but the last."""
    if n > MANY:
        return _by_batches(bits, n)
    if n <= FEW:
        order = list(range(n))
        for i, word in enumerate(bits.random_raw(max(n - 1, 0)).tolist()):
            j = i + word % (n - i)
            order[i], order[j] = order[j], order[i]
        return np.array(order, np.int64)
    steps = max(n - 1, 0)
    left = np.arange(n, 1, -1, dtype=np.uint32)
    targets = (bits.random_raw(steps).astype(np.uint32) % left) + np.arange(steps, dtype=np.int64)
    return _shuffle(n, targets)


def _shuffle(n, targets):
    """The outcome of swapping i with targets[i] >= i for i = 0 ... n-2, without a loop over i.

    Position j holds j until some step k swaps into it; then it holds what position k held at step k. So each result
    is the end of a chain of such steps, and all chains are followed together, doubling the stride.
    """
    targets = np.append(targets, np.int64(n - 1))
    step = np.arange(n, dtype=np.int64)
    moved = np.flatnonzero(targets != step)
    came_from = step.copy()
    came_from[targets[moved]] = moved
    chained = np.flatnonzero(came_from != step)
    while len(chained):
        nearer = came_from[chained]
        further = came_from[nearer]
        came_from[chained] = further
        chained = chained[further != nearer]
    by_target = np.sort((targets << np.int64(32)) | step)
    target, when = by_target >> np.int64(32), by_target & np.int64(0xFFFFFFFF)
    repeated = np.flatnonzero(target[1:] == target[:-1])
    target[repeated + 1] = came_from[when[repeated]]
    order = step
    order[when] = target
    return order


def _by_batches(bits, n):
    """The permutation of many elements: a batch of steps is one exchange of arrays, save the steps that meet.

    Steps meet where two have one target, or a target is another step's own place. Those are taken one by one, with some
    more that share a cell of the hash table with them: the order of steps that do not meet is free.
    """
    order = np.arange(n, dtype=np.int32 if n < 1 << 31 else np.int64)
    place, down = np.arange(BATCH), -np.arange(BATCH, dtype=np.uint32)
    busy = np.zeros(CELLS, bool)
    start = 0
    while n - start > MANY // 2:
        rest = order[start:]
        targets = place + bits.random_raw(BATCH).astype(np.uint32) % (down + np.uint32(n - start))
        mine, theirs = rest[:BATCH].copy(), rest.take(targets)
        rest[targets] = mine
        meet = rest.take(targets) != mine
        meet |= targets < BATCH
        rest[:BATCH] = theirs
        if meet.any():
            cells = targets & (CELLS - 1)
            met = cells[meet]
            busy[met] = True
            one_by_one = (busy.take(cells) | busy[:BATCH]).nonzero()[0]
            busy[met] = False
            steps, places = one_by_one.tolist(), targets[one_by_one].tolist()
            held = dict(zip(places + steps, theirs[one_by_one].tolist() + mine[one_by_one].tolist(), strict=True))
            for i, j in zip(steps, places, strict=True):
                held[i], held[j] = held[j], held[i]
            rest[list(held)] = list(held.values())
        start += BATCH
    rest = order[start:]
    rest[...] = rest[permutation(bits, n - start)]
    return order.astype(np.int64, copy=False)

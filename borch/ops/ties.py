"""The order in which torch leaves equal elements: its kernels sort and select with C++'s standard library, unstably.

Each function takes the `rank` of every element of one row (equal elements, equal ranks; a list of ints) and gives the
positions of elements in the order that the named algorithm leaves them. Needed only where elements are equal.
Source: https://gcc.gnu.org/onlinedocs/libstdc++/libstdc++-html-USERS-4.4/a01027.html (names of the steps)
"""

from operator import eq

import numpy as np

SMALL = 16  # std::sort leaves runs of up to this length to insertion sort
FEW = 256  # elements of short rows that are looked at one by one
LIMIT = 20_000  # rows longer than this are left in stable order: the emulation is Python


def std_sort(rank):
    """std::sort: quicksort on a median of three down to short runs, then one insertion sort."""
    order = list(range(len(rank)))
    sort_range(rank, order, 0, len(order))
    return order


def last_of(rank, which):
    """Where std::sort leaves the last element of the rank `which`, for an array; only what holds such elements is sorted.

    The insertion sort at its end is stable, so it is not needed.
    """
    order, n = np.arange(len(rank)), len(rank)
    pending = [(0, n, 2 * (n.bit_length() - 1))]
    while pending:
        first, last, depth = pending.pop()
        if last - first <= SMALL:
            continue
        if depth == 0:
            ranks, left = rank.tolist(), order.tolist()
            heap_select(ranks, left, first, last, last)
            sort_heap(ranks, left, first, last)
            order[:] = left
            continue
        cut = partition_at_once(rank, order, first, last)
        pivot = rank[order[first]]
        if which <= pivot:
            pending.append((first, cut, depth - 1))
        if which >= pivot:
            pending.append((cut, last, depth - 1))
    return order[np.flatnonzero(rank[order] == which)[-1]]


def most_frequent(values):
    """Where torch's mode finds the most frequent of a few numbers: the order of floats with NaN among them is left to chance."""
    if all(map(eq, values, values)):
        counts = {value: values.count(value) for value in values}
        most = max(counts.values())
        least = min([value for value, count in counts.items() if count == most])
        return len(values) - 1 - values[::-1].index(least)
    order = []
    for k, value in enumerate(values):  # the insertion sort of short runs: a new least goes to the front at once
        at = k
        if k and value < values[order[0]]:
            at = 0
        else:
            while at and value < values[order[at - 1]]:
                at -= 1
        order.insert(at, k)
    best = count = most = 0
    for k, at in enumerate(order):
        count += 1
        if k == len(order) - 1 or values[at] != values[order[k + 1]]:
            if count > most:
                best, most = at, count
            count = 0
    return best


def partition_at_once(rank, order, first, last):
    """`partition` for arrays: what is not less than the pivot from the left changes with what is not greater from behind."""
    median_to_front(rank, order, first, last)
    ranks = rank[order[first:last]]
    low = np.flatnonzero(ranks[1:] >= ranks[0]) + (first + 1)
    high = np.flatnonzero(ranks[1:] <= ranks[0])[::-1] + (first + 1)
    shorter = min(len(low), len(high))
    swaps = np.count_nonzero(low[:shorter] < high[:shorter])
    left, right = low[:swaps], high[:swaps]
    order[left], order[right] = order[right], order[left]
    ends = [*low[swaps : swaps + 1], *right[-1:]]
    return int(min(ends))


def partial_sort(rank, k):
    """std::partial_sort: a heap of the first `k`, then the heap sorted."""
    order = list(range(len(rank)))
    heap_select(rank, order, 0, k, len(order))
    sort_heap(rank, order, 0, k)
    return order


def nth_element(rank, nth):
    """std::nth_element: quickselect on a median of three, then insertion sort of the last few."""
    order = list(range(len(rank)))
    select(rank, order, 0, nth, len(order))
    return order


def nth_then_sorted(rank, k, sort):
    """What torch's topk does for a large `k`: nth_element, then the first k - 1 sorted."""
    order = nth_element(rank, k - 1)
    if sort:
        sort_range(rank, order, 0, k - 1)
    return order


def sort_range(rank, order, first, last):
    if first == last:
        return
    quick_sort(rank, order, first, last, 2 * ((last - first).bit_length() - 1))
    insertion_sort(rank, order, first, last)


def quick_sort(rank, order, first, last, depth):
    while last - first > SMALL:
        if depth == 0:
            heap_select(rank, order, first, last, last)
            sort_heap(rank, order, first, last)
            return
        depth -= 1
        cut = partition(rank, order, first, last)
        quick_sort(rank, order, cut, last, depth)
        last = cut


def select(rank, order, first, nth, last):
    if first == last or nth == last:
        return
    depth = 2 * ((last - first).bit_length() - 1)
    while last - first > 3:
        if depth == 0:
            heap_select(rank, order, first, nth + 1, last)
            order[first], order[nth] = order[nth], order[first]
            return
        depth -= 1
        cut = partition(rank, order, first, last)
        if cut <= nth:
            first = cut
        else:
            last = cut
    insertion_sort(rank, order, first, last)


def insertion_sort(rank, order, first, last):
    for i in range(first + 1, last):
        value = order[i]
        r = rank[value]
        j = i
        while j > first and r < rank[order[j - 1]]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = value


def partition(rank, order, first, last):
    """Moves the median of three to the front and parts the rest around it; where the second part begins."""
    median_to_front(rank, order, first, last)
    pivot = rank[order[first]]
    low, high = first + 1, last
    while True:
        while rank[order[low]] < pivot:
            low += 1
        high -= 1
        while pivot < rank[order[high]]:
            high -= 1
        if low >= high:
            return low
        order[low], order[high] = order[high], order[low]
        low += 1


def median_to_front(rank, order, first, last):
    a, b, c = first + 1, first + (last - first) // 2, last - 1
    ra, rb, rc = rank[order[a]], rank[order[b]], rank[order[c]]
    if ra >= rb:
        median = a if ra < rc else c if rb < rc else b
    elif rb < rc:
        median = b
    else:
        median = c if ra < rc else a
    order[first], order[median] = order[median], order[first]


def heap_select(rank, order, first, middle, last):
    make_heap(rank, order, first, middle)
    for i in range(middle, last):
        if rank[order[i]] < rank[order[first]]:
            value, order[i] = order[i], order[first]
            sift(rank, order, first, 0, middle - first, value)


def make_heap(rank, order, first, last):
    n = last - first
    if n < 2:
        return
    for parent in range((n - 2) // 2, -1, -1):
        sift(rank, order, first, parent, n, order[first + parent])


def sort_heap(rank, order, first, last):
    while last - first > 1:
        last -= 1
        value, order[last] = order[last], order[first]
        sift(rank, order, first, 0, last - first, value)


def sift(rank, order, first, hole, n, value):
    """Lets the hole sink to a leaf along the greater children, then `value` rise from there."""
    top, child = hole, hole
    while child < (n - 1) // 2:
        child = 2 * (child + 1)
        if rank[order[first + child]] < rank[order[first + child - 1]]:
            child -= 1
        order[first + hole] = order[first + child]
        hole = child
    if n % 2 == 0 and child == (n - 2) // 2:
        child = 2 * (child + 1)
        order[first + hole] = order[first + child - 1]
        hole = child - 1
    parent = (hole - 1) // 2
    while hole > top and rank[order[first + parent]] < rank[value]:
        order[first + hole] = order[first + parent]
        hole = parent
        parent = (hole - 1) // 2
    order[first + hole] = value


def quick_select(rank, k):
    """The selection of torch's kthvalue, with the median of three moved to the front."""
    order = list(range(len(rank)))
    left, right = 0, len(order) - 1

    def swap(i, j):
        order[i], order[j] = order[j], order[i]

    def greater(i, j):
        return rank[order[i]] > rank[order[j]]

    while right > left:
        if right == left + 1:
            if greater(left, right):
                swap(left, right)
            break
        swap((left + right) >> 1, left + 1)
        if greater(left + 1, right):
            swap(left + 1, right)
        if greater(left, right):
            swap(left, right)
        if greater(left + 1, left):
            swap(left + 1, left)
        i, j, pivot = left + 1, right, rank[order[left]]
        while True:
            i += 1
            while pivot > rank[order[i]]:
                i += 1
            j -= 1
            while rank[order[j]] > pivot:
                j -= 1
            if j < i:
                break
            swap(i, j)
        swap(left, j)
        if j <= k:
            left = i
        if j >= k:
            right = j - 1
    return order

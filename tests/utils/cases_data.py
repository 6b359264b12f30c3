"""Cases of borch/utils/data/: what comes out of datasets, samplers, collation and loaders, and what is refused."""

# ruff: noqa: E501 - a case stays on one line

_D = "D = torch.utils.data; "
_MAP = (
    _D + "Numbers = type('Numbers', (D.Dataset,), {'__len__': lambda s: 5, '__getitem__': lambda s, i: 10 * i}); "
    "Stream = type('Stream', (D.IterableDataset,), {'__iter__': lambda s: iter(range(5))}); "
    "Sized = type('Sized', (Stream,), {'__len__': lambda s: 3}); "
    "Drawn = type('Drawn', (D.Dataset,), {'__len__': lambda s: 6, '__getitem__': lambda s, i: torch.randint(1000, (2,)) + 0 * i}); "
    "pairs = D.TensorDataset(torch.arange(7), n(7, 2)); "
)
_GENERATOR = "g = torch.Generator().manual_seed(5); "


def data(*lines):
    return [_MAP + line for line in lines]


def warned(line):
    return (
        f"import warnings; {_MAP}w = warnings.catch_warnings(record=True); log = w.__enter__(); warnings.simplefilter('always'); "
        f"r = {line}; w.__exit__(None, None, None); [r, [(x.category.__name__, str(x.message)) for x in log]]"
    )


CASES = {
    "Dataset": data(
        "D.Dataset()[0]", "len(D.Dataset())", "D.Dataset() + D.Dataset()", "type(Numbers() + pairs).__name__", "len(Numbers() + pairs)",
        "D.Dataset[int] is not None", "[(Numbers() + [1, 2])[k] for k in (0, 4, 5, -1)]", "list(Numbers().__add__(Numbers()))",
    ) + [(_MAP + "D.IterableDataset()", {"message": False})],
    "TensorDataset": data(
        "pairs[2]", "pairs[1:4]", "pairs[[0, 6, 2]]", "pairs[-1]", "pairs[7]", "len(pairs)", "pairs.tensors",
        "D.TensorDataset(n(2), n(3))", "len(D.TensorDataset())", "D.TensorDataset(1)",
    ),
    "StackDataset": data(
        "D.StackDataset(n(4), [1, 2, 3, 4])[2]", "D.StackDataset(x=n(4), y='abcd')[2]", "D.StackDataset(n(4), n(4, 2)).__getitems__([0, 3])",
        "D.StackDataset(x='abcd', y=range(4)).__getitems__([0, 3])", "len(D.StackDataset('ab', 'cd'))", "D.StackDataset()", "D.StackDataset(1)",
        "D.StackDataset('ab', x='ab')", "D.StackDataset('ab', 'abc')", "D.StackDataset(x='ab', y='abc')",
        "list(D.DataLoader(D.StackDataset(x=range(4), y=pairs.tensors[1][:4]), 3))",
        "D.StackDataset(D.Subset(Numbers(), [0, 2]), 'ab').__getitems__([1, 0])",
        "Wrong = type('Wrong', (), {'__len__': lambda s: 2, '__getitems__': lambda s, i: [1]}); D.StackDataset(Wrong()).__getitems__([0, 1])",
    ),
    "ConcatDataset": data(
        "list(D.ConcatDataset([Numbers(), [1, 2]]))", "D.ConcatDataset([Numbers(), [1, 2]]).cumulative_sizes", "D.ConcatDataset([Numbers(), [1, 2]])[-7]",
        "D.ConcatDataset([Numbers(), [1, 2]])[-8]", "D.ConcatDataset([Numbers(), [1, 2]])[7]", "D.ConcatDataset([])", "D.ConcatDataset([Stream()])",
        "D.ConcatDataset([[], [1], [], [2]])[1]", "D.ConcatDataset.cumsum(['ab', 'c'])",
    ) + [warned("D.ConcatDataset(['ab', 'c']).cummulative_sizes")],
    "ChainDataset": data(
        "list(D.ChainDataset([Stream(), Sized()]))", "list(Stream() + Stream())", "len(D.ChainDataset([Sized(), Sized()]))", "len(D.ChainDataset([Stream()]))",
        "list(D.ChainDataset([[1]]))", "len(D.ChainDataset([[1]]))", "list(D.DataLoader(D.ChainDataset([Stream(), Stream()]), 3))",
    ),
    "Subset": data(
        "list(D.Subset(Numbers(), [4, 0, 2]))", "D.Subset(pairs, [4, 0, 2])[[0, 2]]", "D.Subset(pairs, [4, 0]).__getitems__([1])", "len(D.Subset(pairs, [4, 0]))",
        "D.Subset(pairs, [4, 0])[2]", "D.Subset(D.Subset(Numbers(), [4, 3, 1]), [2, 0])[0]", "D.Subset(pairs, torch.tensor([1, 2]))[1]",
        "list(D.DataLoader(D.Subset(pairs, [6, 0, 3]), 2))", "list(D.DataLoader(D.Subset(D.Subset(pairs, [6, 0, 3]), [-1, 1]), 2))",
        "list(D.DataLoader(D.Subset(pairs, [6, 9]), 2))", "list(D.DataLoader(D.Subset(pairs, torch.tensor([6, 1])), 2))",
    ),
    "random_split": data(
        *(
            f"[list(s.indices) for s in D.random_split({arguments})]"
            for arguments in (
                "pairs, [3, 4]", "pairs, [7]", "pairs, [0, 7]", "pairs, [0.3, 0.7]", "range(10), [0.33, 0.33, 0.34]", "range(20), [0.9, 0.1]", "range(10), (0.5, 0.5)",
                "range(9), [1 / 3] * 3", "range(10), [1.0]",
            )
        ),
        _GENERATOR + "[list(s.indices) for s in D.random_split(range(12), [0.25, 0.75], generator=g)] + [torch.rand(1, generator=g)]",
        "D.random_split(pairs, [3, 3])", "D.random_split(pairs, [0.5, 0.4])", "D.random_split(pairs, [0.5, 0.6])", "D.random_split(pairs, [1.5, -0.5])",
        "[len(s) for s in D.random_split(pairs, [-1, 8])]",
        "[list(s) for s in D.random_split(Numbers(), [2, 3])]",
    ) + [warned("len(D.random_split(range(2), [0.1, 0.1, 0.8]))")],
    "RandomSampler": data(
        *(
            f"[list(D.RandomSampler({arguments})), torch.rand(1)]"
            for arguments in (
                "Numbers()", "pairs, replacement=True", "range(100), replacement=True", "range(5), replacement=True, num_samples=64", "range(5), num_samples=12", "range(5), num_samples=10",
                "range(5), num_samples=3", "range(1)", "range(1000), num_samples=4",
            )
        ),
        *(
            f"{_GENERATOR}s = D.RandomSampler(range(6), generator=g{options}); [list(s), list(s), torch.rand(1, generator=g)]"
            for options in ("", ", num_samples=6", ", num_samples=4", ", num_samples=13", ", replacement=True", ", replacement=True, num_samples=70")
        ),
        "len(D.RandomSampler(range(5), num_samples=12))", "D.RandomSampler(range(5)).num_samples", "D.RandomSampler(range(5), replacement=1)",
        "D.RandomSampler(range(5), num_samples=0)", "D.RandomSampler(range(5), num_samples=1.5)", "D.RandomSampler(range(5), num_samples=True).num_samples", "D.RandomSampler([])",
    ),
    "Sampler": data(
        "D.Sampler(1)", "iter(D.Sampler())", "list(D.SequentialSampler('abc'))", "len(D.SequentialSampler('abc'))",
        "[list(D.SubsetRandomSampler([4, 5, 6, 9])), torch.rand(1)]", "list(D.SubsetRandomSampler(torch.tensor([4, 5, 6])))", "len(D.SubsetRandomSampler('abc'))",
        _GENERATOR + "s = D.SubsetRandomSampler('abcdef', generator=g); [list(s), list(s)]",
    ),
    "WeightedRandomSampler": data(
        "[list(D.WeightedRandomSampler([0.1, 0.2, 0.7], 9)), torch.rand(1)]", "list(D.WeightedRandomSampler(torch.tensor([0.1, 0.2, 0.7]), 3, replacement=False))",
        "list(D.WeightedRandomSampler([3, 1, 0], 8))", _GENERATOR + "s = D.WeightedRandomSampler([1.0] * 9, 5, False, g); [list(s), list(s)]",
        "list(D.WeightedRandomSampler([0.1, 0.9], 3, replacement=False))", "D.WeightedRandomSampler([0.1], 0)", "D.WeightedRandomSampler([0.1], 1.5)", "D.WeightedRandomSampler([0.1], True)",
        "D.WeightedRandomSampler([0.1], 1, replacement=1)", "D.WeightedRandomSampler([[0.1]], 1)", "D.WeightedRandomSampler([1, 2], 2).weights", "len(D.WeightedRandomSampler([1, 2], 4))",
    ),
    "BatchSampler": data(
        "list(D.BatchSampler(D.SequentialSampler(range(5)), 2, False))", "list(D.BatchSampler(range(5), 2, True))", "list(D.BatchSampler(range(4), 2, True))", "list(D.BatchSampler([], 2, False))",
        "list(D.BatchSampler(iter('abcde'), 3, False))", "len(D.BatchSampler(range(5), 2, False))", "len(D.BatchSampler(range(5), 2, True))", "len(D.BatchSampler(range(6), 2, False))",
        "D.BatchSampler(range(5), 0, False)", "D.BatchSampler(range(5), 1.5, False)", "D.BatchSampler(range(5), True, False)", "D.BatchSampler(range(5), 2, 1)",
        "list(D.BatchSampler(D.RandomSampler(range(7)), 3, False))",
    ),
    "DistributedSampler": data(
        *(
            f"list(D.DistributedSampler({arguments}))"
            for arguments in (
                "range(5), num_replicas=2, rank=0", "range(5), 2, 1", "range(5), 2, 1, shuffle=False", "range(5), 2, 1, shuffle=False, drop_last=True", "range(2), 5, 4, shuffle=False",
                "range(9), 4, 2, seed=3", "range(9), 4, 3, drop_last=True",
            )
        ),
        "s = D.DistributedSampler(range(6), 2, 0); s.set_epoch(3); [list(s), len(s)]", "D.DistributedSampler(range(5), 2, 3)", "D.DistributedSampler(range(5), 2, -1)", "D.DistributedSampler(range(5))",
    ),
    "default_collate": data(
        *(
            f"D.default_collate({batch})"
            for batch in (
                "[1, 2]", "[1.5, 2]", "[1, 2.5]", "[True, False]", "['a', 'b']", "[b'a', b'b']", "[(1, 2.0), (3, 4.0)]", "[[1, 2], [3, 4]]", "[{'a': 1, 'b': n(2)}, {'a': 2, 'b': n(2)}]",
                "[{'a': [1, {'b': 'x'}]}, {'a': [2, {'b': 'y'}]}]", "[np.float32(1), np.float32(2)]", "[np.ones(2), np.zeros(2)]", "[np.array(1, np.int64), np.array(2, np.int64)]", "[np.int16(1)]", "[np.bool_(1), np.bool_(0)]",
                "[np.float64(1.5), np.float64(2)]", "[n(2), n(2)]", "[n(), n()]", "[f(2), f(2)]", "[i(3), i(3)]", "[range(2), range(2)]", "(1, 2)", "[2 ** 40]", "[1, torch.ones(1)]", "[(n(2), 1), (n(2), 2)]",
                "[[1, 2], [3]]", "[None]", "[]", "[object()]", "[{1, 2}]", "[1j]", "[n(2), n(3)]", "[np.array(['a'])]", "[np.array([None])]", "[2 ** 70]", "[1, None]", "[{'a': 1}, {'b': 1}]",
            )
        ),
        "from collections import namedtuple, OrderedDict, defaultdict; P = namedtuple('P', 'x y'); r = D.default_collate([P(1, 'a'), P(3, 'b')]); [type(r).__name__, r.x, r.y]",
        "from collections import OrderedDict; r = D.default_collate([OrderedDict(b=1, a=2), OrderedDict(b=3, a=4)]); [type(r).__name__, dict(r)]",
        "from collections import defaultdict; r = D.default_collate([defaultdict(int, a=1)]); [type(r).__name__, dict(r), r['zz']]",
        "from collections import UserList; r = D.default_collate([UserList([1, 2]), UserList([3, 4])]); [type(r).__name__, list(r)]",
        "from types import MappingProxyType; r = D.default_collate([MappingProxyType({'a': 1})]); [type(r).__name__, dict(r)]",
        "D._utils.collate.collate([1, 2, 3], collate_fn_map={int: lambda batch, *, collate_fn_map: sum(batch)})",
        "D._utils.collate.collate([(1, 2), (3, 4)], collate_fn_map={int: lambda batch, *, collate_fn_map: sum(batch)})",
        "D._utils.collate.collate([1, 2])",
        "sorted(k.__name__ for k in D._utils.collate.default_collate_fn_map if isinstance(k, type))",
    ),
    "default_convert": data(
        *(
            f"D.default_convert({value})"
            for value in (
                "1", "1.5", "'a'", "b'a'", "None", "n(2)", "np.ones(2)", "np.float32(2)", "np.int64(3)", "[np.ones(2), 1]", "(1, np.float32(2))", "{'a': np.ones(2), 'b': 'c'}", "range(2)", "[[np.ones(1)], ['x']]",
            )
        ),
        "from collections import namedtuple; P = namedtuple('P', 'x y'); r = D.default_convert(P(np.ones(1), 2)); [type(r).__name__, r.x, r.y]",
        "from collections import OrderedDict; r = D.default_convert(OrderedDict(a=np.ones(1))); [type(r).__name__, dict(r)]",
    ),
    "DataLoader": data(
        *(
            f"[list(D.DataLoader({arguments})), torch.rand(1)]"
            for arguments in (
                "pairs", "pairs, 3", "pairs, 3, drop_last=True", "pairs, batch_size=None", "pairs, 3, shuffle=True", "Numbers(), 2, True", "Numbers(), 2, sampler=[3, 1, 0]", "Numbers(), batch_sampler=[[1, 2], [0]]",
                "Numbers(), batch_size=None, shuffle=True", "Numbers(), batch_size=None, sampler=[3, 1]", "Numbers(), 2, collate_fn=lambda batch: batch", "Numbers(), batch_size=None, collate_fn=lambda x: x + 1",
                "Stream(), 2", "Stream(), 2, drop_last=True", "Stream(), batch_size=None", "Stream(), 7, drop_last=True", "Stream(), 5", "Stream(), 2, shuffle=False", "Drawn(), 4, shuffle=True", "n(7), 4",
                "[1, 'a', 2.5], 1", "{0: 1, 1: 2}, 2", "[], 2", "'abc', 2", "pairs, 2, sampler=D.WeightedRandomSampler([1.0] * 7, 5)", "pairs, 2, True, in_order=False", "D.TensorDataset(f(4), f(4, 2)), 3", "D.TensorDataset(n(4, 0), b(4)), 3",
                "Numbers(), 2, generator=torch.Generator().manual_seed(1), shuffle=True", "D.random_split(pairs, [4, 3])[0], 3, shuffle=True", "pairs, batch_sampler=D.BatchSampler(D.RandomSampler(pairs), 3, True)",
                "D.TensorDataset(c(3), bf(3)), 2", "pairs, 2, sampler=[0, -1, 3]", "pairs, 2, sampler=[0, 9]", "pairs, 2, sampler=torch.tensor([1, 0])", "[1, None], 2", "[[1, 2], [3]], 2", "{1}, 2",
                "[], 2, shuffle=True", "Numbers(), timeout=1", "Stream()",
            )
        ),
        _GENERATOR + "l = D.DataLoader(Numbers(), 2, shuffle=True, generator=g); [list(l), list(l), torch.rand(1, generator=g), torch.rand(1)]",
        _GENERATOR + "l = D.DataLoader(Numbers(), 2, generator=g); [list(l), torch.rand(1, generator=g), torch.rand(1)]",
        "l = D.DataLoader(Numbers(), 2, shuffle=True); [list(l), list(l), torch.rand(1)]",
        "it = iter(D.DataLoader(Numbers(), 2)); [next(it), len(it), next(it), list(it), next(it, 'end')]",
        *(
            f"len(D.DataLoader({arguments}))"
            for arguments in ("pairs, 3", "pairs, 3, drop_last=True", "pairs, batch_size=None", "Sized()", "Sized(), 2", "Sized(), 2, drop_last=True", "Sized(), batch_size=None", "Stream()", "pairs, batch_sampler=[[1]]", "pairs, sampler=[1, 2, 3]")
        ),
        *(
            f"D.DataLoader({arguments})"
            for arguments in (
                "pairs, num_workers=-1", "pairs, timeout=-1", "pairs, prefetch_factor=2", "pairs, num_workers=1, prefetch_factor=-1", "pairs, persistent_workers=True", "Stream(), shuffle=True", "Stream(), sampler=[1]",
                "Stream(), batch_sampler=[[1]]", "pairs, sampler=[1], shuffle=True", "pairs, batch_sampler=[[1]], batch_size=2", "pairs, batch_sampler=[[1]], shuffle=True", "pairs, batch_sampler=[[1]], drop_last=True",
                "pairs, batch_sampler=[[1]], sampler=[1]", "pairs, batch_size=None, drop_last=True", "pairs, batch_size=0", "pairs, batch_size=1.5", "pairs, multiprocessing_context='fork'", "pairs, num_workers=1, multiprocessing_context='x'",
                "pairs, num_workers=1, multiprocessing_context=1", "pairs, drop_last=1", "pairs, 1, False, None, None, 0, None, False, False, 0, None, None, None, 2",
            )
        ),
        *(f"setattr(D.DataLoader(pairs), '{name}', 3)" for name in ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")),
        "l = D.DataLoader(pairs); l.collate_fn = len; [list(l)[:2], l.num_workers]",
        "l = D.DataLoader(pairs, 3); [k.replace('_DataLoader', '') for k in vars(l)] + [l.batch_size, l.drop_last, l.prefetch_factor, l.generator, l._dataset_kind, l._auto_collation, l.multiprocessing_context]",
        "l = D.DataLoader(pairs, batch_sampler=[[1]]); [l.batch_size, l.drop_last, l.batch_sampler, type(l.sampler).__name__]",
        "D.get_worker_info()",
    ) + [
        warned("len(list(D.DataLoader(pairs, 2, pin_memory=True)))"),
        warned("[len(l) for l in [D.DataLoader(Sized())]]"),
    ],
    "workers": data(
        *(
            f"[list(D.DataLoader({arguments})), torch.rand(1)]"
            for arguments in (
                "pairs, 2, num_workers=2", "Numbers(), 2, shuffle=True, num_workers=1", "Drawn(), 2, num_workers=2", "Drawn(), 1, shuffle=True, num_workers=2, prefetch_factor=1", "Numbers(), batch_size=None, num_workers=2",
                "Stream(), 2, num_workers=2", "Stream(), 2, num_workers=2, drop_last=True", "Stream(), batch_size=None, num_workers=2", "Numbers(), 2, num_workers=2, timeout=30", "[], 2, num_workers=1",
                "Drawn(), 2, num_workers=2, worker_init_fn=lambda k: torch.manual_seed(k)",
            )
        ),
        "l = D.DataLoader(Drawn(), 2, num_workers=2, persistent_workers=True); [list(l), list(l), torch.rand(1)]",
        "l = D.DataLoader(Stream(), 2, num_workers=2, persistent_workers=True); [list(l), list(l)]",
        "Part = type('Part', (D.IterableDataset,), {'__iter__': lambda s: iter(range(10)[D.get_worker_info().id :: D.get_worker_info().num_workers])}); list(D.DataLoader(Part(), 3, num_workers=2))",
        "Part = type('Part', (D.IterableDataset,), {'start': 0, '__iter__': lambda s: iter(range(s.start, s.start + 3))}); list(D.DataLoader(Part(), 2, num_workers=2, worker_init_fn=lambda k: setattr(D.get_worker_info().dataset, 'start', 10 * k)))",
        "Seeds = type('Seeds', (D.Dataset,), {'__len__': lambda s: 4, '__getitem__': lambda s, i: (D.get_worker_info().id, D.get_worker_info().num_workers, D.get_worker_info().seed, torch.initial_seed())}); list(D.DataLoader(Seeds(), num_workers=2))",
    ),
}  # fmt: skip

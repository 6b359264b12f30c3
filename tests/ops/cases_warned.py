"""Cases of the warnings of deprecated functions, of arguments left out, and of what a conversion drops."""

HEARD = """import warnings
torch.set_warn_always(True)
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter('always')
    {}
torch.set_warn_always(False)
[(w.category.__name__, str(w.message).partition(' (Triggered')[0]) for w in log]"""

EYE = "torch.eye(2)"
LINES = (
    "torch.zeros(3,out=torch.zeros(2))",
    "torch.ones(3,out=torch.zeros(2))",
    "torch.full((3,),1.,out=torch.zeros(2))",
    "torch.rand(3,out=torch.zeros(2))",
    "torch.randn(3,out=torch.zeros(2))",
    "torch.randint(3,(3,),out=torch.zeros(2))",
    "torch.randperm(3,out=torch.zeros(2, dtype=torch.int64))",
    "torch.empty(3,out=torch.zeros(2))",
    "torch.eye(3,out=torch.zeros(2))",
    "torch.arange(3,out=torch.zeros(2))",
    "torch.arange(3.,out=torch.zeros(2))",
    "torch.linspace(0,1,3,out=torch.zeros(2))",
    "torch.logspace(0,1,3,out=torch.zeros(2))",
    "torch.range(0,3,out=torch.zeros(2))",
    "torch.bernoulli(torch.zeros(3),out=torch.zeros(2))",
    "torch.multinomial(torch.ones(3),2,out=torch.zeros(3, dtype=torch.int64))",
    "torch.normal(0.,1.,(3,),out=torch.zeros(2))",
    "torch.narrow_copy(torch.zeros(3),0,0,2,out=torch.zeros(3))",
    "F.logsigmoid(torch.zeros(3),out=torch.zeros(2))",
    "torch.addbmm(torch.zeros(2,2),torch.zeros(1,2,2),torch.zeros(1,2,2),out=torch.zeros(1))",
    "torch.tril_indices(2,2)",
    "torch.cross(torch.ones(3),torch.ones(3))",
    "torch.cross(torch.ones(3),torch.ones(3),out=torch.zeros(3))",
    "torch.complex(torch.zeros(2),torch.zeros(2),out=torch.zeros(1, dtype=torch.complex64))",
    "(torch.ones(0)+0j).float()",
    "(torch.ones(1)+0j).float()",
    "(torch.ones(1)+0j).bfloat16()",
    "(torch.ones(1)+0j).to(torch.int64)",
    "(torch.ones(1)+0j).bool()",
    "torch.zeros(1).copy_(torch.ones(1)+0j)",
    "torch.nonzero(torch.ones(3),out=torch.zeros(2,2, dtype=torch.int64))",
    "torch.masked_select(torch.ones(3),torch.ones(3)>0,out=torch.zeros(2))",
    "torch.cat([torch.zeros(2)],out=torch.zeros(1))",
    "torch.histc(torch.zeros(3),3,out=torch.zeros(2))",
    "torch.take(torch.zeros(3),torch.tensor([1]),out=torch.zeros(2))",
    "torch.index_select(torch.zeros(3),0,torch.tensor([1]),out=torch.zeros(2))",
    "torch.gather(torch.zeros(3),0,torch.tensor([1]),out=torch.zeros(2))",
    "torch.kthvalue(torch.zeros(3,2),1,0,True,out=(torch.zeros(3),torch.zeros(3, dtype=torch.int64)))",
    "torch.median(torch.zeros(3,2),0,out=(torch.zeros(3),torch.zeros(3, dtype=torch.int64)))",
    "torch.sort(torch.zeros(3),out=(torch.zeros(2),torch.zeros(2, dtype=torch.int64)))",
    "torch.topk(torch.zeros(3),1,out=(torch.zeros(2),torch.zeros(2, dtype=torch.int64)))",
    "torch.max(torch.zeros(3,2),0,out=(torch.zeros(3),torch.zeros(3, dtype=torch.int64)))",
    "torch.fft.fft(torch.zeros(3),out=torch.zeros(2, dtype=torch.complex64))",
    "torch.linalg.inv(torch.eye(2),out=torch.zeros(1))",
    "torch.linalg.norm(torch.zeros(3),out=torch.zeros(2))",
    "torch.matmul(torch.zeros(3,3),torch.zeros(3,3),out=torch.zeros(2))",
    "torch.mm(torch.zeros(3,3),torch.zeros(3,3),out=torch.zeros(2))",
    "torch.bmm(torch.zeros(1,3,3),torch.zeros(1,3,3),out=torch.zeros(2))",
    "torch.mv(torch.zeros(3,3),torch.zeros(3),out=torch.zeros(2))",
    "torch.dot(torch.zeros(3),torch.zeros(3),out=torch.zeros(2))",
    "torch.searchsorted(torch.zeros(3),torch.zeros(3),out=torch.zeros(2, dtype=torch.int64))",
    "torch.where(torch.ones(3)>0,torch.zeros(3),torch.zeros(3),out=torch.zeros(2))",
    "torch.diag(torch.zeros(3),out=torch.zeros(2))",
    "torch.tril(torch.zeros(3,3),out=torch.zeros(2))",
    "torch.cumsum(torch.zeros(3),0,out=torch.zeros(2))",
    "torch.logcumsumexp(torch.zeros(3),0,out=torch.zeros(2))",
    "torch.polar(torch.zeros(2),torch.zeros(2),out=torch.zeros(1, dtype=torch.complex64))",
    "torch.stack([torch.zeros(2)],out=torch.zeros(1))",
    "torch.einsum('i->i',torch.zeros(2))",
    "F.softmax(torch.zeros(2),0).shape",
    "torch.softmax(torch.zeros(2),0,out=torch.zeros(1))",
    "torch.renorm(torch.zeros(2,2),2,0,1.,out=torch.zeros(1))",
    "torch.scatter(torch.zeros(3),0,torch.tensor([1]),torch.zeros(1),out=torch.zeros(2))",
    "torch.index_add(torch.zeros(3),0,torch.tensor([1]),torch.zeros(1),out=torch.zeros(2))",
    "torch.cdist(torch.zeros(2,2),torch.zeros(2,2)).shape",
    "torch.quantile(torch.ones(3),.5,out=torch.zeros(2))",
    "torch.isin(torch.zeros(2),torch.zeros(2),out=torch.zeros(1, dtype=torch.bool))",
    "torch.bucketize(torch.zeros(2),torch.zeros(2),out=torch.zeros(1, dtype=torch.int64))",
    "torch.unbind_copy(torch.zeros(2,2),out=[torch.zeros(1),torch.zeros(1)])",
    "torch.squeeze_copy(torch.zeros(2,1),out=torch.zeros(1))",
    "torch.stft(torch.ones(40),8,return_complex=False).shape",
    f"torch.triangular_solve({EYE}, {EYE})",
    f"torch.cholesky({EYE})",
    f"{EYE}.cholesky()",
    f"torch.qr({EYE})",
    f"torch.lu({EYE})",
    f"{EYE}.lu(get_infos=True)",
    f"torch.lu_solve({EYE}, {EYE}, torch.tensor([1, 2], dtype=torch.int32))",
    "torch.stft(torch.ones(40), 8, return_complex=True)",
    "torch.stft(torch.ones(40), 8, window=torch.ones(8), return_complex=True)",
    "torch.istft(torch.ones(5, 6, dtype=torch.complex64), 8)",
    "torch.cross(torch.ones(3, 3), torch.ones(3, 3))",
    f"torch.chain_matmul({EYE}, {EYE})",
    "torch.meshgrid(torch.ones(2))",
    "torch.where(torch.ones(2, dtype=torch.uint8), 1, 2)",
    "torch.set_default_tensor_type('torch.FloatTensor')",
    "torch.std(torch.ones(0))",
    "torch.var(torch.ones(1))",
    "torch.std_mean(torch.ones(1))",
    "torch.var_mean(torch.ones(1))",
    "torch.ones(2, dtype=torch.complex64).float()",
    "torch.ones(2, dtype=torch.complex64).to(torch.int64)",
    "torch.ones(2, dtype=torch.complex64).bool()",
    "torch.ones(2, dtype=torch.complex64).cdouble()",
    "torch.softmax(torch.ones(2, dtype=torch.complex64), 0, dtype=torch.float32)",
    "torch.ones(2).index_reduce(0, torch.tensor([0, 0]), torch.ones(2), 'prod')",
    "torch.ones(2, 2).scatter(0, torch.zeros(1, 2, dtype=torch.int64), torch.ones(1, 2), reduce='add')",
    "torch.ones(2, 2).scatter(0, torch.zeros(1, 2, dtype=torch.int64), 2.0, reduce='add')",
    "torch.cummax(torch.ones(3, 40), 0)",
    *(
        f"torch.{call}"
        for call in (
            "tensor([np.ones(2), np.ones(2)])", "tensor((np.ones(2),))", "tensor([[1., 2.], np.ones(2)])", "tensor([np.ones(0)])",
            "tensor([np.ones((2, 2))])", "tensor([np.float32(1)])", "tensor(np.ones((2, 2)))", "FloatTensor([np.ones(2)])",
            "as_tensor([np.ones(2)])", "ones(1).new_tensor([np.ones(2)])",
        )
    ),
    *(
        f"torch.ones(3, 4)[{index}]"
        for index in (
            "[np.array([0, 1])]", "[torch.tensor([0]), torch.tensor([1])]", "[[0, 1], [1, 2]]", "[slice(None), 0]", "[0, 1]",
            "[None, 0]", "[..., 0]", "[range(2)]", "[0] * 33", "[]", "(np.array([0]),)", "[torch.tensor(1)]", "[True, False, True]",
        )
    ),
    "torch.ones(3, 4).__setitem__([[0, 1], [1, 2]], 0.0)",
    *(
        f"x = torch.ones(1, requires_grad=True); y = x[0] * 2; {use}"
        for use in (
            "float(x)", "int(x)", "complex(y)", "bool(y)", "math.sqrt(y)", "'%.2f' % y", "f'{y:.2f}'", "torch.tensor([y, y])", "y.item()",
            "float(y.detach())", "float(x.view(1))", "torch.zeros(1).__setitem__(0, y)", "torch.zeros(1).fill_(y)", "torch.set_grad_enabled(False) and None; float(x); torch.set_grad_enabled(True) and None",
            "math.floor(y)",
        )
    ),
    *(
        f"v = torch.ones(2); p = torch.tensor([[0, 1], [1, 0]]); q = torch.tensor([0, 1, 2]); {call}"
        for call in (
            "torch.sparse_coo_tensor(p, v, (2, 2))", "torch.sparse_coo_tensor((2, 2))", "torch.sparse_coo_tensor(p, v, check_invariants=False)",
            "torch.sparse_coo_tensor(p, v, check_invariants=True)", "torch.sparse.FloatTensor(p, v, torch.Size([2, 2]))",
            "torch.sparse.DoubleTensor(p, v.double())", "torch.sparse.FloatTensor(2, 2)", "torch.sparse.FloatTensor(torch.Size([2, 2]))",
            "torch.sparse.FloatTensor()", "torch.sparse_csr_tensor(q, p[0], v)", "torch.sparse_csc_tensor(q, p[0], v, check_invariants=False)",
            "torch.eye(2).to_sparse()", "torch.eye(2).to_sparse_csr()", "torch.eye(2).to_sparse_csc()", "torch.eye(2).to_sparse_csr().t()",
            "torch.eye(2).to_sparse().coalesce()", "torch.eye(2).to_sparse_csr() @ torch.eye(2)", "torch.sparse.mm(torch.eye(2).to_sparse(), torch.eye(2))",
        )
    ),
    "torch.ones(2).add_(1, torch.ones(2))",
    "torch.ones(2).sub(1, torch.ones(2))",
    "torch.ones(2).addcmul_(1, torch.ones(2), torch.ones(2))",
    "torch.ones(2).addcdiv(1, torch.ones(2), torch.ones(2))",
    f"{EYE}.addmm(1, {EYE}, {EYE})",
    f"torch.addmm(1, {EYE}, {EYE}, {EYE})",
    f"torch.addmm(1, {EYE}, 2, {EYE}, {EYE})",
    "torch.addr(1, torch.eye(2), 1, torch.ones(2), torch.ones(2))",
)  # fmt: skip
REMOVED = ("symeig", "eig", "lstsq", "solve", "matrix_rank")

CASES = {
    "warned": [HEARD.format(line) for line in LINES],
    "removed": [f"torch.{name}({EYE}, {EYE})" for name in REMOVED],
    "results": [
        "torch.sort(torch.ones(3), out=(torch.empty(0), torch.empty(0, dtype=torch.int64)))",
        "type(torch.lu(torch.eye(2), get_infos=True)).__name__",
        "repr(torch.max(torch.ones(2, 2), 1, out=(torch.empty(0), torch.empty(0, dtype=torch.int64))))",
        "repr(torch.linalg.qr(torch.eye(2), out=(torch.empty(0), torch.empty(0)))).partition('(')[0]",
        "repr(torch.frexp(torch.ones(2), out=(torch.empty(0), torch.empty(0, dtype=torch.int32))))",
    ],
    "refused": [
        "torch.triu_indices(2, 2, dtype=torch.float32)",
        "torch.diagonal(torch.ones(3, 3), 2**40)",
        "torch.diagonal(torch.ones(3, 3), -(2**40))",
        *(
            f"({x} > 0) @ ({y} > 0)"
            for x, y in (("n(0, 3)", "n(3, 2)"), ("n(2, 0)", "n(0, 2)"), ("n(2, 3)", "n(3, 2)"))
        ),
        "torch.bmm(n(2, 0, 3) > 0, n(2, 3, 2) > 0)",
        "F.linear(n(2, 3) > 0, n(4, 3) > 0)",
        "F.linear(n(2, 3) > 0, n(4, 3) > 0, n(4) > 0)",
        "F.grid_sample(i(1, 1, 2, 2), i(1, 1, 1, 2), align_corners=False)",
        "F.grid_sample(i(1, 1, 2, 2, 2), i(1, 1, 1, 1, 3), align_corners=False)",
        "F.grid_sample(n(1, 1, 2, 2) > 0, n(1, 1, 1, 2) > 0, align_corners=False)",
        "torch.tril_indices(2, 2, dtype=torch.uint8)",
        "torch.trace(torch.ones(2, 2) > 0)",
        "torch.cumsum(torch.ones(2) > 0, 0, dtype=torch.bool)",
        "torch.cumprod(torch.ones(2), 0, dtype=torch.bool)",
        "torch.unravel_index(torch.tensor([5, 7], dtype=torch.uint8), (4, 1000))",
        "torch.iinfo(torch.bool)",
        "torch.iinfo(torch.float32)",
        "torch.finfo(torch.int64)",
    ],
    "polygamma": [("torch.polygamma(1, f(20) * 9)", {"grad": False})],
}

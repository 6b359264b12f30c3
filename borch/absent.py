"""What torch has and borch has not: every absent name, by namespace and reason, in `ABSENT`; functions end in "()".

An absent function or class can be fetched, so that programs may import it and ask whether something is one; it raises
NotImplementedError with its reason when it is called. Any other absent name raises AttributeError with it. The page of
differences is made of this file, and a test holds it to torch's names.
"""

import sys

REASONS = {
    "sparse": "of sparse tensors borch has the layouts COO, CSR and CSC, and what programs do most with them",
    "nested": "nested tensors are not in borch, whose tensors have one length along each axis",
    "quantised": "quantised tensors and layers are not in borch",
    "dtype": "numpy has no such number, and borch computes with numpy's",
    "CUDA": "borch computes on the CPU: kernels of CUDA, cuDNN, MIOpen and other accelerators are not in it",
    "MKL": "layouts and kernels of oneDNN (mkldnn) and of fbgemm are not in borch",
    "distributed": "one process and one thread is all that a browser's tab gives; borch has nothing of torch.distributed",
    "JIT": "borch runs functions as they are: no TorchScript graph is made, saved or read",
    "compile": "borch runs functions as they are: no graph is made of them but by torch.onnx.export",
    "symbolic": "shapes are plain ints in borch: there are no symbolic ones",
    "profiler": "borch's profiler notes ops and times; Python's cProfile sees the rest",
    "files": "a tab has no files that memory could be mapped to, nor a network that a program may use",
    "datapipes": "data pipes left torch's own plans; datasets and DataLoader are here",
    "dispatch": "borch has one implementation of each op and no dispatcher to steer",
    "internal": "a name for torch's own use, which its documentation does not have",
    "threads": "borch runs in one thread",
    "masked": "masked tensors are a prototype in torch and not in borch",
    "not yet": "not written yet",
}

# What is there and differs: shown on the page of differences.
NOTES = (
    "`torch.complex32`, `torch.float8_e4m3fn` and the like and the quantised dtypes are names alone: no tensor has them.",
    "Nothing is compiled. `torch.compile` gives a function back as it is, and a module in an `OptimizedModule`; "
    "`torch.jit.script` and `torch.jit.trace` give back what they are given.",
    "Recurrent layers and cells compute in float32 under `torch.autocast`, where torch casts some of their products.",
    'On `device="meta"` an op infers the form of its result by what it does with numpy. Where that asks for elements, it is '
    "computed on zeros if these are few, and refused if not; views, dtypes and shapes are torch's.",
    "Numbers of threads, deterministic algorithms, precision of products and the flags of `torch.backends` can be set and "
    "asked; results do not depend on them.",
    "Workers of a `DataLoader` are threads; in the tab, which has none, they take turns.",
    "In the tab numpy's integers have 32 bits unless told otherwise: `torch.from_numpy(np.arange(3))` is int32 there.",
    "Classes of modules and optimizers print under borch's paths: `<class 'borch.nn.modules.linear.Linear'>`.",
    "`no_grad` in a function that `torch.func.jvp` differentiates is refused where the result needs a gradient itself, or "
    "where a reverse transform is around it or in it.",
    "Axes of one element, and those of tensors without elements, may have other strides. Gradients lie row by row. Masks of "
    "dropout follow the order of memory.",
    "`conj` computes at once: its result has memory of its own, and views of that are no longer `is_conj()`.",
    "Functions that create tensors, `matmul`, `reshape`, `equal`, `numel` and `linear` in the body of a class bind as "
    "Python's functions do, unless the class is a module: `act = staticmethod(function)` is the same on both sides.",
    "`torch.quasirandom.SobolEngine` has the first 1111 of torch's 21201 dimensions.",
    "`Tensor.__dict__` holds the attributes as they are when it is asked for: later ones are not in it, and two tensors "
    "cannot share one.",
    "`Tensor.grad_dtype` can be read, and set to the tensor's own dtype alone.",
)

# namespace -> reason -> names
ABSENT = {
    "torch": {
        "sparse": "sparse_bsc_tensor() sparse_bsr_tensor() sparse_compressed_tensor() hsmm() saddmm() sspaddmm() native_norm() "
        "resize_as_sparse_() ccol_indices_copy() col_indices_copy() crow_indices_copy() row_indices_copy() "
        "indices_copy() values_copy()",
        "nested": "nested jagged",
        "quantised": "QInt32Storage QInt8Storage QUInt2x4Storage QUInt4x2Storage QUInt8Storage quantization "
        "per_channel_affine per_channel_affine_float_qparams per_channel_symmetric per_tensor_affine "
        "per_tensor_symmetric qscheme choose_qparams_optimized() dequantize() "
        "empty_quantized() fake_quantize_per_channel_affine() fake_quantize_per_tensor_affine() "
        "fused_moving_avg_obs_fake_quant() int_repr() q_per_channel_axis() q_per_channel_scales() "
        "q_per_channel_zero_points() q_scale() q_zero_point() quantize_per_channel() quantize_per_tensor() "
        "quantize_per_tensor_dynamic() quantized_batch_norm() quantized_gru() quantized_gru_cell() quantized_lstm() "
        "quantized_lstm_cell() quantized_max_pool1d() quantized_max_pool2d() quantized_max_pool3d() "
        "quantized_rnn_relu_cell() quantized_rnn_tanh_cell()",
        "dtype": "bit bits16 bits1x8 bits2x4 bits4x2 bits8 int1 int2 int3 int4 int5 int6 int7 uint1 uint2 "
        "uint3 uint4 uint5 uint6 uint7",
        "CUDA": "batch_norm_backward_elemt() batch_norm_backward_reduce() batch_norm_elemt() "
        "batch_norm_gather_stats() batch_norm_gather_stats_with_counts() batch_norm_stats() batch_norm_update_stats() "
        "cudnn_affine_grid_generator() cudnn_batch_norm() cudnn_convolution() cudnn_convolution_add_relu() "
        "cudnn_convolution_relu() cudnn_convolution_transpose() cudnn_grid_sampler() cudnn_is_acceptable() "
        "miopen_batch_norm() miopen_convolution() miopen_convolution_add_relu() miopen_convolution_relu() "
        "miopen_convolution_transpose() miopen_ctc_loss() miopen_depthwise_convolution() miopen_rnn() "
        "profiler_allow_cudagraph_cupti_lazy_reinit_cuda12() mtia DeviceObjType StreamObjType",
        "MKL": "fbgemm_linear_fp16_weight() fbgemm_linear_fp16_weight_fp32_activation() fbgemm_linear_int8_weight() "
        "fbgemm_linear_int8_weight_fp32_activation() fbgemm_linear_quantize_weight() fbgemm_pack_gemm_matrix_fp16() "
        "fbgemm_pack_quantized_matrix() mkldnn_adaptive_avg_pool2d() mkldnn_convolution() "
        "mkldnn_linear_backward_weights() mkldnn_max_pool2d() mkldnn_max_pool3d() mkldnn_rnn_layer()",
        "JIT": "AliasDb AnyType Argument ArgumentSpec AwaitType Block BoolType BufferDict CallStack Capsule ClassType "
        "Code CompilationUnit CompleteArgumentSpec ComplexType ConcreteModuleType ConcreteModuleTypeBuilder "
        "DeepCopyMemoTable DeserializationStorageContext DictType EnumType ErrorReport ExecutionPlan FileCheck "
        "FloatType FunctionSchema FutureType Gradient Graph GraphExecutorState IODescriptor InferredType IntType "
        "InterfaceType JITException ListType LiteScriptModule LockingLogger LoggerBase ModuleDict Node NoneType "
        "NoopLogger NumberType OperatorInfo OptionalType ParameterDict PyObjectType "
        "PyTorchFileWriter RRefType ScriptClass ScriptClassFunction ScriptDict ScriptDictIterator "
        "ScriptDictKeyIterator ScriptList ScriptListIterator ScriptMethod "
        "ScriptModuleSerializer ScriptObject ScriptObjectProperty SerializationStorageContext StaticModule StringType "
        "SymBoolType SymIntType TensorType TracingState TupleType Type UnionType Use Value classes "
        "import_ir_module() import_ir_module_from_buffer() merge_type_from_type_comment() parse_ir() parse_schema() "
        "parse_type_comment() unify_type_list()",
        "compile": "export",
        "symbolic": "sym_constrain_range() sym_constrain_range_for_size() sym_fresh_size()",
        "profiler": "BenchmarkConfig BenchmarkExecutionStats ThroughputBenchmark monitor",
        "files": "package",
        "dispatch": "DispatchKey DispatchKeySet ExcludeDispatchKeyGuard Tag",
        "threads": "init_num_threads()",
        "internal": "AggregationType AVG SUM PRIVATE_OPS USE_GLOBAL_DEPS USE_RTLD_GLOBAL_WITH_LIBTORCH "
        "classproperty() cpp get_file_path() prepare_multiprocessing_environment() slice_inverse() "
        "thread_safe_generator() windows FatalError autocast_decrement_nesting() autocast_increment_nesting()",
    },
    "torch.Tensor": {
        "sparse": "resize_as_sparse_() sparse_resize_() sparse_resize_and_clear_() sspaddmm() to_sparse_bsc() to_sparse_bsr()",
        "nested": "to_padded_tensor()",
        "quantised": "dequantize() int_repr() q_per_channel_axis() q_per_channel_scales() "
        "q_per_channel_zero_points() q_scale() q_zero_point() qscheme()",
        "dtype": "chalf()",
        "CUDA": "record_stream()",
        "MKL": "to_mkldnn()",
        "internal": "index() slice_inverse()",
    },
    "torch.autograd": {
        "profiler": "DeviceType ProfilerActivity ProfilerConfig ProfilerEvent ProfilerState profiler_legacy",
        "internal": "NestedIOFunction enforce_grad_layout_policy",
    },
    "torch.sparse": {
        "sparse": "as_sparse_gradcheck() check_sparse_tensor_invariants",
        "CUDA": "SparseSemiStructuredTensor SparseSemiStructuredTensorCUSPARSELT SparseSemiStructuredTensorCUTLASS "
        "to_sparse_semi_structured()",
    },
    "torch.masked": {"masked": "MaskedTensor as_masked_tensor() is_masked_tensor() masked_tensor()"},
    "torch.autograd.graph": {
        "compile": "region_activation_memory_budget()",
        "CUDA": "set_override_stale_capture_stream()",
    },
    "torch.func": {"internal": "debug_unwrap()"},
    "torch.nn": {"quantised": "intrinsic qat quantizable"},
    "torch.nn.functional": {
        "CUDA": "scaled_grouped_mm() scaled_mm() ScalingType SwizzleType",
        "internal": "assert_int_or_pair() boolean_dispatch()",
        "JIT": "BroadcastingList1 BroadcastingList2 BroadcastingList3",
    },
    "torch.nn.attention": {
        "CUDA": "activate_flash_attention_impl() current_flash_attention_impl() list_flash_attention_impls() "
        "register_flash_attention_impl() restore_flash_attention_impl()",
    },
    "torch.onnx": {"compile": "ExportableModule InputObserver ops"},
    "torch.random": {"threads": "thread_safe_generator()"},
    "torch.optim": {"internal": "swap_in_optimizer_params_and_state()"},
    "torch.serialization": {
        "internal": "StorageType check_module_version_greater_or_equal() mkdtemp() normalize_storage_type() "
        "storage_to_tensor_type()",
    },
    "torch.utils": {
        "profiler": "ThroughputBenchmark throughput_benchmark",
        "compile": "cpp_backtrace get_cpp_backtrace()",
        "dispatch": "backend_registration generate_methods_for_privateuse1_backend() rename_privateuse1_backend()",
        "internal": "cmake_prefix_path",
    },
    "torch.utils.data": {
        "datapipes": "DFIterDataPipe DataChunk IterDataPipe MapDataPipe argument_validation() datapipes "
        "functional_datapipe graph graph_settings guaranteed_datapipes_determinism non_deterministic "
        "runtime_validation() runtime_validation_disabled",
    },
}


# Modules below which nothing is here but what is there: reason -> paths
MODULES = {
    "distributed": "torch.distributed torch.nn.parallel torch.multiprocessing",
    "compile": "torch.export torch._inductor torch._functorch torch._dynamo torch._export torch._higher_order_ops",
    "CUDA": "torch.cuda torch.mtia torch.xpu",
    "quantised": "torch.ao torch.quantization torch.nn.quantized torch.nn.intrinsic torch.nn.qat torch.nn.quantizable",
    "JIT": "torch.jit torch.onnx",
    "dispatch": "torch._prims torch._refs torch._subclasses torch._custom_op torch._library",
    "profiler": "torch.utils.bottleneck",
    "internal": "torch.testing._internal torch._prims_common torch._logging torch._vendor",
}


def module_reason(path):
    """Why a module of torch cannot be imported; None for one that is not known to be absent."""
    parts = path.split(".")
    for k in range(1, len(parts)):
        reason, _ = listing(".".join(parts[:k])).get(parts[k], (None, None))
        if reason is not None:
            return reason
    heads = [".".join(parts[:k]) for k in range(2, len(parts) + 1)]
    return next((REASONS[word] for word, names in MODULES.items() if set(names.split()) & set(heads)), None)


def listing(namespace):
    """The absent names of one namespace: {name: (reason, whether it is a function)}."""
    found = {}
    for reason, names in ABSENT.get(namespace, {}).items():
        for name in names.split():
            found[name.removesuffix("()")] = REASONS[reason], name.endswith("()")
    return found


class Refusal:
    """Stands for an absent function: calling it raises NotImplementedError with the reason."""

    def __init__(self, name, reason):
        self.__name__ = self.__qualname__ = name.rpartition(".")[2]
        self.name, self.reason = name, reason
        self.__doc__ = f"Not implemented in borch: {reason}."

    def __call__(self, *args, **kwargs):
        raise NotImplementedError(f"{self.name} is not implemented in borch: {self.reason}")

    def __get__(self, instance, owner=None):
        return self

    def __repr__(self):
        return f"<absent function {self.name}>"


_classes: dict = {}  # (namespace, name) -> the class that was given


class AbsentClass(type):
    """The class of absent classes, which nothing is an instance of."""

    def __call__(cls, *args, **kwargs):
        raise NotImplementedError(f"{cls.absent[0]} is not implemented in borch: {cls.absent[1]}")

    def __getitem__(cls, item):
        return cls

    def __repr__(cls):
        return f"<class '{cls.__module__}.{cls.__qualname__}'>"


def absent_class(namespace, name, reason):
    """Stands for an absent class: programs may import it, annotate with it and derive from it, but not make one."""
    body = {
        "__module__": namespace,
        "__doc__": f"Not implemented in borch: {reason}.",
        "absent": (f"{namespace}.{name}", reason),
    }
    return AbsentClass(name, (), body)


def is_class(name):
    """Whether an absent name that is no function is a class, as torch writes them."""
    return (name[0].isupper() and not name.isupper()) or name == "qscheme"


def find(namespace, name):
    """What an absent name of `namespace` gives: a function or class that refuses; AttributeError for all else."""
    reason, callable_ = listing(namespace).get(name, (None, False))
    if callable_:
        return Refusal(f"{namespace}.{name}", reason)
    if reason is not None and is_class(name):
        return _classes.setdefault((namespace, name), absent_class(namespace, name, reason))
    words = f"module '{namespace}' has no attribute '{name}'"
    raise AttributeError(words if reason is None else f"{words} in borch: {reason}", name=name)


def refuse_methods(tensor_type):
    """Hangs the absent methods of torch.Tensor onto the class, where they refuse."""
    for name, (reason, _) in listing("torch.Tensor").items():
        setattr(tensor_type, name, Refusal("Tensor." + name, reason))


def is_present(place, name):
    """Whether `place` (a module of borch, or its Tensor) really has the name."""
    try:
        return not isinstance(getattr(place, name), (Refusal, AbsentClass))
    except (AttributeError, ImportError):
        return False


class _Finder:
    """Gives the import of an absent module its reason, after every other finder has found nothing."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.startswith(__package__ + "."):
            path = "torch" + name.removeprefix(__package__)
            reason = module_reason(path)
            if reason is not None:
                raise ModuleNotFoundError(f"No module named '{path}' in borch: {reason}", name=name)


def install(tensor_type):
    """Makes absent methods and modules refuse with their reasons."""
    refuse_methods(tensor_type)
    sys.meta_path.append(_Finder)

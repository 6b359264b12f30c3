"""Programs import by torch's paths: each is importable and has the names that programs ask for there."""

import importlib

import pytest

from tests.alias import torch_is_borch

PATHS = """
torch.nn.modules.utils: _pair _single _triple _quadruple _ntuple
torch.nn.modules.batchnorm: _BatchNorm BatchNorm2d _NormBase
torch.nn.modules.conv: _ConvNd Conv2d
torch.nn.modules.loss: _Loss _WeightedLoss CrossEntropyLoss
torch.nn.modules.module: Module _addindent
torch.nn.modules.container: ModuleList Sequential
torch.nn.modules.linear: Linear NonDynamicallyQuantizableLinear
torch.nn.modules.activation: MultiheadAttention ReLU
torch.nn.modules.transformer: TransformerEncoderLayer _get_clones _get_activation_fn
torch.nn.modules.pooling: MaxPool2d _MaxPoolNd AdaptiveAvgPool2d
torch.nn.modules.dropout: Dropout _DropoutNd
torch.nn.modules.normalization: LayerNorm GroupNorm
torch.nn.modules.instancenorm: _InstanceNorm
torch.nn.modules.rnn: LSTM RNNBase
torch.nn.modules.sparse: Embedding
torch.nn.modules.padding: ZeroPad2d
torch.nn.modules.upsampling: Upsample
torch.nn.modules.pixelshuffle: PixelShuffle
torch.nn.modules.flatten: Flatten
torch.nn.modules.distance: CosineSimilarity
torch.nn.modules.fold: Fold
torch.nn.modules.lazy: LazyModuleMixin
torch.nn.parameter: Parameter UninitializedParameter
torch.nn.init: _calculate_fan_in_and_fan_out _calculate_correct_fan trunc_normal_ _no_grad_trunc_normal_
torch.nn.functional: _Reduction
torch.nn._reduction: get_enum
torch.nn.parallel.data_parallel: DataParallel
torch.nn.parallel.distributed: DistributedDataParallel
torch.nn.utils.rnn: pad_sequence PackedSequence
torch.nn.utils.clip_grad: clip_grad_norm_
torch.nn.utils.weight_norm: WeightNorm
torch.nn.utils.spectral_norm: SpectralNorm
torch.nn.utils.fusion: fuse_conv_bn_eval
torch.nn.utils.stateless: functional_call
torch.nn.utils.parametrizations: spectral_norm
torch.nn.common_types: _size_2_t _size_1_t
torch.nn.attention.bias: causal_lower_right
torch.optim.optimizer: Optimizer required
torch.optim.adam: Adam
torch.optim.sgd: SGD
torch.optim.lr_scheduler: _LRScheduler LRScheduler LambdaLR
torch.optim.swa_utils: SWALR
torch.optim.adamw: AdamW
torch.utils.data.dataloader: DataLoader default_collate _SingleProcessDataLoaderIter _MultiProcessingDataLoaderIter
torch.utils.data._utils.collate: default_collate
torch.utils.data.dataset: Dataset random_split
torch.utils.data.sampler: Sampler SubsetRandomSampler
torch.utils.data.distributed: DistributedSampler
torch.utils.checkpoint: checkpoint checkpoint_sequential
torch.utils.tensorboard: SummaryWriter
torch.utils.model_zoo: load_url
torch.utils.hooks: RemovableHandle
torch.utils._pytree: tree_map
torch.utils.cpp_extension: load
torch.autograd: Function Variable grad
torch.autograd.function: FunctionCtx Function InplaceFunction once_differentiable NestedIOFunction
torch.autograd.variable: Variable
torch.autograd.functional: jacobian
torch.autograd.gradcheck: gradcheck
torch.autograd.graph: Node save_on_cpu
torch.autograd.forward_ad: dual_level make_dual unpack_dual
torch.autograd.profiler: profile record_function
torch.autograd.grad_mode: no_grad
torch._tensor: Tensor
torch._utils: _unflatten_dense_tensors _get_device_index
torch._jit_internal: Optional boolean_dispatch List
torch.jit: Final ScriptModule
torch.jit.annotations: List
torch._C: Generator Value ListType
torch.types: Number _size Device
torch.distributions.utils: broadcast_all lazy_property clamp_probs
torch.distributions.normal: Normal
torch.distributions.constraints: positive
torch.cuda.amp: autocast GradScaler custom_fwd
torch.cuda.amp.grad_scaler: GradScaler
torch.cuda.amp.autocast_mode: autocast
torch.amp.autocast_mode: autocast
torch.amp.grad_scaler: GradScaler OptState
torch.cuda.random: manual_seed_all
torch.cuda.nvtx: range_push
torch.backends.cudnn: benchmark
torch.backends.cuda: sdp_kernel
torch.backends.mps: is_available
torch.multiprocessing: Process Queue spawn set_start_method
torch.serialization: load add_safe_globals MAP_LOCATION
torch.hub: load_state_dict_from_url
torch.onnx: export
torch.profiler: profile schedule ProfilerActivity tensorboard_trace_handler
torch.utils.benchmark: Timer Compare Measurement
torch.nn.attention.flex_attention: flex_attention create_block_mask BlockMask
torch._ops: OpOverload OpOverloadPacket HigherOrderOperator
torch._VF: lstm gru
torch.special: expit
torch.overrides: has_torch_function
torch.random: manual_seed fork_rng
torch.signal.windows: hann
torch.fft: rfft
torch.linalg: norm
torch.func: vmap
torch.testing: assert_close
torch.version: cuda
torch.torch_version: TorchVersion
torch.return_types: max
torch.storage: UntypedStorage
torch.compiler: disable
torch._dynamo: config OptimizedModule
torch._dynamo.eval_frame: OptimizedModule
torch._C: _LinAlgError _get_tracing_state
torch.jit: TracerWarning
torch.quasirandom: SobolEngine
torch.distributions.kl: kl_divergence
torch.library: Library custom_op register_fake register_autograd
torch._custom_ops: get_ctx
torch._guards: active_fake_mode detect_fake_mode
torch._tensor_str: PRINT_OPTS printoptions _tensor_str _str_intern _add_suffixes
torch._tensor: _rebuild_from_type_v2
torch._utils: _rebuild_tensor_v2 _rebuild_parameter _element_size _get_available_device_type _get_device_module
torch._functorch.vmap: _add_batch_dim _broadcast_to_and_flatten _get_name _maybe_remove_batch_dim Tensor tree_unflatten
torch._functorch.deprecated: make_functional grad vmap
torch._functorch.make_functional: FunctionalModule FunctionalModuleWithBuffers
torch._functorch.python_key: make_fx
torch._dynamo: is_compiling allow_in_graph mark_static_address assume_constant_result
torch._dynamo.eval_frame: is_dynamo_supported
torch._dynamo._trace_wrapped_higher_order_op: TransformGetItemToIndex
torch.cuda: CUDAGraph graph
torch._higher_order_ops.associative_scan: associative_scan
torch._dynamo.utils: is_compile_supported
torch._C: _TensorMeta DispatchKeySet _ExcludeDispatchKeyGuard _get_accelerator _get_privateuse1_backend_name
torch.ao.quantization: QuantStub DeQuantStub prepare
torch.ao.nn.quantized: FloatFunctional
torch.nn.quantized: FloatFunctional
torch.nn.init: _no_grad_uniform_ _no_grad_normal_
torch.nn.modules.module: _EXTRA_STATE_KEY_SUFFIX
torch.nn.utils._named_member_accessor: swap_tensor
torch.nn.attention.flex_attention: _DEFAULT_SPARSE_BLOCK_SIZE
torch.optim.optimizer: ParamsT _use_grad_for_differentiable _default_to_fused_or_foreach _get_capturable_supported_devices
torch.optim.optimizer: _get_value _stack_if_compiling _disable_dynamo_if_unsupported
torch.utils._pytree: SUPPORTED_NODES register_pytree_node TreeSpec LeafSpec PyTree Context MappingKey SequenceKey
torch.utils._contextlib: _DecoratorContextManager
torch.utils._python_dispatch: is_traceable_wrapper_subclass
torch.utils.data._utils.worker: _generate_state _worker_info get_worker_info
torch.utils.data._utils.pin_memory: pin_memory
torch.utils.flop_counter: FlopCounterMode
torch.onnx: register_custom_op_symbolic symbolic_helper symbolic_opset11
torch.onnx.symbolic_helper: parse_args
torch.distributed.rpc: is_available
torch.distributed.tensor: DTensor distribute_tensor
torch.distributed.device_mesh: DeviceMesh
torch.distributed: group GroupMember ReduceOp
torch.distributed._tensor: DTensor DeviceMesh distribute_tensor
torch.distributed._tensor.experimental: implicit_replication
torch.fx.graph_module: GraphModule _CodeOnlyModule _copy_attr _USER_PRESERVED_ATTRIBUTES_KEY
torch.cuda.nvtx: mark range range_push range_pop
torch.library: custom_op triton_op
torch.fx.node: Node Target Argument
torch.utils.data.dataloader: DataLoader default_collate _collate_fn_t _worker_init_fn_t
torch.nn.functional: grouped_mm _canonical_mask _none_or_dtype
torch.distributed.optim: ZeroRedundancyOptimizer
torch._C: _nn _is_torch_function_mode_enabled
torch.hub: _get_torch_home urlparse
torch.jit: Error _script_if_tracing
torch.jit.annotations: BroadcastingList2
torch.types: _dtype
torch.profiler: kineto_available
torch.distributions.transforms: TanhTransform _InverseTransform
""".strip().splitlines()


@pytest.mark.parametrize("line", PATHS, ids=lambda line: line.partition(":")[0])
def test_a_path_of_torch_has_its_names(line):
    path, _, names = line.partition(": ")
    with torch_is_borch():
        module = importlib.import_module(path)
    assert [name for name in names.split() if not hasattr(module, name)] == []


def test_import_statements_of_every_form_give_borch():
    with torch_is_borch():
        import torch.nn.functional as F
        from torch import nn
        from torch.utils.data import DataLoader
    assert (F.__name__, nn.__name__) == ("borch.nn.functional", "borch.nn")
    assert DataLoader.__module__ == "borch.utils.data.dataloader"

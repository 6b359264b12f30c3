"""The signatures of torch's functions and of Tensor's methods, written by tests/golden/make_signatures.py.

A line has names, a tab, and the signatures as torch's messages write them, separated by tabs. `?` after a type says that
None is taken, `!` that one int is taken for a tuple of ints; `~` before a lone signature, that torch knows older ones too;
`.` is a signature without parameters; `-` instead of signatures says that a method refuses whatever it is given.
"""

TABLE = """
function abs absolute acos acosh alias_copy angle arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh bitwise_not ccol_indices_copy ceil col_indices_copy conj_physical cos cosh crow_indices_copy deg2rad detach_copy digamma erf erfc erfinv exp exp2 expm1 fix floor frac hardsigmoid hardswish i0 indices_copy inverse isneginf isposinf lgamma linalg_eigvals linalg_matrix_exp log log10 log1p log2 log_sigmoid logical_not mish msort neg negative rad2deg reciprocal row_indices_copy rsqrt sgn sigmoid sign signbit silu sin sinc sinh special_bessel_j0 special_bessel_j1 special_bessel_y0 special_bessel_y1 special_digamma special_entr special_erf special_erfc special_erfcx special_erfinv special_exp2 special_expit special_expm1 special_gammaln special_i0 special_i0e special_i1 special_i1e special_log1p special_log_ndtr special_modified_bessel_i0 special_modified_bessel_i1 special_modified_bessel_k0 special_modified_bessel_k1 special_ndtr special_ndtri special_psi special_sinc sqrt square t_copy tan tanh trunc values_copy view_as_complex_copy view_as_real_copy	Tensor input, *, Tensor? out = None
function abs_ acos_ acosh_ adjoint arccos_ arccosh_ arcsin_ arcsinh_ arctan_ arctanh_ argwhere asin_ asinh_ atan_ atanh_ ceil_ conj conj_physical_ corrcoef cos_ cosh_ cudnn_is_acceptable deg2rad_ det detach detach_ erf_ erfc_ exp2_ exp_ expm1_ fbgemm_linear_quantize_weight fbgemm_pack_gemm_matrix_fp16 fix_ fliplr flipud floor_ frac_ hardsigmoid_ hardswish_ i0_ imag int_repr is_complex is_conj is_distributed is_floating_point is_inference is_neg is_nonzero is_signed isfinite isinf isnan isreal log10_ log1p_ log2_ log_ logdet matrix_exp mish_ neg_ negative_ positive q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale q_zero_point rad2deg_ ravel real reciprocal_ relu relu6 relu6_ relu_ resolve_conj resolve_neg rsqrt_ selu selu_ sigmoid_ silu_ sin_ sinc_ sinh_ sqrt_ square_ t tan_ tanh_ trace trunc_ view_as_complex view_as_real zero_	Tensor input
function adaptive_avg_pool1d adaptive_max_pool1d	Tensor input, tuple of ints! output_size
function adaptive_avg_pool2d adaptive_avg_pool3d mkldnn_adaptive_avg_pool2d	Tensor input, tuple of ints! output_size, *, Tensor? out = None
function adaptive_max_pool2d adaptive_max_pool3d	Tensor input, tuple of ints! output_size, *, tuple of Tensors? out = None
function add sub	~Tensor input, Tensor other, *, Number? alpha = 1, Tensor? out = None
function addbmm	~Tensor input, Tensor batch1, Tensor batch2, *, Number beta = 1, Number alpha = 1, Tensor? out = None
function addcdiv addcmul	~Tensor input, Tensor tensor1, Tensor tensor2, *, Number value = 1, Tensor? out = None
function addmm	Tensor input, Tensor mat1, Tensor mat2, *, Number beta = 1, Number alpha = 1, Tensor? out = None	Tensor input, Tensor mat1, Tensor mat2, torch.dtype out_dtype, *, Number beta = 1, Number alpha = 1, Tensor? out = None
function addmv	~Tensor input, Tensor mat, Tensor vec, *, Number beta = 1, Number alpha = 1, Tensor? out = None
function addmv_	~Tensor input, Tensor mat, Tensor vec, *, Number beta = 1, Number alpha = 1
function addr	~Tensor input, Tensor vec1, Tensor vec2, *, Number beta = 1, Number alpha = 1, Tensor? out = None
function affine_grid_generator	Tensor theta, tuple of ints size, bool align_corners
function all any	Tensor input, *, Tensor? out = None	Tensor input, tuple of ints? dim = None, bool keepdim = False, *, Tensor? out = None	Tensor input, int? dim, bool keepdim = False, *, Tensor? out = None
function allclose isclose	Tensor input, Tensor other, float rtol = 1e-05, float atol = 1e-08, bool equal_nan = False
function alpha_dropout alpha_dropout_ dropout dropout_ feature_alpha_dropout feature_alpha_dropout_ feature_dropout feature_dropout_	Tensor input, float p, bool train
function amax amin	Tensor input, tuple of ints! dim = (), bool keepdim = False, *, Tensor? out = None
function aminmax	Tensor input, *, int? dim = None, bool keepdim = False, tuple of Tensors? out = None
function arange	Number end, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Number start, Number end, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Number start, Number end, Number step = 1, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function arctan2 atan2 fmax fmin gcd hypot igamma igammac inner kron lcm ldexp linalg_matmul logaddexp logaddexp2 logical_and logical_or logical_xor matmul maximum minimum mul nextafter special_gammainc special_gammaincc vdot	Tensor input, Tensor other, *, Tensor? out = None
function argmax argmin	Tensor input, int? dim = None, bool keepdim = False, *, Tensor? out = None
function argsort	Tensor input, *, bool stable, int dim = -1, bool descending = False, Tensor? out = None	Tensor input, int dim = -1, bool descending = False
function as_strided as_strided_	Tensor input, tuple of ints size, tuple of ints stride, int? storage_offset = None
function as_strided_copy	Tensor input, tuple of ints size, tuple of ints stride, int? storage_offset = None, *, Tensor? out = None
function as_strided_scatter	Tensor input, Tensor src, tuple of ints size, tuple of ints stride, int? storage_offset = None
function as_tensor	object data, torch.dtype? dtype = None, torch.device? device = None
function asarray	object obj, *, torch.dtype? dtype = None, torch.device? device = None, bool? copy = None, bool? requires_grad = None
function avg_pool1d	Tensor input, tuple of ints! kernel_size, tuple of ints! stride = (), tuple of ints! padding = 0, bool ceil_mode = False, bool count_include_pad = True
function avg_pool2d	Tensor input, tuple of ints! kernel_size, tuple of ints! stride = [], tuple of ints! padding = [0, 0], bool ceil_mode = False, bool count_include_pad = True, int? divisor_override = None, *, Tensor? out = None
function avg_pool3d	Tensor input, tuple of ints! kernel_size, tuple of ints! stride = [], tuple of ints! padding = [0, 0, 0], bool ceil_mode = False, bool count_include_pad = True, int? divisor_override = None, *, Tensor? out = None
function baddbmm	Tensor input, Tensor batch1, Tensor batch2, *, Number beta = 1, Number alpha = 1, Tensor? out = None	Tensor input, Tensor batch1, Tensor batch2, torch.dtype out_dtype, *, Number beta = 1, Number alpha = 1, Tensor? out = None
function bartlett_window blackman_window hann_window	int window_length, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	int window_length, bool periodic, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function batch_norm	Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps, bool cudnn_enabled
function batch_norm_backward_elemt	Tensor grad_out, Tensor input, Tensor mean, Tensor invstd, Tensor? weight, Tensor sum_dy, Tensor sum_dy_xmu, Tensor count
function batch_norm_backward_reduce	Tensor grad_out, Tensor input, Tensor mean, Tensor invstd, Tensor? weight, bool input_g, bool weight_g, bool bias_g
function batch_norm_elemt	Tensor input, Tensor? weight, Tensor? bias, Tensor mean, Tensor invstd, float eps, *, Tensor? out = None
function batch_norm_gather_stats	Tensor input, Tensor mean, Tensor invstd, Tensor? running_mean, Tensor? running_var, float momentum, float eps, int count
function batch_norm_gather_stats_with_counts	Tensor input, Tensor mean, Tensor invstd, Tensor? running_mean, Tensor? running_var, float momentum, float eps, Tensor counts
function batch_norm_stats	Tensor input, float eps
function batch_norm_update_stats	Tensor input, Tensor? running_mean, Tensor? running_var, float momentum
function bernoulli	Tensor input, *, torch.Generator? generator = None, Tensor? out = None	Tensor input, float p, *, torch.Generator? generator = None
function bilinear	Tensor input1, Tensor input2, Tensor weight, Tensor? bias = None
function binary_cross_entropy	Tensor input, Tensor target, Tensor? weight = None, int reduction = 1, *, Tensor? out = None
function binary_cross_entropy_with_logits	Tensor input, Tensor target, Tensor? weight = None, Tensor? pos_weight = None, int reduction = 1
function bincount	Tensor input, Tensor? weights = None, int minlength = 0
function binomial	Tensor count, Tensor prob, torch.Generator? generator = None
function bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor remainder	Tensor input, Tensor other, *, Tensor? out = None	Number self, Tensor other	Tensor input, Number other, *, Tensor? out = None
function bmm dsmm mm spmm	Tensor input, Tensor mat2, *, Tensor? out = None	Tensor input, Tensor mat2, torch.dtype out_dtype, *, Tensor? out = None
function broadcast_to	Tensor input, tuple of ints size
function bucketize	Tensor input, Tensor boundaries, *, bool out_int32 = False, bool right = False, Tensor? out = None	Number self, Tensor boundaries, *, bool out_int32 = False, bool right = False
function can_cast	torch.dtype from_, torch.dtype to
function cat concat concatenate stack	tuple of Tensors tensors, int dim = 0, *, Tensor? out = None
function celu celu_	Tensor input, Number alpha = 1.0
function channel_shuffle native_channel_shuffle	Tensor input, int groups
function cholesky cholesky_inverse	Tensor input, bool upper = False, *, Tensor? out = None
function cholesky_solve	Tensor input, Tensor input2, bool upper = False, *, Tensor? out = None
function choose_qparams_optimized	Tensor input, int numel, int n_bins, float ratio, int bit_width
function chunk unsafe_chunk	Tensor input, int chunks, int dim = 0
function clamp clip	Tensor input, Tensor? min = None, Tensor? max = None, *, Tensor? out = None	Tensor input, Number? min = None, Number? max = None, *, Tensor? out = None
function clamp_ clip_	Tensor input, Tensor? min = None, Tensor? max = None	Tensor input, Number? min = None, Number? max = None
function clamp_max	Tensor input, Tensor max, *, Tensor? out = None	Tensor input, Number max, *, Tensor? out = None
function clamp_max_	Tensor input, Tensor max	Tensor input, Number max
function clamp_min	Tensor input, Tensor min, *, Tensor? out = None	Tensor input, Number min, *, Tensor? out = None
function clamp_min_	Tensor input, Tensor min	Tensor input, Number min
function clone	Tensor input, *, torch.memory_format? memory_format = None
function col2im	Tensor input, tuple of ints! output_size, tuple of ints! kernel_size, tuple of ints! dilation, tuple of ints! padding, tuple of ints! stride, *, Tensor? out = None
function column_stack dstack hstack linalg_multi_dot row_stack vstack	tuple of Tensors tensors, *, Tensor? out = None
function combinations	Tensor input, int r = 2, bool with_replacement = False
function complex	Tensor real, Tensor imag, *, Tensor? out = None
function constant_pad_nd	Tensor input, tuple of ints pad, Number value = 0
function conv1d conv2d conv3d	Tensor input, Tensor weight, Tensor? bias = None, tuple of ints! stride = 1, tuple of ints! padding = 0, tuple of ints! dilation = 1, int groups = 1	Tensor input, Tensor weight, Tensor? bias = None, tuple of ints! stride = 1, str padding = "valid", tuple of ints! dilation = 1, int groups = 1
function conv_depthwise3d	Tensor input, Tensor weight, tuple of ints! kernel_size, Tensor? bias, tuple of ints! stride, tuple of ints! padding, tuple of ints! dilation, *, Tensor? out = None
function conv_tbc	Tensor input, Tensor weight, Tensor bias, int pad = 0
function conv_transpose1d conv_transpose2d conv_transpose3d	Tensor input, Tensor weight, Tensor? bias = None, tuple of ints! stride = 1, tuple of ints! padding = 0, tuple of ints! output_padding = 0, int groups = 1, tuple of ints! dilation = 1
function convolution	Tensor input, Tensor weight, Tensor? bias, tuple of ints stride, tuple of ints padding, tuple of ints dilation, bool transposed, tuple of ints output_padding, int groups
function copysign eq fmod ge greater greater_equal gt le less less_equal lt ne not_equal	Tensor input, Tensor other, *, Tensor? out = None	Tensor input, Number other, *, Tensor? out = None
function cosine_embedding_loss margin_ranking_loss	Tensor input1, Tensor input2, Tensor target, float margin = 0.0, int reduction = 1
function cosine_similarity	Tensor x1, Tensor x2, int dim = 1, float eps = 1e-08
function count_nonzero	Tensor input, int? dim = None	Tensor input, tuple of ints? dim
function cov	Tensor input, *, int correction = 1, Tensor? fweights = None, Tensor? aweights = None
function cross	Tensor input, Tensor other, int? dim = None, *, Tensor? out = None
function cross_entropy_loss	Tensor input, Tensor target, Tensor? weight = None, int reduction = 1, int ignore_index = -100, float label_smoothing = 0.0
function ctc_loss	Tensor log_probs, Tensor targets, tuple of ints input_lengths, tuple of ints target_lengths, int blank = 0, int reduction = at::Reduction::Mean, bool zero_infinity = False	Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank = 0, int reduction = at::Reduction::Mean, bool zero_infinity = False
function cudnn_affine_grid_generator	Tensor theta, int N, int C, int H, int W
function cudnn_batch_norm	Tensor input, Tensor weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float exponential_average_factor, float epsilon, *, tuple of Tensors? out = None
function cudnn_convolution	Tensor input, Tensor weight, tuple of ints padding, tuple of ints stride, tuple of ints dilation, int groups, bool benchmark, bool deterministic, bool allow_tf32, *, Tensor? out = None
function cudnn_convolution_add_relu miopen_convolution_add_relu	Tensor input, Tensor weight, Tensor z, Number? alpha, Tensor? bias, tuple of ints stride, tuple of ints padding, tuple of ints dilation, int groups
function cudnn_convolution_relu miopen_convolution_relu	Tensor input, Tensor weight, Tensor? bias, tuple of ints stride, tuple of ints padding, tuple of ints dilation, int groups
function cudnn_convolution_transpose	Tensor input, Tensor weight, tuple of ints padding, tuple of ints output_padding, tuple of ints stride, tuple of ints dilation, int groups, bool benchmark, bool deterministic, bool allow_tf32
function cudnn_grid_sampler	Tensor input, Tensor grid
function cummax cummin	Tensor input, int dim, *, tuple of Tensors? out = None
function cumprod cumsum	Tensor input, int dim, *, torch.dtype? dtype = None, Tensor? out = None
function cumulative_trapezoid trapezoid	Tensor y, Tensor x, *, int dim = -1	Tensor y, *, Number dx = 1, int dim = -1
function dequantize	Tensor input	tuple of Tensors tensors
function diag tril triu	Tensor input, int diagonal = 0, *, Tensor? out = None
function diag_embed	Tensor input, int offset = 0, int dim1 = -2, int dim2 = -1
function diagflat	Tensor input, int offset = 0
function diagonal	Tensor input, int offset = 0, int dim1 = 0, int dim2 = 1
function diagonal_copy	Tensor input, int offset = 0, int dim1 = 0, int dim2 = 1, *, Tensor? out = None
function diagonal_scatter	Tensor input, Tensor src, int offset = 0, int dim1 = 0, int dim2 = 1
function diff	Tensor input, int n = 1, int dim = -1, Tensor? prepend = None, Tensor? append = None, *, Tensor? out = None
function dist	Tensor input, Tensor other, Number p = 2
function div	Tensor input, Tensor other, *, Tensor? out = None	Tensor input, Tensor other, *, str? rounding_mode, Tensor? out = None	Tensor input, Number other, *, str? rounding_mode
function divide	Tensor input, Tensor other, *, Tensor? out = None	Tensor input, Tensor other, *, str? rounding_mode, Tensor? out = None	Tensor input, Number other	Tensor input, Number other, *, str? rounding_mode
function dot	Tensor input, Tensor tensor, *, Tensor? out = None
function dsplit hsplit vsplit	Tensor input, int sections	Tensor input, tuple of ints indices
function elu	Tensor input, Number alpha = 1, Number scale = 1, Number input_scale = 1, *, Tensor? out = None
function elu_	Tensor input, Number alpha = 1, Number scale = 1, Number input_scale = 1
function embedding	Tensor weight, Tensor indices, int padding_idx = -1, bool scale_grad_by_freq = False, bool sparse = False
function embedding_bag	Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int mode, bool sparse, Tensor? per_sample_weights, bool include_last_offset, int? padding_idx	Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq = False, int mode = 0, bool sparse = False, Tensor? per_sample_weights = None, bool include_last_offset = False
function embedding_renorm_	Tensor input, Tensor indices, float max_norm, float norm_type
function empty	tuple of ints size, *, torch.memory_format? memory_format = None, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function empty_like ones_like zeros_like	Tensor input, *, torch.memory_format? memory_format = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function empty_permuted	tuple of ints size, tuple of ints physical_layout, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function empty_quantized	tuple of ints size, Tensor qtensor, *, torch.memory_format? memory_format = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function empty_strided	tuple of ints size, tuple of ints stride, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function equal gcd_ is_same_size lcm_ ldexp_	Tensor input, Tensor other
function expand_copy	Tensor input, tuple of ints size, *, bool implicit = False, Tensor? out = None
function eye	int n, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	int n, int m, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function fake_quantize_per_channel_affine	Tensor input, Tensor scale, Tensor zero_point, int axis, int quant_min, int quant_max
function fake_quantize_per_tensor_affine	Tensor input, Tensor scale, Tensor zero_point, int quant_min, int quant_max	Tensor input, float scale, int zero_point, int quant_min, int quant_max
function fbgemm_linear_fp16_weight	Tensor input, Tensor packed_weight, Tensor bias	Tensor input, Tensor packed_weight, Tensor bias, Tensor output
function fbgemm_linear_fp16_weight_fp32_activation	Tensor input, Tensor packed_weight, Tensor? bias	Tensor input, Tensor packed_weight, Tensor? bias, Tensor output
function fbgemm_linear_int8_weight fbgemm_linear_int8_weight_fp32_activation	Tensor input, Tensor weight, Tensor packed, Tensor col_offsets, Number weight_scale, Number weight_zero_point, Tensor bias
function fbgemm_pack_quantized_matrix	Tensor input	Tensor input, int K, int N
function fft_fft fft_hfft fft_ifft fft_ihfft fft_irfft fft_rfft	Tensor input, int? n = None, int dim = -1, str? norm = None, *, Tensor? out = None
function fft_fft2 fft_hfft2 fft_ifft2 fft_ihfft2 fft_irfft2 fft_rfft2	Tensor input, tuple of ints!? s = None, tuple of ints! dim = [-2, -1], str? norm = None, *, Tensor? out = None
function fft_fftfreq fft_rfftfreq	int n, float d = 1.0, *, torch.dtype? dtype = None, object? layout = None, object? device = None, bool? pin_memory = None, Tensor? out = None
function fft_fftn fft_hfftn fft_ifftn fft_ihfftn fft_irfftn fft_rfftn	Tensor input, tuple of ints!? s = None, tuple of ints!? dim = None, str? norm = None, *, Tensor? out = None
function fft_fftshift fft_ifftshift	Tensor input, tuple of ints!? dim = None
function fill fill_	Tensor input, Tensor value	Tensor input, Number value
function flatten	Tensor input, int start_dim = 0, int end_dim = -1
function flatten_dense_tensors	tuple of Tensors tensors
function flip permute tile	Tensor input, tuple of ints dims
function float_power pow	Tensor input, Tensor exponent, *, Tensor? out = None	Number self, Tensor exponent, *, Tensor? out = None	Tensor input, Number exponent, *, Tensor? out = None
function floor_divide multiply true_divide	Tensor input, Tensor other, *, Tensor? out = None	Tensor input, Number other
function fractional_max_pool2d fractional_max_pool3d	Tensor input, tuple of ints! kernel_size, tuple of ints! output_size, Tensor random_samples, *, tuple of Tensors? out = None
function frexp geqrf linalg_eig slogdet	Tensor input, *, tuple of Tensors? out = None
function frobenius_norm logsumexp special_logsumexp	Tensor input, tuple of ints! dim, bool keepdim = False, *, Tensor? out = None
function from_file	str filename, bool? shared = None, int? size = 0, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function frombuffer	object buffer, *, torch.dtype dtype, object count = -1, object offset = 0, bool requires_grad = False
function full_like	Tensor input, Number fill_value, *, torch.memory_format? memory_format = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function fused_moving_avg_obs_fake_quant	Tensor input, Tensor observer_on, Tensor fake_quant_on, Tensor running_min, Tensor running_max, Tensor scale, Tensor zero_point, float averaging_const, int quant_min, int quant_max, int ch_axis, bool per_row_fake_quant = False, bool symmetric_quant = False
function gather	Tensor input, int dim, Tensor index, *, bool sparse_grad = False, Tensor? out = None
function gelu	Tensor input, *, str approximate = none, Tensor? out = None
function gelu_	Tensor input, *, str approximate = none
function ger outer	Tensor input, Tensor vec2, *, Tensor? out = None
function glu	Tensor input, int dim = -1, *, Tensor? out = None
function gradient	Tensor input, *, tuple of ints? dim, int edge_order = 1	Tensor input, *, Number? spacing, tuple of ints? dim, int edge_order = 1	Tensor input, *, Number? spacing = None, int? dim = None, int edge_order = 1	Tensor input, *, tuple of Scalars? spacing, int? dim = None, int edge_order = 1	Tensor input, *, tuple of Scalars? spacing, tuple of ints? dim, int edge_order = 1	Tensor input, *, tuple of Tensors? spacing, int? dim = None, int edge_order = 1	Tensor input, *, tuple of Tensors? spacing, tuple of ints? dim, int edge_order = 1
function grid_sampler grid_sampler_2d grid_sampler_3d	Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners
function group_norm	Tensor input, int num_groups, Tensor? weight = None, Tensor? bias = None, float eps = 1e-05, bool cudnn_enabled = True
function gru rnn_relu rnn_tanh	Tensor data, Tensor batch_sizes, Tensor hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional	Tensor input, Tensor hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first
function gru_cell rnn_relu_cell rnn_tanh_cell	Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih = None, Tensor? b_hh = None
function hamming_window	int window_length, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	int window_length, bool periodic, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	int window_length, bool periodic, float alpha, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	int window_length, bool periodic, float alpha, float beta, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function hardshrink softshrink	Tensor input, Number lambd = 0.5, *, Tensor? out = None
function hardtanh	Tensor input, Number min_val = -1, Number max_val = 1, *, Tensor? out = None
function hardtanh_	Tensor input, Number min_val = -1, Number max_val = 1
function hash_tensor	Tensor input, tuple of ints! dim = (), *, bool keepdim = False, int mode = 0, Tensor? out = None
function heaviside	Tensor input, Tensor values, *, Tensor? out = None
function hinge_embedding_loss	Tensor input, Tensor target, float margin = 1.0, int reduction = 1
function histc	Tensor input, int bins = 100, Number min = 0, Number max = 0, *, Tensor? out = None
function histogram	Tensor input, Tensor bins, *, Tensor? weight = None, bool density = False, tuple of Tensors? out = None	Tensor input, int bins = 100, *, tuple of floats? range = None, Tensor? weight = None, bool density = False, tuple of Tensors? out = None
function histogramdd	Tensor input, int bins, tuple of floats? range = None, Tensor? weight = None, bool density = False	Tensor input, tuple of ints bins, tuple of floats? range = None, Tensor? weight = None, bool density = False	Tensor input, tuple of Tensors bins, tuple of floats? range = None, Tensor? weight = None, bool density = False
function hspmm	Tensor mat1, Tensor mat2, *, Tensor? out = None
function huber_loss	Tensor input, Tensor target, int reduction = 1, float delta = 1.0, *, Tensor? out = None
function im2col	Tensor input, tuple of ints! kernel_size, tuple of ints! dilation, tuple of ints! padding, tuple of ints! stride, *, Tensor? out = None
function index_add	Tensor input, int dim, Tensor index, Tensor source, *, Number alpha = 1, Tensor? out = None
function index_copy	Tensor input, int dim, Tensor index, Tensor source, *, Tensor? out = None
function index_fill	Tensor input, int dim, Tensor index, Tensor value	Tensor input, int dim, Tensor index, Number value
function index_put index_put_	Tensor input, tuple of Tensors? indices, Tensor values, bool accumulate = False
function index_reduce	Tensor input, int dim, Tensor index, Tensor source, str reduce, *, bool include_self = True, Tensor? out = None
function index_select	Tensor input, int dim, Tensor index, *, Tensor? out = None
function init_num_threads	.
function instance_norm	Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool use_input_stats, float momentum, float eps, bool cudnn_enabled
function is_autocast_enabled	str device_type	.
function isin	Tensor elements, Tensor test_elements, *, bool assume_unique = False, bool invert = False, Tensor? out = None	Number element, Tensor test_elements, *, bool assume_unique = False, bool invert = False, Tensor? out = None	Tensor elements, Number test_element, *, bool assume_unique = False, bool invert = False, Tensor? out = None
function istft	Tensor input, int n_fft, int? hop_length = None, int? win_length = None, Tensor? window = None, bool center = True, bool normalized = False, bool? onesided = None, int? length = None, bool return_complex = False
function kaiser_window	int window_length, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	int window_length, bool periodic, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	int window_length, bool periodic, float beta, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function kl_div	Tensor input, Tensor target, int reduction = 1, *, bool log_target = False
function kthvalue	Tensor input, int k, int dim = -1, bool keepdim = False, *, tuple of Tensors? out = None
function l1_loss	Tensor input, Tensor target, int reduction = 1
function layer_norm	Tensor input, tuple of ints normalized_shape, Tensor? weight = None, Tensor? bias = None, float eps = 1e-05, bool cudnn_enable = True
function leaky_relu	Tensor input, Number negative_slope = 0.01, *, Tensor? out = None
function leaky_relu_	Tensor input, Number negative_slope = 0.01
function lerp	Tensor input, Tensor end, Tensor weight, *, Tensor? out = None	Tensor input, Tensor end, Number weight, *, Tensor? out = None
function linalg__powsum	Tensor input, Number ord = 2, tuple of ints!? dim = None, bool keepdim = False, *, torch.dtype? dtype = None
function linalg_cholesky	Tensor input, *, bool upper = False, Tensor? out = None
function linalg_cholesky_ex	Tensor input, *, bool upper = False, bool check_errors = False, tuple of Tensors? out = None
function linalg_cond	Tensor input, Number? p = None, *, Tensor? out = None	Tensor input, str p, *, Tensor? out = None
function linalg_cross	Tensor input, Tensor other, *, int dim = -1, Tensor? out = None
function linalg_det linalg_inv	Tensor A, *, Tensor? out = None
function linalg_diagonal	Tensor A, *, int offset = 0, int dim1 = -2, int dim2 = -1
function linalg_eigh	Tensor input, str UPLO = L, *, tuple of Tensors? out = None
function linalg_eigvalsh	Tensor input, str UPLO = L, *, Tensor? out = None
function linalg_householder_product	Tensor input, Tensor tau, *, Tensor? out = None
function linalg_inv_ex	Tensor A, *, bool check_errors = False, tuple of Tensors? out = None
function linalg_ldl_factor	Tensor input, *, bool hermitian = False, tuple of Tensors? out = None
function linalg_ldl_factor_ex	Tensor input, *, bool hermitian = False, bool check_errors = False, tuple of Tensors? out = None
function linalg_ldl_solve	Tensor LD, Tensor pivots, Tensor B, *, bool hermitian = False, Tensor? out = None
function linalg_lstsq	Tensor input, Tensor b, float? rcond = None, *, str? driver = None, tuple of Tensors? out = None
function linalg_lu linalg_lu_factor	Tensor A, *, bool pivot = True, tuple of Tensors? out = None
function linalg_lu_factor_ex	Tensor A, *, bool pivot = True, bool check_errors = False, tuple of Tensors? out = None
function linalg_lu_solve	Tensor LU, Tensor pivots, Tensor B, *, bool left = True, bool adjoint = False, Tensor? out = None
function linalg_matrix_norm	Tensor input, Number ord, tuple of ints dim = {-2,-1}, bool keepdim = False, *, torch.dtype? dtype = None, Tensor? out = None	Tensor input, str ord = "fro", tuple of ints dim = {-2,-1}, bool keepdim = False, *, torch.dtype? dtype = None, Tensor? out = None
function linalg_matrix_power matrix_power	Tensor input, int n, *, Tensor? out = None
function linalg_matrix_rank	Tensor input, *, Tensor? atol = None, Tensor? rtol = None, bool hermitian = False, Tensor? out = None	Tensor input, *, float? atol = None, float? rtol = None, bool hermitian = False, Tensor? out = None	Tensor input, Tensor tol, bool hermitian = False, *, Tensor? out = None	Tensor input, float tol, bool hermitian = False, *, Tensor? out = None
function linalg_norm	Tensor input, Number? ord = None, tuple of ints? dim = None, bool keepdim = False, *, torch.dtype? dtype = None, Tensor? out = None	Tensor input, str ord, tuple of ints? dim = None, bool keepdim = False, *, torch.dtype? dtype = None, Tensor? out = None
function linalg_pinv	Tensor input, *, Tensor? atol = None, Tensor? rtol = None, bool hermitian = False, Tensor? out = None	Tensor input, *, float? atol = None, float? rtol = None, bool hermitian = False, Tensor? out = None	Tensor input, Tensor rcond, bool hermitian = False, *, Tensor? out = None	Tensor input, float rcond, bool hermitian = False, *, Tensor? out = None
function linalg_qr	Tensor A, str mode = reduced, *, tuple of Tensors? out = None
function linalg_slogdet	Tensor A, *, tuple of Tensors? out = None
function linalg_solve	Tensor A, Tensor B, *, bool left = True, Tensor? out = None
function linalg_solve_ex	Tensor A, Tensor B, *, bool left = True, bool check_errors = False, tuple of Tensors? out = None
function linalg_solve_triangular	Tensor input, Tensor B, *, bool upper, bool left = True, bool unitriangular = False, Tensor? out = None
function linalg_svd	Tensor A, bool full_matrices = True, *, str? driver = None, tuple of Tensors? out = None
function linalg_svdvals	Tensor A, *, str? driver = None, Tensor? out = None
function linalg_tensorinv	Tensor input, int ind = 2, *, Tensor? out = None
function linalg_tensorsolve	Tensor input, Tensor other, tuple of ints? dims = None, *, Tensor? out = None
function linalg_vander	Tensor x, *, int? N = None
function linalg_vecdot	Tensor x, Tensor y, *, int dim = -1, Tensor? out = None
function linalg_vector_norm	Tensor input, Number ord = 2, tuple of ints!? dim = None, bool keepdim = False, *, torch.dtype? dtype = None, Tensor? out = None
function linear mkldnn_linear	Tensor input, Tensor weight, Tensor? bias = None, *, Tensor? out = None
function linspace	Tensor start, Tensor end, int? steps, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Number start, Tensor end, int? steps, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Tensor start, Number end, int? steps, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Number start, Number end, int? steps, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function log_softmax softmax	Tensor input, int dim, torch.dtype? dtype = None, *, Tensor? out = None
function logcumsumexp unsqueeze_copy	Tensor input, int dim, *, Tensor? out = None
function logit special_logit	Tensor input, float? eps = None, *, Tensor? out = None
function logit_	Tensor input, float? eps = None
function logspace	Tensor start, Tensor end, int? steps, float base = 10.0, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Number start, Tensor end, int? steps, float base = 10.0, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Tensor start, Number end, int? steps, float base = 10.0, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Number start, Number end, int? steps, float base = 10.0, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function lstm	Tensor data, Tensor batch_sizes, tuple of Tensors hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional	Tensor input, tuple of Tensors hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first
function lstm_cell	Tensor input, tuple of Tensors hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih = None, Tensor? b_hh = None
function lu_solve	Tensor input, Tensor LU_data, Tensor LU_pivots, *, Tensor? out = None
function lu_unpack	Tensor LU_data, Tensor LU_pivots, bool unpack_data = True, bool unpack_pivots = True, *, tuple of Tensors? out = None
function masked_fill	Tensor input, Tensor mask, Tensor value	Tensor input, Tensor mask, Number value
function masked_scatter	Tensor input, Tensor mask, Tensor source
function masked_select	Tensor input, Tensor mask, *, Tensor? out = None
function max min	Tensor input, *, Tensor? out = None	Tensor input, Tensor other, *, Tensor? out = None	Tensor input, int dim, bool keepdim = False, *, tuple of Tensors? out = None
function max_pool1d max_pool1d_with_indices max_pool2d max_pool3d mkldnn_max_pool2d mkldnn_max_pool3d quantized_max_pool1d quantized_max_pool2d quantized_max_pool3d	Tensor input, tuple of ints! kernel_size, tuple of ints! stride = (), tuple of ints! padding = 0, tuple of ints! dilation = 1, bool ceil_mode = False
function max_pool2d_with_indices	Tensor input, tuple of ints! kernel_size, tuple of ints! stride = [], tuple of ints! padding = [0, 0], tuple of ints! dilation = [1, 1], bool ceil_mode = False, *, tuple of Tensors? out = None
function max_pool3d_with_indices	Tensor input, tuple of ints! kernel_size, tuple of ints! stride = [], tuple of ints! padding = [0, 0, 0], tuple of ints! dilation = [1, 1, 1], bool ceil_mode = False, *, tuple of Tensors? out = None
function max_unpool2d	Tensor input, Tensor indices, tuple of ints! output_size, *, Tensor? out = None
function max_unpool3d	Tensor input, Tensor indices, tuple of ints! output_size, tuple of ints! stride, tuple of ints! padding, *, Tensor? out = None
function mean	Tensor input, *, torch.dtype? dtype = None, Tensor? out = None	Tensor input, tuple of ints!? dim, bool keepdim = False, *, torch.dtype? dtype = None, Tensor? out = None
function median nanmedian	Tensor input	Tensor input, int dim, bool keepdim = False, *, tuple of Tensors? out = None
function miopen_batch_norm	Tensor input, Tensor weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float exponential_average_factor, float epsilon
function miopen_convolution miopen_depthwise_convolution	Tensor input, Tensor weight, Tensor? bias, tuple of ints padding, tuple of ints stride, tuple of ints dilation, int groups, bool benchmark, bool deterministic
function miopen_convolution_transpose	Tensor input, Tensor weight, Tensor? bias, tuple of ints padding, tuple of ints output_padding, tuple of ints stride, tuple of ints dilation, int groups, bool benchmark, bool deterministic
function miopen_ctc_loss	Tensor log_probs, Tensor targets, tuple of ints input_lengths, tuple of ints target_lengths, int blank, bool deterministic, bool zero_infinity	Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank, bool deterministic, bool zero_infinity
function miopen_rnn	Tensor input, tuple of Tensors weight, int weight_stride0, Tensor hx, Tensor? cx, int mode, int hidden_size, int num_layers, bool batch_first, float dropout, bool train, bool bidirectional, tuple of ints batch_sizes, Tensor? dropout_state
function mkldnn_convolution	Tensor input, Tensor weight, Tensor? bias, tuple of ints padding, tuple of ints stride, tuple of ints dilation, int groups
function mkldnn_linear_backward_weights	Tensor grad_output, Tensor input, Tensor weight, bool bias_defined
function mkldnn_reorder_conv2d_weight	Tensor input, tuple of ints! padding = [0, 0], tuple of ints! stride = [1, 1], tuple of ints! dilation = [1, 1], int groups = 1, tuple of ints? input_size = None, *, Tensor? out = None
function mkldnn_reorder_conv3d_weight	Tensor input, tuple of ints! padding = [0, 0, 0], tuple of ints! stride = [1, 1, 1], tuple of ints! dilation = [1, 1, 1], int groups = 1, tuple of ints? input_size = None, *, Tensor? out = None
function mkldnn_rnn_layer	Tensor input, Tensor weight0, Tensor weight1, Tensor weight2, Tensor weight3, Tensor hx_, Tensor cx_, bool reverse, tuple of ints batch_sizes, int mode, int hidden_size, int num_layers, bool has_biases, bool bidirectional, bool batch_first, bool train
function mode	Tensor input, int dim = -1, bool keepdim = False, *, tuple of Tensors? out = None
function moveaxis movedim	Tensor input, int source, int destination	Tensor input, tuple of ints source, tuple of ints destination
function mse_loss multilabel_margin_loss soft_margin_loss	Tensor input, Tensor target, int reduction = 1, *, Tensor? out = None
function multi_margin_loss	Tensor input, Tensor target, Number p = 1, Number margin = 1, Tensor? weight = None, int reduction = 1, *, Tensor? out = None
function multinomial	Tensor input, int num_samples, bool replacement = False, *, torch.Generator? generator = None, Tensor? out = None
function mv	Tensor input, Tensor vec, *, Tensor? out = None
function mvlgamma special_multigammaln	Tensor input, int p, *, Tensor? out = None
function nan_to_num	Tensor input, float? nan = None, float? posinf = None, float? neginf = None, *, Tensor? out = None
function nan_to_num_	Tensor input, float? nan = None, float? posinf = None, float? neginf = None
function nanmean nansum	Tensor input, tuple of ints!? dim = None, bool keepdim = False, *, torch.dtype? dtype = None, Tensor? out = None
function nanquantile quantile	Tensor input, Tensor q, int? dim = None, bool keepdim = False, *, str interpolation = "linear", Tensor? out = None	Tensor input, float q, int? dim = None, bool keepdim = False, *, str interpolation = "linear", Tensor? out = None
function narrow	Tensor input, int dim, Tensor start, int length	Tensor input, int dim, int start, int length
function narrow_copy	Tensor input, int dim, int start, int length, *, Tensor? out = None
function native_batch_norm	Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps, *, tuple of Tensors? out = None
function native_dropout	Tensor input, float p, bool? train
function native_group_norm	Tensor input, Tensor? weight, Tensor? bias, int N, int C, int HxW, int group, float eps
function native_layer_norm	Tensor input, tuple of ints normalized_shape, Tensor? weight, Tensor? bias, float eps
function native_norm	Tensor input, Number? p = 2	Tensor input, Number? p, tuple of ints! dim, bool keepdim, torch.dtype? dtype
function nll_loss nll_loss2d	Tensor input, Tensor target, Tensor? weight = None, int reduction = 1, int ignore_index = -100, *, Tensor? out = None
function nll_loss_nd	Tensor input, Tensor target, Tensor? weight = None, int reduction = 1, int ignore_index = -100
function nonzero_static	Tensor input, *, int size, int fill_value = -1, Tensor? out = None
function norm_except_dim	Tensor v, int pow = 2, int dim = 0
function normal	Tensor mean, Tensor std, *, torch.Generator? generator = None, Tensor? out = None	Tensor mean, float std = 1, *, torch.Generator? generator = None, Tensor? out = None	float mean, Tensor std, *, torch.Generator? generator = None, Tensor? out = None	float mean, float std, tuple of ints size, *, torch.Generator? generator = None, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function nuclear_norm	Tensor input, tuple of ints! dim, bool keepdim = False, *, Tensor? out = None	Tensor input, bool keepdim = False, *, Tensor? out = None
function numel	Tensor self
function one_hot	Tensor input, int num_classes = -1
function ones zeros	tuple of ints size, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function orgqr	Tensor input, Tensor input2, *, Tensor? out = None
function ormqr	Tensor input, Tensor input2, Tensor input3, bool left = True, bool transpose = False, *, Tensor? out = None
function pad	Tensor input, tuple of ints pad, str mode = constant, float? value = None
function pad_sequence	tuple of Tensors sequences, bool batch_first = False, float padding_value = 0.0, str padding_side = right
function pairwise_distance	Tensor x1, Tensor x2, float p = 2, float eps = 1e-06, bool keepdim = False
function pdist	Tensor input, float p = 2
function permute_copy	Tensor input, tuple of ints dims, *, Tensor? out = None
function pinverse	Tensor input, float rcond = 1e-15
function pixel_shuffle	Tensor input, int upscale_factor
function pixel_unshuffle	Tensor input, int downscale_factor
function poisson	Tensor input, torch.Generator? generator = None
function poisson_nll_loss	Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction
function polar	Tensor abs, Tensor angle, *, Tensor? out = None
function polygamma special_polygamma	int n, Tensor input, *, Tensor? out = None
function prelu	Tensor input, Tensor weight
function prod	Tensor input, *, torch.dtype? dtype = None	Tensor input, int dim, bool keepdim = False, *, torch.dtype? dtype = None, Tensor? out = None
function promote_types	torch.dtype type1, torch.dtype type2
function put	Tensor input, Tensor index, Tensor source, bool accumulate = False
function qr	Tensor input, bool some = True, *, tuple of Tensors? out = None
function quantize_per_channel	Tensor input, Tensor scales, Tensor zero_points, int axis, torch.dtype dtype
function quantize_per_tensor	Tensor input, Tensor scale, Tensor zero_point, torch.dtype dtype	Tensor input, float scale, int zero_point, torch.dtype dtype	tuple of Tensors tensors, Tensor scales, Tensor zero_points, torch.dtype dtype
function quantize_per_tensor_dynamic	Tensor input, torch.dtype dtype, bool reduce_range
function quantized_batch_norm	Tensor input, Tensor? weight, Tensor? bias, Tensor mean, Tensor var, float eps, float output_scale, int output_zero_point
function quantized_gru_cell quantized_rnn_relu_cell quantized_rnn_tanh_cell	Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor b_ih, Tensor b_hh, Tensor packed_ih, Tensor packed_hh, Tensor col_offsets_ih, Tensor col_offsets_hh, Number scale_ih, Number scale_hh, Number zero_point_ih, Number zero_point_hh
function quantized_lstm_cell	Tensor input, tuple of Tensors hx, Tensor w_ih, Tensor w_hh, Tensor b_ih, Tensor b_hh, Tensor packed_ih, Tensor packed_hh, Tensor col_offsets_ih, Tensor col_offsets_hh, Number scale_ih, Number scale_hh, Number zero_point_ih, Number zero_point_hh
function rand randn	tuple of ints size, *, torch.Generator? generator, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	tuple of ints size, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function rand_like randn_like	Tensor input, *, torch.Generator? generator, torch.memory_format? memory_format = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Tensor input, *, torch.memory_format? memory_format = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function randint	int high, tuple of ints size, *, torch.Generator? generator, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	int high, tuple of ints size, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	int low, int high, tuple of ints size, *, torch.Generator? generator, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	int low, int high, tuple of ints size, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function randint_like	Tensor input, int low, int high, *, torch.Generator? generator, torch.memory_format? memory_format = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Tensor input, int low, int high, *, torch.memory_format? memory_format = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Tensor input, Tensor high, *, torch.Generator? generator, torch.memory_format? memory_format = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Tensor input, Tensor high, *, torch.memory_format? memory_format = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Tensor input, int high, *, torch.Generator? generator, torch.memory_format? memory_format = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	Tensor input, int high, *, torch.memory_format? memory_format = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function randperm	int n, *, torch.Generator? generator, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False	int n, *, Tensor? out = None, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function range	Number start, Number end, Number step = 1, *, Tensor? out = None, torch.dtype? dtype = None, torch.device? device = None, bool requires_grad = False, bool pin_memory = False
function reflection_pad1d reflection_pad2d reflection_pad3d replication_pad1d replication_pad2d replication_pad3d	Tensor input, tuple of ints! padding, *, Tensor? out = None
function renorm	Tensor input, Number p, int dim, Number maxnorm, *, Tensor? out = None
function repeat_interleave	Tensor input, Tensor repeats, int? dim = None, *, int? output_size = None	Tensor repeats, *, int? output_size = None	Tensor input, int repeats, int? dim = None, *, int? output_size = None
function reshape	Tensor input, tuple of ints shape
function resize_as_	Tensor input, Tensor the_template, *, torch.memory_format? memory_format = None
function resize_as_sparse_	Tensor input, Tensor the_template
function result_type	Tensor tensor, Tensor other	Number scalar, Tensor tensor	Tensor tensor, Number other	Number scalar1, Number scalar2
function rms_norm	Tensor input, tuple of ints normalized_shape, Tensor? weight = None, float? eps = None
function roll	Tensor input, tuple of ints! shifts, tuple of ints! dims = ()
function rot90	Tensor input, int k = 1, tuple of ints dims = (0, 1)
function round	Tensor input, *, Tensor? out = None	Tensor input, *, int decimals, Tensor? out = None
function round_	Tensor input	Tensor input, *, int decimals
function rrelu rrelu_	Tensor input, Number lower = 0.125, Number upper = 0.3333333333333333, bool training = False, torch.Generator? generator = None
function rrelu_with_noise	Tensor input, Tensor noise, Number lower = 0.125, Number upper = 0.3333333333333333, bool training = False, torch.Generator? generator = None, *, Tensor? out = None
function rrelu_with_noise_	Tensor input, Tensor noise, Number lower = 0.125, Number upper = 0.3333333333333333, bool training = False, torch.Generator? generator = None
function rsub	Tensor input, Tensor other, *, Number alpha = 1	Tensor input, Number other, Number alpha = 1
function saddmm sspaddmm	~Tensor input, Tensor mat1, Tensor mat2, *, Number beta = 1, Number alpha = 1, Tensor? out = None
function scalar_tensor	Number s, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function scaled_dot_product_attention	Tensor query, Tensor key, Tensor value, Tensor? attn_mask = None, float dropout_p = 0.0, bool is_causal = False, *, float? scale = None, bool enable_gqa = False
function scatter	Tensor input, int dim, Tensor index, Tensor src, *, Tensor? out = None	Tensor input, int dim, Tensor index, Tensor src, *, str reduce, Tensor? out = None	Tensor input, int dim, Tensor index, Number value, *, Tensor? out = None	Tensor input, int dim, Tensor index, Number value, *, str reduce, Tensor? out = None
function scatter_add	Tensor input, int dim, Tensor index, Tensor src, *, Tensor? out = None
function scatter_reduce	Tensor input, int dim, Tensor index, Tensor src, str reduce, *, bool include_self = True, Tensor? out = None
function searchsorted	Tensor sorted_sequence, Tensor input, *, bool out_int32 = False, bool right = False, str? side = None, Tensor? sorter = None, Tensor? out = None	Tensor sorted_sequence, Number self, *, bool out_int32 = False, bool right = False, str? side = None, Tensor? sorter = None, Tensor? out = None
function segment_reduce	Tensor data, str reduce, *, Tensor? lengths = None, Tensor? indices = None, Tensor? offsets = None, int axis = 0, bool unsafe = False, Number? initial = None
function select	Tensor input, int dim, int index
function select_copy	Tensor input, int dim, int index, *, Tensor? out = None
function select_scatter	Tensor input, Tensor src, int dim, int index
function set_autocast_enabled	str device_type, bool enabled	bool enabled
function slice_copy	Tensor input, int dim = 0, int? start = None, int? end = None, int step = 1, *, Tensor? out = None
function slice_inverse	Tensor input, Tensor src, int dim = 0, int? start = None, int? end = None, int step = 1
function slice_scatter	Tensor input, Tensor src, int dim = 0, int? start = None, int? end = None, int step = 1, *, Tensor? out = None
function slow_conv3d	Tensor input, Tensor weight, tuple of ints! kernel_size, Tensor? bias = None, tuple of ints! stride = [1, 1, 1], tuple of ints! padding = [0, 0, 0], *, Tensor? out = None
function slow_conv_dilated2d	Tensor input, Tensor weight, tuple of ints! kernel_size, Tensor? bias = None, tuple of ints! stride = [1, 1], tuple of ints! padding = [0, 0], tuple of ints! dilation = [1, 1], *, Tensor? out = None
function slow_conv_dilated3d	Tensor input, Tensor weight, tuple of ints! kernel_size, Tensor? bias = None, tuple of ints! stride = [1, 1, 1], tuple of ints! padding = [0, 0, 0], tuple of ints! dilation = [1, 1, 1], *, Tensor? out = None
function slow_conv_transpose2d	Tensor input, Tensor weight, tuple of ints! kernel_size, Tensor? bias = None, tuple of ints! stride = [1, 1], tuple of ints! padding = [0, 0], tuple of ints! output_padding = [0, 0], tuple of ints! dilation = [1, 1], *, Tensor? out = None
function slow_conv_transpose3d	Tensor input, Tensor weight, tuple of ints! kernel_size, Tensor? bias = None, tuple of ints! stride = [1, 1, 1], tuple of ints! padding = [0, 0, 0], tuple of ints! output_padding = [0, 0, 0], tuple of ints! dilation = [1, 1, 1], *, Tensor? out = None
function smm	Tensor input, Tensor mat2
function smooth_l1_loss	Tensor input, Tensor target, int reduction = 1, float beta = 1.0, *, Tensor? out = None
function softplus	Tensor input, Number beta = 1, Number threshold = 20, *, Tensor? out = None
function sort	Tensor input, *, bool? stable, int dim = -1, bool descending = False, tuple of Tensors? out = None	Tensor input, int dim = -1, bool descending = False, *, tuple of Tensors? out = None
function sparse_bsc_tensor sparse_csc_tensor	object ccol_indices, object row_indices, object values, tuple of ints? size, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool pin_memory = False, bool requires_grad = False, bool? check_invariants = None	object ccol_indices, object row_indices, object values, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool pin_memory = False, bool requires_grad = False, bool? check_invariants = None
function sparse_bsr_tensor sparse_csr_tensor	object crow_indices, object col_indices, object values, tuple of ints? size, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool pin_memory = False, bool requires_grad = False, bool? check_invariants = None	object crow_indices, object col_indices, object values, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool pin_memory = False, bool requires_grad = False, bool? check_invariants = None
function sparse_compressed_tensor	object compressed_indices, object plain_indices, object values, tuple of ints? size, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool pin_memory = False, bool requires_grad = False, bool? check_invariants = None	object compressed_indices, object plain_indices, object values, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool pin_memory = False, bool requires_grad = False, bool? check_invariants = None
function sparse_coo_tensor	object indices, object values, *, torch.dtype? dtype = None, torch.device? device = None, bool pin_memory = False, bool requires_grad = False, bool? check_invariants = None, bool? is_coalesced = None	object indices, object values, tuple of ints? size, *, torch.dtype? dtype = None, torch.device? device = None, bool pin_memory = False, bool requires_grad = False, bool? check_invariants = None, bool? is_coalesced = None	tuple of ints? size, *, torch.dtype? dtype = None, torch.device? device = None, bool requires_grad = False, bool? check_invariants = None
function special_airy_ai special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1 special_spherical_bessel_j0	Tensor x, *, Tensor? out = None
function special_chebyshev_polynomial_t special_chebyshev_polynomial_u special_chebyshev_polynomial_v special_chebyshev_polynomial_w special_hermite_polynomial_h special_hermite_polynomial_he special_laguerre_polynomial_l special_legendre_polynomial_p special_shifted_chebyshev_polynomial_t special_shifted_chebyshev_polynomial_u special_shifted_chebyshev_polynomial_v special_shifted_chebyshev_polynomial_w	Tensor x, Tensor n, *, Tensor? out = None	Number x, Tensor n, *, Tensor? out = None	Tensor x, Number n, *, Tensor? out = None
function special_log_softmax	Tensor input, int dim, *, torch.dtype? dtype = None
function special_round	Tensor input, *, int decimals = 0, Tensor? out = None
function special_softmax	Tensor input, int dim, torch.dtype? dtype = None
function special_xlog1py special_xlogy special_zeta xlogy	Tensor input, Tensor other, *, Tensor? out = None	Number self, Tensor other, *, Tensor? out = None	Tensor input, Number other, *, Tensor? out = None
function split_copy	Tensor input, int split_size, int dim = 0, *, tuple of Tensors? out = None
function split_with_sizes unsafe_split_with_sizes	Tensor input, tuple of ints split_sizes, int dim = 0
function split_with_sizes_copy	Tensor input, tuple of ints split_sizes, int dim = 0, *, tuple of Tensors? out = None
function squeeze	Tensor input	Tensor input, int dim	Tensor input, tuple of ints dim
function squeeze_copy	Tensor input, *, Tensor? out = None	Tensor input, int dim, *, Tensor? out = None	Tensor input, tuple of ints dim, *, Tensor? out = None
function std var	Tensor input, tuple of ints!? dim, bool unbiased = True, bool keepdim = False, *, Tensor? out = None	Tensor input, tuple of ints!? dim = None, *, Number? correction = None, bool keepdim = False, Tensor? out = None	Tensor input, bool unbiased = True
function std_mean var_mean	Tensor input, tuple of ints!? dim, bool unbiased = True, bool keepdim = False	Tensor input, tuple of ints!? dim = None, *, Number? correction = None, bool keepdim = False	Tensor input, bool unbiased = True
function subtract	Tensor input, Tensor other, *, Number alpha = 1, Tensor? out = None	Tensor input, Number other, Number alpha = 1
function sum	Tensor input, *, torch.dtype? dtype = None	Tensor input, tuple of ints!? dim, bool keepdim = False, *, torch.dtype? dtype = None, Tensor? out = None
function svd	Tensor input, bool some = True, bool compute_uv = True, *, tuple of Tensors? out = None
function swapaxes	Tensor input, int axis0, int axis1
function swapdims transpose	Tensor input, int dim0, int dim1
function sym_constrain_range sym_constrain_range_for_size	Number size, *, int? min = None, int? max = None
function take	Tensor input, Tensor index, *, Tensor? out = None
function take_along_dim	Tensor input, Tensor indices, int? dim = None, *, Tensor? out = None
function tensor	object data, torch.dtype? dtype = None, torch.device? device = None, bool requires_grad = False, bool pin_memory = False
function tensor_split	Tensor input, tuple of ints indices, int dim = 0	Tensor input, Tensor tensor_indices_or_sections, int dim = 0	Tensor input, int sections, int dim = 0
function thnn_conv2d	Tensor input, Tensor weight, tuple of ints! kernel_size, Tensor? bias = None, tuple of ints! stride = [1, 1], tuple of ints! padding = [0, 0], *, Tensor? out = None
function threshold	Tensor input, Number threshold, Number value, *, Tensor? out = None
function threshold_	Tensor input, Number threshold, Number value
function topk	Tensor input, int k, int dim = -1, bool largest = True, bool sorted = True, *, tuple of Tensors? out = None
function transpose_copy	Tensor input, int dim0, int dim1, *, Tensor? out = None
function trapz	Tensor y, *, float dx = 1, int dim = -1	Tensor y, Tensor x, *, int dim = -1
function triangular_solve	Tensor input, Tensor A, bool upper = True, bool transpose = False, bool unitriangular = False, *, tuple of Tensors? out = None
function tril_indices triu_indices	int row, int col, int offset = 0, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
function triplet_margin_loss	Tensor anchor, Tensor positive, Tensor negative, float margin = 1.0, float p = 2, float eps = 1e-06, bool swap = False, int reduction = 1
function unbind	Tensor input, int dim = 0
function unbind_copy	Tensor input, int dim = 0, *, tuple of Tensors? out = None
function unflatten	Tensor input, int dim, tuple of ints sizes
function unflatten_dense_tensors	Tensor flat, tuple of Tensors tensors
function unfold_copy	Tensor input, int dimension, int size, int step, *, Tensor? out = None
function unsafe_split	Tensor input, int split_size, int dim = 0
function unsqueeze	Tensor input, int dim
function upsample_bicubic2d upsample_bilinear2d	Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors	Tensor input, tuple of ints output_size, bool align_corners, float? scales_h = None, float? scales_w = None, *, Tensor? out = None
function upsample_linear1d	Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors	Tensor input, tuple of ints output_size, bool align_corners, float? scales = None, *, Tensor? out = None
function upsample_nearest1d	Tensor input, tuple of ints output_size, tuple of floats scale_factors	Tensor input, tuple of ints output_size, float? scales = None, *, Tensor? out = None
function upsample_nearest2d	Tensor input, tuple of ints output_size, tuple of floats scale_factors	Tensor input, tuple of ints output_size, float? scales_h = None, float? scales_w = None, *, Tensor? out = None
function upsample_nearest3d	Tensor input, tuple of ints output_size, tuple of floats scale_factors	Tensor input, tuple of ints output_size, float? scales_d = None, float? scales_h = None, float? scales_w = None, *, Tensor? out = None
function upsample_trilinear3d	Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors	Tensor input, tuple of ints output_size, bool align_corners, float? scales_d = None, float? scales_h = None, float? scales_w = None, *, Tensor? out = None
function vander	Tensor x, int? N = None, bool increasing = False
function view_copy	Tensor input, torch.dtype dtype, *, Tensor? out = None	Tensor input, tuple of ints size, *, Tensor? out = None
function where	Tensor condition	Tensor condition, Tensor input, Tensor other, *, Tensor? out = None	Tensor condition, Number self, Tensor other	Tensor condition, Tensor input, Number other	Tensor condition, Number self, Number other
function xlogy_	Tensor input, Tensor other	Tensor input, Number other
method abs abs_ absolute absolute_ acos acos_ acosh acosh_ adjoint angle arccos arccos_ arccosh arccosh_ arcsin arcsin_ arcsinh arcsinh_ arctan arctan_ arctanh arctanh_ argwhere asin asin_ asinh asinh_ atan atan_ atanh atanh_ bitwise_not bitwise_not_ ccol_indices ceil ceil_ coalesce col_indices conj conj_physical conj_physical_ const_data_ptr corrcoef cos cos_ cosh cosh_ crow_indices data_ptr deg2rad deg2rad_ dense_dim dequantize det detach detach_ digamma digamma_ dim element_size erf erf_ erfc erfc_ erfinv erfinv_ exp exp2 exp2_ exp_ expm1 expm1_ fix fix_ fliplr flipud floor floor_ frac frac_ frexp geqrf get_device i0 i0_ indices int_repr inverse is_coalesced is_complex is_conj is_distributed is_floating_point is_inference is_neg is_nonzero is_signed isfinite isinf isnan isneginf isposinf isreal item lgamma lgamma_ log log10 log10_ log1p log1p_ log2 log2_ log_ logdet logical_not logical_not_ matrix_exp msort ndimension neg neg_ negative negative_ nelement numel positive q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale q_zero_point qscheme rad2deg rad2deg_ ravel reciprocal reciprocal_ relu relu_ resolve_conj resolve_neg retain_grad row_indices rsqrt rsqrt_ sgn sgn_ sigmoid sigmoid_ sign sign_ signbit sin sin_ sinc sinc_ sinh sinh_ slogdet sparse_dim sqrt sqrt_ square square_ storage_offset t t_ tan tan_ tanh tanh_ tolist trace trunc trunc_ untyped_storage values zero_	-
method add add_ sub sub_	~Tensor other, *, Number? alpha = 1
method addbmm addbmm_ baddbmm baddbmm_	~Tensor batch1, Tensor batch2, *, Number beta = 1, Number alpha = 1
method addcdiv addcdiv_ addcmul addcmul_	~Tensor tensor1, Tensor tensor2, *, Number value = 1
method addmm addmm_ sspaddmm	~Tensor mat1, Tensor mat2, *, Number beta = 1, Number alpha = 1
method addmv addmv_	~Tensor mat, Tensor vec, *, Number beta = 1, Number alpha = 1
method addr addr_	~Tensor vec1, Tensor vec2, *, Number beta = 1, Number alpha = 1
method all any	.	tuple of ints? dim = None, bool keepdim = False	int? dim, bool keepdim = False
method allclose isclose	Tensor other, float rtol = 1e-05, float atol = 1e-08, bool equal_nan = False
method amax amin	tuple of ints! dim = (), bool keepdim = False
method aminmax	*, int? dim = None, bool keepdim = False
method arctan2 arctan2_ atan2 atan2_ equal expand_as fmax fmin gcd gcd_ hypot hypot_ igamma igamma_ igammac igammac_ inner is_same_size kron lcm lcm_ ldexp ldexp_ logaddexp logaddexp2 logical_and logical_and_ logical_or logical_or_ logical_xor logical_xor_ matmul maximum minimum mul_ nextafter nextafter_ reshape_as type_as vdot view_as	Tensor other
method argmax argmin	int? dim = None, bool keepdim = False
method argsort	*, bool stable, int dim = -1, bool descending = False	int dim = -1, bool descending = False
method as_strided as_strided_	tuple of ints size, tuple of ints stride, int? storage_offset = None
method as_strided_scatter	Tensor src, tuple of ints size, tuple of ints stride, int? storage_offset = None
method as_subclass	object cls
method bernoulli	*, torch.Generator? generator = None	float p, *, torch.Generator? generator = None
method bernoulli_	Tensor p, *, torch.Generator? generator = None	float p = 0.5, *, torch.Generator? generator = None
method bfloat16 bool byte chalf char clone double float half int long short	*, torch.memory_format? memory_format = None
method bincount	Tensor? weights = None, int minlength = 0
method bitwise_and bitwise_and_ bitwise_left_shift bitwise_left_shift_ bitwise_or bitwise_or_ bitwise_right_shift bitwise_right_shift_ bitwise_xor bitwise_xor_ copysign copysign_ eq eq_ floor_divide floor_divide_ fmod fmod_ ge ge_ greater greater_ greater_equal greater_equal_ gt gt_ le le_ less less_ less_equal less_equal_ lt lt_ multiply multiply_ ne ne_ not_equal not_equal_ remainder remainder_ true_divide true_divide_ xlogy xlogy_	Tensor other	Number other
method bmm mm smm	Tensor mat2
method broadcast_to sum_to_size	tuple of ints size
method cauchy_	float median = 0, float sigma = 1, *, torch.Generator? generator = None
method cholesky cholesky_inverse	bool upper = False
method cholesky_solve	Tensor input2, bool upper = False
method chunk unsafe_chunk	int chunks, int dim = 0
method clamp clamp_ clip clip_	Tensor? min = None, Tensor? max = None	Number? min = None, Number? max = None
method clamp_max clamp_max_	Tensor max	Number max
method clamp_min clamp_min_	Tensor min	Number min
method contiguous is_contiguous	*, torch.memory_format memory_format = torch.contiguous_format
method copy_	~Tensor other, bool non_blocking = False
method count_nonzero	int? dim = None	tuple of ints? dim
method cov	*, int correction = 1, Tensor? fweights = None, Tensor? aweights = None
method cpu	*, torch.memory_format memory_format = torch.preserve_format
method cross	Tensor other, int? dim = None
method cuda ipu mtia xpu	~torch.device? device = None, bool non_blocking = False, *, torch.memory_format? memory_format = None
method cummax cummin logcumsumexp unsqueeze unsqueeze_	int dim
method cumprod cumprod_ cumsum cumsum_	int dim, *, torch.dtype? dtype = None
method diag tril tril_ triu triu_	int diagonal = 0
method diag_embed	int offset = 0, int dim1 = -2, int dim2 = -1
method diagflat	int offset = 0
method diagonal	int offset = 0, int dim1 = 0, int dim2 = 1
method diagonal_scatter	Tensor src, int offset = 0, int dim1 = 0, int dim2 = 1
method diff	int n = 1, int dim = -1, Tensor? prepend = None, Tensor? append = None
method dist	Tensor other, Number p = 2
method div div_	Tensor other	Tensor other, *, str? rounding_mode	Number other, *, str? rounding_mode
method divide divide_	Tensor other	Tensor other, *, str? rounding_mode	Number other	Number other, *, str? rounding_mode
method dot is_set_to	Tensor tensor
method dsplit hsplit vsplit	int sections	tuple of ints indices
method expand	tuple of ints size, *, bool implicit = False
method exponential_	float lambd = 1, *, torch.Generator? generator = None
method fill_	Tensor value	Number value
method fill_diagonal_	Number fill_value, bool wrap = False
method flatten	int start_dim = 0, int end_dim = -1
method flip permute tile	tuple of ints dims
method float_power float_power_ pow pow_	Tensor exponent	Number exponent
method gather	int dim, Tensor index, *, bool sparse_grad = False
method geometric_	float p, *, torch.Generator? generator = None
method ger outer	Tensor vec2
method hardshrink	Number lambd = 0.5
method hash_tensor	tuple of ints! dim = (), *, bool keepdim = False, int mode = 0
method heaviside heaviside_	Tensor values
method histc	int bins = 100, Number min = 0, Number max = 0
method histogram	Tensor bins, *, Tensor? weight = None, bool density = False	int bins = 100, *, tuple of floats? range = None, Tensor? weight = None, bool density = False
method index_add index_add_	int dim, Tensor index, Tensor source, *, Number alpha = 1
method index_copy index_copy_	int dim, Tensor index, Tensor source
method index_fill index_fill_	int dim, Tensor index, Tensor value	int dim, Tensor index, Number value
method index_put index_put_	tuple of Tensors? indices, Tensor values, bool accumulate = False
method index_reduce index_reduce_	int dim, Tensor index, Tensor source, str reduce, *, bool include_self = True
method index_select	int dim, Tensor index
method is_pinned pin_memory	torch.device? device = None
method kthvalue	int k, int dim = -1, bool keepdim = False
method lerp lerp_	Tensor end, Tensor weight	Tensor end, Number weight
method log_normal_	float mean = 1, float std = 2, *, torch.Generator? generator = None
method log_softmax softmax	int dim, torch.dtype? dtype = None
method logit logit_	float? eps = None
method logsumexp	tuple of ints! dim, bool keepdim = False
method lu_solve	Tensor LU_data, Tensor LU_pivots
method map2_	Tensor x, Tensor y, object callable
method map_	Tensor other, object callable
method masked_fill masked_fill_	Tensor mask, Tensor value	Tensor mask, Number value
method masked_scatter masked_scatter_	Tensor mask, Tensor source
method masked_select sparse_mask	Tensor mask
method matrix_power polygamma polygamma_	int n
method max min	.	Tensor other	int dim, bool keepdim = False
method mean sum	*, torch.dtype? dtype = None	tuple of ints!? dim, bool keepdim = False, *, torch.dtype? dtype = None
method median nanmedian	.	int dim, bool keepdim = False
method mode	int dim = -1, bool keepdim = False
method moveaxis movedim	int source, int destination	tuple of ints source, tuple of ints destination
method mul	Tensor other, *, Tensor? out = None
method multinomial	int num_samples, bool replacement = False, *, torch.Generator? generator = None
method mv	Tensor vec
method mvlgamma mvlgamma_	int p
method nan_to_num nan_to_num_	float? nan = None, float? posinf = None, float? neginf = None
method nanmean nansum	tuple of ints!? dim = None, bool keepdim = False, *, torch.dtype? dtype = None
method nanquantile quantile	Tensor q, int? dim = None, bool keepdim = False, *, str interpolation = "linear"	float q, int? dim = None, bool keepdim = False, *, str interpolation = "linear"
method narrow	int dim, Tensor start, int length	int dim, int start, int length
method narrow_copy	int dim, int start, int length
method new	*, torch.device? device = None	torch.Storage storage	Tensor other	tuple of ints size, *, torch.device? device = None	object data, *, torch.device? device = None
method new_empty new_zeros	tuple of ints size, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
method new_empty_strided	tuple of ints size, tuple of ints stride, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
method new_full	tuple of ints size, Number fill_value, *, torch.dtype? dtype = None, torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, bool? requires_grad = False
method new_tensor	object data, torch.dtype? dtype = None, torch.device? device = None, bool requires_grad = False, bool pin_memory = False
method nonzero	.	*, bool as_tuple
method nonzero_static	*, int size, int fill_value = -1
method normal_	float mean = 0, float std = 1, *, torch.Generator? generator = None
method numpy	*, bool force = False
method orgqr	Tensor input2
method ormqr	Tensor input2, Tensor input3, bool left = True, bool transpose = False
method pinverse	float rcond = 1e-15
method prelu	Tensor weight
method prod	*, torch.dtype? dtype = None	int dim, bool keepdim = False, *, torch.dtype? dtype = None
method put put_	Tensor index, Tensor source, bool accumulate = False
method qr	bool some = True
method random_	*, torch.Generator? generator = None	int from, int? to, *, torch.Generator? generator = None	int? to, *, torch.Generator? generator = None
method record_stream	object s
method renorm renorm_	Number p, int dim, Number maxnorm
method repeat	tuple of ints repeats
method repeat_interleave	Tensor repeats, int? dim = None, *, int? output_size = None	int repeats, int? dim = None, *, int? output_size = None
method requires_grad_	bool mode = True
method reshape	tuple of ints shape
method resize_	tuple of ints size, *, torch.memory_format? memory_format = None
method resize_as_	Tensor the_template, *, torch.memory_format? memory_format = None
method resize_as_sparse_	Tensor the_template
method roll	tuple of ints! shifts, tuple of ints! dims = ()
method rot90	int k = 1, tuple of ints dims = (0, 1)
method round round_	.	*, int decimals
method scatter scatter_	int dim, Tensor index, Tensor src	int dim, Tensor index, Tensor src, *, str reduce	int dim, Tensor index, Number value	int dim, Tensor index, Number value, *, str reduce
method scatter_add scatter_add_	int dim, Tensor index, Tensor src
method scatter_reduce scatter_reduce_	int dim, Tensor index, Tensor src, str reduce, *, bool include_self = True
method select	int dim, int index
method select_scatter	Tensor src, int dim, int index
method set_	.	torch.Storage source	torch.Storage source, int storage_offset, tuple of ints size, tuple of ints? stride = None	Tensor source	Tensor source, int storage_offset, tuple of ints size, tuple of ints? stride = None
method slice_inverse slice_scatter	Tensor src, int dim = 0, int? start = None, int? end = None, int step = 1
method sort	*, bool? stable, int dim = -1, bool descending = False	int dim = -1, bool descending = False
method sparse_resize_ sparse_resize_and_clear_	tuple of ints size, int sparse_dim, int dense_dim
method split_with_sizes unsafe_split_with_sizes	tuple of ints split_sizes, int dim = 0
method squeeze squeeze_	.	int dim	tuple of ints dim
method std var	tuple of ints!? dim, bool unbiased = True, bool keepdim = False	tuple of ints!? dim = None, *, Number? correction = None, bool keepdim = False	bool unbiased = True
method subtract subtract_	Tensor other, *, Number alpha = 1	Number other, Number alpha = 1
method svd	bool some = True, bool compute_uv = True
method swapaxes swapaxes_	int axis0, int axis1
method swapdims swapdims_ transpose transpose_	int dim0, int dim1
method take	Tensor index
method take_along_dim	Tensor indices, int? dim = None
method tensor_split	tuple of ints indices, int dim = 0	Tensor tensor_indices_or_sections, int dim = 0	int sections, int dim = 0
method to	torch.device? device = None, torch.dtype? dtype = None, bool non_blocking = False, bool copy = False, *, torch.memory_format? memory_format = None	torch.dtype? dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format? memory_format = None	Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format? memory_format = None
method to_dense	torch.dtype? dtype = None, *, bool? masked_grad = None
method to_mkldnn	torch.dtype? dtype = None
method to_padded_tensor	float padding, tuple of ints? output_size = None
method to_sparse	*, torch.layout? layout = None, tuple of ints!? blocksize = None, int? dense_dim = None	int sparse_dim
method to_sparse_bsc to_sparse_bsr	tuple of ints! blocksize, int? dense_dim = None
method to_sparse_csc to_sparse_csr	int? dense_dim = None
method topk	int k, int dim = -1, bool largest = True, bool sorted = True
method triangular_solve	Tensor A, bool upper = True, bool transpose = False, bool unitriangular = False
method type	~object? dtype = None, bool non_blocking = False, *, torch.memory_format? memory_format = None
method unbind	int dim = 0
method unfold	int dimension, int size, int step
method uniform_	float from_ = 0, float to = 1, *, torch.Generator? generator = None
method unsafe_split	int split_size, int dim = 0
method view	torch.dtype dtype	tuple of ints size
method where	Tensor condition, Tensor other	Tensor condition, Number other
"""  # noqa: E501

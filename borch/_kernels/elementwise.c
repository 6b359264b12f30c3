// Element by element and row by row, four float32 numbers at a time: exp, tanh, sigmoid, erf, gelu, softmax, layer norm.
// Part of kernels.c. The last, incomplete four are padded, computed like the others, and only what is there is stored.

#include <wasm_simd128.h>

static inline v128_t splat(float x) { return wasm_f32x4_splat(x); }
static inline v128_t add(v128_t a, v128_t b) { return wasm_f32x4_add(a, b); }
static inline v128_t sub(v128_t a, v128_t b) { return wasm_f32x4_sub(a, b); }
static inline v128_t mul(v128_t a, v128_t b) { return wasm_f32x4_mul(a, b); }
static inline v128_t divide(v128_t a, v128_t b) { return wasm_f32x4_div(a, b); }
static inline v128_t select(v128_t yes, v128_t no, v128_t mask) { return wasm_v128_bitselect(yes, no, mask); }

static inline v128_t load_some(const float *x, int n) {
  v128_t v = splat(x[0]);
  if (n > 1) v = wasm_f32x4_replace_lane(v, 1, x[1]);
  if (n > 2) v = wasm_f32x4_replace_lane(v, 2, x[2]);
  return v;
}

static inline void store_some(float *x, v128_t v, int n) {
  x[0] = wasm_f32x4_extract_lane(v, 0);
  if (n > 1) x[1] = wasm_f32x4_extract_lane(v, 1);
  if (n > 2) x[2] = wasm_f32x4_extract_lane(v, 2);
}

static inline float sum4(v128_t v) {
  return (wasm_f32x4_extract_lane(v, 0) + wasm_f32x4_extract_lane(v, 1)) +
         (wasm_f32x4_extract_lane(v, 2) + wasm_f32x4_extract_lane(v, 3));
}

static inline int size_of(const Array *a) {
  int n = 1;
  for (int d = 0; d < a->nd; d++) n *= a->dims[d];
  return n;
}

// exp: x = n ln 2 + r, a polynomial in r, and 2^n as two factors so that denormal results are rounded once.
// The polynomial is (exp(r) - 1 - r) / r^2 on |r| <= ln 2 / 2, fitted by this project; below 1 ulp.
static inline v128_t exp4(v128_t x) {
  v128_t inside = wasm_f32x4_min(wasm_f32x4_max(x, splat(-104.0f)), splat(89.0f));
  v128_t n = wasm_f32x4_nearest(mul(inside, splat(1.44269504f)));
  v128_t r = sub(sub(inside, mul(n, splat(0.693359375f))), mul(n, splat(-2.12194440e-4f)));
  v128_t p = splat(0.000197903442f);
  p = add(mul(p, r), splat(0.0013944657f));
  p = add(mul(p, r), splat(0.00833349706f));
  p = add(mul(p, r), splat(0.041666295f));
  p = add(mul(p, r), splat(0.166666659f));
  p = add(mul(p, r), splat(0.500000007f));
  p = add(splat(1.0f), add(r, mul(mul(r, r), p)));
  v128_t whole = wasm_i32x4_trunc_sat_f32x4(n), half = wasm_i32x4_shr(whole, 1), rest = wasm_i32x4_sub(whole, half);
  v128_t bias = wasm_i32x4_splat(127);
  return mul(mul(p, wasm_i32x4_shl(wasm_i32x4_add(half, bias), 23)), wasm_i32x4_shl(wasm_i32x4_add(rest, bias), 23));
}

static inline v128_t sigmoid4(v128_t x) { return divide(splat(1.0f), add(splat(1.0f), exp4(wasm_f32x4_neg(x)))); }

// tanh: an odd polynomial near 0, elsewhere 1 - 2 / (exp(2 |x|) + 1) with the sign of x.
static inline v128_t tanh4(v128_t x) {
  v128_t size = wasm_f32x4_abs(x), squared = mul(x, x);
  v128_t p = splat(-0.00571704495f);
  p = add(mul(p, squared), splat(0.0206505872f));
  p = add(mul(p, squared), splat(-0.0537434981f));
  p = add(mul(p, squared), splat(0.133314913f));
  p = add(mul(p, squared), splat(-0.333332839f));
  v128_t near = mul(x, add(splat(1.0f), mul(squared, p)));
  v128_t far = sub(splat(1.0f), divide(splat(2.0f), add(exp4(add(size, size)), splat(1.0f))));
  far = wasm_v128_or(far, wasm_v128_and(x, splat(-0.0f)));
  return select(near, far, wasm_f32x4_lt(size, splat(0.625f)));
}

// erf as borch/ops/erf.py has it for float32: a quotient of polynomials in x^2 on |x| <= 4.
static inline v128_t erf4(v128_t x) {
  x = wasm_f32x4_min(wasm_f32x4_max(x, splat(-4.0f)), splat(4.0f));
  v128_t squared = mul(x, x), top = splat(1.986954248e-06f), bottom = splat(3.74208807e-05f);
  top = add(mul(top, squared), splat(0.0002845448474f)), bottom = add(mul(bottom, squared), splat(0.001185339468f));
  top = add(mul(top, squared), splat(0.003882379294f)), bottom = add(mul(bottom, squared), splat(0.01520530333f));
  top = add(mul(top, squared), splat(0.05309872887f)), bottom = add(mul(bottom, squared), splat(0.1153406306f));
  top = add(mul(top, squared), splat(0.1935224463f)), bottom = add(mul(bottom, squared), splat(0.5048373626f));
  top = add(mul(top, squared), splat(1.12837914f)), bottom = add(mul(bottom, squared), splat(1.0f));
  v128_t out = divide(mul(x, top), bottom);
  return wasm_f32x4_min(wasm_f32x4_max(out, splat(-1.0f)), splat(1.0f));
}

static inline v128_t gelu4(v128_t x) {
  return mul(mul(add(erf4(mul(x, splat(0.70710678f))), splat(1.0f)), splat(0.5f)), x);
}

// The derivative of gelu: Phi(x) + x phi(x).
static inline v128_t gelu_slope4(v128_t x) {
  v128_t density = mul(mul(exp4(mul(mul(x, x), splat(-0.5f))), splat(0.39894228f)), x);
  return add(mul(add(erf4(mul(x, splat(0.70710678f))), splat(1.0f)), splat(0.5f)), density);
}

#define UNARY(NAME, FOUR)                                                                                              \
  void EXPORT(NAME)(const Array *input, const Array *output) {                                                         \
    const float *x = (const float *)input->data;                                                                       \
    float *out = (float *)output->data;                                                                                \
    int n = size_of(output), i = 0;                                                                                    \
    for (; i + 4 <= n; i += 4) wasm_v128_store(out + i, FOUR(wasm_v128_load(x + i)));                                  \
    if (i < n) store_some(out + i, FOUR(load_some(x + i, n - i)), n - i);                                              \
  }

UNARY(exp_f32, exp4)
UNARY(tanh_f32, tanh4)
UNARY(sigmoid_f32, sigmoid4)
UNARY(erf_f32, erf4)
UNARY(gelu_f32, gelu4)
UNARY(gelu_slope_f32, gelu_slope4)

// ------------------------------------------------------------------------------------------------------ rows (..., n)
// softmax along the last axis: exp(x - max) over its sum.
void EXPORT(softmax_f32)(const Array *input, const Array *output) {
  int n = output->dims[output->nd - 1], rows = n ? size_of(output) / n : 0;
  const float *x = (const float *)input->data;
  float *out = (float *)output->data;
  for (int row = 0; row < rows; row++, x += n, out += n) {
    v128_t top4 = splat(x[0]);
    int i = 0;
    for (; i + 4 <= n; i += 4) top4 = wasm_f32x4_max(top4, wasm_v128_load(x + i));
    if (i < n) top4 = wasm_f32x4_max(top4, load_some(x + i, n - i));
    top4 = wasm_f32x4_max(top4, wasm_i32x4_shuffle(top4, top4, 2, 3, 0, 1));
    top4 = wasm_f32x4_max(top4, wasm_i32x4_shuffle(top4, top4, 1, 0, 3, 2));
    v128_t sum = splat(0.0f);
    float tail = 0;
    for (i = 0; i + 4 <= n; i += 4) {
      v128_t e = exp4(sub(wasm_v128_load(x + i), top4));
      wasm_v128_store(out + i, e);
      sum = add(sum, e);
    }
    if (i < n) {
      store_some(out + i, exp4(sub(load_some(x + i, n - i), top4)), n - i);
      for (int j = i; j < n; j++) tail += out[j];
    }
    v128_t share = splat(1.0f / (sum4(sum) + tail));
    for (i = 0; i + 4 <= n; i += 4) wasm_v128_store(out + i, mul(wasm_v128_load(out + i), share));
    for (; i < n; i++) out[i] *= wasm_f32x4_extract_lane(share, 0);
  }
}

// The gradient of softmax: out * (g - sum(g * out)).
void EXPORT(softmax_gradient_f32)(const Array *gradient, const Array *softmax, const Array *output) {
  int n = output->dims[output->nd - 1], rows = n ? size_of(output) / n : 0;
  const float *g = (const float *)gradient->data, *p = (const float *)softmax->data;
  float *out = (float *)output->data;
  for (int row = 0; row < rows; row++, g += n, p += n, out += n) {
    v128_t sum = splat(0.0f);
    float tail = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) sum = add(sum, mul(wasm_v128_load(g + i), wasm_v128_load(p + i)));
    for (; i < n; i++) tail += g[i] * p[i];
    float total = sum4(sum) + tail;
    for (i = 0; i + 4 <= n; i += 4)
      wasm_v128_store(out + i, mul(wasm_v128_load(p + i), sub(wasm_v128_load(g + i), splat(total))));
    for (; i < n; i++) out[i] = p[i] * (g[i] - total);
  }
}

static inline float row_sum(const float *x, int n) {
  v128_t a = splat(0.0f), b = a;
  int i = 0;
  for (; i + 8 <= n; i += 8) a = add(a, wasm_v128_load(x + i)), b = add(b, wasm_v128_load(x + i + 4));
  float tail = 0;
  for (; i < n; i++) tail += x[i];
  return sum4(add(a, b)) + tail;
}

// Layer norm of rows: out = (x - mean) * rstd, then * weight + bias where they are given (an address of 0 where not).
void EXPORT(layer_norm_f32)(const Array *input, const Array *scale, const Array *shift, const Array *output,
                            const Array *means, const Array *rstds, float eps) {
  int rows = size_of(means), n = rows ? size_of(output) / rows : 0;
  const float *x = (const float *)input->data, *w = scale ? (const float *)scale->data : 0,
              *b = shift ? (const float *)shift->data : 0;
  float *out = (float *)output->data, *mean = (float *)means->data, *rstd = (float *)rstds->data;
  for (int row = 0; row < rows; row++, x += n, out += n) {
    float middle = row_sum(x, n) / n, tail = 0;
    v128_t m = splat(middle), squares = splat(0.0f);
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      v128_t d = sub(wasm_v128_load(x + i), m);
      squares = add(squares, mul(d, d));
    }
    for (; i < n; i++) tail += (x[i] - middle) * (x[i] - middle);
    float r = 1.0f / __builtin_sqrtf((sum4(squares) + tail) / n + eps);
    mean[row] = middle, rstd[row] = r;
    for (i = 0; i + 4 <= n; i += 4) {
      v128_t v = mul(sub(wasm_v128_load(x + i), m), splat(r));
      if (w) v = mul(v, wasm_v128_load(w + i));
      if (b) v = add(v, wasm_v128_load(b + i));
      wasm_v128_store(out + i, v);
    }
    for (; i < n; i++) {
      float v = (x[i] - middle) * r;
      if (w) v *= w[i];
      if (b) v += b[i];
      out[i] = v;
    }
  }
}

// Its gradients: of the input into `output`; of weight and bias added up over the rows into `to_scale` and `to_shift`,
// which hold zeros at first (an address of 0 where it is not wanted).
void EXPORT(layer_norm_gradient_f32)(const Array *gradient, const Array *input, const Array *scale, const Array *means,
                                     const Array *rstds, const Array *output, const Array *to_scale,
                                     const Array *to_shift) {
  int rows = size_of(means), n = rows ? size_of(gradient) / rows : 0;
  const float *g = (const float *)gradient->data, *x = (const float *)input->data,
              *w = scale ? (const float *)scale->data : 0, *mean = (const float *)means->data,
              *rstd = (const float *)rstds->data;
  float *out = output ? (float *)output->data : 0, *gw = to_scale ? (float *)to_scale->data : 0,
        *gb = to_shift ? (float *)to_shift->data : 0;
  for (int row = 0; row < rows; row++, g += n, x += n) {
    v128_t m = splat(mean[row]), r = splat(rstd[row]), sum = splat(0.0f), along = sum;
    float tail = 0, tail_along = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      v128_t v = mul(sub(wasm_v128_load(x + i), m), r), d = wasm_v128_load(g + i);
      if (gw) wasm_v128_store(gw + i, add(wasm_v128_load(gw + i), mul(d, v)));
      if (gb) wasm_v128_store(gb + i, add(wasm_v128_load(gb + i), d));
      if (w) d = mul(d, wasm_v128_load(w + i));
      sum = add(sum, d), along = add(along, mul(d, v));
    }
    for (; i < n; i++) {
      float v = (x[i] - mean[row]) * rstd[row], d = g[i];
      if (gw) gw[i] += d * v;
      if (gb) gb[i] += d;
      if (w) d *= w[i];
      tail += d, tail_along += d * v;
    }
    if (!out) continue;
    float level = (sum4(sum) + tail) / n, slope = (sum4(along) + tail_along) / n;
    for (i = 0; i + 4 <= n; i += 4) {
      v128_t v = mul(sub(wasm_v128_load(x + i), m), r), d = wasm_v128_load(g + i);
      if (w) d = mul(d, wasm_v128_load(w + i));
      wasm_v128_store(out + i, mul(r, sub(sub(d, splat(level)), mul(v, splat(slope)))));
    }
    for (; i < n; i++) {
      float v = (x[i] - mean[row]) * rstd[row], d = w ? g[i] * w[i] : g[i];
      out[i] = rstd[row] * (d - level - v * slope);
    }
    out += n;
  }
}

// Row by row along the last axis, four float32 numbers at a time: softmax and layer norm.

#include "rows.h"
#include "made.h"

// Whether `x` has rows along `axis`, its last, and is worth it.
static inline int is_rows(const Own *own, const Array *x, const void *axis) {
  int last;
  return is_float32(own, x) && is_dense(x) && is_int(own, axis, &last) && x->nd > 0 &&
         (last == -1 || last == x->nd - 1) && size_of(x) >= own->least;
}

// softmax along the last axis: exp(x - max) over its sum.
static void *softmax(const Own *own, const Array *input, const void *axis) {
  if (!is_rows(own, input, axis)) return own->none;
  Array *output = fresh(own, input->nd, input->dims);
  if (!output) return 0;
  int n = output->dims[output->nd - 1], rows = n ? size_of(output) / n : 0, none = none_of(rows);
  const float *x = (const float *)input->data;
  float *out = (float *)output->data;
  for (int row = 0; row < rows; row++, x += n, out += n) {
    v128_t share = splat(1.0f / row_powers(x, out, n, row_top(x, n), none));
    int i = 0;
    for (; i + 4 <= n; i += 4) wasm_v128_store(out + i, mul(wasm_v128_load(out + i), share));
    for (; i < n; i++) out[i] *= wasm_f32x4_extract_lane(share, 0);
  }
  return output;
}
MADE(softmax, 2, ANY(0), args[1])

// The gradient of softmax: out * (g - sum(g * out)).
static void *softmax_gradient(const Own *own, const Array *gradient, const Array *result_of, const void *axis) {
  if (!is_rows(own, gradient, axis) || !is_rows(own, result_of, axis) || !same_shape(gradient, result_of)) return own->none;
  Array *output = fresh(own, gradient->nd, gradient->dims);
  if (!output) return 0;
  int n = output->dims[output->nd - 1], rows = n ? size_of(output) / n : 0;
  const float *g = (const float *)gradient->data, *p = (const float *)result_of->data;
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
  return output;
}
MADE(softmax_gradient, 3, ANY(0), ANY(1), args[2])

// Sums of rows in four strands of four, so that an addition need not wait for the one before.
static inline float row_sum(const float *x, int n) {
  v128_t a = splat(0.0f), b = a, c = a, d = a;
  int i = 0;
  for (; i + 16 <= n; i += 16)
    a = add(a, wasm_v128_load(x + i)), b = add(b, wasm_v128_load(x + i + 4)), c = add(c, wasm_v128_load(x + i + 8)),
    d = add(d, wasm_v128_load(x + i + 12));
  for (; i + 4 <= n; i += 4) a = add(a, wasm_v128_load(x + i));
  float tail = 0;
  for (; i < n; i++) tail += x[i];
  return sum4(add(add(a, b), add(c, d))) + tail;
}

static inline v128_t square_from(const float *x, v128_t middle) {
  v128_t d = sub(wasm_v128_load(x), middle);
  return mul(d, d);
}

// The squared distances of a row from `middle`.
static inline float row_squares(const float *x, int n, float middle) {
  v128_t m = splat(middle), a = splat(0.0f), b = a, c = a, d = a;
  int i = 0;
  for (; i + 16 <= n; i += 16)
    a = add(a, square_from(x + i, m)), b = add(b, square_from(x + i + 4, m)), c = add(c, square_from(x + i + 8, m)),
    d = add(d, square_from(x + i + 12, m));
  for (; i + 4 <= n; i += 4) a = add(a, square_from(x + i, m));
  float tail = 0;
  for (; i < n; i++) tail += (x[i] - middle) * (x[i] - middle);
  return sum4(add(add(a, b), add(c, d))) + tail;
}

// How many rows are worked on together, so that no row waits for the sums and roots of the one before it.
static inline int block_of(int n) { return n < 256 ? 8 : n < 2048 ? 2 : 1; }

// How many of the last axes of `x` the tuple of axes is, in their order; 0 where they are others.
static inline int last_axes(const Own *own, const void *axes, const Array *x) {
  int count = ((const Tuple *)axes)->size, first, last;
  void **axis = parts_of(own, axes, count);
  return axis && count > 0 && count <= x->nd && is_int(own, axis[0], &first) && first == x->nd - count &&
                 is_int(own, axis[count - 1], &last) && last == x->nd - 1
             ? count
             : 0;
}

// Whether `x`, which may be none, is a dense array of the last `count` of these axes.
static inline int is_beside(const Own *own, const Array *x, const Array *like, int count) {
  return !x || (is_float32(own, x) && is_dense(x) && x->nd == count && same_dims(x->dims, like->dims + like->nd - count, count));
}

// Layer norm over the last axes: out = (x - mean) * rstd, then * weight + bias where they are given. It gives out, mean
// and rstd.
static void *layer_norm(const Own *own, const Array *input, const void *axes, const Array *scale, const Array *shift,
                        const void *small) {
  float eps;
  if (!is_float32(own, input) || !is_dense(input) || size_of(input) < own->least || !is_number(own, small, &eps))
    return own->none;
  int nd = input->nd, along = last_axes(own, axes, input), *dims = (int *)own->room;
  if (!along || !is_beside(own, scale, input, along) || !is_beside(own, shift, input, along)) return own->none;
  for (int d = 0; d < nd; d++) dims[d] = d < nd - along ? input->dims[d] : 1;
  Tuple *made = results(own, 3);
  if (!made) return 0;
  Array *output, *means, *rstds;
  if (!(output = result(own, made, 0, nd, input->dims)) || !(means = result(own, made, 1, nd, dims)) ||
      !(rstds = result(own, made, 2, nd, dims)))
    return 0;
  int rows = size_of(means), n = size_of(input) / rows;
  const float *x = (const float *)input->data, *w = scale ? (const float *)scale->data : 0,
              *b = shift ? (const float *)shift->data : 0;
  float *out = (float *)output->data, *mean = (float *)means->data, *rstd = (float *)rstds->data;
  for (int row = 0, count = block_of(n); row < rows; row += count) {
    if (count > rows - row) count = rows - row;
    for (int k = 0; k < count; k++) mean[row + k] = row_sum(x + k * n, n) / n;
    for (int k = 0; k < count; k++) rstd[row + k] = row_squares(x + k * n, n, mean[row + k]) / n + eps;
    for (int k = 0; k < count; k++) rstd[row + k] = 1.0f / __builtin_sqrtf(rstd[row + k]);
    for (int k = 0; k < count; k++, x += n, out += n) {
      float middle = mean[row + k], r = rstd[row + k];
      v128_t m = splat(middle), q = splat(r);
      int i = 0;
      if (w && b)
        for (; i + 4 <= n; i += 4) {
          v128_t v = mul(sub(wasm_v128_load(x + i), m), q);
          wasm_v128_store(out + i, add(mul(v, wasm_v128_load(w + i)), wasm_v128_load(b + i)));
        }
      for (; i + 4 <= n; i += 4) {
        v128_t v = mul(sub(wasm_v128_load(x + i), m), q);
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
  return made;
}
MADE(layer_norm, 5, ANY(0), args[1], some(OWN(self), ANY(2)), some(OWN(self), ANY(3)), args[4])

// An array of zeros among the results.
static inline float *zeros(const Own *own, Tuple *made, int k, int nd, const int *dims) {
  Array *a = result(own, made, k, nd, dims);
  if (!a) return 0;
  float *x = (float *)a->data;
  for (int i = size_of(a) - 1; i >= 0; i--) x[i] = 0;
  return x;
}

// Its gradients, of input, weight and bias.
static void *layer_norm_gradient(const Own *own, const Array *gradient, const Array *input, const void *axes,
                                 const Array *scale, const Array *means, const Array *rstds, const void *which) {
  int needed = needed_of(own, which, 3), nd = input->nd;
  if (needed < 0 || !is_float32(own, input) || !is_dense(input) || size_of(input) < own->least ||
      !is_float32(own, gradient) || !is_dense(gradient) || !same_shape(gradient, input) || !is_float32(own, means) ||
      !is_dense(means) || !is_float32(own, rstds) || !is_dense(rstds) || means->nd != nd || !same_shape(means, rstds))
    return own->none;
  int along = last_axes(own, axes, input), lead = nd - along;
  if (!along || !is_beside(own, scale, input, along) || !same_dims(means->dims, input->dims, lead) ||
      product_of(means->dims + lead, along) != 1)
    return own->none;
  Tuple *made = results(own, 3);
  if (!made) return 0;
  const float *g = (const float *)gradient->data, *x = (const float *)input->data,
              *w = scale ? (const float *)scale->data : 0, *mean = (const float *)means->data,
              *rstd = (const float *)rstds->data;
  float *out = 0, *gw = 0, *gb = 0;
  if (needed & 1) {
    Array *output = result(own, made, 0, nd, input->dims);
    if (!output) return 0;
    out = (float *)output->data;
  }
  if (needed & 2 && !(gw = zeros(own, made, 1, along, input->dims + lead))) return 0;
  if (needed & 4 && !(gb = zeros(own, made, 2, along, input->dims + lead))) return 0;
  int rows = size_of(means), n = size_of(input) / rows;
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
  return made;
}
MADE(layer_norm_gradient, 7, ANY(0), ANY(1), args[2], some(OWN(self), ANY(3)), ANY(4), ANY(5), args[6])

// log_softmax along the last axis: x - max - log(sum of exp(x - max)).
static void *log_softmax(const Own *own, const Array *input, const void *axis) {
  if (!is_rows(own, input, axis)) return own->none;
  Array *output = fresh(own, input->nd, input->dims);
  if (!output) return 0;
  int n = output->dims[output->nd - 1], rows = n ? size_of(output) / n : 0, none = none_of(rows);
  const float *x = (const float *)input->data;
  float *out = (float *)output->data;
  for (int row = 0; row < rows; row++, x += n, out += n) {
    v128_t top = row_top(x, n), level = log4(splat(row_powers(x, 0, n, top, none)), none);
    int i = 0;
    for (; i + 4 <= n; i += 4) wasm_v128_store(out + i, sub(sub(wasm_v128_load(x + i), top), level));
    if (i < n) store_some(out + i, sub(sub(load_some(x + i, n - i), top), level), n - i);
  }
  return output;
}
MADE(log_softmax, 2, ANY(0), args[1])

// The gradient of log_softmax: g - exp(out) * sum(g).
static void *log_softmax_gradient(const Own *own, const Array *gradient, const Array *logarithms, const void *axis) {
  if (!is_rows(own, gradient, axis) || !is_rows(own, logarithms, axis) || !same_shape(gradient, logarithms)) return own->none;
  Array *output = fresh(own, gradient->nd, gradient->dims);
  if (!output) return 0;
  int n = output->dims[output->nd - 1], rows = n ? size_of(output) / n : 0, none = none_of(rows);
  const float *g = (const float *)gradient->data, *l = (const float *)logarithms->data;
  float *out = (float *)output->data;
  for (int row = 0; row < rows; row++, g += n, l += n, out += n) {
    v128_t whole = splat(row_sum(g, n));
    int i = 0;
    for (; i + 4 <= n; i += 4)
      wasm_v128_store(out + i, sub(wasm_v128_load(g + i), mul(exp4(wasm_v128_load(l + i), none), whole)));
    if (i < n)
      store_some(out + i, sub(load_some(g + i, n - i), mul(exp4(load_some(l + i, n - i), none), whole)), n - i);
  }
  return output;
}
MADE(log_softmax_gradient, 3, ANY(0), ANY(1), args[2])

// RMS norm of rows: out = x * rrms * weight, where one is given, and rrms = 1 / sqrt(mean of squares + eps).
static void rms_norm_f32(const Array *input, const Array *scale, const Array *output, const Array *rrmss, float eps) {
  int rows = size_of(rrmss), n = rows ? size_of(output) / rows : 0;
  const float *x = (const float *)input->data, *w = scale ? (const float *)scale->data : 0;
  float *out = (float *)output->data, *rrms = (float *)rrmss->data;
  for (int row = 0; row < rows; row++, x += n, out += n) {
    float r = 1.0f / __builtin_sqrtf(row_squares(x, n, 0.0f) / n + eps);
    rrms[row] = r;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      v128_t v = mul(wasm_v128_load(x + i), splat(r));
      wasm_v128_store(out + i, w ? mul(v, wasm_v128_load(w + i)) : v);
    }
    for (; i < n; i++) out[i] = w ? x[i] * r * w[i] : x[i] * r;
  }
}
CALLED(rms_norm_f32, 5, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), FLOAT(4))

// Its gradients: of the input into `output`, of the weight added up into `to_scale`, which holds zeros at first.
static void rms_norm_gradient_f32(const Array *gradient, const Array *input, const Array *scale, const Array *rrmss,
                                  const Array *output, const Array *to_scale) {
  int rows = size_of(rrmss), n = rows ? size_of(gradient) / rows : 0;
  const float *g = (const float *)gradient->data, *x = (const float *)input->data,
              *w = scale ? (const float *)scale->data : 0, *rrms = (const float *)rrmss->data;
  float *out = output ? (float *)output->data : 0, *gw = to_scale ? (float *)to_scale->data : 0;
  for (int row = 0; row < rows; row++, g += n, x += n) {
    v128_t r = splat(rrms[row]), along = splat(0.0f);
    float tail = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      v128_t v = mul(wasm_v128_load(x + i), r), d = wasm_v128_load(g + i);
      if (gw) wasm_v128_store(gw + i, add(wasm_v128_load(gw + i), mul(d, v)));
      if (w) d = mul(d, wasm_v128_load(w + i));
      along = add(along, mul(d, v));
    }
    for (; i < n; i++) {
      float v = x[i] * rrms[row], d = g[i];
      if (gw) gw[i] += d * v;
      if (w) d *= w[i];
      tail += d * v;
    }
    if (!out) continue;
    float slope = (sum4(along) + tail) / n;
    for (i = 0; i + 4 <= n; i += 4) {
      v128_t v = mul(wasm_v128_load(x + i), r), d = wasm_v128_load(g + i);
      if (w) d = mul(d, wasm_v128_load(w + i));
      wasm_v128_store(out + i, mul(r, sub(d, mul(v, splat(slope)))));
    }
    for (; i < n; i++) {
      float d = w ? g[i] * w[i] : g[i];
      out[i] = rrms[row] * (d - x[i] * rrms[row] * slope);
    }
    out += n;
  }
}
CALLED(rms_norm_gradient_f32, 6, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5))

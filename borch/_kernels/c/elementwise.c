// Functions of each number as inner loops of numpy's ufuncs: dense rows four numbers at a time, others gathered.

#include "gradients.h"

static inline float at(const char *p) { return *(const float *)p; }

static inline v128_t gather(const char *p, int step, int n) {
  float a = at(p), b = n > 1 ? at(p + step) : a, c = n > 2 ? at(p + 2 * step) : a, d = n > 3 ? at(p + 3 * step) : a;
  return wasm_f32x4_make(a, b, c, d);
}

static inline void scatter(char *p, int step, int n, v128_t v) {
  *(float *)p = wasm_f32x4_extract_lane(v, 0);
  if (n > 1) *(float *)(p + step) = wasm_f32x4_extract_lane(v, 1);
  if (n > 2) *(float *)(p + 2 * step) = wasm_f32x4_extract_lane(v, 2);
  if (n > 3) *(float *)(p + 3 * step) = wasm_f32x4_extract_lane(v, 3);
}

// FOUR for any four numbers, INSIDE for those of which sixteen at once FIT, with `none` for `held`. Sixteen at once share the
// constants and the test.
#define UNARY(NAME, FOUR, INSIDE, FIT)                                                                                 \
  void EXPORT(NAME)(char **args, const int *dims, const int *steps, void *room) {                                      \
    const char *x = args[0];                                                                                           \
    char *out = args[1];                                                                                               \
    int n = dims[0], step = steps[0], ostep = steps[1], none = none_of(n);                                             \
    if (step == 4 && ostep == 4) {                                                                                     \
      while (n >= 16) {                                                                                                \
        for (; n >= 16; n -= 16, x += 64, out += 64) {                                                                 \
          v128_t a = wasm_v128_load(x), b = wasm_v128_load(x + 16), c = wasm_v128_load(x + 32),                        \
                 d = wasm_v128_load(x + 48);                                                                           \
          if (!FIT(a, b, c, d, none)) break;                                                                           \
          a = INSIDE(a, none), b = INSIDE(b, none), c = INSIDE(c, none), d = INSIDE(d, none);                          \
          wasm_v128_store(out, a), wasm_v128_store(out + 16, b);                                                       \
          wasm_v128_store(out + 32, c), wasm_v128_store(out + 48, d);                                                  \
        }                                                                                                              \
        for (int k = n < 16 ? 0 : 4; k > 0; k--, n -= 4, x += 16, out += 16)                                           \
          wasm_v128_store(out, FOUR(wasm_v128_load(x), none));                                                         \
      }                                                                                                                \
      for (; n >= 4; n -= 4, x += 16, out += 16) wasm_v128_store(out, FOUR(wasm_v128_load(x), none));                  \
    }                                                                                                                  \
    for (; n > 0; n -= 4, x += 4 * step, out += 4 * ostep) scatter(out, ostep, n, FOUR(gather(x, step, n), none));     \
  }

#define ALWAYS(a, b, c, d, none) 1

UNARY(exp_f32, exp4, exp_inside, exp_fits_all)
UNARY(log_f32, log4, log_inside, log_fits_all)
UNARY(tanh_f32, tanh4, tanh4, ALWAYS)
UNARY(sigmoid_f32, sigmoid4, sigmoid_inside, exp_fits_all)
UNARY(silu_f32, silu4, silu_inside, exp_fits_all)
UNARY(erf_f32, erf4, erf4, ALWAYS)
UNARY(gelu_f32, gelu4, gelu4, ALWAYS)
UNARY(gelu_tanh_f32, gelu_tanh4, gelu_tanh4, ALWAYS)
UNARY(sin_f32, sin4, sin_inside, turn_fits_all)
UNARY(cos_f32, cos4, cos_inside, turn_fits_all)
UNARY(expm1_f32, expm1_4, expm1_4, ALWAYS)

// ------------------------------------------------------------------------------------------------------- two arguments
// The larger and the smaller: the second where they are equal, and a NaN where there is one.
static inline v128_t larger(v128_t a, v128_t b) {
  return select(a, b, wasm_v128_or(wasm_f32x4_gt(a, b), wasm_f32x4_ne(a, a)));
}
static inline v128_t smaller(v128_t a, v128_t b) {
  return select(a, b, wasm_v128_or(wasm_f32x4_lt(a, b), wasm_f32x4_ne(a, a)));
}

// x where it is above 0, else x times a slope.
static inline v128_t leaky(v128_t x, v128_t slope) { return select(x, mul(x, slope), wasm_f32x4_gt(x, splat(0.0f))); }

// The gradient g where `out` of relu is above 0 or NaN.
static inline v128_t passed(v128_t g, v128_t out) { return wasm_v128_andnot(g, wasm_f32x4_le(out, splat(0.0f))); }

#define BINARY(NAME, FOUR, REDUCE)                                                                                     \
  void EXPORT(NAME)(char **args, const int *dims, const int *steps, void *room) {                                      \
    const char *x = args[0], *y = args[1];                                                                             \
    char *out = args[2];                                                                                               \
    int n = dims[0], xstep = steps[0], ystep = steps[1], ostep = steps[2];                                             \
    if (n > 0 && out == x && xstep == 0 && ostep == 0) {                                                               \
      REDUCE((float *)out, y, n, ystep);                                                                               \
      return;                                                                                                          \
    }                                                                                                                  \
    if (out == x + xstep) /* a running result: each is an argument of the next */                                      \
      for (; n > 0; n--, x += xstep, y += ystep, out += ostep)                                                         \
        scatter(out, ostep, 1, FOUR(gather(x, xstep, 1), gather(y, ystep, 1)));                                        \
    if (ostep == 4 && (xstep == 4 || xstep == 0) && (ystep == 4 || ystep == 0)) {                                      \
      v128_t a = splat(n > 0 ? at(x) : 0), b = splat(n > 0 ? at(y) : 0);                                               \
      if (xstep && ystep)                                                                                              \
        for (; n >= 4; n -= 4, x += 16, y += 16, out += 16)                                                            \
          wasm_v128_store(out, FOUR(wasm_v128_load(x), wasm_v128_load(y)));                                            \
      else if (xstep)                                                                                                  \
        for (; n >= 4; n -= 4, x += 16, out += 16) wasm_v128_store(out, FOUR(wasm_v128_load(x), b));                   \
      else if (ystep)                                                                                                  \
        for (; n >= 4; n -= 4, y += 16, out += 16) wasm_v128_store(out, FOUR(a, wasm_v128_load(y)));                   \
    }                                                                                                                  \
    for (; n > 0; n -= 4, x += 4 * xstep, y += 4 * ystep, out += 4 * ostep)                                            \
      scatter(out, ostep, n, FOUR(gather(x, xstep, n), gather(y, ystep, n)));                                          \
  }

// A row reduced into *out: four strands of four.
#define REDUCTION(NAME, FOUR)                                                                                          \
  static inline void NAME(float *out, const char *y, int n, int step) {                                                \
    v128_t a = splat(*out), b = a, c = a, d = a;                                                                       \
    if (step == 4)                                                                                                     \
      for (; n >= 16; n -= 16, y += 64)                                                                                \
        a = FOUR(a, wasm_v128_load(y)), b = FOUR(b, wasm_v128_load(y + 16)), c = FOUR(c, wasm_v128_load(y + 32)),      \
        d = FOUR(d, wasm_v128_load(y + 48));                                                                           \
    for (; n > 0; n -= 4, y += 4 * step) a = FOUR(a, gather(y, step, n));                                              \
    a = FOUR(FOUR(a, b), FOUR(c, d));                                                                                  \
    a = FOUR(a, wasm_i32x4_shuffle(a, a, 2, 3, 0, 1));                                                                 \
    a = FOUR(a, wasm_i32x4_shuffle(a, a, 1, 0, 3, 2));                                                                 \
    *out = wasm_f32x4_extract_lane(a, 0);                                                                              \
  }

REDUCTION(reduce_larger, larger)
REDUCTION(reduce_smaller, smaller)

// A row added to *out: blocks of 256 numbers in 16 lanes, whose sums are added in float64. It starts from -0, which adds
// nothing to a row of -0 either.
static inline double sum_of_four(v128_t v) {
  return ((double)wasm_f32x4_extract_lane(v, 0) + (double)wasm_f32x4_extract_lane(v, 1)) +
         ((double)wasm_f32x4_extract_lane(v, 2) + (double)wasm_f32x4_extract_lane(v, 3));
}

static inline void reduce_sum(float *out, const char *y, int n, int step) {
  double sum = *out;
  if (step == 4)
    while (n >= 16) {
      v128_t a = splat(-0.0f), b = a, c = a, d = a;
      int block = n < 256 ? n >> 4 : 16;
      n -= 16 * block;
      for (; block > 0; block--, y += 64)
        a = add(a, wasm_v128_load(y)), b = add(b, wasm_v128_load(y + 16)), c = add(c, wasm_v128_load(y + 32)),
        d = add(d, wasm_v128_load(y + 48));
      sum += sum_of_four(add(add(a, b), add(c, d)));
    }
  for (; n > 0; n--, y += step) sum += (double)at(y);
  *out = (float)sum;
}

#define NO_REDUCTION(NAME, FOUR)                                                                                       \
  static inline void NAME(float *out, const char *y, int n, int step) {                                                \
    for (; n > 0; n--, y += step) *out = wasm_f32x4_extract_lane(FOUR(splat(*out), splat(at(y))), 0);                   \
  }
NO_REDUCTION(one_by_one_passed, passed)
NO_REDUCTION(one_by_one_leaky, leaky)

BINARY(maximum_f32, larger, reduce_larger)
BINARY(minimum_f32, smaller, reduce_smaller)
BINARY(add_f32, add, reduce_sum)
BINARY(relu_gradient_f32, passed, one_by_one_passed)
BINARY(leaky_relu_f32, leaky, one_by_one_leaky)

// The larger and the smaller of float64 numbers, by the same rules: numpy's own loops take the first where they are equal.
#define EXTREME64(NAME, BEYOND, OVER)                                                                                  \
  void EXPORT(NAME)(char **args, const int *dims, const int *steps, void *room) {                                      \
    const char *x = args[0], *y = args[1];                                                                             \
    char *out = args[2];                                                                                               \
    int n = dims[0], xstep = steps[0], ystep = steps[1], ostep = steps[2];                                             \
    if (n > 0 && out == x && xstep == 0 && ostep == 0) {                                                               \
      double best = *(double *)out;                                                                                    \
      for (; n > 0; n--, y += ystep) {                                                                                 \
        double b = *(const double *)y;                                                                                 \
        best = best OVER b || best != best ? best : b;                                                                 \
      }                                                                                                                \
      *(double *)out = best;                                                                                           \
      return;                                                                                                          \
    }                                                                                                                  \
    if (xstep == 8 && ystep == 8 && ostep == 8 && out != x + 8)                                                        \
      for (; n >= 2; n -= 2, x += 16, y += 16, out += 16) {                                                            \
        v128_t a = wasm_v128_load(x), b = wasm_v128_load(y);                                                           \
        wasm_v128_store(out, select(a, b, wasm_v128_or(BEYOND(a, b), wasm_f64x2_ne(a, a))));                           \
      }                                                                                                                \
    for (; n > 0; n--, x += xstep, y += ystep, out += ostep) {                                                         \
      double a = *(const double *)x, b = *(const double *)y;                                                           \
      *(double *)out = a OVER b || a != a ? a : b;                                                                     \
    }                                                                                                                  \
  }
EXTREME64(maximum_f64, wasm_f64x2_gt, >)
EXTREME64(minimum_f64, wasm_f64x2_lt, <)

// ------------------------------------------------------------------------------------------------------ more arguments
static inline v128_t take(const char *p, int step, int n) {
  if (step == 0) return splat(at(p));
  return step == 4 && n >= 4 ? wasm_v128_load(p) : gather(p, step, n);
}

static inline void leave(char *p, int step, int n, v128_t v) {
  if (step == 4 && n >= 4)
    wasm_v128_store(p, v);
  else
    scatter(p, step, n, v);
}

// The gradient g where x is above 0, else g times a slope.
void EXPORT(leaky_relu_gradient_f32)(char **args, const int *dims, const int *steps, void *room) {
  for (int i = 0, n = dims[0]; i < n; i += 4) {
    v128_t g = take(args[0] + i * steps[0], steps[0], n - i), x = take(args[1] + i * steps[1], steps[1], n - i),
           slope = take(args[2] + i * steps[2], steps[2], n - i);
    leave(args[3] + i * steps[3], steps[3], n - i, select(g, mul(g, slope), wasm_f32x4_gt(x, splat(0.0f))));
  }
}

// The gradient g times what a function makes of x, the argument or the result of what it is the gradient of; FOUR and INSIDE
// as UNARY has them, of g and x.
#define GRADIENT(NAME, FOUR, INSIDE, FIT)                                                                              \
  void EXPORT(NAME)(char **args, const int *dims, const int *steps, void *room) {                                      \
    const char *g = args[0], *x = args[1];                                                                             \
    char *out = args[2];                                                                                               \
    int n = dims[0], gstep = steps[0], xstep = steps[1], ostep = steps[2], none = none_of(n);                          \
    if (gstep == 4 && xstep == 4 && ostep == 4) {                                                                      \
      while (n >= 16) {                                                                                                \
        for (; n >= 16; n -= 16, g += 64, x += 64, out += 64) {                                                        \
          v128_t a = wasm_v128_load(x), b = wasm_v128_load(x + 16), c = wasm_v128_load(x + 32),                        \
                 d = wasm_v128_load(x + 48);                                                                           \
          if (!FIT(a, b, c, d, none)) break;                                                                           \
          a = INSIDE(wasm_v128_load(g), a, none), b = INSIDE(wasm_v128_load(g + 16), b, none);                         \
          c = INSIDE(wasm_v128_load(g + 32), c, none), d = INSIDE(wasm_v128_load(g + 48), d, none);                    \
          wasm_v128_store(out, a), wasm_v128_store(out + 16, b);                                                       \
          wasm_v128_store(out + 32, c), wasm_v128_store(out + 48, d);                                                  \
        }                                                                                                              \
        for (int k = n < 16 ? 0 : 4; k > 0; k--, n -= 4, g += 16, x += 16, out += 16)                                  \
          wasm_v128_store(out, FOUR(wasm_v128_load(g), wasm_v128_load(x), none));                                      \
      }                                                                                                                \
      for (; n >= 4; n -= 4, g += 16, x += 16, out += 16)                                                              \
        wasm_v128_store(out, FOUR(wasm_v128_load(g), wasm_v128_load(x), none));                                        \
    }                                                                                                                  \
    for (; n > 0; n -= 4, g += 4 * gstep, x += 4 * xstep, out += 4 * ostep)                                            \
      scatter(out, ostep, n, FOUR(gather(g, gstep, n), gather(x, xstep, n), none));                                    \
  }

GRADIENT(tanh_gradient_f32, tanh_back, tanh_back, ALWAYS)
GRADIENT(sigmoid_gradient_f32, sigmoid_back, sigmoid_back, ALWAYS)
GRADIENT(expm1_gradient_f32, expm1_back, expm1_back, ALWAYS)
GRADIENT(erf_gradient_f32, erf_back, erf_back_inside, density_fits_all)
GRADIENT(sin_gradient_f32, sin_back, sin_back_inside, turn_fits_all)
GRADIENT(cos_gradient_f32, cos_back, cos_back_inside, turn_fits_all)
GRADIENT(silu_gradient_f32, silu_back, silu_back_inside, exp_fits_all)
GRADIENT(gelu_gradient_f32, gelu_back, gelu_back, ALWAYS)
GRADIENT(gelu_tanh_gradient_f32, gelu_tanh_back, gelu_tanh_back, ALWAYS)

// x scale where x is not below 0, else slope (exp(x inner) - 1): x, slope, scale and inner.
void EXPORT(elu_f32)(char **args, const int *dims, const int *steps, void *room) {
  int none = none_of(dims[0]);
  for (int i = 0, n = dims[0]; i < n; i += 4) {
    v128_t x = take(args[0] + i * steps[0], steps[0], n - i), slope = take(args[1] + i * steps[1], steps[1], n - i),
           scale = take(args[2] + i * steps[2], steps[2], n - i), inner = take(args[3] + i * steps[3], steps[3], n - i);
    v128_t low = wasm_f32x4_lt(x, splat(0.0f)), out = mul(x, scale);
    if (wasm_v128_any_true(low)) out = select(mul(expm1_4(mul(wasm_v128_and(x, low), inner), none), slope), out, low);
    leave(args[4] + i * steps[4], steps[4], n - i, out);
  }
}

// a where `mask` (bytes), else b.
void EXPORT(where_f32)(char **args, const int *dims, const int *steps, void *room) {
  const char *mask = args[0];
  int step = steps[0];
  int i = 0, n = dims[0];
  if (step == 1 && steps[1] == 4 && steps[2] == 4 && steps[3] == 4)
    for (; i + 4 <= n; i += 4, mask += 4) {
      v128_t m = wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(mask)));
      v128_t a = wasm_v128_load(args[1] + 4 * i), b = wasm_v128_load(args[2] + 4 * i);
      wasm_v128_store(args[3] + 4 * i, select(a, b, wasm_i32x4_ne(m, wasm_i32x4_splat(0))));
    }
  for (; i < n; i += 4, mask += 4 * step) {
    v128_t m;
    if (step == 1 && n - i >= 4)
      m = wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(mask)));
    else
      m = wasm_i32x4_make(mask[0], n - i > 1 ? mask[step] : 0, n - i > 2 ? mask[2 * step] : 0,
                          n - i > 3 ? mask[3 * step] : 0);
    m = wasm_i32x4_ne(m, wasm_i32x4_splat(0));
    v128_t a = take(args[1] + i * steps[1], steps[1], n - i), b = take(args[2] + i * steps[2], steps[2], n - i);
    leave(args[3] + i * steps[3], steps[3], n - i, select(a, b, m));
  }
}

// Gradients of functions of each number: g times the derivative, of four float32 and of two float64 numbers. `x` is the
// function's argument, `y` its result.

#pragma once
#include "functions.h"
#include "functions64.h"
#include "turns.h"

// 1 - y^2 is rounded once, as where a processor fuses the two: of a y near 1 little of it is left.
static inline v128_t tanh_back(v128_t g, v128_t y, int none) {
  v128_t one = held2(1.0, none);
  Wide w = widen(y);
  w.low = sub2(one, mul2(w.low, w.low)), w.high = sub2(one, mul2(w.high, w.high));
  return mul(g, narrow(w));
}
static inline v128_t sigmoid_back(v128_t g, v128_t y, int none) { return mul(mul(g, sub(held(1.0f, none), y)), y); }
static inline v128_t expm1_back(v128_t g, v128_t y, int none) { return mul(g, add(y, held(1.0f, none))); }

// 2 / sqrt(pi) exp(-x^2), whose exponent is inside below 9.3.
#define ERF_BACK(SUFFIX, EXP)                                                                                          \
  static inline v128_t erf_back##SUFFIX(v128_t g, v128_t x, int none) {                                                \
    return mul(mul(held(1.12837917f, none), EXP(mul(mul(x, x), held(-1.0f, none)), none)), g);                         \
  }
ERF_BACK(, exp4)
ERF_BACK(_inside, exp_inside)
static inline int density_fits_all(v128_t a, v128_t b, v128_t c, v128_t d, int none) {
  return at_most(size4(a, none), size4(b, none), size4(c, none), size4(d, none), 0x4114cccc, 15, none);
}

static inline v128_t sin_back(v128_t g, v128_t x, int none) { return mul(g, cos4(x, none)); }
static inline v128_t sin_back_inside(v128_t g, v128_t x, int none) { return mul(g, cos_inside(x, none)); }
static inline v128_t cos_back(v128_t g, v128_t x, int none) { return mul(wasm_v128_xor(g, held(-0.0f, none)), sin4(x, none)); }
static inline v128_t cos_back_inside(v128_t g, v128_t x, int none) {
  return mul(wasm_v128_xor(g, held(-0.0f, none)), sin_inside(x, none));
}

static inline v128_t silu_back(v128_t g, v128_t x, int none) { return mul(g, silu_slope4(x, none)); }
static inline v128_t silu_back_inside(v128_t g, v128_t x, int none) { return mul(g, silu_slope_inside(x, none)); }
static inline v128_t gelu_back(v128_t g, v128_t x, int none) { return mul(g, gelu_slope4(x, none)); }
static inline v128_t gelu_tanh_back(v128_t g, v128_t x, int none) { return mul(g, gelu_tanh_slope4(x, none)); }

static inline v128_t tanh_back2(v128_t g, v128_t y, int none) {
  v128_t one = held2(1.0, none);
  return mul2(g, mul2(sub2(one, y), add2(one, y)));
}
static inline v128_t sigmoid_back2(v128_t g, v128_t y, int none) { return mul2(mul2(g, sub2(held2(1.0, none), y)), y); }
static inline v128_t expm1_back2(v128_t g, v128_t y, int none) { return mul2(g, add2(y, held2(1.0, none))); }

// erf, silu and gelu by what EXP makes of two numbers; the exponents of erf and gelu are inside below 26.6.
#define BACK2(SUFFIX, EXP)                                                                                             \
  static inline v128_t erf_back2##SUFFIX(v128_t g, v128_t x, int none) {                                               \
    return mul2(mul2(held2(1.1283791670955126, none), EXP(minus2(mul2(x, x), none), none)), g);                        \
  }                                                                                                                    \
  static inline v128_t silu_back2##SUFFIX(v128_t g, v128_t x, int none) {                                              \
    v128_t one = held2(1.0, none), s = wasm_f64x2_div(one, add2(one, EXP(minus2(x, none), none)));                     \
    return mul2(g, mul2(s, add2(one, mul2(x, sub2(one, s)))));                                                         \
  }                                                                                                                    \
  static inline v128_t gelu_back2##SUFFIX(v128_t g, v128_t x, int none) {                                              \
    v128_t density = mul2(mul2(EXP(mul2(mul2(x, x), held2(-0.5, none)), none), held2(0.3989422804014327, none)), x);   \
    v128_t part = add2(erf2(mul2(x, held2(0.7071067811865476, none)), none), held2(1.0, none));                        \
    return mul2(g, add2(mul2(part, held2(0.5, none)), density));                                                       \
  }
static inline v128_t exp2_of(v128_t x, int none) { return exp2_fits(x, none) ? exp2_inside(x, none) : exp2_anywhere(x); }
BACK2(, exp2_of)
BACK2(_inside, exp2_inside)
static inline int density2_fits_all(v128_t a, v128_t b, v128_t c, v128_t d, int none) {
  return at_most(size4(a, none), size4(b, none), size4(c, none), size4(d, none), 0x403a9999, UPPER, none);
}

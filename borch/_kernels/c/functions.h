// Functions of four float32 numbers: exp, log, tanh, sigmoid, silu, erf, gelu.

#pragma once
#include "header.h"

// exp: x = n ln 2 + r, a polynomial in r, and 2^n. The polynomial is (exp(r) - 1 - r) / r^2 on |r| <= ln 2 / 2, fitted by
// this project with an error of 3e-9 of the result; below 1 ulp.
static inline v128_t exp_rest(v128_t inside, v128_t n, int none) {
  v128_t r = sub(sub(inside, mul(n, held(0.693359375f, none))), mul(n, held(-2.12194440e-4f, none)));
  v128_t squared = mul(r, r);
  v128_t high = add(mul(r, held(0.008368536f, none)), held(0.04166835f, none));
  high = add(high, mul(squared, held(0.0013815619f, none)));
  v128_t low = add(mul(r, held(0.16666523f, none)), held(0.49999994f, none));
  return add(held(1.0f, none), add(r, mul(squared, add(low, mul(squared, high)))));
}

// Where the result is a normal number: n is rounded by a number so large that its last digit counts whole ones, and then
// stands in its lowest bits.
static inline v128_t exp_inside(v128_t x, int none) {
  v128_t large = held(12582912.0f, none), n = add(mul(x, held(1.44269504f, none)), large);
  return wasm_i32x4_add(exp_rest(x, sub(n, large), none), wasm_i32x4_shl(n, 23));
}

// Anywhere: 2^n as two factors, so that results below the normal ones are rounded once.
static __attribute__((noinline)) v128_t exp_anywhere(v128_t x) {
  v128_t inside = wasm_f32x4_min(wasm_f32x4_max(x, splat(-104.0f)), splat(89.0f));
  v128_t n = wasm_f32x4_nearest(mul(inside, splat(1.44269504f)));
  v128_t whole = wasm_i32x4_trunc_sat_f32x4(n), half = wasm_i32x4_shr(whole, 1), rest = wasm_i32x4_sub(whole, half);
  v128_t bias = wasm_i32x4_splat(127);
  return mul(mul(exp_rest(inside, n, 0), wasm_i32x4_shl(wasm_i32x4_add(half, bias), 23)),
             wasm_i32x4_shl(wasm_i32x4_add(rest, bias), 23));
}

// That x is inside, of four and of sixteen numbers.
static inline int exp_fits(v128_t x, int none) {
  return wasm_i32x4_bitmask(wasm_f32x4_lt(size4(x, none), held(87.0f, none))) == 15;
}
static inline int exp_fits_all(v128_t a, v128_t b, v128_t c, v128_t d, int none) {
  return at_most(size4(a, none), size4(b, none), size4(c, none), size4(d, none), 0x42adffff, 15, none);
}

static inline v128_t exp4(v128_t x, int none) { return exp_fits(x, none) ? exp_inside(x, none) : exp_anywhere(x); }

// sigmoid s = 1 / (1 + exp(-x)); silu x s, and its derivative s (1 + x (1 - s)).
#define SIGMOID(SUFFIX, EXP)                                                                                           \
  static inline v128_t sigmoid##SUFFIX(v128_t x, int none) {                                                           \
    v128_t one = held(1.0f, none);                                                                                     \
    return divide(one, add(one, EXP(wasm_v128_xor(x, held(-0.0f, none)), none)));                                      \
  }                                                                                                                    \
  static inline v128_t silu##SUFFIX(v128_t x, int none) {                                                              \
    return divide(x, add(held(1.0f, none), EXP(wasm_v128_xor(x, held(-0.0f, none)), none)));                           \
  }                                                                                                                    \
  static inline v128_t silu_slope##SUFFIX(v128_t x, int none) {                                                        \
    v128_t s = sigmoid##SUFFIX(x, none), one = held(1.0f, none);                                                       \
    return mul(s, add(one, mul(x, sub(one, s))));                                                                      \
  }

SIGMOID(_inside, exp_inside)
SIGMOID(4, exp4)

// tanh: an odd polynomial near 0, elsewhere 1 - 2 / (exp(2 |x|) + 1) with the sign of x, and 1 from 10 on.
static inline v128_t tanh4(v128_t x, int none) {
  v128_t size = wasm_f32x4_pmin(size4(x, none), held(10.0f, none)), squared = mul(x, x), one = held(1.0f, none);
  v128_t p = held(-0.00571704495f, none);
  p = add(mul(p, squared), held(0.0206505872f, none));
  p = add(mul(p, squared), held(-0.0537434981f, none));
  p = add(mul(p, squared), held(0.133314913f, none));
  p = add(mul(p, squared), held(-0.333332839f, none));
  v128_t near = mul(x, add(one, mul(squared, p)));
  v128_t far = sub(one, divide(held(2.0f, none), add(exp_inside(add(size, size), none), one)));
  far = wasm_v128_or(far, sign4(x, none));
  return wasm_v128_or(select(near, far, wasm_f32x4_lt(size, held(0.625f, none))), wasm_f32x4_ne(x, x));
}

// log: x = 2^n m with m from sqrt(1/2) to sqrt(2), and a polynomial in f = m - 1, fitted by this project; below 1 ulp.
// `more` is added to n.
static inline v128_t log_of(v128_t x, v128_t more, int none) {
  v128_t n = wasm_i32x4_shr(wasm_i32x4_sub(x, wasm_i32x4_splat(0x3f3504f3 + none)), 23);
  v128_t f = sub(wasm_i32x4_sub(x, wasm_i32x4_shl(n, 23)), held(1.0f, none)), squared = mul(f, f);
  n = wasm_f32x4_convert_i32x4(wasm_i32x4_add(n, more));
  v128_t fourth = mul(squared, squared);
  v128_t p = add(held(0.142197475f, none), mul(f, held(-0.124056913f, none)));
  p = add(p, mul(squared, add(held(0.1188697f, none), mul(f, held(-0.116746083f, none)))));
  p = add(p, mul(fourth, held(0.0674783438f, none)));
  v128_t low = add(held(0.333333135f, none), mul(f, held(-0.250000089f, none)));
  low = add(low, mul(squared, add(held(0.200021073f, none), mul(f, held(-0.166679963f, none)))));
  p = add(low, mul(fourth, p));
  p = add(mul(mul(p, f), squared), mul(n, held(-2.12194440e-4f, none)));
  return add(add(add(p, mul(squared, held(-0.5f, none))), f), mul(n, held(0.693359375f, none)));
}

static __attribute__((noinline)) v128_t log_anywhere(v128_t x) {
  v128_t small = wasm_f32x4_lt(x, splat(1.17549435e-38f)), zero = splat(0.0f), infinite = splat(__builtin_inff());
  v128_t out = log_of(select(mul(x, splat(8388608.0f)), x, small), wasm_v128_and(small, wasm_i32x4_splat(-23)), 0);
  out = select(infinite, out, wasm_f32x4_eq(x, infinite));
  out = select(wasm_f32x4_neg(infinite), out, wasm_f32x4_eq(x, zero));
  return wasm_v128_or(out, wasm_v128_not(wasm_f32x4_ge(x, zero)));
}

static inline v128_t log_inside(v128_t x, int none) { return log_of(x, splat(0.0f), none); }

// That all are positive normal numbers: less the smallest of them and 2^31, they are the smallest whole numbers.
static inline v128_t log_place(v128_t x, int none) { return wasm_i32x4_add(x, wasm_i32x4_splat(0x7f800000 + none)); }
static inline int log_fits(v128_t x, int none) {
  return wasm_i32x4_bitmask(wasm_i32x4_lt(log_place(x, none), wasm_i32x4_splat(-0x1000000 + none))) == 15;
}
static inline int log_fits_all(v128_t a, v128_t b, v128_t c, v128_t d, int none) {
  return at_most(log_place(a, none), log_place(b, none), log_place(c, none), log_place(d, none), -0x1000001, 15, none);
}

static inline v128_t log4(v128_t x, int none) { return log_fits(x, none) ? log_inside(x, none) : log_anywhere(x); }

// erf as borch/ops/erf.py has it for float32: a quotient of polynomials in x^2 on |x| <= 4.
static inline v128_t erf4(v128_t x, int none) {
  x = wasm_f32x4_pmin(wasm_f32x4_pmax(x, held(-4.0f, none)), held(4.0f, none));
  v128_t squared = mul(x, x), top = held(1.986954248e-06f, none), bottom = held(3.74208807e-05f, none);
  top = add(mul(top, squared), held(0.0002845448474f, none)), bottom = add(mul(bottom, squared), held(0.001185339468f, none));
  top = add(mul(top, squared), held(0.003882379294f, none)), bottom = add(mul(bottom, squared), held(0.01520530333f, none));
  top = add(mul(top, squared), held(0.05309872887f, none)), bottom = add(mul(bottom, squared), held(0.1153406306f, none));
  top = add(mul(top, squared), held(0.1935224463f, none)), bottom = add(mul(bottom, squared), held(0.5048373626f, none));
  top = add(mul(top, squared), held(1.12837914f, none)), bottom = add(mul(bottom, squared), held(1.0f, none));
  v128_t out = divide(mul(x, top), bottom);
  return wasm_f32x4_pmin(wasm_f32x4_pmax(out, held(-1.0f, none)), held(1.0f, none));
}

static inline v128_t gelu4(v128_t x, int none) {
  return mul(mul(add(erf4(mul(x, held(0.70710678f, none)), none), held(1.0f, none)), held(0.5f, none)), x);
}

// The derivative of gelu: Phi(x) + x phi(x), without what is below 1e-37 of phi.
static inline v128_t gelu_slope4(v128_t x, int none) {
  v128_t power = mul(mul(x, x), held(-0.5f, none)), least = held(-87.0f, none);
  v128_t density = wasm_v128_and(exp_inside(wasm_f32x4_pmax(power, least), none), wasm_f32x4_gt(power, least));
  density = mul(mul(density, held(0.39894228f, none)), x);
  return add(mul(add(erf4(mul(x, held(0.70710678f, none)), none), held(1.0f, none)), held(0.5f, none)), density);
}

// gelu by tanh, x (1 + tanh(u)) / 2 with u = sqrt(2 / pi) (x + 0.044715 x^3), and its derivative.
static inline v128_t gelu_tanh4(v128_t x, int none) {
  v128_t u = mul(mul(add(mul(mul(x, x), held(0.044715f, none)), held(1.0f, none)), x), held(0.79788456f, none));
  return mul(mul(add(tanh4(u, none), held(1.0f, none)), held(0.5f, none)), x);
}

static inline v128_t gelu_tanh_slope4(v128_t x, int none) {
  v128_t squared = mul(x, x), one = held(1.0f, none);
  v128_t t = tanh4(mul(mul(add(mul(squared, held(0.044715f, none)), one), x), held(0.79788456f, none)), none);
  v128_t inner = mul(add(mul(squared, held(3 * 0.044715f, none)), one), held(0.79788456f, none));
  v128_t outer = mul(mul(x, held(0.5f, none)), mul(sub(one, mul(t, t)), inner));
  return add(mul(add(one, t), held(0.5f, none)), outer);
}

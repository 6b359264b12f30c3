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
static inline v128_t exp_held(v128_t x, int none) {
  v128_t large = held(12582912.0f, none), n = add(mul(x, held(1.44269504f, none)), large);
  return wasm_i32x4_add(exp_rest(x, sub(n, large), none), wasm_i32x4_shl(n, 23));
}

static inline v128_t exp_inside(v128_t x) { return exp_held(x, 0); }

// Anywhere: 2^n as two factors, so that results below the normal ones are rounded once.
static __attribute__((noinline)) v128_t exp_anywhere(v128_t x) {
  v128_t inside = wasm_f32x4_min(wasm_f32x4_max(x, splat(-104.0f)), splat(89.0f));
  v128_t n = wasm_f32x4_nearest(mul(inside, splat(1.44269504f)));
  v128_t whole = wasm_i32x4_trunc_sat_f32x4(n), half = wasm_i32x4_shr(whole, 1), rest = wasm_i32x4_sub(whole, half);
  v128_t bias = wasm_i32x4_splat(127);
  return mul(mul(exp_rest(inside, n, 0), wasm_i32x4_shl(wasm_i32x4_add(half, bias), 23)),
             wasm_i32x4_shl(wasm_i32x4_add(rest, bias), 23));
}

static inline v128_t exp_is_inside(v128_t x) { return wasm_f32x4_lt(wasm_f32x4_abs(x), splat(87.0f)); }

static inline v128_t exp4(v128_t x) {
  return wasm_i32x4_bitmask(exp_is_inside(x)) == 15 ? exp_inside(x) : exp_anywhere(x);
}

// sigmoid s = 1 / (1 + exp(-x)); silu x s, and its derivative s (1 + x (1 - s)).
#define SIGMOID(SUFFIX, EXP)                                                                                           \
  static inline v128_t sigmoid##SUFFIX(v128_t x, int none) {                                                           \
    v128_t one = held(1.0f, none);                                                                                     \
    return divide(one, add(one, EXP(wasm_f32x4_neg(x), none)));                                                        \
  }                                                                                                                    \
  static inline v128_t silu##SUFFIX(v128_t x, int none) {                                                              \
    return divide(x, add(held(1.0f, none), EXP(wasm_f32x4_neg(x), none)));                                             \
  }                                                                                                                    \
  static inline v128_t silu_slope##SUFFIX(v128_t x, int none) {                                                        \
    v128_t s = sigmoid##SUFFIX(x, none), one = held(1.0f, none);                                                       \
    return mul(s, add(one, mul(x, sub(one, s))));                                                                      \
  }

#define exp_four(x, none) exp4(x)
SIGMOID(_held, exp_held)
SIGMOID(4, exp_four)

// tanh: an odd polynomial near 0, elsewhere 1 - 2 / (exp(2 |x|) + 1) with the sign of x, and 1 from 10 on.
static inline v128_t tanh4(v128_t x) {
  v128_t size = wasm_f32x4_pmin(wasm_f32x4_abs(x), splat(10.0f)), squared = mul(x, x);
  v128_t p = splat(-0.00571704495f);
  p = add(mul(p, squared), splat(0.0206505872f));
  p = add(mul(p, squared), splat(-0.0537434981f));
  p = add(mul(p, squared), splat(0.133314913f));
  p = add(mul(p, squared), splat(-0.333332839f));
  v128_t near = mul(x, add(splat(1.0f), mul(squared, p)));
  v128_t far = sub(splat(1.0f), divide(splat(2.0f), add(exp_inside(add(size, size)), splat(1.0f))));
  far = wasm_v128_or(far, wasm_v128_and(x, splat(-0.0f)));
  return wasm_v128_or(select(near, far, wasm_f32x4_lt(size, splat(0.625f))), wasm_f32x4_ne(x, x));
}

// log: x = 2^n m with m from sqrt(1/2) to sqrt(2), and a polynomial in f = m - 1, fitted by this project; below 1 ulp.
static inline v128_t log_of(v128_t x, v128_t more) {
  v128_t n = wasm_i32x4_shr(wasm_i32x4_sub(x, wasm_i32x4_splat(0x3f3504f3)), 23);
  v128_t f = sub(wasm_i32x4_sub(x, wasm_i32x4_shl(n, 23)), splat(1.0f)), squared = mul(f, f);
  n = add(wasm_f32x4_convert_i32x4(n), more);
  v128_t fourth = mul(squared, squared);
  v128_t p = add(splat(0.142197475f), mul(f, splat(-0.124056913f)));
  p = add(p, mul(squared, add(splat(0.1188697f), mul(f, splat(-0.116746083f)))));
  p = add(p, mul(fourth, splat(0.0674783438f)));
  v128_t low = add(splat(0.333333135f), mul(f, splat(-0.250000089f)));
  low = add(low, mul(squared, add(splat(0.200021073f), mul(f, splat(-0.166679963f)))));
  p = add(low, mul(fourth, p));
  p = add(mul(mul(p, f), squared), mul(n, splat(-2.12194440e-4f)));
  return add(add(add(p, mul(squared, splat(-0.5f))), f), mul(n, splat(0.693359375f)));
}

static __attribute__((noinline)) v128_t log_anywhere(v128_t x) {
  v128_t small = wasm_f32x4_lt(x, splat(1.17549435e-38f)), zero = splat(0.0f), infinite = splat(__builtin_inff());
  v128_t out = log_of(select(mul(x, splat(8388608.0f)), x, small), wasm_v128_and(small, splat(-23.0f)));
  out = select(infinite, out, wasm_f32x4_eq(x, infinite));
  out = select(wasm_f32x4_neg(infinite), out, wasm_f32x4_eq(x, zero));
  return wasm_v128_or(out, wasm_v128_not(wasm_f32x4_ge(x, zero)));
}

static inline v128_t log_inside(v128_t x) { return log_of(x, splat(0.0f)); }

static inline v128_t log_is_inside(v128_t x) {
  return wasm_v128_and(wasm_f32x4_ge(x, splat(1.17549435e-38f)), wasm_f32x4_lt(x, splat(__builtin_inff())));
}

static inline v128_t log4(v128_t x) {
  return wasm_i32x4_bitmask(log_is_inside(x)) == 15 ? log_inside(x) : log_anywhere(x);
}

// erf as borch/ops/erf.py has it for float32: a quotient of polynomials in x^2 on |x| <= 4.
static inline v128_t erf4(v128_t x) {
  x = wasm_f32x4_pmin(wasm_f32x4_pmax(x, splat(-4.0f)), splat(4.0f));
  v128_t squared = mul(x, x), top = splat(1.986954248e-06f), bottom = splat(3.74208807e-05f);
  top = add(mul(top, squared), splat(0.0002845448474f)), bottom = add(mul(bottom, squared), splat(0.001185339468f));
  top = add(mul(top, squared), splat(0.003882379294f)), bottom = add(mul(bottom, squared), splat(0.01520530333f));
  top = add(mul(top, squared), splat(0.05309872887f)), bottom = add(mul(bottom, squared), splat(0.1153406306f));
  top = add(mul(top, squared), splat(0.1935224463f)), bottom = add(mul(bottom, squared), splat(0.5048373626f));
  top = add(mul(top, squared), splat(1.12837914f)), bottom = add(mul(bottom, squared), splat(1.0f));
  v128_t out = divide(mul(x, top), bottom);
  return wasm_f32x4_pmin(wasm_f32x4_pmax(out, splat(-1.0f)), splat(1.0f));
}

static inline v128_t gelu4(v128_t x) {
  return mul(mul(add(erf4(mul(x, splat(0.70710678f))), splat(1.0f)), splat(0.5f)), x);
}

// The derivative of gelu: Phi(x) + x phi(x), without what is below 1e-37 of phi.
static inline v128_t gelu_slope4(v128_t x) {
  v128_t power = mul(mul(x, x), splat(-0.5f)), least = splat(-87.0f);
  v128_t density = wasm_v128_and(exp_inside(wasm_f32x4_pmax(power, least)), wasm_f32x4_gt(power, least));
  density = mul(mul(density, splat(0.39894228f)), x);
  return add(mul(add(erf4(mul(x, splat(0.70710678f))), splat(1.0f)), splat(0.5f)), density);
}

// gelu by tanh, x (1 + tanh(u)) / 2 with u = sqrt(2 / pi) (x + 0.044715 x^3), and its derivative.
static inline v128_t gelu_tanh4(v128_t x) {
  v128_t u = mul(mul(add(mul(mul(x, x), splat(0.044715f)), splat(1.0f)), x), splat(0.79788456f));
  return mul(mul(add(tanh4(u), splat(1.0f)), splat(0.5f)), x);
}

static inline v128_t gelu_tanh_slope4(v128_t x) {
  v128_t squared = mul(x, x), one = splat(1.0f);
  v128_t t = tanh4(mul(mul(add(mul(squared, splat(0.044715f)), one), x), splat(0.79788456f)));
  v128_t inner = mul(add(mul(squared, splat(3 * 0.044715f)), one), splat(0.79788456f));
  v128_t outer = mul(mul(x, splat(0.5f)), mul(sub(one, mul(t, t)), inner));
  return add(mul(add(one, t), splat(0.5f)), outer);
}

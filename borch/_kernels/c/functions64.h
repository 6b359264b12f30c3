// Functions of two float64 numbers: exp, expm1; and of four float32 numbers by way of them.

#pragma once
#include "header.h"

static inline v128_t f64(double x) { return wasm_f64x2_splat(x); }
static inline v128_t add2(v128_t a, v128_t b) { return wasm_f64x2_add(a, b); }
static inline v128_t sub2(v128_t a, v128_t b) { return wasm_f64x2_sub(a, b); }
static inline v128_t mul2(v128_t a, v128_t b) { return wasm_f64x2_mul(a, b); }

// exp(x) = 2^n (1 + q): q, with n in the low half of each number of `n`; the result is a normal number. The polynomial
// is (exp(r) - 1 - r) / r^2 on |r| <= ln 2 / 2, fitted by this project with an error of 4e-18.
static inline v128_t exp_part(v128_t x, v128_t *n) {
  v128_t large = f64(6755399441055744.0);
  *n = add2(mul2(x, f64(1.4426950408889634)), large);
  v128_t whole = sub2(*n, large);
  v128_t r = sub2(sub2(x, mul2(whole, f64(0x1.62e42feep-1))), mul2(whole, f64(0x1.a39ef35793c76p-33)));
  v128_t p = f64(2.4997133813664738e-08);
  p = add2(mul2(p, r), f64(2.762920575737951e-07));
  p = add2(mul2(p, r), f64(2.755759179427729e-06));
  p = add2(mul2(p, r), f64(2.480149631315808e-05));
  p = add2(mul2(p, r), f64(0.00019841269506310562));
  p = add2(mul2(p, r), f64(0.0013888888940164973));
  p = add2(mul2(p, r), f64(0.008333333333490817));
  p = add2(mul2(p, r), f64(0.041666666666545234));
  p = add2(mul2(p, r), f64(0.16666666666666427));
  p = add2(mul2(p, r), f64(0.5000000000000009));
  return add2(r, mul2(mul2(r, r), p));
}

// exp(x) - 1 of what is between -708 and 709.
static inline v128_t expm1_of(v128_t x) {
  v128_t n, q = exp_part(x, &n), one = f64(1.0);
  v128_t power = wasm_i64x2_add(one, wasm_i64x2_shl(n, 52));
  return add2(sub2(power, one), mul2(power, q));
}

// exp(x) - 1, rounded once from float64; the sign of 0 stays.
static inline v128_t expm1_4(v128_t x) {
  Wide w = widen(wasm_f32x4_pmin(wasm_f32x4_pmax(x, splat(-104.0f)), splat(89.0f)));
  w.low = expm1_of(w.low), w.high = expm1_of(w.high);
  return select(x, narrow(w), wasm_f32x4_eq(x, splat(0.0f)));
}

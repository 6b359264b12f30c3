// Functions of two float64 numbers: exp, expm1, log, tanh, sigmoid, silu, erf, gelu; and of four float32 numbers by way of
// them.

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

// exp(x) - 1 of what is between -708 and 709; the sign of 0 stays in the second.
static inline v128_t expm1_of(v128_t x) {
  v128_t n, q = exp_part(x, &n), one = f64(1.0);
  v128_t power = wasm_i64x2_add(one, wasm_i64x2_shl(n, 52));
  return add2(sub2(power, one), mul2(power, q));
}
static inline v128_t expm1_inside(v128_t x) { return select(x, expm1_of(x), wasm_f64x2_eq(x, f64(0.0))); }

// exp of what is between -708 and 709; below 1 ulp.
static inline v128_t exp2_inside(v128_t x) {
  v128_t n, q = exp_part(x, &n), power = wasm_i64x2_add(f64(1.0), wasm_i64x2_shl(n, 52));
  return add2(power, mul2(power, q));
}
static inline v128_t exp2_is_inside(v128_t x) { return wasm_f64x2_lt(wasm_f64x2_abs(x), f64(708.0)); }

// exp anywhere: 2^n as two factors.
static __attribute__((noinline)) v128_t exp2_anywhere(v128_t x) {
  v128_t n, q = exp_part(wasm_f64x2_pmin(wasm_f64x2_pmax(x, f64(-746.0)), f64(710.0)), &n), one = f64(1.0);
  v128_t whole = wasm_i64x2_shr(wasm_i64x2_shl(n, 32), 32), half = wasm_i64x2_shr(whole, 1);
  v128_t rest = wasm_i64x2_sub(whole, half);
  return mul2(mul2(add2(one, q), wasm_i64x2_add(one, wasm_i64x2_shl(half, 52))),
              wasm_i64x2_add(one, wasm_i64x2_shl(rest, 52)));
}

// log of positive normal numbers: x = 2^n (1 + f) with 1 + f from sqrt(1/2) to sqrt(2), and with s = f / (2 + f)
// log(1 + f) = 2 atanh(s) = f - s (f - s^2 P(s^2)). P was fitted by this project with an error of 3e-18; below 1 ulp.
static inline v128_t log2_inside(v128_t x) {
  v128_t up = wasm_i64x2_add(wasm_i64x2_sub(x, wasm_i64x2_splat(0x3fe6a09e667f3bcd)), wasm_i64x2_splat(1ll << 62));
  up = wasm_u64x2_shr(up, 52);  // n + 1024
  v128_t f = sub2(wasm_i64x2_sub(x, wasm_i64x2_shl(wasm_i64x2_sub(up, wasm_i64x2_splat(1024)), 52)), f64(1.0));
  v128_t n = sub2(wasm_v128_or(up, f64(0x1p52)), f64(0x1p52 + 1024));
  v128_t s = wasm_f64x2_div(f, add2(f, f64(2.0))), z = mul2(s, s);
  v128_t p = f64(0.14807538862877306);
  p = add2(mul2(p, z), f64(0.15313002421959382));
  p = add2(mul2(p, z), f64(0.1818360048554275));
  p = add2(mul2(p, z), f64(0.22222197983354386));
  p = add2(mul2(p, z), f64(0.2857142874690764));
  p = add2(mul2(p, z), f64(0.3999999999940135));
  p = add2(mul2(p, z), f64(0.6666666666666735));
  v128_t low = sub2(mul2(s, sub2(f, mul2(z, p))), mul2(n, f64(0x1.a39ef35793c76p-33)));
  return add2(mul2(n, f64(0x1.62e42feep-1)), sub2(f, low));
}
static inline v128_t log2_is_inside(v128_t x) {
  return wasm_v128_and(wasm_f64x2_ge(x, f64(0x1p-1022)), wasm_f64x2_lt(x, f64(__builtin_inf())));
}

// tanh = m / (m + 2) = 1 - 2 / (m + 2) with m = exp(2 |x|) - 1, and the sign of x.
static inline v128_t tanh2(v128_t x) {
  v128_t size = wasm_f64x2_pmin(wasm_f64x2_abs(x), f64(22.0)), near = wasm_f64x2_lt(size, f64(0.5)), two = f64(2.0);
  v128_t m = expm1_of(add2(size, size)), part = wasm_f64x2_div(select(m, two, near), add2(m, two));
  v128_t out = select(part, sub2(f64(1.0), part), near);
  return wasm_v128_or(wasm_v128_or(out, wasm_v128_and(x, f64(-0.0))), wasm_f64x2_ne(x, x));
}

static inline v128_t sigmoid2(v128_t x) { return wasm_f64x2_div(f64(1.0), add2(f64(1.0), exp2_inside(wasm_f64x2_neg(x)))); }
static inline v128_t silu2(v128_t x) { return wasm_f64x2_div(x, add2(f64(1.0), exp2_inside(wasm_f64x2_neg(x)))); }
static inline v128_t sigmoid2_anywhere(v128_t x) {
  return wasm_f64x2_div(f64(1.0), add2(f64(1.0), exp2_anywhere(wasm_f64x2_neg(x))));
}
static inline v128_t silu2_anywhere(v128_t x) { return wasm_f64x2_div(x, add2(f64(1.0), exp2_anywhere(wasm_f64x2_neg(x)))); }

// erf as borch/ops/erf.py has it for float64: x P(x^2) near 0, beyond 1 - exp(-x^2) Q(t) / (1 + 2 x).
static inline v128_t erf2_near(v128_t x) {
  v128_t z = mul2(x, x);
  v128_t p = f64(-4.2320376764874594e-12);
  p = add2(mul2(p, z), f64(8.709755232851789e-11));
  p = add2(mul2(p, z), f64(-1.2164764337224506e-09));
  p = add2(mul2(p, z), f64(1.479243542696247e-08));
  p = add2(mul2(p, z), f64(-1.6364645854816389e-07));
  p = add2(mul2(p, z), f64(1.6462045711013026e-06));
  p = add2(mul2(p, z), f64(-1.4925647581008593e-05));
  p = add2(mul2(p, z), f64(0.00012055332903350668));
  p = add2(mul2(p, z), f64(-0.0008548327021945428));
  p = add2(mul2(p, z), f64(0.005223977625423455));
  p = add2(mul2(p, z), f64(-0.026866170645129854));
  p = add2(mul2(p, z), f64(0.1128379167095512));
  p = add2(mul2(p, z), f64(-0.37612638903183754));
  p = add2(mul2(p, z), f64(1.1283791670955126));
  return mul2(x, p);
}
static inline v128_t erf2_far(v128_t x) {
  v128_t size = wasm_f64x2_pmin(wasm_f64x2_abs(x), f64(7.0));
  v128_t t = sub2(f64(1.0), wasm_f64x2_div(f64(7.5), add2(size, f64(3.75))));
  v128_t p = f64(-3.75315827795962e-11);
  p = add2(mul2(p, t), f64(4.2514714447963895e-10));
  p = add2(mul2(p, t), f64(5.457157304704688e-10));
  p = add2(mul2(p, t), f64(-5.1739902140113095e-09));
  p = add2(mul2(p, t), f64(-4.389284159986328e-09));
  p = add2(mul2(p, t), f64(3.8675334242222354e-08));
  p = add2(mul2(p, t), f64(2.4289762925488707e-08));
  p = add2(mul2(p, t), f64(-2.5866850716155884e-07));
  p = add2(mul2(p, t), f64(-5.826281078800777e-08));
  p = add2(mul2(p, t), f64(1.751637648849062e-06));
  p = add2(mul2(p, t), f64(-9.72849582211122e-07));
  p = add2(mul2(p, t), f64(-1.1444146237700524e-05));
  p = add2(mul2(p, t), f64(2.2383912036550678e-05));
  p = add2(mul2(p, t), f64(5.164909889268241e-05));
  p = add2(mul2(p, t), f64(-0.00029015397928986765));
  p = add2(mul2(p, t), f64(0.0002937136655913448));
  p = add2(mul2(p, t), f64(0.0017556258324217529));
  p = add2(mul2(p, t), f64(-0.009746579558029276));
  p = add2(mul2(p, t), f64(0.0283622774215156));
  p = add2(mul2(p, t), f64(-0.05869339858963677));
  p = add2(mul2(p, t), f64(0.09230432116019834));
  p = add2(mul2(p, t), f64(-0.10880393014174886));
  p = add2(mul2(p, t), f64(0.08227673849015102));
  p = add2(mul2(p, t), f64(0.0035854154854644293));
  p = add2(mul2(p, t), f64(-0.14024059858554702));
  p = add2(mul2(p, t), f64(1.2375126308378275));
  p = wasm_f64x2_div(mul2(p, exp2_inside(wasm_f64x2_neg(mul2(size, size)))), add2(f64(1.0), add2(size, size)));
  return wasm_v128_or(wasm_v128_or(sub2(f64(1.0), p), wasm_v128_and(x, f64(-0.0))), wasm_f64x2_ne(x, x));
}
static inline v128_t erf2(v128_t x) {
  v128_t near = wasm_f64x2_lt(wasm_f64x2_abs(x), f64(1.0));
  int which = wasm_i64x2_bitmask(near);
  if (which == 3) return erf2_near(x);
  return which ? select(erf2_near(x), erf2_far(x), near) : erf2_far(x);
}
static inline v128_t gelu2(v128_t x) {
  return mul2(mul2(add2(erf2(mul2(x, f64(0.7071067811865476))), f64(1.0)), f64(0.5)), x);
}

// exp(x) - 1 of float32 numbers, rounded once from float64; the sign of 0 stays. The polynomial is that of exp_part with an
// error of 6e-12.
static inline v128_t expm1_single(v128_t x, v128_t n, v128_t power) {
  v128_t r = sub2(x, mul2(n, f64(0x1.62e42fefa39efp-1)));
  v128_t p = f64(2.488409047403591e-05);
  p = add2(mul2(p, r), f64(0.00019906202153324926));
  p = add2(mul2(p, r), f64(0.0013888806166989637));
  p = add2(mul2(p, r), f64(0.008333287219115379));
  p = add2(mul2(p, r), f64(0.04166666697220269));
  p = add2(mul2(p, r), f64(0.1666666675969804));
  p = add2(mul2(p, r), f64(0.4999999999971579));
  v128_t q = add2(r, mul2(mul2(r, r), p));
  return add2(sub2(power, f64(1.0)), mul2(power, q));
}
static inline v128_t expm1_4(v128_t x) {
  v128_t inside = wasm_f32x4_pmin(wasm_f32x4_pmax(x, splat(-104.0f)), splat(89.0f));
  v128_t n = wasm_f32x4_nearest(mul(inside, splat(1.44269504f))), whole = wasm_i32x4_trunc_sat_f32x4(n), one = f64(1.0);
  Wide w = widen(inside), m = widen(n);
  w.low = expm1_single(w.low, m.low, wasm_i64x2_add(one, wasm_i64x2_shl(wasm_i64x2_extend_low_i32x4(whole), 52)));
  w.high = expm1_single(w.high, m.high, wasm_i64x2_add(one, wasm_i64x2_shl(wasm_i64x2_extend_high_i32x4(whole), 52)));
  return select(x, narrow(w), wasm_f32x4_eq(x, splat(0.0f)));
}

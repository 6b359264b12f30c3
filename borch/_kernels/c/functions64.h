// Functions of two float64 numbers: exp, expm1, log, tanh, sigmoid, silu, erf, gelu; and of four float32 numbers by way of
// them.

#pragma once
#include "header.h"

static inline v128_t f64(double x) { return wasm_f64x2_splat(x); }
static inline v128_t add2(v128_t a, v128_t b) { return wasm_f64x2_add(a, b); }
static inline v128_t sub2(v128_t a, v128_t b) { return wasm_f64x2_sub(a, b); }
static inline v128_t mul2(v128_t a, v128_t b) { return wasm_f64x2_mul(a, b); }
static inline v128_t sign2(v128_t x, int none) { return wasm_v128_and(x, held2(-0.0, none)); }
static inline v128_t size2(v128_t x, int none) { return wasm_v128_and(x, wasm_i64x2_splat(0x7fffffffffffffff + none)); }
// p x + c for the next coefficient of a polynomial.
static inline v128_t step2(v128_t p, v128_t x, double c, int none) { return add2(mul2(p, x), held2(c, none)); }
// a x + b for two coefficients, where polynomials are taken in pairs and fours, since a long chain would wait for each step.
static inline v128_t pair2(v128_t x, double a, double b, int none) { return add2(mul2(held2(a, none), x), held2(b, none)); }
static inline v128_t minus2(v128_t x, int none) { return wasm_v128_xor(x, held2(-0.0, none)); }

// exp(x) = 2^n (1 + q): q, with n in the low half of each number of `n`; the result is a normal number. The polynomial
// is (exp(r) - 1 - r) / r^2 on |r| <= ln 2 / 2, fitted by this project with an error of 4e-18.
static inline v128_t exp_part(v128_t x, v128_t *n, int none) {
  v128_t large = held2(6755399441055744.0, none);
  *n = add2(mul2(x, held2(1.4426950408889634, none)), large);
  v128_t whole = sub2(*n, large);
  v128_t r = sub2(sub2(x, mul2(whole, held2(0x1.62e42feep-1, none))), mul2(whole, held2(0x1.a39ef35793c76p-33, none)));
  v128_t z = mul2(r, r), p = pair2(r, 2.4997133813664738e-08, 2.762920575737951e-07, none);
  p = add2(mul2(p, z), pair2(r, 2.755759179427729e-06, 2.480149631315808e-05, none));
  v128_t low = pair2(r, 0.00019841269506310562, 0.0013888888940164973, none);
  low = add2(mul2(low, z), pair2(r, 0.008333333333490817, 0.041666666666545234, none));
  p = add2(mul2(p, mul2(z, z)), low);
  p = add2(mul2(p, z), pair2(r, 0.16666666666666427, 0.5000000000000009, none));
  return add2(r, mul2(z, p));
}

// exp(x) - 1 of what is between -708 and 709; the sign of 0 stays in the second.
static inline v128_t expm1_of(v128_t x, int none) {
  v128_t n, q = exp_part(x, &n, none), one = held2(1.0, none);
  v128_t power = wasm_i64x2_add(one, wasm_i64x2_shl(n, 52));
  return add2(sub2(power, one), mul2(power, q));
}
static inline v128_t expm1_inside(v128_t x, int none) { return select(x, expm1_of(x, none), wasm_f64x2_eq(x, f64(0.0))); }

// exp of what is between -708 and 709; below 1 ulp.
static inline v128_t exp2_inside(v128_t x, int none) {
  v128_t n, q = exp_part(x, &n, none), power = wasm_i64x2_add(held2(1.0, none), wasm_i64x2_shl(n, 52));
  return add2(power, mul2(power, q));
}
static inline int exp2_fits(v128_t x, int none) {
  return wasm_i64x2_bitmask(wasm_f64x2_lt(size2(x, none), held2(708.0, none))) == 3;
}
static inline int exp2_fits_all(v128_t a, v128_t b, v128_t c, v128_t d, int none) {
  return at_most(size4(a, none), size4(b, none), size4(c, none), size4(d, none), 0x40861fff, UPPER, none);
}

// exp anywhere: 2^n as two factors.
static __attribute__((noinline)) v128_t exp2_anywhere(v128_t x) {
  v128_t n, q = exp_part(wasm_f64x2_pmin(wasm_f64x2_pmax(x, f64(-746.0)), f64(710.0)), &n, 0), one = f64(1.0);
  v128_t whole = wasm_i64x2_shr(wasm_i64x2_shl(n, 32), 32), half = wasm_i64x2_shr(whole, 1);
  v128_t rest = wasm_i64x2_sub(whole, half);
  return mul2(mul2(add2(one, q), wasm_i64x2_add(one, wasm_i64x2_shl(half, 52))),
              wasm_i64x2_add(one, wasm_i64x2_shl(rest, 52)));
}

// log of positive normal numbers: x = 2^n (1 + f) with 1 + f from sqrt(1/2) to sqrt(2), and with s = f / (2 + f)
// log(1 + f) = 2 atanh(s) = f - s (f - s^2 P(s^2)). P was fitted by this project with an error of 3e-18; below 1 ulp.
static inline v128_t log2_inside(v128_t x, int none) {
  v128_t up = wasm_i64x2_add(x, wasm_i64x2_splat((1ll << 62) - 0x3fe6a09e667f3bcd + none));
  up = wasm_u64x2_shr(up, 52);  // n + 1024
  v128_t f = wasm_i64x2_sub(wasm_i64x2_add(x, wasm_i64x2_splat((1ll << 62) + none)), wasm_i64x2_shl(up, 52));
  f = sub2(f, held2(1.0, none));
  v128_t n = sub2(wasm_v128_or(up, held2(0x1p52, none)), held2(0x1p52 + 1024, none));
  v128_t s = wasm_f64x2_div(f, add2(f, held2(2.0, none))), z = mul2(s, s);
  v128_t w = mul2(z, z), p = step2(pair2(z, 0.14807538862877306, 0.15313002421959382, none), z, 0.1818360048554275, none);
  v128_t first = add2(mul2(pair2(z, 0.22222197983354386, 0.2857142874690764, none), w),
                      pair2(z, 0.3999999999940135, 0.6666666666666735, none));
  p = add2(mul2(p, mul2(w, w)), first);
  v128_t low = sub2(mul2(s, sub2(f, mul2(z, p))), mul2(n, held2(0x1.a39ef35793c76p-33, none)));
  return add2(mul2(n, held2(0x1.62e42feep-1, none)), sub2(f, low));
}
static inline int log2_fits(v128_t x, int none) {
  return wasm_i64x2_bitmask(wasm_v128_and(wasm_f64x2_ge(x, held2(0x1p-1022, none)),
                                          wasm_f64x2_lt(x, held2(__builtin_inf(), none)))) == 3;
}
// Less the upper half of the smallest normal number and 2^31 they are the smallest whole numbers.
static inline v128_t log2_place(v128_t x, int none) { return wasm_i32x4_add(x, wasm_i32x4_splat(0x7ff00000 + none)); }
static inline int log2_fits_all(v128_t a, v128_t b, v128_t c, v128_t d, int none) {
  return at_most(log2_place(a, none), log2_place(b, none), log2_place(c, none), log2_place(d, none), -0x200001, UPPER, none);
}

// tanh = m / (m + 2) = 1 - 2 / (m + 2) with m = exp(2 |x|) - 1, and the sign of x.
static inline v128_t tanh2(v128_t x, int none) {
  v128_t size = wasm_f64x2_pmin(size2(x, none), held2(22.0, none)), two = held2(2.0, none);
  v128_t near = wasm_f64x2_lt(size, held2(0.5, none));
  v128_t m = expm1_of(add2(size, size), none), part = wasm_f64x2_div(select(m, two, near), add2(m, two));
  v128_t out = select(part, sub2(held2(1.0, none), part), near);
  return wasm_v128_or(wasm_v128_or(out, sign2(x, none)), wasm_f64x2_ne(x, x));
}

static inline v128_t sigmoid2(v128_t x, int none) {
  v128_t one = held2(1.0, none);
  return wasm_f64x2_div(one, add2(one, exp2_inside(minus2(x, none), none)));
}
static inline v128_t silu2(v128_t x, int none) {
  return wasm_f64x2_div(x, add2(held2(1.0, none), exp2_inside(minus2(x, none), none)));
}
static inline v128_t sigmoid2_anywhere(v128_t x) {
  return wasm_f64x2_div(f64(1.0), add2(f64(1.0), exp2_anywhere(wasm_f64x2_neg(x))));
}
static inline v128_t silu2_anywhere(v128_t x) { return wasm_f64x2_div(x, add2(f64(1.0), exp2_anywhere(wasm_f64x2_neg(x)))); }

// erf as borch/ops/erf.py has it for float64: x P(x^2) near 0, beyond 1 - exp(-x^2) Q(t) / (1 + 2 x).
static inline v128_t erf2_near(v128_t x, int none) {
  v128_t z = mul2(x, x), w = mul2(z, z);
  v128_t even = pair2(w, -4.2320376764874594e-12, -1.2164764337224506e-09, none), odd = held2(8.709755232851789e-11, none);
  even = step2(even, w, -1.6364645854816389e-07, none), odd = step2(odd, w, 1.479243542696247e-08, none);
  even = step2(even, w, -1.4925647581008593e-05, none), odd = step2(odd, w, 1.6462045711013026e-06, none);
  even = step2(even, w, -0.0008548327021945428, none), odd = step2(odd, w, 0.00012055332903350668, none);
  even = step2(even, w, -0.026866170645129854, none), odd = step2(odd, w, 0.005223977625423455, none);
  even = step2(even, w, -0.37612638903183754, none), odd = step2(odd, w, 0.1128379167095512, none);
  return mul2(x, step2(add2(mul2(odd, z), even), z, 1.1283791670955126, none));
}
static inline v128_t erf2_far(v128_t x, int none) {
  v128_t size = wasm_f64x2_pmin(size2(x, none), held2(7.0, none));
  v128_t t = sub2(held2(1.0, none), wasm_f64x2_div(held2(7.5, none), add2(size, held2(3.75, none))));
  v128_t w = mul2(t, t);
  v128_t even = held2(4.2514714447963895e-10, none), odd = held2(-3.75315827795962e-11, none);
  even = step2(even, w, -5.1739902140113095e-09, none), odd = step2(odd, w, 5.457157304704688e-10, none);
  even = step2(even, w, 3.8675334242222354e-08, none), odd = step2(odd, w, -4.389284159986328e-09, none);
  even = step2(even, w, -2.5866850716155884e-07, none), odd = step2(odd, w, 2.4289762925488707e-08, none);
  even = step2(even, w, 1.751637648849062e-06, none), odd = step2(odd, w, -5.826281078800777e-08, none);
  even = step2(even, w, -1.1444146237700524e-05, none), odd = step2(odd, w, -9.72849582211122e-07, none);
  even = step2(even, w, 5.164909889268241e-05, none), odd = step2(odd, w, 2.2383912036550678e-05, none);
  even = step2(even, w, 0.0002937136655913448, none), odd = step2(odd, w, -0.00029015397928986765, none);
  even = step2(even, w, -0.009746579558029276, none), odd = step2(odd, w, 0.0017556258324217529, none);
  even = step2(even, w, -0.05869339858963677, none), odd = step2(odd, w, 0.0283622774215156, none);
  even = step2(even, w, -0.10880393014174886, none), odd = step2(odd, w, 0.09230432116019834, none);
  even = step2(even, w, 0.0035854154854644293, none), odd = step2(odd, w, 0.08227673849015102, none);
  even = step2(even, w, 1.2375126308378275, none), odd = step2(odd, w, -0.14024059858554702, none);
  v128_t p = add2(mul2(odd, t), even);
  p = mul2(p, exp2_inside(minus2(mul2(size, size), none), none));
  p = wasm_f64x2_div(p, add2(held2(1.0, none), add2(size, size)));
  return wasm_v128_or(wasm_v128_or(sub2(held2(1.0, none), p), sign2(x, none)), wasm_f64x2_ne(x, x));
}
static inline v128_t erf2(v128_t x, int none) {
  v128_t near = wasm_f64x2_lt(size2(x, none), held2(1.0, none));
  int which = wasm_i64x2_bitmask(near);
  if (which == 3) return erf2_near(x, none);
  return which ? select(erf2_near(x, none), erf2_far(x, none), near) : erf2_far(x, none);
}
static inline v128_t gelu2(v128_t x, int none) {
  return mul2(mul2(add2(erf2(mul2(x, held2(0.7071067811865476, none)), none), held2(1.0, none)), held2(0.5, none)), x);
}

// exp(x) - 1 of float32 numbers, rounded once from float64; the sign of 0 stays. The polynomial is that of exp_part with an
// error of 6e-12.
static inline v128_t expm1_single(v128_t x, int none) {
  v128_t large = held2(6755399441055744.0, none), n = add2(mul2(x, held2(1.4426950408889634, none)), large);
  v128_t power = wasm_i64x2_add(held2(1.0, none), wasm_i64x2_shl(n, 52));
  v128_t r = sub2(x, mul2(sub2(n, large), held2(0x1.62e42fefa39efp-1, none)));
  v128_t z = mul2(r, r), p = pair2(r, 2.488409047403591e-05, 0.00019906202153324926, none);
  p = step2(p, r, 0.0013888806166989637, none);
  v128_t low = add2(mul2(pair2(r, 0.008333287219115379, 0.04166666697220269, none), z),
                    pair2(r, 0.1666666675969804, 0.4999999999971579, none));
  p = add2(mul2(p, mul2(z, z)), low);
  v128_t q = add2(r, mul2(z, p));
  return add2(sub2(power, held2(1.0, none)), mul2(power, q));
}
static inline v128_t expm1_4(v128_t x, int none) {
  Wide w = widen(wasm_f32x4_pmin(wasm_f32x4_pmax(x, held(-104.0f, none)), held(89.0f, none)));
  w.low = expm1_single(w.low, none), w.high = expm1_single(w.high, none);
  return select(x, narrow(w), wasm_f32x4_eq(x, splat(0.0f)));
}

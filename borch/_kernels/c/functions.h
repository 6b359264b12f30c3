// Functions of four float32 numbers: exp, tanh, sigmoid, erf, gelu.

#pragma once
#include "header.h"

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

// Normal numbers from uniform ones by Box and Muller's transform, with the bits of borch/random/box_muller.py: a fused
// step is a product and a sum in float64, rounded to float32 at the end.

#include "header.h"

static inline Wide times_plus(Wide a, v128_t b_low, v128_t b_high, v128_t c_low, v128_t c_high) {
  Wide w = {wasm_f64x2_add(wasm_f64x2_mul(a.low, b_low), c_low), wasm_f64x2_add(wasm_f64x2_mul(a.high, b_high), c_high)};
  return w;
}

static inline v128_t fma4(v128_t a, v128_t b, v128_t c) {
  Wide y = widen(b), z = widen(c);
  return narrow(times_plus(widen(a), y.low, y.high, z.low, z.high));
}

// p x + c for the next coefficient of a polynomial.
static inline v128_t step(v128_t p, Wide x, float c) {
  v128_t wide = wasm_f64x2_splat((double)c);
  return narrow(times_plus(widen(p), x.low, x.high, wide, wide));
}

// The logarithm of numbers in (0, 1], by the Cephes polynomial.
static inline v128_t cephes_log(v128_t x) {
  v128_t mantissa = wasm_v128_or(wasm_v128_and(x, wasm_i32x4_splat(0x007fffff)), wasm_i32x4_splat(0x3f000000));
  v128_t small = wasm_f32x4_lt(mantissa, splat(0.70710677f));
  v128_t whole = wasm_i32x4_sub(wasm_i32x4_shr(x, 23), wasm_i32x4_splat(126));
  v128_t exponent = wasm_f32x4_convert_i32x4(wasm_i32x4_add(whole, small));
  x = add(sub(mantissa, splat(1.0f)), wasm_v128_and(mantissa, small));
  v128_t square = mul(x, x);
  Wide wide = widen(x);
  v128_t y = splat(7.0376836292e-2f);
  y = step(y, wide, -1.1514610310e-1f);
  y = step(y, wide, 1.1676998740e-1f);
  y = step(y, wide, -1.2420140846e-1f);
  y = step(y, wide, 1.4249322787e-1f);
  y = step(y, wide, -1.6668057665e-1f);
  y = step(y, wide, 2.0000714765e-1f);
  y = step(y, wide, -2.4999993993e-1f);
  y = step(y, wide, 3.3333331174e-1f);
  y = fma4(mul(y, x), square, mul(exponent, splat(-2.12194440e-4f)));
  y = add(fma4(square, splat(-0.5f), y), x);
  return fma4(exponent, splat(0.693359375f), y);
}

typedef struct {
  v128_t sin, cos;
} Turn;

// Sine and cosine of angles in [0, 2 pi], by the Cephes polynomials.
static inline Turn cephes_turn(v128_t x) {
  v128_t octant = wasm_i32x4_trunc_sat_f32x4(mul(x, splat(1.2732395447351628f)));
  octant = wasm_i32x4_add(octant, wasm_v128_and(octant, wasm_i32x4_splat(1)));
  v128_t turns = wasm_f32x4_convert_i32x4(octant);
  x = fma4(turns, splat(-0.78515625f), x);
  x = fma4(turns, splat(-2.4187564849853515625e-4f), x);
  x = fma4(turns, splat(-3.77489497744594108e-8f), x);
  v128_t square = mul(x, x);
  Wide wide = widen(square);
  v128_t cos = step(step(splat(2.443315711809948e-5f), wide, -1.388731625493765e-3f), wide, 4.166664568298827e-2f);
  cos = add(fma4(mul(cos, square), square, mul(square, splat(-0.5f))), splat(1.0f));
  v128_t sin = step(step(splat(-1.9515295891e-4f), wide, 8.3321608736e-3f), wide, -1.6666654611e-1f);
  sin = fma4(mul(sin, square), x, x);
  v128_t odd = wasm_i32x4_ne(wasm_v128_and(octant, wasm_i32x4_splat(2)), wasm_i32x4_splat(0));
  Turn out = {select(cos, sin, odd), select(sin, cos, odd)};
  out.sin = wasm_v128_xor(out.sin, wasm_i32x4_shl(wasm_v128_and(octant, wasm_i32x4_splat(4)), 29));
  octant = wasm_v128_and(wasm_i32x4_add(octant, wasm_i32x4_splat(2)), wasm_i32x4_splat(4));
  out.cos = wasm_v128_xor(out.cos, wasm_i32x4_shl(octant, 29));
  return out;
}

// (n), (k) -> (n): dense uniforms, in blocks of eight radii and eight angles, and the numbers mean, std, and whether
// these are other than 0 and 1.
void EXPORT(normal_f32)(char **args, const int *dims, const int *steps, void *room) {
  int n = dims[1], next = steps[4];
  const float *x = (const float *)args[0];
  float *out = (float *)args[2];
  v128_t mean = splat(*(const float *)args[1]), std = splat(*(const float *)(args[1] + next));
  int shifted = *(const float *)(args[1] + 2 * next) != 0;
  for (int i = 0; i + 16 <= n; i += 16)
    for (int j = i; j < i + 8; j += 4) {
      v128_t first = wasm_v128_load(x + j), second = wasm_v128_load(x + j + 8);
      v128_t radius = wasm_f32x4_sqrt(mul(cephes_log(sub(splat(1.0f), first)), splat(-2.0f)));
      Turn turn = cephes_turn(mul(second, splat(6.283185307179586f)));
      v128_t cos = mul(turn.cos, radius), sin = mul(turn.sin, radius);
      wasm_v128_store(out + j, shifted ? fma4(cos, std, mean) : cos);
      wasm_v128_store(out + j + 8, shifted ? fma4(sin, std, mean) : sin);
    }
}

// Sine and cosine of four float32 numbers. The angle is brought to a rest between -pi/4 and pi/4 and a number of quarter
// turns in float64, the polynomials of the rest are float32, fitted by this project; below 2 ulp.

#pragma once
#include "header.h"

#define NEAR_TURN 1048576.0f  // below it, n times the first part of pi / 2 is exact

// Two numbers less n quarter turns; `n` leaves with n in the low half of each.
static inline v128_t rest_of(v128_t x, v128_t *n) {
  v128_t large = wasm_f64x2_splat(6755399441055744.0);
  *n = wasm_f64x2_add(wasm_f64x2_mul(x, wasm_f64x2_splat(0.63661977236758138)), large);
  v128_t whole = wasm_f64x2_sub(*n, large);
  x = wasm_f64x2_sub(x, wasm_f64x2_mul(whole, wasm_f64x2_splat(0x1.921fb544p+0)));
  return wasm_f64x2_sub(x, wasm_f64x2_mul(whole, wasm_f64x2_splat(0x1.0b4611a626331p-34)));
}

// The sine of a rest after so many quarter turns.
static inline v128_t turned(v128_t r, v128_t quarters) {
  v128_t squared = mul(r, r);
  v128_t s = add(mul(splat(-0.00019516656f), squared), splat(0.008332173f));
  s = add(mul(s, squared), splat(-0.16666655f));
  s = add(r, mul(mul(r, squared), s));
  v128_t c = add(mul(splat(2.443773e-05f), squared), splat(-0.0013887362f));
  c = add(mul(c, squared), splat(0.041666646f));
  c = add(sub(splat(1.0f), mul(squared, splat(0.5f))), mul(mul(squared, squared), c));
  v128_t odd = wasm_i32x4_shr(wasm_i32x4_shl(quarters, 31), 31);
  return wasm_v128_xor(select(c, s, odd), wasm_i32x4_shl(wasm_v128_and(quarters, wasm_i32x4_splat(2)), 30));
}

// A number from NEAR_TURN on, finite, times 2^62 quarter turns modulo 2^64, plus 2^61: the digits of 2 / pi that count.
static __attribute__((noinline)) unsigned long long far_turn(float x) {
  unsigned bits = (unsigned)wasm_i32x4_extract_lane(splat(x), 0), shift = (bits >> 23) - 147;
  unsigned long long m = (bits & 0x7fffff) | 0x800000, a = 0x0517cc1b727220a9, b = 0x4fe13abe8fa9a6ee,
                     c = 0x06db14acc9e21c82, d = 0x0ff28b1d5ef5de2b;
  if (shift >= 64) shift -= 64, a = b, b = c, c = d;
  if (shift) a = a << shift | b >> (64 - shift), b = b << shift | c >> (64 - shift);
  return m * a + ((m * (b >> 32) + (m * (b & 0xffffffff) >> 32)) >> 32) + (1ull << 61);
}

// The sine of lane k of x, which is not negative, after `more` quarter turns; NaN for what is not finite.
static inline float turn_lane(float x, int more) {
  v128_t r, n;
  int quarters;
  if (x < NEAR_TURN) {
    r = rest_of(wasm_f64x2_splat((double)x), &n);
    quarters = wasm_i32x4_extract_lane(n, 0);
  } else if (x < __builtin_inff()) {
    unsigned long long turn = far_turn(x);
    quarters = (int)(turn >> 62);
    r = wasm_f64x2_splat((double)(long long)((turn - (1ull << 61)) << 2) * 0x1.921fb54442d18p-64);
  } else
    return x - x;
  r = splat((float)wasm_f64x2_extract_lane(r, 0));
  return wasm_f32x4_extract_lane(turned(r, wasm_i32x4_splat(quarters + more)), 0);
}

static __attribute__((noinline)) v128_t turn_anywhere(v128_t x, int more) {
  return wasm_f32x4_make(turn_lane(wasm_f32x4_extract_lane(x, 0), more), turn_lane(wasm_f32x4_extract_lane(x, 1), more),
                         turn_lane(wasm_f32x4_extract_lane(x, 2), more), turn_lane(wasm_f32x4_extract_lane(x, 3), more));
}

static inline v128_t turn_inside(v128_t x, int more) {
  Wide w = widen(x), n;
  w.low = rest_of(w.low, &n.low), w.high = rest_of(w.high, &n.high);
  v128_t quarters = wasm_i32x4_shuffle(n.low, n.high, 0, 2, 4, 6);
  return turned(narrow(w), more ? wasm_i32x4_add(quarters, wasm_i32x4_splat(more)) : quarters);
}

static inline v128_t turn_is_inside(v128_t x) { return wasm_f32x4_lt(wasm_f32x4_abs(x), splat(NEAR_TURN)); }

static inline v128_t sin_inside(v128_t x) {
  return wasm_v128_xor(turn_inside(wasm_f32x4_abs(x), 0), wasm_v128_and(x, splat(-0.0f)));
}
static inline v128_t cos_inside(v128_t x) { return turn_inside(x, 1); }

static inline v128_t sin4(v128_t x) {
  if (wasm_i32x4_bitmask(turn_is_inside(x)) == 15) return sin_inside(x);
  return wasm_v128_xor(turn_anywhere(wasm_f32x4_abs(x), 0), wasm_v128_and(x, splat(-0.0f)));
}
static inline v128_t cos4(v128_t x) {
  return wasm_i32x4_bitmask(turn_is_inside(x)) == 15 ? cos_inside(x) : turn_anywhere(wasm_f32x4_abs(x), 1);
}

// Sine and cosine of four float32 numbers, and of two float64. The angle is brought to a rest between -pi/4 and pi/4 and a number of quarter
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

// Two float64 numbers below NEAR_TURN: pi / 2 in three parts, of which the first two times n are exact, and what rounding
// the rest leaves. Below 1 ulp.
static inline v128_t turn2_inside(v128_t x, int more) {
  v128_t large = wasm_f64x2_splat(6755399441055744.0);
  v128_t n = wasm_f64x2_add(wasm_f64x2_mul(x, wasm_f64x2_splat(0.63661977236758138)), large);
  v128_t whole = wasm_f64x2_sub(n, large), part = wasm_f64x2_mul(whole, wasm_f64x2_splat(0x1.0b4611a6p-34));
  v128_t first = wasm_f64x2_sub(x, wasm_f64x2_mul(whole, wasm_f64x2_splat(0x1.921fb544p+0)));
  v128_t rough = wasm_f64x2_sub(first, part);
  v128_t rest = wasm_f64x2_sub(wasm_f64x2_sub(wasm_f64x2_sub(first, rough), part),
                               wasm_f64x2_mul(whole, wasm_f64x2_splat(0x1.3198a2e037073p-69)));
  v128_t r = wasm_f64x2_add(rough, rest), low = wasm_f64x2_add(wasm_f64x2_sub(rough, r), rest);
  v128_t z = wasm_f64x2_mul(r, r), one = wasm_f64x2_splat(1.0);
  v128_t s = wasm_f64x2_splat(1.589540271406857e-10);
  s = wasm_f64x2_add(wasm_f64x2_mul(s, z), wasm_f64x2_splat(-2.5050735296228818e-08));
  s = wasm_f64x2_add(wasm_f64x2_mul(s, z), wasm_f64x2_splat(2.7557313555244714e-06));
  s = wasm_f64x2_add(wasm_f64x2_mul(s, z), wasm_f64x2_splat(-0.0001984126982944575));
  s = wasm_f64x2_add(wasm_f64x2_mul(s, z), wasm_f64x2_splat(0.008333333333322014));
  s = wasm_f64x2_add(wasm_f64x2_mul(s, z), wasm_f64x2_splat(-0.1666666666666663));
  s = wasm_f64x2_add(r, wasm_f64x2_add(wasm_f64x2_mul(wasm_f64x2_mul(r, z), s), low));
  v128_t c = wasm_f64x2_splat(-1.136014702584264e-11);
  c = wasm_f64x2_add(wasm_f64x2_mul(c, z), wasm_f64x2_splat(2.087573657963921e-09));
  c = wasm_f64x2_add(wasm_f64x2_mul(c, z), wasm_f64x2_splat(-2.755731448321582e-07));
  c = wasm_f64x2_add(wasm_f64x2_mul(c, z), wasm_f64x2_splat(2.4801587290079837e-05));
  c = wasm_f64x2_add(wasm_f64x2_mul(c, z), wasm_f64x2_splat(-0.001388888888887539));
  c = wasm_f64x2_add(wasm_f64x2_mul(c, z), wasm_f64x2_splat(0.04166666666666661));
  v128_t half = wasm_f64x2_mul(z, wasm_f64x2_splat(0.5)), top = wasm_f64x2_sub(one, half);
  c = wasm_f64x2_sub(wasm_f64x2_mul(wasm_f64x2_mul(z, z), c), wasm_f64x2_mul(r, low));
  c = wasm_f64x2_add(top, wasm_f64x2_add(wasm_f64x2_sub(wasm_f64x2_sub(one, top), half), c));
  v128_t quarters = wasm_i32x4_add(wasm_i32x4_shuffle(n, n, 0, 0, 2, 2), wasm_i32x4_splat(more));
  v128_t odd = wasm_i32x4_shr(wasm_i32x4_shl(quarters, 31), 31);
  v128_t sign = wasm_v128_and(wasm_i32x4_shl(wasm_v128_and(quarters, wasm_i32x4_splat(2)), 30), wasm_f64x2_splat(-0.0));
  return wasm_v128_xor(select(c, s, odd), sign);
}

static inline v128_t turn2_is_inside(v128_t x) {
  return wasm_f64x2_lt(wasm_f64x2_abs(x), wasm_f64x2_splat((double)NEAR_TURN));
}
static inline v128_t sin2_inside(v128_t x) {
  return wasm_v128_xor(turn2_inside(wasm_f64x2_abs(x), 0), wasm_v128_and(x, wasm_f64x2_splat(-0.0)));
}
static inline v128_t cos2_inside(v128_t x) { return turn2_inside(x, 1); }

// Sine and cosine of four float32 numbers, and of two float64. The angle is brought to a rest between -pi/4 and pi/4 and a
// number of quarter turns in float64, the polynomials of the rest are float32, fitted by this project; below 2 ulp.

#pragma once
#include "functions64.h"

#define NEAR_TURN 1048576.0f  // below it, n times the first part of pi / 2 is exact

// Two numbers less n quarter turns; `n` leaves with n in the low half of each.
static inline v128_t rest_of(v128_t x, v128_t *n, int none) {
  v128_t large = held2(6755399441055744.0, none);
  *n = add2(mul2(x, held2(0.63661977236758138, none)), large);
  v128_t whole = sub2(*n, large);
  x = sub2(x, mul2(whole, held2(0x1.921fb544p+0, none)));
  return sub2(x, mul2(whole, held2(0x1.0b4611a626331p-34, none)));
}

// The sine of a rest after so many quarter turns.
static inline v128_t turned(v128_t r, v128_t quarters, int none) {
  v128_t squared = mul(r, r);
  v128_t s = add(mul(held(-0.00019516656f, none), squared), held(0.008332173f, none));
  s = add(mul(s, squared), held(-0.16666655f, none));
  s = add(r, mul(mul(r, squared), s));
  v128_t c = add(mul(held(2.443773e-05f, none), squared), held(-0.0013887362f, none));
  c = add(mul(c, squared), held(0.041666646f, none));
  c = add(sub(held(1.0f, none), mul(squared, held(0.5f, none))), mul(mul(squared, squared), c));
  v128_t odd = wasm_i32x4_shr(wasm_i32x4_shl(quarters, 31), 31);
  return wasm_v128_xor(select(c, s, odd), sign4(wasm_i32x4_shl(quarters, 30), none));
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
    r = rest_of(wasm_f64x2_splat((double)x), &n, 0);
    quarters = wasm_i32x4_extract_lane(n, 0);
  } else if (x < __builtin_inff()) {
    unsigned long long turn = far_turn(x);
    quarters = (int)(turn >> 62);
    r = wasm_f64x2_splat((double)(long long)((turn - (1ull << 61)) << 2) * 0x1.921fb54442d18p-64);
  } else
    return x - x;
  r = splat((float)wasm_f64x2_extract_lane(r, 0));
  return wasm_f32x4_extract_lane(turned(r, wasm_i32x4_splat(quarters + more), 0), 0);
}

static __attribute__((noinline)) v128_t turn_anywhere(v128_t x, int more) {
  return wasm_f32x4_make(turn_lane(wasm_f32x4_extract_lane(x, 0), more), turn_lane(wasm_f32x4_extract_lane(x, 1), more),
                         turn_lane(wasm_f32x4_extract_lane(x, 2), more), turn_lane(wasm_f32x4_extract_lane(x, 3), more));
}

static inline v128_t turn_inside(v128_t x, int more, int none) {
  Wide w = widen(x), n;
  w.low = rest_of(w.low, &n.low, none), w.high = rest_of(w.high, &n.high, none);
  v128_t quarters = wasm_i32x4_shuffle(n.low, n.high, 0, 2, 4, 6);
  return turned(narrow(w), more ? wasm_i32x4_add(quarters, wasm_i32x4_splat(more + none)) : quarters, none);
}

static inline int turn_fits(v128_t x, int none) {
  return wasm_i32x4_bitmask(wasm_f32x4_lt(size4(x, none), held(NEAR_TURN, none))) == 15;
}
static inline int turn_fits_all(v128_t a, v128_t b, v128_t c, v128_t d, int none) {
  return at_most(size4(a, none), size4(b, none), size4(c, none), size4(d, none), 0x497fffff, 15, none);
}

static inline v128_t sin_inside(v128_t x, int none) {
  return wasm_v128_xor(turn_inside(size4(x, none), 0, none), sign4(x, none));
}
static inline v128_t cos_inside(v128_t x, int none) { return turn_inside(x, 1, none); }

static inline v128_t sin4(v128_t x, int none) {
  if (turn_fits(x, none)) return sin_inside(x, none);
  return wasm_v128_xor(turn_anywhere(wasm_f32x4_abs(x), 0), sign4(x, none));
}
static inline v128_t cos4(v128_t x, int none) {
  return turn_fits(x, none) ? cos_inside(x, none) : turn_anywhere(wasm_f32x4_abs(x), 1);
}

// Two float64 numbers below NEAR_TURN: pi / 2 in three parts, of which the first two times n are exact, and what rounding
// the rest leaves. Below 1 ulp.
static inline v128_t turn2_inside(v128_t x, int more, int none) {
  v128_t large = held2(6755399441055744.0, none);
  v128_t n = add2(mul2(x, held2(0.63661977236758138, none)), large);
  v128_t whole = sub2(n, large), part = mul2(whole, held2(0x1.0b4611a6p-34, none));
  v128_t first = sub2(x, mul2(whole, held2(0x1.921fb544p+0, none)));
  v128_t rough = sub2(first, part);
  v128_t rest = sub2(sub2(sub2(first, rough), part), mul2(whole, held2(0x1.3198a2e037073p-69, none)));
  v128_t r = add2(rough, rest), low = add2(sub2(rough, r), rest);
  v128_t z = mul2(r, r), one = held2(1.0, none);
  v128_t s = held2(1.589540271406857e-10, none);
  s = add2(mul2(s, z), held2(-2.5050735296228818e-08, none));
  s = add2(mul2(s, z), held2(2.7557313555244714e-06, none));
  s = add2(mul2(s, z), held2(-0.0001984126982944575, none));
  s = add2(mul2(s, z), held2(0.008333333333322014, none));
  s = add2(mul2(s, z), held2(-0.1666666666666663, none));
  s = add2(r, add2(mul2(mul2(r, z), s), low));
  v128_t c = held2(-1.136014702584264e-11, none);
  c = add2(mul2(c, z), held2(2.087573657963921e-09, none));
  c = add2(mul2(c, z), held2(-2.755731448321582e-07, none));
  c = add2(mul2(c, z), held2(2.4801587290079837e-05, none));
  c = add2(mul2(c, z), held2(-0.001388888888887539, none));
  c = add2(mul2(c, z), held2(0.04166666666666661, none));
  v128_t half = mul2(z, held2(0.5, none)), top = sub2(one, half);
  c = sub2(mul2(mul2(z, z), c), mul2(r, low));
  c = add2(top, add2(sub2(sub2(one, top), half), c));
  v128_t quarters = wasm_i32x4_add(wasm_i32x4_shuffle(n, n, 0, 0, 2, 2), wasm_i32x4_splat(more + none));
  v128_t odd = wasm_i32x4_shr(wasm_i32x4_shl(quarters, 31), 31);
  return wasm_v128_xor(select(c, s, odd), sign2(wasm_i32x4_shl(quarters, 30), none));
}

static inline int turn2_fits(v128_t x, int none) {
  return wasm_i64x2_bitmask(wasm_f64x2_lt(size2(x, none), held2((double)NEAR_TURN, none))) == 3;
}
static inline int turn2_fits_all(v128_t a, v128_t b, v128_t c, v128_t d, int none) {
  return at_most(size4(a, none), size4(b, none), size4(c, none), size4(d, none), 0x412fffff, UPPER, none);
}
static inline v128_t sin2_inside(v128_t x, int none) {
  return wasm_v128_xor(turn2_inside(size2(x, none), 0, none), sign2(x, none));
}
static inline v128_t cos2_inside(v128_t x, int none) { return turn2_inside(x, 1, none); }

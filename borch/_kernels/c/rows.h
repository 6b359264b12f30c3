// What softmax and its kin do with a row: its largest number, and the powers of what is below it.

#pragma once
#include "functions.h"

// exp of numbers that are 0 or less, where none is so low that the result is below the normal numbers and yet not 0.
static inline v128_t exp_below_inside(v128_t x, int none) {
  v128_t least = held(-87.0f, none);
  return wasm_v128_and(exp_inside(wasm_f32x4_pmax(x, least), none), wasm_f32x4_gt(x, least));
}
static inline v128_t below_is_inside(v128_t x, int none) {
  return wasm_v128_or(wasm_f32x4_gt(x, held(-87.0f, none)), wasm_f32x4_lt(x, held(-104.0f, none)));
}
static inline v128_t exp_below(v128_t x, int none) {
  return wasm_i32x4_bitmask(below_is_inside(x, none)) == 15 ? exp_below_inside(x, none) : exp_anywhere(x);
}
static inline int below_fits_all(v128_t a, v128_t b, v128_t c, v128_t d, int none) {
  return wasm_i32x4_bitmask(wasm_v128_and(wasm_v128_and(below_is_inside(a, none), below_is_inside(b, none)),
                                          wasm_v128_and(below_is_inside(c, none), below_is_inside(d, none)))) == 15;
}

static inline v128_t from(const float *x, int n) { return n < 4 ? load_some(x, n) : wasm_v128_load(x); }

// The largest number of a row, in every lane; what it is where the row has a NaN does not matter, since x - top is one.
static inline v128_t row_top(const float *x, int n) {
  v128_t a = splat(x[0]), b = a, c = a, d = a;
  int i = 0;
  for (; i + 16 <= n; i += 16)
    a = wasm_f32x4_pmax(a, wasm_v128_load(x + i)), b = wasm_f32x4_pmax(b, wasm_v128_load(x + i + 4)),
    c = wasm_f32x4_pmax(c, wasm_v128_load(x + i + 8)), d = wasm_f32x4_pmax(d, wasm_v128_load(x + i + 12));
  for (; i < n; i += 4) a = wasm_f32x4_pmax(a, from(x + i, n - i));
  a = wasm_f32x4_pmax(wasm_f32x4_pmax(a, b), wasm_f32x4_pmax(c, d));
  a = wasm_f32x4_pmax(a, wasm_i32x4_shuffle(a, a, 2, 3, 0, 1));
  return wasm_f32x4_pmax(a, wasm_i32x4_shuffle(a, a, 1, 0, 3, 2));
}

// The sum of exp(x - top), each of which is stored to `out` where there is one; it may be x.
static inline float row_powers(const float *x, float *out, int n, v128_t top, int none) {
  v128_t sum = splat(0.0f);
  int i = 0;
  while (i + 4 <= n) {
    for (; i + 16 <= n; i += 16) {
      v128_t a = sub(wasm_v128_load(x + i), top), b = sub(wasm_v128_load(x + i + 4), top),
             c = sub(wasm_v128_load(x + i + 8), top), d = sub(wasm_v128_load(x + i + 12), top);
      if (exp_fits_all(a, b, c, d, none))
        a = exp_inside(a, none), b = exp_inside(b, none), c = exp_inside(c, none), d = exp_inside(d, none);
      else if (below_fits_all(a, b, c, d, none))
        a = exp_below_inside(a, none), b = exp_below_inside(b, none), c = exp_below_inside(c, none),
        d = exp_below_inside(d, none);
      else
        break;
      if (out) {
        wasm_v128_store(out + i, a), wasm_v128_store(out + i + 4, b);
        wasm_v128_store(out + i + 8, c), wasm_v128_store(out + i + 12, d);
      }
      sum = add(sum, add(add(a, b), add(c, d)));
    }
    for (int k = 4; k > 0 && i + 4 <= n; k--, i += 4) {
      v128_t e = exp_below(sub(wasm_v128_load(x + i), top), none);
      if (out) wasm_v128_store(out + i, e);
      sum = add(sum, e);
    }
  }
  float tail = 0;
  if (i < n) {
    v128_t e = exp_below(sub(load_some(x + i, n - i), top), none);
    if (out) store_some(out + i, e, n - i);
    tail = wasm_f32x4_extract_lane(e, 0);
    if (n - i > 1) tail += wasm_f32x4_extract_lane(e, 1);
    if (n - i > 2) tail += wasm_f32x4_extract_lane(e, 2);
  }
  return sum4(sum) + tail;
}

// Reductions of rows that need more than one number, as inner loops of generalized ufuncs: the place of the largest or
// smallest, the mean and the sum of squared distances from it. Rows whose numbers lie apart while neighbouring rows lie
// side by side are taken four at a time.

#include "header.h"

static inline float at(const char *p) { return *(const float *)p; }

// A number takes the place of the one before it where it is beyond it, or the first NaN.
#define BEYOND(v, best, TEST) wasm_v128_or(TEST(v, best), wasm_v128_and(wasm_f32x4_ne(v, v), wasm_f32x4_eq(best, best)))

// Of a long dense row the best value first, and then where it is.
#define PLACES(NAME, TEST, MOST, OVER)                                                                                     \
  static inline int NAME##_row(const char *x, int n, int step, float *value) {                                         \
    float top = at(x);                                                                                                 \
    int where = 0, i = 1;                                                                                              \
    if (step == 4 && n >= 32) {                                                                                        \
      v128_t a = splat(top), b = a, c = a, d = a, odd = wasm_f32x4_ne(a, a);                                           \
      for (i = 0; i + 16 <= n; i += 16) {                                                                              \
        v128_t e = wasm_v128_load(x + 4 * i), f = wasm_v128_load(x + 4 * i + 16), g = wasm_v128_load(x + 4 * i + 32),  \
               h = wasm_v128_load(x + 4 * i + 48);                                                                     \
        a = MOST(a, e), b = MOST(b, f), c = MOST(c, g), d = MOST(d, h);                                                \
        odd = wasm_v128_or(odd, wasm_v128_or(wasm_v128_or(wasm_f32x4_ne(e, e), wasm_f32x4_ne(f, f)),                   \
                                             wasm_v128_or(wasm_f32x4_ne(g, g), wasm_f32x4_ne(h, h))));                 \
      }                                                                                                                \
      a = MOST(MOST(a, b), MOST(c, d));                                                                                \
      a = MOST(a, wasm_i32x4_shuffle(a, a, 2, 3, 0, 1));                                                               \
      a = MOST(a, wasm_i32x4_shuffle(a, a, 1, 0, 3, 2));                                                               \
      int nan = wasm_v128_any_true(odd), k = 0, found = 0;                                                             \
      while (!found) {                                                                                                 \
        v128_t v = wasm_v128_load(x + 4 * k);                                                                          \
        found = wasm_i32x4_bitmask(nan ? wasm_f32x4_ne(v, v) : wasm_f32x4_eq(v, a)), k += 4;                           \
      }                                                                                                                \
      where = k - 4 + __builtin_ctz(found), top = at(x + 4 * where);                                                   \
    }                                                                                                                  \
    for (; i < n; i++) {                                                                                               \
      float v = at(x + i * step);                                                                                      \
      if (v OVER top || (v != v && top == top)) top = v, where = i;                                                    \
    }                                                                                                                  \
    *value = top;                                                                                                      \
    return where;                                                                                                      \
  }                                                                                                                    \
                                                                                                                       \
  /* (n) -> (), (): the best value and its place. */                                                                   \
  void EXPORT(NAME##_f32)(char **args, const int *dims, const int *steps, void *room) {                                \
    const char *x = args[0];                                                                                           \
    char *values = args[1], *places = args[2];                                                                         \
    int count = dims[0], n = dims[1], row = steps[0], step = steps[3], row_v = steps[1], row_p = steps[2];             \
    if (step != 4 && row == 4)                                                                                         \
      for (; count >= 4; count -= 4, x += 16, values += 4 * row_v, places += 4 * row_p) {                              \
        v128_t best = wasm_v128_load(x), which = wasm_i32x4_splat(0);                                                  \
        for (int i = 1; i < n; i++) {                                                                                  \
          v128_t v = wasm_v128_load(x + i * step), better = BEYOND(v, best, TEST);                                     \
          best = select(v, best, better), which = select(wasm_i32x4_splat(i), which, better);                          \
        }                                                                                                              \
        for (int k = 0; k < 4; k++) {                                                                                  \
          *(float *)(values + k * row_v) = wasm_f32x4_extract_lane(best, 0);                                           \
          *(long long *)(places + k * row_p) = wasm_i32x4_extract_lane(which, 0);                                      \
          best = wasm_i32x4_shuffle(best, best, 1, 2, 3, 0), which = wasm_i32x4_shuffle(which, which, 1, 2, 3, 0);     \
        }                                                                                                              \
      }                                                                                                                \
    for (; count > 0; count--, x += row, values += row_v, places += row_p)                                             \
      *(long long *)places = NAME##_row(x, n, step, (float *)values);                                                  \
  }

PLACES(largest, wasm_f32x4_gt, wasm_f32x4_pmax, >)
PLACES(smallest, wasm_f32x4_lt, wasm_f32x4_pmin, <)

// Means and sums of squared distances: block by block, each from a rounded mean, which the sum of the distances corrects;
// blocks join in float64. Source: Chan, Golub and LeVeque 1983, https://doi.org/10.1080/00031305.1983.10483115
typedef struct {
  v128_t mean, squares;
} Spread;

#define BLOCK 64

// What `size` numbers, whose distances from `middle` and their squares have these sums, make of those of `n` before them.
static inline Spread joined(Spread all, double n, double size, v128_t middle, v128_t distances, v128_t squares) {
  v128_t off = wasm_f64x2_mul(distances, wasm_f64x2_splat(1 / size));
  v128_t apart = wasm_f64x2_sub(wasm_f64x2_add(middle, off), all.mean);
  squares = wasm_f64x2_sub(squares, wasm_f64x2_mul(off, distances));
  squares = wasm_f64x2_add(squares, wasm_f64x2_mul(wasm_f64x2_mul(apart, apart), wasm_f64x2_splat(n * size / (n + size))));
  Spread out = {wasm_f64x2_add(all.mean, wasm_f64x2_mul(apart, wasm_f64x2_splat(size / (n + size)))),
                wasm_f64x2_add(all.squares, squares)};
  return out;
}

static inline void spread_of(const char *x, int n, int step, float *mean, float *squares) {
  Spread all = {wasm_f64x2_splat(0), wasm_f64x2_splat(0)};
  for (int start = 0; start < n; start += BLOCK, x += BLOCK * step) {
    int size = n - start < BLOCK ? n - start : BLOCK, dense = step == 4 ? size & -4 : 0;
    v128_t sums = splat(0.0f), more = sums, distances = sums, squared = sums;
    float sum = 0, distance = 0, square = 0;
    int i = 0;
    for (; i + 8 <= dense; i += 8)
      sums = add(sums, wasm_v128_load(x + 4 * i)), more = add(more, wasm_v128_load(x + 4 * i + 16));
    if (i < dense) sums = add(sums, wasm_v128_load(x + 4 * i));
    sums = add(sums, more);
    for (int i = dense; i < size; i++) sum += at(x + i * step);
    float middle = (sum + sum4(sums)) / size;
    for (int i = 0; i < dense; i += 4) {
      v128_t d = sub(wasm_v128_load(x + 4 * i), splat(middle));
      distances = add(distances, d), squared = add(squared, mul(d, d));
    }
    for (int i = dense; i < size; i++) {
      float d = at(x + i * step) - middle;
      distance += d, square += d * d;
    }
    all = joined(all, start, size, wasm_f64x2_splat(middle), wasm_f64x2_splat(distance + sum4(distances)),
                 wasm_f64x2_splat(square + sum4(squared)));
  }
  *mean = (float)wasm_f64x2_extract_lane(all.mean, 0), *squares = (float)wasm_f64x2_extract_lane(all.squares, 0);
}

// (n) -> (), (): the mean, and the sum of squared distances from it.
void EXPORT(deviations_f32)(char **args, const int *dims, const int *steps, void *room) {
  const char *x = args[0];
  char *means = args[1], *sums = args[2];
  int count = dims[0], n = dims[1], row = steps[0], step = steps[3];
  if (step != 4 && row == 4)
    for (; count >= 4; count -= 4, x += 16, means += 4 * steps[1], sums += 4 * steps[2]) {
      Spread low = {wasm_f64x2_splat(0), wasm_f64x2_splat(0)}, high = low;
      for (int start = 0; start < n; start += BLOCK) {
        int size = n - start < BLOCK ? n - start : BLOCK;
        const char *block = x + start * step;
        v128_t sum = splat(0.0f), distances = sum, squares = sum;
        for (int i = 0; i < size; i++) sum = add(sum, wasm_v128_load(block + i * step));
        v128_t middle = divide(sum, splat((float)size));
        for (int i = 0; i < size; i++) {
          v128_t d = sub(wasm_v128_load(block + i * step), middle);
          distances = add(distances, d), squares = add(squares, mul(d, d));
        }
        Wide m = widen(middle), d = widen(distances), s = widen(squares);
        low = joined(low, start, size, m.low, d.low, s.low), high = joined(high, start, size, m.high, d.high, s.high);
      }
      Wide m = {low.mean, high.mean}, s = {low.squares, high.squares};
      v128_t mean = narrow(m), squares = narrow(s);
      for (int k = 0; k < 4; k++) {
        *(float *)(means + k * steps[1]) = wasm_f32x4_extract_lane(mean, 0);
        *(float *)(sums + k * steps[2]) = wasm_f32x4_extract_lane(squares, 0);
        mean = wasm_i32x4_shuffle(mean, mean, 1, 2, 3, 0), squares = wasm_i32x4_shuffle(squares, squares, 1, 2, 3, 0);
      }
    }
  for (; count > 0; count--, x += row, means += steps[1], sums += steps[2])
    spread_of(x, n, step, (float *)means, (float *)sums);
}

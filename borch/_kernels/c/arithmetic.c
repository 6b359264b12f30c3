// Loops inside numpy's own ufuncs, whose results have numpy's bits: dense rows, and rows beside one number. Everything
// else (a reduction, a running sum, other strides, arrays that overlap) goes to the loop of numpy that was there before.

#include "before.h"
#include "header.h"

// Whether a row may be read in blocks while another is written in blocks: it is apart from it, or ahead of it.
static inline int apart(const char *x, int size, const char *out, int out_size) {
  return x + size <= out || out + out_size <= x;
}
static inline int ahead(const char *x, const char *out, int size) { return x >= out || x + size <= out; }

// Whether a step is that of a dense row, or of one number for all.
static inline int is_row(int step, int size) { return step == size || step == 0; }

#define BINARY(NAME, TYPE, LANES, SPLAT, OF, ONE)                                                                      \
  void EXPORT(NAME)(char **args, const int *dims, const int *steps, void *before) {                                    \
    const char *x = args[0], *y = args[1];                                                                             \
    char *out = args[2];                                                                                               \
    int n = dims[0], size = sizeof(TYPE), xstep = steps[0], ystep = steps[1], length = n * size;                       \
    if (n < LANES || steps[2] != size || !is_row(xstep, size) || !is_row(ystep, size) ||                               \
        !(xstep ? ahead(x, out, length) : apart(x, size, out, length)) ||                                              \
        !(ystep ? ahead(y, out, length) : apart(y, size, out, length))) {                                              \
      NUMPYS(before);                                                                                                  \
      return;                                                                                                          \
    }                                                                                                                  \
    v128_t a = SPLAT(*(const TYPE *)x), b = SPLAT(*(const TYPE *)y);                                                   \
    if (xstep && ystep)                                                                                                \
      ROWS(2 * LANES, OF(wasm_v128_load(x), wasm_v128_load(y)), OF(wasm_v128_load(x + 16), wasm_v128_load(y + 16)),    \
           (x += 32, y += 32))                                                                                         \
    else if (xstep)                                                                                                    \
      ROWS(2 * LANES, OF(wasm_v128_load(x), b), OF(wasm_v128_load(x + 16), b), x += 32)                                \
    else if (ystep)                                                                                                    \
      ROWS(2 * LANES, OF(a, wasm_v128_load(y)), OF(a, wasm_v128_load(y + 16)), y += 32)                                \
    for (; n > 0; n--, x += xstep, y += ystep, out += size) {                                                          \
      TYPE u = *(const TYPE *)x, v = *(const TYPE *)y;                                                                 \
      *(TYPE *)out = ONE;                                                                                              \
    }                                                                                                                  \
  }

// Rounds of two results each.
#define ROWS(COUNT, FIRST, SECOND, FURTHER)                                                                            \
  for (; n >= COUNT; n -= COUNT, out += 32) {                                                                          \
    v128_t first = FIRST, second = SECOND;                                                                             \
    wasm_v128_store(out, first), wasm_v128_store(out + 16, second);                                                    \
    FURTHER;                                                                                                           \
  }

#define UNARY(NAME, TYPE, LANES, OF, ONE)                                                                              \
  void EXPORT(NAME)(char **args, const int *dims, const int *steps, void *before) {                                    \
    const char *x = args[0];                                                                                           \
    char *out = args[1];                                                                                               \
    int n = dims[0], size = sizeof(TYPE);                                                                              \
    if (n < LANES || steps[0] != size || steps[1] != size || !ahead(x, out, n * size)) {                               \
      NUMPYS(before);                                                                                                  \
      return;                                                                                                          \
    }                                                                                                                  \
    ROWS(2 * LANES, OF(wasm_v128_load(x)), OF(wasm_v128_load(x + 16)), x += 32)                                        \
    for (; n > 0; n--, x += size, out += size) {                                                                       \
      TYPE u = *(const TYPE *)x;                                                                                       \
      *(TYPE *)out = ONE;                                                                                              \
    }                                                                                                                  \
  }

#define OPERATION(NAME, OF, SIGN)                                                                                      \
  BINARY(NAME##_dense_f32, float, 4, wasm_f32x4_splat, wasm_f32x4_##OF, u SIGN v)                                       \
  BINARY(NAME##_dense_f64, double, 2, wasm_f64x2_splat, wasm_f64x2_##OF, u SIGN v)

OPERATION(add, add, +)
OPERATION(subtract, sub, -)
OPERATION(multiply, mul, *)
OPERATION(divide, div, /)

UNARY(sqrt_dense_f32, float, 4, wasm_f32x4_sqrt, __builtin_sqrtf(u))
UNARY(sqrt_dense_f64, double, 2, wasm_f64x2_sqrt, __builtin_sqrt(u))
UNARY(absolute_dense_f32, float, 4, wasm_f32x4_abs, __builtin_fabsf(u))
UNARY(absolute_dense_f64, double, 2, wasm_f64x2_abs, __builtin_fabs(u))
UNARY(negative_dense_f32, float, 4, wasm_f32x4_neg, -u)
UNARY(negative_dense_f64, double, 2, wasm_f64x2_neg, -u)

#define MORE(KIND)                                                                                                     \
  static inline v128_t square_##KIND(v128_t v) { return wasm_##KIND##_mul(v, v); }                                     \
  static inline v128_t reciprocal_##KIND(v128_t v) { return wasm_##KIND##_div(wasm_##KIND##_splat(1), v); }            \
  static inline v128_t sign_##KIND(v128_t v) {                                                                         \
    v128_t one = wasm_##KIND##_splat(1), zero = wasm_##KIND##_splat(0);                                                \
    v128_t up = wasm_v128_and(one, wasm_##KIND##_gt(v, zero)), down = wasm_v128_and(one, wasm_##KIND##_lt(v, zero));   \
    return wasm_v128_bitselect(v, wasm_##KIND##_sub(up, down), wasm_##KIND##_ne(v, v));                                \
  }                                                                                                                    \
  static inline v128_t upper_##KIND(v128_t a, v128_t b) {                                                              \
    return wasm_v128_bitselect(a, b, wasm_v128_or(wasm_##KIND##_ge(a, b), wasm_##KIND##_ne(a, a)));                    \
  }                                                                                                                    \
  static inline v128_t lower_##KIND(v128_t a, v128_t b) {                                                              \
    return wasm_v128_bitselect(a, b, wasm_v128_or(wasm_##KIND##_le(a, b), wasm_##KIND##_ne(a, a)));                    \
  }
MORE(f32x4)
MORE(f64x2)

#define SIGN(u) ((u) > 0 ? 1 : (u) < 0 ? -1 : (u) == 0 ? 0 : (u))

UNARY(square_dense_f32, float, 4, square_f32x4, u *u)
UNARY(square_dense_f64, double, 2, square_f64x2, u *u)
UNARY(reciprocal_dense_f32, float, 4, reciprocal_f32x4, 1 / u)
UNARY(reciprocal_dense_f64, double, 2, reciprocal_f64x2, 1 / u)
UNARY(sign_dense_f32, float, 4, sign_f32x4, SIGN(u))
UNARY(sign_dense_f64, double, 2, sign_f64x2, SIGN(u))
BINARY(maximum_dense_f32, float, 4, wasm_f32x4_splat, upper_f32x4, u >= v || u != u ? u : v)
BINARY(maximum_dense_f64, double, 2, wasm_f64x2_splat, upper_f64x2, u >= v || u != u ? u : v)
BINARY(minimum_dense_f32, float, 4, wasm_f32x4_splat, lower_f32x4, u <= v || u != u ? u : v)
BINARY(minimum_dense_f64, double, 2, wasm_f64x2_splat, lower_f64x2, u <= v || u != u ? u : v)

// Comparisons, whose results are bytes: sixteen at once.
static inline v128_t bytes_of(v128_t a, v128_t b, v128_t c, v128_t d) {
  v128_t low = wasm_i16x8_narrow_i32x4(a, b), high = wasm_i16x8_narrow_i32x4(c, d);
  return wasm_v128_and(wasm_i8x16_narrow_i16x8(low, high), wasm_i8x16_splat(1));
}
static inline v128_t halves_of(v128_t a, v128_t b) { return wasm_i32x4_shuffle(a, b, 0, 2, 4, 6); }

#define SIXTEEN_f32x4(OF, X, Y) bytes_of(OF(X(0), Y(0)), OF(X(16), Y(16)), OF(X(32), Y(32)), OF(X(48), Y(48)))
#define EIGHT(OF, X, Y, at) halves_of(OF(X(at), Y(at)), OF(X(at + 16), Y(at + 16)))
#define SIXTEEN_f64x2(OF, X, Y)                                                                                        \
  bytes_of(EIGHT(OF, X, Y, 0), EIGHT(OF, X, Y, 32), EIGHT(OF, X, Y, 64), EIGHT(OF, X, Y, 96))
#define FROM_X(at) wasm_v128_load(x + at)
#define FROM_Y(at) wasm_v128_load(y + at)
#define ONE_X(at) a
#define ONE_Y(at) b

#define COMPARISON(NAME, TYPE, KIND, OF, SIGN)                                                                         \
  void EXPORT(NAME)(char **args, const int *dims, const int *steps, void *before) {                                    \
    const char *x = args[0], *y = args[1];                                                                             \
    char *out = args[2];                                                                                               \
    int n = dims[0], size = sizeof(TYPE), xstep = steps[0], ystep = steps[1];                                          \
    if (n < 16 || steps[2] != 1 || !is_row(xstep, size) || !is_row(ystep, size) ||                                     \
        !apart(x, xstep ? n * size : size, out, n) || !apart(y, ystep ? n * size : size, out, n)) {                    \
      NUMPYS(before);                                                                                                  \
      return;                                                                                                          \
    }                                                                                                                  \
    v128_t a = wasm_##KIND##_splat(*(const TYPE *)x), b = wasm_##KIND##_splat(*(const TYPE *)y);                       \
    if (xstep && ystep)                                                                                                \
      for (; n >= 16; n -= 16, x += 16 * size, y += 16 * size, out += 16)                                              \
        wasm_v128_store(out, SIXTEEN_##KIND(wasm_##KIND##_##OF, FROM_X, FROM_Y));                                      \
    else if (xstep)                                                                                                    \
      for (; n >= 16; n -= 16, x += 16 * size, out += 16)                                                              \
        wasm_v128_store(out, SIXTEEN_##KIND(wasm_##KIND##_##OF, FROM_X, ONE_Y));                                       \
    else if (ystep)                                                                                                    \
      for (; n >= 16; n -= 16, y += 16 * size, out += 16)                                                              \
        wasm_v128_store(out, SIXTEEN_##KIND(wasm_##KIND##_##OF, ONE_X, FROM_Y));                                       \
    for (; n > 0; n--, x += xstep, y += ystep, out++) *out = *(const TYPE *)x SIGN *(const TYPE *)y;                   \
  }
#define COMPARISONS(NAME, OF, SIGN)                                                                                    \
  COMPARISON(NAME##_dense_f32, float, f32x4, OF, SIGN)                                                                  \
  COMPARISON(NAME##_dense_f64, double, f64x2, OF, SIGN)

COMPARISONS(equal, eq, ==)
COMPARISONS(not_equal, ne, !=)
COMPARISONS(less, lt, <)
COMPARISONS(less_equal, le, <=)
COMPARISONS(greater, gt, >)
COMPARISONS(greater_equal, ge, >=)

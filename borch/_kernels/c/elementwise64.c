// Functions of each float64 number as inner loops of ufuncs: eight numbers of a dense row at a time, others in pairs.

#include "before.h"
#include "gradients.h"

static inline double number(const char *p) { return *(const double *)p; }

static inline v128_t pair(const char *p, int step, int n) {
  return wasm_f64x2_make(number(p), n > 1 ? number(p + step) : number(p));
}

static inline void put_pair(char *p, int step, int n, v128_t v) {
  *(double *)p = wasm_f64x2_extract_lane(v, 0);
  if (n > 1) *(double *)(p + step) = wasm_f64x2_extract_lane(v, 1);
}

// OF for numbers of which eight FIT at once, or two; for a pair with another one OTHERWISE or, where that is none, the loop of
// numpy's.
#define UNARY64(NAME, OF, FIT, OTHERWISE)                                                                              \
  void EXPORT(NAME)(char **args, const int *dims, const int *steps, void *before) {                                    \
    const char *x = args[0];                                                                                           \
    char *out = args[1];                                                                                               \
    int n = dims[0], step = steps[0], ostep = steps[1], dense = step == 8 && ostep == 8, none = none_of(n);            \
    while (n > 0) {                                                                                                    \
      if (dense)                                                                                                       \
        for (; n >= 8; n -= 8, x += 64, out += 64) {                                                                   \
          v128_t a = wasm_v128_load(x), b = wasm_v128_load(x + 16), c = wasm_v128_load(x + 32),                        \
                 d = wasm_v128_load(x + 48);                                                                           \
          if (!FIT##_all(a, b, c, d, none)) break;                                                                     \
          a = OF(a, none), b = OF(b, none), c = OF(c, none), d = OF(d, none);                                          \
          wasm_v128_store(out, a), wasm_v128_store(out + 16, b);                                                       \
          wasm_v128_store(out + 32, c), wasm_v128_store(out + 48, d);                                                  \
        }                                                                                                              \
      for (int k = 4; k > 0 && n > 0; k--, n -= 2, x += 2 * step, out += 2 * ostep) {                                  \
        v128_t v = pair(x, step, n);                                                                                   \
        if (FIT(v, none))                                                                                              \
          put_pair(out, ostep, n, OF(v, none));                                                                        \
        else                                                                                                           \
          OTHERWISE;                                                                                                   \
      }                                                                                                                \
    }                                                                                                                  \
  }

#define OF_NUMPY numpys_part(before, x, out, n > 1 ? 2 : 1, steps)
#define always(v, none) 1
#define always_all(a, b, c, d, none) 1

UNARY64(exp_f64, exp2_inside, exp2_fits, OF_NUMPY)
UNARY64(expm1_f64, expm1_inside, exp2_fits, OF_NUMPY)
UNARY64(log_f64, log2_inside, log2_fits, OF_NUMPY)
UNARY64(sin_f64, sin2_inside, turn2_fits, OF_NUMPY)
UNARY64(cos_f64, cos2_inside, turn2_fits, OF_NUMPY)
UNARY64(tanh_f64, tanh2, always, )
UNARY64(sigmoid_f64, sigmoid2, exp2_fits, put_pair(out, ostep, n, sigmoid2_anywhere(v)))
UNARY64(silu_f64, silu2, exp2_fits, put_pair(out, ostep, n, silu2_anywhere(v)))
UNARY64(erf_f64, erf2, always, )
UNARY64(gelu_f64, gelu2, always, )

// The gradient g times what OF makes of two numbers x, or INSIDE of those of which eight FIT at once.
#define GRADIENT64(NAME, OF, INSIDE, FIT)                                                                              \
  void EXPORT(NAME)(char **args, const int *dims, const int *steps, void *room) {                                      \
    const char *g = args[0], *x = args[1];                                                                             \
    char *out = args[2];                                                                                               \
    int n = dims[0], gstep = steps[0], xstep = steps[1], ostep = steps[2], none = none_of(n);                          \
    int dense = gstep == 8 && xstep == 8 && ostep == 8;                                                                \
    while (n > 0) {                                                                                                    \
      if (dense)                                                                                                       \
        for (; n >= 8; n -= 8, g += 64, x += 64, out += 64) {                                                          \
          v128_t a = wasm_v128_load(x), b = wasm_v128_load(x + 16), c = wasm_v128_load(x + 32),                        \
                 d = wasm_v128_load(x + 48);                                                                           \
          if (!FIT(a, b, c, d, none)) break;                                                                           \
          a = INSIDE(wasm_v128_load(g), a, none), b = INSIDE(wasm_v128_load(g + 16), b, none);                         \
          c = INSIDE(wasm_v128_load(g + 32), c, none), d = INSIDE(wasm_v128_load(g + 48), d, none);                    \
          wasm_v128_store(out, a), wasm_v128_store(out + 16, b);                                                       \
          wasm_v128_store(out + 32, c), wasm_v128_store(out + 48, d);                                                  \
        }                                                                                                              \
      for (int k = 4; k > 0 && n > 0; k--, n -= 2, g += 2 * gstep, x += 2 * xstep, out += 2 * ostep)                   \
        put_pair(out, ostep, n, OF(pair(g, gstep, n), pair(x, xstep, n), none));                                       \
    }                                                                                                                  \
  }

GRADIENT64(tanh_gradient_f64, tanh_back2, tanh_back2, always_all)
GRADIENT64(sigmoid_gradient_f64, sigmoid_back2, sigmoid_back2, always_all)
GRADIENT64(expm1_gradient_f64, expm1_back2, expm1_back2, always_all)
GRADIENT64(erf_gradient_f64, erf_back2, erf_back2_inside, density2_fits_all)
GRADIENT64(silu_gradient_f64, silu_back2, silu_back2_inside, exp2_fits_all)
GRADIENT64(gelu_gradient_f64, gelu_back2, gelu_back2_inside, density2_fits_all)

// Steps of optimizers as inner loops of generalized ufuncs, whose last input is a row of numbers for the whole step: one
// pass over parameters, gradients and states. Each number goes through the operations of the numpy form in their order,
// so that the results are the same bits.

#include "header.h"

static inline v128_t one(const char *p) { return wasm_v128_load32_splat(p); }
static inline void put(char *p, v128_t v) { wasm_v128_store32_lane(p, v, 0); }

typedef struct {
  v128_t x, mean, square;
} Moments;

// (), (), (), (), (k) -> (), (), (): x, g, mean, square and the numbers shrink, mean_share, square_share, square_kept,
// root, eps, rate give x, mean and square.
static inline __attribute__((always_inline)) Moments adam_of(v128_t x, v128_t g, v128_t mean, v128_t square,
                                                             v128_t shrink, v128_t mean_share, v128_t square_share,
                                                             v128_t square_kept, v128_t root, v128_t eps, v128_t rate) {
  mean = add(mean, mul(sub(g, mean), mean_share));
  square = add(mul(square, square_kept), mul(mul(g, square_share), g));
  v128_t below = add(divide(wasm_f32x4_sqrt(square), root), eps);
  Moments out = {sub(mul(x, shrink), mul(divide(mean, below), rate)), mean, square};
  return out;
}

void EXPORT(adam_f32)(char **args, const int *dims, const int *steps, void *room) {
  int n = dims[0], i = 0, k = steps[8];
  const char *x = args[0], *g = args[1], *mean = args[2], *square = args[3], *numbers = args[4];
  char *to = args[5], *to_mean = args[6], *to_square = args[7];
  v128_t a = one(numbers), b = one(numbers + k), c = one(numbers + 2 * k), d = one(numbers + 3 * k),
         e = one(numbers + 4 * k), f = one(numbers + 5 * k), h = one(numbers + 6 * k);
  if (steps[0] == 4 && steps[1] == 4 && steps[2] == 4 && steps[3] == 4 && steps[5] == 4 && steps[6] == 4 &&
      steps[7] == 4)
    for (; i + 4 <= n; i += 4, x += 16, g += 16, mean += 16, square += 16, to += 16, to_mean += 16, to_square += 16) {
      Moments m = adam_of(wasm_v128_load(x), wasm_v128_load(g), wasm_v128_load(mean), wasm_v128_load(square), a, b, c, d,
                          e, f, h);
      wasm_v128_store(to, m.x), wasm_v128_store(to_mean, m.mean), wasm_v128_store(to_square, m.square);
    }
  for (; i < n; i++) {
    Moments m = adam_of(one(x), one(g), one(mean), one(square), a, b, c, d, e, f, h);
    put(to, m.x), put(to_mean, m.mean), put(to_square, m.square);
    x += steps[0], g += steps[1], mean += steps[2], square += steps[3];
    to += steps[5], to_mean += steps[6], to_square += steps[7];
  }
}

// (), (), (), (k) -> (), (): x, g, buffer and the numbers kept, share, rate, nesterov give x and buffer.
static inline __attribute__((always_inline)) Moments sgd_of(v128_t x, v128_t g, v128_t buffer, v128_t kept,
                                                            v128_t share, v128_t rate, v128_t nesterov) {
  buffer = add(mul(buffer, kept), mul(g, share));
  v128_t step = select(add(g, mul(buffer, kept)), buffer, wasm_f32x4_ne(nesterov, splat(0.0f)));
  Moments out = {sub(x, mul(step, rate)), buffer, buffer};
  return out;
}

void EXPORT(sgd_f32)(char **args, const int *dims, const int *steps, void *room) {
  int n = dims[0], i = 0, k = steps[6];
  const char *x = args[0], *g = args[1], *buffer = args[2], *numbers = args[3];
  char *to = args[4], *to_buffer = args[5];
  v128_t a = one(numbers), b = one(numbers + k), c = one(numbers + 2 * k), d = one(numbers + 3 * k);
  if (steps[0] == 4 && steps[1] == 4 && steps[2] == 4 && steps[4] == 4 && steps[5] == 4)
    for (; i + 4 <= n; i += 4, x += 16, g += 16, buffer += 16, to += 16, to_buffer += 16) {
      Moments m = sgd_of(wasm_v128_load(x), wasm_v128_load(g), wasm_v128_load(buffer), a, b, c, d);
      wasm_v128_store(to, m.x), wasm_v128_store(to_buffer, m.mean);
    }
  for (; i < n; i++) {
    Moments m = sgd_of(one(x), one(g), one(buffer), a, b, c, d);
    put(to, m.x), put(to_buffer, m.mean);
    x += steps[0], g += steps[1], buffer += steps[2], to += steps[4], to_buffer += steps[5];
  }
}

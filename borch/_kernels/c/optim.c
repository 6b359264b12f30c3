// Steps of optimizers as inner loops of generalized ufuncs, whose last input is a row of numbers for the whole step: one
// pass over parameters, gradients and states. Each number goes through the operations of the numpy form in their order,
// so that the results are the same bits.

#include "made.h"

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

// Whether `a` is as `x`, dense; a state must be writeable, too.
static inline int is_as(const Own *own, const Array *a, const Array *x) {
  return is_float32(own, a) && is_dense(a) && same_shape(a, x);
}
static inline int is_state(const Own *own, const Array *a, const Array *x) {
  return is_as(own, a, x) && (a->flags & WRITABLE) == WRITABLE;
}

// What a loop is called with, in the room: the places of `arrays` inputs, of the row of `count` numbers and of `more`
// outputs, how many elements there are, the steps, and the numbers.
typedef struct {
  char *args[8];
  int count, steps[9];
  float numbers[8];
} Call;

static inline Call *call_of(const Own *own, const Array *x, int arrays, int more, void **numbers, int count) {
  Call *call = (Call *)own->room;
  for (int k = 0; k < count; k++)
    if (numbers[k] == own->yes || numbers[k] == own->no)
      call->numbers[k] = numbers[k] == own->yes;
    else if (!is_number(own, numbers[k], call->numbers + k))
      return 0;
  call->count = size_of(x);
  for (int k = 0; k < arrays + 1 + more; k++) call->steps[k] = k == arrays ? 0 : 4;
  call->steps[arrays + 1 + more] = 4;
  call->args[arrays] = (char *)call->numbers;
  return call;
}

// x, g, mean and square, then the seven numbers: gives the new x, and brings mean and square up to date.
static void *adam_step(const Own *own, void **args) {
  const Array *x = ANY(0), *g = ANY(1), *mean = ANY(2), *square = ANY(3);
  if (!is_as(own, x, x) || !is_as(own, g, x) || !is_state(own, mean, x) || !is_state(own, square, x)) return own->none;
  Call *call = call_of(own, x, 4, 3, args + 4, 7);
  if (!call) return own->none;
  Array *out = fresh(own, x->nd, x->dims);
  if (!out) return 0;
  call->args[0] = x->data, call->args[1] = g->data, call->args[2] = mean->data, call->args[3] = square->data;
  call->args[5] = out->data, call->args[6] = mean->data, call->args[7] = square->data;
  adam_f32(call->args, &call->count, call->steps, 0);
  return out;
}
MADE(adam_step, 11, args)

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

// x, g and buffer, then the four numbers: gives the new x, and brings the buffer up to date.
static void *sgd_step(const Own *own, void **args) {
  const Array *x = ANY(0), *g = ANY(1), *buffer = ANY(2);
  if (!is_as(own, x, x) || !is_as(own, g, x) || !is_state(own, buffer, x)) return own->none;
  Call *call = call_of(own, x, 3, 2, args + 3, 4);
  if (!call) return own->none;
  Array *out = fresh(own, x->nd, x->dims);
  if (!out) return 0;
  call->args[0] = x->data, call->args[1] = g->data, call->args[2] = buffer->data;
  call->args[4] = out->data, call->args[5] = buffer->data;
  sgd_f32(call->args, &call->count, call->steps, 0);
  return out;
}
MADE(sgd_step, 7, args)

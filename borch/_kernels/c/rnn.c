// Layers of plain RNN, LSTM and GRU over all their steps: a product with the state's weight, then the gates of each row.
//
// `steps` (count, 2) says where the rows of each step begin and how many there are; the first rows of the state run.

#include "functions.h"
#include "gemm.h"

static inline v128_t some(const float *x, int n) { return n >= 4 ? wasm_v128_load(x) : load_some(x, n); }
static inline void put(float *x, v128_t v, int n) {
  if (n >= 4)
    wasm_v128_store(x, v);
  else
    store_some(x, v, n);
}
static inline void copy(float *to, const float *from, int n) {
  for (int i = 0; i < n; i++) to[i] = from[i];
}

// gates (rows, H), hidden (N, H), which becomes the last one, weight (H, H); values and output (rows, H): the states after
// each step, before (rows, H): those that it began with. relu(x) is x where it is not below 0.
static void plain_rnn_f32(const Array *gates, const Array *hidden, const Array *weight, const Array *steps,
                          const Array *values, const Array *before, const Array *output, const Array *scratch,
                          int relu) {
  int width = hidden->dims[1], count = steps->dims[0], none = none_of(count);
  const int *step = (const int *)steps->data;
  float *h = (float *)hidden->data;
  for (int s = 0; s < count; s++, step += 2) {
    int at = step[0] * width, size = step[1] * width;
    float *v = (float *)values->data + at, *out = (float *)output->data + at;
    copy((float *)before->data + at, h, size);
    copy(v, (const float *)gates->data + at, size);
    sgemm_matrix((const char *)h, weight->data, v, step[1], width, width, 4 * width, 4, 4, 4 * width, width, 1,
                 (float *)scratch->data);
    for (int i = 0; i < size; i += 4) {
      v128_t x = some(v + i, size - i);
      x = relu ? wasm_v128_andnot(x, wasm_f32x4_lt(x, splat(0.0f))) : tanh4(x, none);
      put(v + i, x, size - i), put(out + i, x, size - i), put(h + i, x, size - i);
    }
  }
}
CALLED(plain_rnn_f32, 9, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5), ARRAY(6), ARRAY(7), INT(8))

// Its gradients, as in `lstm_gradient_f32`.
static void plain_rnn_gradient_f32(const Array *gradient, const Array *hidden, const Array *weight, const Array *steps,
                                   const Array *values, const Array *to_gates, const Array *scratch, int relu) {
  int width = hidden->dims[1], count = steps->dims[0], none = none_of(count);
  const int *step = (const int *)steps->data;
  float *h = (float *)hidden->data;
  for (int s = 0; s < count; s++, step += 2) {
    int at = step[0] * width, size = step[1] * width;
    const float *v = (const float *)values->data + at, *g = gradient ? (const float *)gradient->data + at : 0;
    float *x = (float *)to_gates->data + at;
    for (int i = 0; i < size; i += 4) {
      int left = size - i;
      v128_t part = some(h + i, left), out = some(v + i, left), one = splat(1.0f);
      if (g) part = add(part, some(g + i, left));
      v128_t slope = relu ? wasm_v128_and(one, wasm_f32x4_gt(out, splat(0.0f))) : sub(one, mul(out, out));
      put(x + i, mul(part, slope), left);
    }
    sgemm_matrix((const char *)x, weight->data, h, step[1], width, width, 4 * width, 4, 4 * width, 4, width, 0,
                 (float *)scratch->data);
  }
}
CALLED(plain_rnn_gradient_f32, 8, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5), ARRAY(6), INT(7))

// gates (rows, 4 H), hidden and cell (N, H), which become the last ones, weight (4 H, H); values (rows, 4 H): the gates i,
// f, g, o; before and cells (rows, H): the states that each step began with; output (rows, H).
static void lstm_f32(const Array *gates, const Array *hidden, const Array *cell, const Array *weight,
                     const Array *steps, const Array *values, const Array *before, const Array *cells,
                     const Array *output, const Array *scratch) {
  int width = hidden->dims[1], wide = 4 * width, count = steps->dims[0], none = none_of(count);
  const int *step = (const int *)steps->data;
  float *h = (float *)hidden->data, *c = (float *)cell->data;
  for (int s = 0; s < count; s++, step += 2) {
    int first = step[0], n = step[1];
    float *v = (float *)values->data + first * wide, *out = (float *)output->data + first * width;
    copy((float *)before->data + first * width, h, n * width);
    copy((float *)cells->data + first * width, c, n * width);
    copy(v, (const float *)gates->data + first * wide, n * wide);
    sgemm_matrix((const char *)h, weight->data, v, n, wide, width, 4 * width, 4, 4, 4 * width, wide, 1,
                 (float *)scratch->data);
    for (int row = 0; row < n; row++, v += wide)
      for (int j = 0; j < width; j += 4) {
        int left = width - j, at = row * width + j;
        v128_t i = sigmoid4(some(v + j, left), none), f = sigmoid4(some(v + width + j, left), none),
               g = tanh4(some(v + 2 * width + j, left), none), o = sigmoid4(some(v + 3 * width + j, left), none);
        v128_t now = add(mul(f, some(c + at, left)), mul(i, g)), state = mul(o, tanh4(now, none));
        put(v + j, i, left), put(v + width + j, f, left), put(v + 2 * width + j, g, left),
            put(v + 3 * width + j, o, left);
        put(c + at, now, left), put(h + at, state, left), put(out + at, state, left);
      }
  }
}
CALLED(lstm_f32, 10, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5), ARRAY(6), ARRAY(7), ARRAY(8), ARRAY(9))

// Its gradients: `gradient` (rows, H) of the output or none; hidden and cell (N, H) of the last states, which
// become those of the first; to_gates (rows, 4 H).
static void lstm_gradient_f32(const Array *gradient, const Array *hidden, const Array *cell, const Array *weight,
                              const Array *steps, const Array *values, const Array *cells, const Array *to_gates,
                              const Array *scratch) {
  int width = hidden->dims[1], wide = 4 * width, count = steps->dims[0], none = none_of(count);
  const int *step = (const int *)steps->data;
  float *h = (float *)hidden->data, *c = (float *)cell->data;
  for (int s = 0; s < count; s++, step += 2) {
    int first = step[0], n = step[1];
    const float *v = (const float *)values->data + first * wide, *old = (const float *)cells->data + first * width,
                *g_out = gradient ? (const float *)gradient->data + first * width : 0;
    float *x = (float *)to_gates->data + first * wide, *to = x;
    for (int row = 0; row < n; row++, v += wide, to += wide)
      for (int j = 0; j < width; j += 4) {
        int left = width - j, at = row * width + j;
        v128_t one = splat(1.0f), i = some(v + j, left), f = some(v + width + j, left),
               g = some(v + 2 * width + j, left), o = some(v + 3 * width + j, left), c_old = some(old + at, left);
        v128_t t = tanh4(add(mul(f, c_old), mul(i, g)), none), part = some(h + at, left);
        if (g_out) part = add(part, some(g_out + at, left));
        v128_t d = add(some(c + at, left), mul(part, mul(o, sub(one, mul(t, t)))));
        put(to + j, mul(d, mul(g, mul(i, sub(one, i)))), left);
        put(to + width + j, mul(d, mul(c_old, mul(f, sub(one, f)))), left);
        put(to + 2 * width + j, mul(d, mul(i, sub(one, mul(g, g)))), left);
        put(to + 3 * width + j, mul(part, mul(t, mul(o, sub(one, o)))), left);
        put(c + at, mul(d, f), left);
      }
    sgemm_matrix((const char *)x, weight->data, h, n, width, wide, 4 * wide, 4, 4 * width, 4, width, 0,
                 (float *)scratch->data);
  }
}
CALLED(lstm_gradient_f32, 9, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5), ARRAY(6), ARRAY(7), ARRAY(8))

// gates (rows, 3 H), hidden (N, H), which becomes the last one, weight (3 H, H), bias (3 H) or none; values
// (rows, 4 H): the gates r, z, n, and what the hidden state gives to n; before and output (rows, H). The scratch memory has
// room for N rows of 3 H numbers after that of the product.
static void gru_f32(const Array *gates, const Array *hidden, const Array *weight, const Array *bias, const Array *steps,
                    const Array *values, const Array *before, const Array *output, const Array *scratch) {
  int width = hidden->dims[1], wide = 3 * width, count = steps->dims[0], none = none_of(count);
  const int *step = (const int *)steps->data;
  const float *b = bias ? (const float *)bias->data : 0;
  float *h = (float *)hidden->data, *from = (float *)scratch->data + GEMM_SCRATCH / 4;
  for (int s = 0; s < count; s++, step += 2) {
    int first = step[0], n = step[1];
    const float *x = (const float *)gates->data + first * wide, *y = from;
    float *v = (float *)values->data + first * 4 * width, *out = (float *)output->data + first * width;
    copy((float *)before->data + first * width, h, n * width);
    sgemm_matrix((const char *)h, weight->data, from, n, wide, width, 4 * width, 4, 4, 4 * width, wide, 0,
                 (float *)scratch->data);
    for (int row = 0; row < n; row++, x += wide, y += wide, v += 4 * width)
      for (int j = 0; j < width; j += 4) {
        int left = width - j, at = row * width + j;
        v128_t h_r = some(y + j, left), h_z = some(y + width + j, left), h_n = some(y + 2 * width + j, left);
        if (b) {
          h_r = add(h_r, some(b + j, left)), h_z = add(h_z, some(b + width + j, left));
          h_n = add(h_n, some(b + 2 * width + j, left));
        }
        v128_t r = sigmoid4(add(some(x + j, left), h_r), none), z = sigmoid4(add(some(x + width + j, left), h_z), none);
        v128_t now = tanh4(add(mul(r, h_n), some(x + 2 * width + j, left)), none);
        v128_t state = add(mul(sub(some(h + at, left), now), z), now);
        put(v + j, r, left), put(v + width + j, z, left), put(v + 2 * width + j, now, left),
            put(v + 3 * width + j, h_n, left);
        put(h + at, state, left), put(out + at, state, left);
      }
  }
}
CALLED(gru_f32, 9, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5), ARRAY(6), ARRAY(7), ARRAY(8))

// Its gradients, as in `lstm_gradient_f32`; to_hidden (rows, 3 H) are those of what the hidden state gives to the gates.
static void gru_gradient_f32(const Array *gradient, const Array *hidden, const Array *weight, const Array *steps,
                             const Array *values, const Array *before, const Array *to_gates, const Array *to_hidden,
                             const Array *scratch) {
  int width = hidden->dims[1], wide = 3 * width, count = steps->dims[0], none = none_of(count);
  const int *step = (const int *)steps->data;
  float *h = (float *)hidden->data;
  for (int s = 0; s < count; s++, step += 2) {
    int first = step[0], n = step[1];
    const float *v = (const float *)values->data + first * 4 * width,
                *old = (const float *)before->data + first * width,
                *g_out = gradient ? (const float *)gradient->data + first * width : 0;
    float *x = (float *)to_gates->data + first * wide, *y = (float *)to_hidden->data + first * wide, *through = y;
    for (int row = 0; row < n; row++, v += 4 * width, x += wide, y += wide)
      for (int j = 0; j < width; j += 4) {
        int left = width - j, at = row * width + j;
        v128_t one = splat(1.0f), r = some(v + j, left), z = some(v + width + j, left),
               now = some(v + 2 * width + j, left), h_n = some(v + 3 * width + j, left), part = some(h + at, left);
        if (g_out) part = add(part, some(g_out + at, left));
        v128_t to_n = mul(part, mul(sub(one, z), sub(one, mul(now, now))));
        v128_t to_r = mul(to_n, mul(h_n, mul(r, sub(one, r))));
        v128_t to_z = mul(part, mul(sub(some(old + at, left), now), mul(z, sub(one, z))));
        put(x + j, to_r, left), put(x + width + j, to_z, left), put(x + 2 * width + j, to_n, left);
        put(y + j, to_r, left), put(y + width + j, to_z, left), put(y + 2 * width + j, mul(to_n, r), left);
        put(h + at, mul(part, z), left);
      }
    sgemm_matrix((const char *)through, weight->data, h, n, width, wide, 4 * wide, 4, 4 * width, 4, width, 1,
                 (float *)scratch->data);
  }
}
CALLED(gru_gradient_f32, 9, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5), ARRAY(6), ARRAY(7), ARRAY(8))

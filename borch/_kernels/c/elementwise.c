// Element by element, four float32 numbers at a time. The last, incomplete four are padded, computed like the others, and
// only what is there is stored.

#include "functions.h"

#define UNARY(NAME, FOUR)                                                                                              \
  void EXPORT(NAME)(const Array *input, const Array *output) {                                                         \
    const float *x = (const float *)input->data;                                                                       \
    float *out = (float *)output->data;                                                                                \
    int n = size_of(output), i = 0;                                                                                    \
    for (; i + 4 <= n; i += 4) wasm_v128_store(out + i, FOUR(wasm_v128_load(x + i)));                                  \
    if (i < n) store_some(out + i, FOUR(load_some(x + i, n - i)), n - i);                                              \
  }

UNARY(exp_f32, exp4)
UNARY(tanh_f32, tanh4)
UNARY(sigmoid_f32, sigmoid4)
UNARY(erf_f32, erf4)
UNARY(gelu_f32, gelu4)
UNARY(gelu_slope_f32, gelu_slope4)

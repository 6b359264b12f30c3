// What the processor gives WebAssembly at most, to measure kernels by: products and sums in registers, and a copy.

#include "../borch/_kernels/c/header.h"

// 48 operations on float32 numbers a round: six strands of products and six of sums, by 1 and with 0.
float EXPORT(peak)(int rounds, float x) {
  v128_t a = splat(x), b = a, c = a, d = a, e = a, f = a, g = a, h = a, i = a, j = a, k = a, l = a, by = splat(x),
         plus = splat(x - 1);
  for (; rounds > 0; rounds--) {
    a = mul(a, by), b = mul(b, by), c = mul(c, by), d = mul(d, by), e = mul(e, by), f = mul(f, by);
    g = add(g, plus), h = add(h, plus), i = add(i, plus), j = add(j, plus), k = add(k, plus), l = add(l, plus);
  }
  return sum4(add(add(add(add(a, b), add(c, d)), add(e, f)), add(add(add(g, h), add(i, j)), add(k, l))));
}

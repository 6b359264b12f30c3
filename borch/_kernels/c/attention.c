// Attention, one matrix of a stack after another: softmax(query @ key^T * scale + mask) @ value, and its gradients.

#include "rows.h"
#include "gemm.h"

// The data of matrix `t` of the stack that `a` is; `like` has the stack's axes before its last two.
static inline char *matrix(const Array *a, const Array *like, int t) {
  char *at = a->data;
  for (int d = like->nd - 3; d >= 0; d--) at += (t % like->dims[d]) * a->strides[d], t /= like->dims[d];
  return at;
}

static inline int count_of(const Array *a) {
  int count = 1;
  for (int d = 0; d < a->nd - 2; d++) count *= a->dims[d];
  return count;
}

#define ROW(a) a->strides[a->nd - 2]
#define COLUMN(a) a->strides[a->nd - 1]

// query (..., L, E), key (..., S, E), value (..., S, V) and a mask (..., L, S), which is added, or none, of any
// strides; output (..., L, V) has dense rows, weights (..., L, S) are dense.
static void attend_f32(const Array *query, const Array *key, const Array *value, const Array *mask, const Array *output,
                       const Array *weights, const Array *scratch, float scale) {
  int nd = weights->nd, l = weights->dims[nd - 2], s = weights->dims[nd - 1], e = query->dims[nd - 1],
      wide = output->dims[nd - 1], count = count_of(weights), none = none_of(count);
  float *p = (float *)weights->data, *room = (float *)scratch->data;
  for (int t = 0; t < count; t++, p += l * s) {
    sgemm_matrix(matrix(query, weights, t), matrix(key, weights, t), p, l, s, e, ROW(query), COLUMN(query), COLUMN(key),
                 ROW(key), s, 0, room);
    const char *masks = mask ? matrix(mask, weights, t) : 0;
    for (int r = 0; r < l; r++) {
      float *row = p + r * s;
      const char *m = mask ? masks + r * ROW(mask) : 0;
      v128_t by = splat(scale);
      int i = 0, apart = mask ? COLUMN(mask) : 0;
      for (; i + 4 <= s; i += 4) {
        v128_t v = mul(wasm_v128_load(row + i), by);
        if (apart == 4)
          v = add(v, wasm_v128_load(m + 4 * i));
        else if (mask)
          v = add(v, wasm_f32x4_make(*(float *)(m + i * apart), *(float *)(m + (i + 1) * apart),
                                     *(float *)(m + (i + 2) * apart), *(float *)(m + (i + 3) * apart)));
        wasm_v128_store(row + i, v);
      }
      for (; i < s; i++) {
        row[i] *= scale;
        if (mask) row[i] += *(float *)(m + i * apart);
      }
      v128_t top = s ? row_top(row, s) : by;
      if (mask && wasm_f32x4_extract_lane(top, 0) == -__builtin_inff()) top = splat(0.0f);
      float whole = row_powers(row, row, s, top, none);
      if (mask && whole == 0) whole = 1;
      for (i = 0; i + 4 <= s; i += 4) wasm_v128_store(row + i, divide(wasm_v128_load(row + i), splat(whole)));
      for (; i < s; i++) row[i] /= whole;
    }
    sgemm_matrix((const char *)p, matrix(value, weights, t), (float *)matrix(output, weights, t), l, wide, s, 4 * s, 4,
                 ROW(value), COLUMN(value), ROW(output) / 4, 0, room);
  }
}
CALLED(attend_f32, 8, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5), ARRAY(6), FLOAT(7))

static inline void scaled(float *x, int rows, int n, int row, float scale) {
  for (; rows > 0; rows--, x += row)
    for (int i = 0; i < n; i++) x[i] *= scale;
}

// Its gradients from that of the output: of query, key, value, each into dense rows or none. `scores`
// gets those of what softmax saw: a dense stack, or one matrix that is used again.
static void attend_gradient_f32(const Array *gradient, const Array *query, const Array *key, const Array *value,
                                const Array *weights, const Array *to_query, const Array *to_key, const Array *to_value,
                                const Array *scores, const Array *scratch, float scale) {
  int nd = weights->nd, l = weights->dims[nd - 2], s = weights->dims[nd - 1], e = query->dims[nd - 1],
      wide = value->dims[nd - 1], count = count_of(weights), all = scores && size_of(scores) > l * s;
  float *room = (float *)scratch->data, *d = scores ? (float *)scores->data : 0;
  const float *p = (const float *)weights->data;
  for (int t = 0; t < count; t++, p += l * s) {
    const char *g = matrix(gradient, weights, t);
    if (to_value)
      sgemm_matrix((const char *)p, g, (float *)matrix(to_value, weights, t), s, wide, l, 4, 4 * s, ROW(gradient),
                   COLUMN(gradient), ROW(to_value) / 4, 0, room);
    if (!scores) continue;
    sgemm_matrix(g, matrix(value, weights, t), d, l, s, wide, ROW(gradient), COLUMN(gradient), COLUMN(value),
                 ROW(value), s, 0, room);
    for (int r = 0; r < l; r++) {
      float *row = d + r * s, tail = 0;
      const float *share = p + r * s;
      v128_t sum = splat(0.0f);
      int i = 0;
      for (; i + 4 <= s; i += 4) sum = add(sum, mul(wasm_v128_load(row + i), wasm_v128_load(share + i)));
      for (; i < s; i++) tail += row[i] * share[i];
      float whole = sum4(sum) + tail;
      for (i = 0; i + 4 <= s; i += 4)
        wasm_v128_store(row + i, mul(wasm_v128_load(share + i), sub(wasm_v128_load(row + i), splat(whole))));
      for (; i < s; i++) row[i] = share[i] * (row[i] - whole);
    }
    if (to_query) {
      float *out = (float *)matrix(to_query, weights, t);
      int row = ROW(to_query) / 4;
      sgemm_matrix((const char *)d, matrix(key, weights, t), out, l, e, s, 4 * s, 4, ROW(key), COLUMN(key), row, 0, room);
      scaled(out, l, e, row, scale);
    }
    if (to_key) {
      float *out = (float *)matrix(to_key, weights, t);
      int row = ROW(to_key) / 4;
      sgemm_matrix((const char *)d, matrix(query, weights, t), out, s, e, l, 4, 4 * s, ROW(query), COLUMN(query), row, 0,
                   room);
      scaled(out, s, e, row, scale);
    }
    if (all) d += l * s;
  }
}
CALLED(attend_gradient_f32, 11, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5), ARRAY(6), ARRAY(7),
       ARRAY(8), ARRAY(9), FLOAT(10))

// Attention, one matrix of a stack after another: softmax(query @ key^T * scale + mask) @ value, and its gradients.

#include "rows.h"
#include "gemm.h"
#include "made.h"

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

static inline int is_stack(const Own *own, const Array *a) { return is_float32(own, a) && a->nd > 1 && size_of(a); }

// Whether query (..., L, E), key (..., S, E) and value (..., S, V), of any strides, fit each other and are worth it.
static inline int is_attention(const Own *own, const Array *query, const Array *key, const Array *value) {
  int nd = query->nd;
  return is_stack(own, query) && is_stack(own, key) && is_stack(own, value) && key->nd == nd && value->nd == nd &&
         same_dims(query->dims, key->dims, nd - 2) && same_dims(query->dims, value->dims, nd - 2) &&
         query->dims[nd - 1] == key->dims[nd - 1] && key->dims[nd - 2] == value->dims[nd - 2] &&
         size_of(query) + size_of(key) >= own->least;
}

// Whether `a` is a stack like `like`, but for matrices of `rows` and `columns`.
static inline int is_stack_of(const Array *a, const Array *like, int rows, int columns) {
  int nd = like->nd;
  return a->nd == nd && same_dims(a->dims, like->dims, nd - 2) && a->dims[nd - 2] == rows && a->dims[nd - 1] == columns;
}

// Whether results can be written to `a`: dense rows, wherever they lie.
static inline int takes_rows(const Own *own, const Array *a) {
  return is_float32(own, a) && a->strides[a->nd - 1] == 4 && (a->flags & WRITABLE) == WRITABLE;
}

// Whether what is written to `to` changes nothing of `a`: the memory from the first to the last of each is another's.
static inline const char *end_of(const Array *a, const char **begin) {
  const char *end = a->data + 4;
  *begin = a->data;
  for (int d = 0; d < a->nd; d++) {
    int step = (a->dims[d] - 1) * a->strides[d];
    if (step < 0)
      *begin += step;
    else
      end += step;
  }
  return end;
}
static inline int is_apart(const Array *to, const Array *a) {
  const char *to_begin, *begin, *to_end = end_of(to, &to_begin), *end = end_of(a, &begin);
  return to_end <= begin || end <= to_begin;
}
static inline int are_apart(const Array *to, const Array *a, const Array *b, const Array *c) {
  return is_apart(to, a) && is_apart(to, b) && is_apart(to, c);
}

// Gives the output (..., L, V), which is `into` unless that is none, and the weights (..., L, S), which are dense. A mask
// (..., L, S) is added, or none.
static void *attend(const Own *own, const Array *query, const Array *key, const Array *value, const Array *mask,
                    const void *factor, const Array *into) {
  float scale;
  if (!is_attention(own, query, key, value) || !is_number(own, factor, &scale)) return own->none;
  int nd = query->nd, l = query->dims[nd - 2], s = key->dims[nd - 2], e = query->dims[nd - 1], wide = value->dims[nd - 1];
  if ((mask && (!is_float32(own, mask) || !is_stack_of(mask, query, l, s))) ||
      (into && (!is_float32(own, into) || !is_stack_of(into, query, l, wide) || !takes_rows(own, into) ||
                !are_apart(into, query, key, value) || (mask && !is_apart(into, mask)))))
    return own->none;
  int *dims = (int *)own->room;
  for (int d = 0; d < nd - 1; d++) dims[d] = query->dims[d];
  Tuple *made = results(own, 2);
  if (!made) return 0;
  const Array *output = into, *weights;
  if (into)
    *parts_of(own, made, 2) = held_once_more(into);
  else {
    dims[nd - 1] = wide;
    if (!(output = result(own, made, 0, nd, dims))) return 0;
  }
  dims[nd - 1] = s;
  if (!(weights = result(own, made, 1, nd, dims))) return 0;
  int count = count_of(weights), none = none_of(count);
  float *p = (float *)weights->data, *room = (float *)own->room;
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
  return made;
}
MADE(attend, 6, ANY(0), ANY(1), ANY(2), some(OWN(self), ANY(3)), args[4], some(OWN(self), ANY(5)))

static inline void scaled(float *x, int rows, int n, int row, float scale) {
  for (; rows > 0; rows--, x += row)
    for (int i = 0; i < n; i++) x[i] *= scale;
}

// Its gradients, from that of the output: of query, key, value and mask. Those of the first three are written into the
// arrays of the tuple `into`, unless these are none; else all three must be needed.
static void *attend_gradient(const Own *own, const Array *gradient, const Array *query, const Array *key,
                             const Array *value, const Array *weights, const void *factor, const void *which,
                             const void *into) {
  float scale;
  int needed = needed_of(own, which, 4), nd = query->nd;
  void **given = parts_of(own, into, 3);
  if (needed < 0 || !given || !is_attention(own, query, key, value) || !is_number(own, factor, &scale)) return own->none;
  int l = query->dims[nd - 2], s = key->dims[nd - 2], e = query->dims[nd - 1], wide = value->dims[nd - 1],
      in_place = given[0] != own->none, all = needed & 8;
  if (!is_stack(own, gradient) || !is_stack_of(gradient, query, l, wide) || !is_stack(own, weights) ||
      !is_stack_of(weights, query, l, s) || !is_dense(weights))
    return own->none;
  if (in_place) {
    if ((needed & 7) != 7) return own->none;
    for (int k = 0; k < 3; k++) {
      const Array *to = given[k], *like = k == 0 ? query : k == 1 ? key : value;
      if (!is_float32(own, to) || !same_shape(to, like) || !takes_rows(own, to) || !are_apart(to, query, key, value) ||
          !are_apart(to, gradient, weights, weights))
        return own->none;
    }
  } else if (given[1] != own->none || given[2] != own->none)
    return own->none;
  Tuple *made = results(own, 4);
  if (!made) return 0;
  const Array *to_query = 0, *to_key = 0, *to_value = 0;
  if (in_place) {
    void **parts = parts_of(own, made, 4);
    to_query = parts[0] = held_once_more(given[0]);
    to_key = parts[1] = held_once_more(given[1]);
    to_value = parts[2] = held_once_more(given[2]);
  } else if ((needed & 1 && !(to_query = result(own, made, 0, nd, query->dims))) ||
             (needed & 2 && !(to_key = result(own, made, 1, nd, key->dims))) ||
             (needed & 4 && !(to_value = result(own, made, 2, nd, value->dims))))
    return 0;
  Array *scores = 0;  // what softmax saw: those of the whole stack, or of one matrix after the other
  if (all && !(scores = result(own, made, 3, nd, weights->dims))) return 0;
  if (!all && needed & 3 && !(scores = fresh(own, 2, weights->dims + nd - 2))) {
    own->drop(made);
    return 0;
  }
  int count = count_of(weights);
  float *room = (float *)own->room, *d = scores ? (float *)scores->data : 0;
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
  if (scores && !all) own->drop(scores);
  return made;
}
MADE(attend_gradient, 8, ANY(0), ANY(1), ANY(2), ANY(3), ANY(4), args[5], args[6], args[7])

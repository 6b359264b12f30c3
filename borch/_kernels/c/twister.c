// The words of the Mersenne Twister MT19937 from numpy's own state (624 words and the position), and what is made of them.
// Source: Matsumoto and Nishimura 1998, https://doi.org/10.1145/272991.272995

#include "header.h"

enum { SIZE = 624, AHEAD = 397 };

typedef struct {
  u32 key[SIZE];
  int position;
} State;

static inline u32 twisted(u32 a, u32 b) {
  u32 y = (a & 0x80000000u) | (b & 0x7fffffffu);
  return y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
}

static inline v128_t twisted4(const u32 *key) {
  v128_t top = wasm_i32x4_splat((int)0x80000000u);
  v128_t y = select(wasm_v128_load(key), wasm_v128_load(key + 1), top);
  v128_t odd = wasm_i32x4_shr(wasm_i32x4_shl(y, 31), 31);
  return wasm_v128_xor(wasm_u32x4_shr(y, 1), wasm_v128_and(odd, wasm_i32x4_splat((int)0x9908b0dfu)));
}

static __attribute__((noinline)) void renew(State *state) {
  u32 *key = state->key;
  int i = 0;
  for (; i + 4 <= SIZE - AHEAD; i += 4)
    wasm_v128_store(key + i, wasm_v128_xor(wasm_v128_load(key + i + AHEAD), twisted4(key + i)));
  for (; i < SIZE - AHEAD; i++) key[i] = key[i + AHEAD] ^ twisted(key[i], key[i + 1]);
  for (; i + 5 <= SIZE; i += 4)
    wasm_v128_store(key + i, wasm_v128_xor(wasm_v128_load(key + i + AHEAD - SIZE), twisted4(key + i)));
  for (; i < SIZE - 1; i++) key[i] = key[i + AHEAD - SIZE] ^ twisted(key[i], key[i + 1]);
  key[i] = key[i + AHEAD - SIZE] ^ twisted(key[i], key[0]);
  state->position = 0;
}

static inline v128_t tempered4(v128_t y) {
  y = wasm_v128_xor(y, wasm_u32x4_shr(y, 11));
  y = wasm_v128_xor(y, wasm_v128_and(wasm_i32x4_shl(y, 7), wasm_i32x4_splat((int)0x9d2c5680u)));
  y = wasm_v128_xor(y, wasm_v128_and(wasm_i32x4_shl(y, 15), wasm_i32x4_splat((int)0xefc60000u)));
  return wasm_v128_xor(y, wasm_u32x4_shr(y, 18));
}

static inline u32 next(State *state) {
  if (state->position >= SIZE) renew(state);
  return (u32)wasm_i32x4_extract_lane(tempered4(wasm_i32x4_splat((int)state->key[state->position++])), 0);
}

// Four words at once, or one where fewer are left in the state or wanted: BODY4 sees `v`, BODY1 `w`, both `i`.
#define WORDS(n, BODY4, BODY1)                                                                                         \
  for (int i = 0; i < (n);) {                                                                                          \
    if (state->position >= SIZE) renew(state);                                                                         \
    for (; i + 4 <= (n) && state->position + 4 <= SIZE; i += 4, state->position += 4) {                                \
      v128_t v = tempered4(wasm_v128_load(state->key + state->position));                                              \
      BODY4;                                                                                                           \
    }                                                                                                                  \
    if (i < (n) && state->position < SIZE) {                                                                           \
      u32 w = next(state);                                                                                             \
      BODY1;                                                                                                           \
      i++;                                                                                                             \
    }                                                                                                                  \
  }

// The next words, as uint64.
static void words_u64(State *state, const Array *output) {
  unsigned long long *out = (unsigned long long *)output->data;
  int n = size_of(output);
  WORDS(n,
        {
          wasm_v128_store(out + i, wasm_u64x2_extend_low_u32x4(v));
          wasm_v128_store(out + i + 2, wasm_u64x2_extend_high_u32x4(v));
        },
        out[i] = w)
}
CALLED(words_u64, 2, (State *)INT(0), ARRAY(1))

// The next words of 64 bits, each of two of 32 bits, the first of which is the high one.
static void wide_words_u64(State *state, const Array *output) {
  unsigned long long *out = (unsigned long long *)output->data;
  int n = size_of(output), i = 0;
  while (i < n) {
    if (state->position >= SIZE) renew(state);
    for (; i + 2 <= n && state->position + 4 <= SIZE; i += 2, state->position += 4) {
      v128_t v = tempered4(wasm_v128_load(state->key + state->position));
      wasm_v128_store(out + i, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2));
    }
    if (i < n) {
      unsigned long long first = next(state);
      out[i++] = first << 32 | next(state);
    }
  }
}
CALLED(wide_words_u64, 2, (State *)INT(0), ARRAY(1))

// float32 numbers in [0, 1) from the low 24 bits of the next words.
static void uniform_f32(State *state, const Array *output) {
  float *out = (float *)output->data;
  int n = size_of(output);
  v128_t low = wasm_i32x4_splat(0xffffff), step = splat(0x1p-24f);
  WORDS(n, wasm_v128_store(out + i, mul(wasm_f32x4_convert_i32x4(wasm_v128_and(v, low)), step)),
        out[i] = (float)(w & 0xffffff) * 0x1p-24f)
}
CALLED(uniform_f32, 2, (State *)INT(0), ARRAY(1))

// float64 numbers in [0, 1) from the low 53 bits of the next two words, the first of which is the high one.
static void uniform_f64(State *state, const Array *output) {
  double *out = (double *)output->data;
  int n = size_of(output), i = 0;
  v128_t low = wasm_i32x4_splat(0x1fffff), high_bits = wasm_i64x2_splat(0x4530000000000000),
         low_bits = wasm_i64x2_splat(0x4330000000000000), both = wasm_f64x2_splat(0x1p84 + 0x1p52);
  while (i < n) {
    if (state->position >= SIZE) renew(state);
    for (; i + 2 <= n && state->position + 4 <= SIZE; i += 2, state->position += 4) {
      v128_t v = tempered4(wasm_v128_load(state->key + state->position));
      v128_t first = wasm_v128_and(v, low), zero = wasm_i32x4_splat(0);
      v128_t a = wasm_i32x4_shuffle(first, zero, 0, 4, 2, 4), b = wasm_i32x4_shuffle(v, zero, 1, 4, 3, 4);
      a = wasm_f64x2_sub(wasm_v128_or(a, high_bits), both);  // a 2^32 - 2^52, which the low half brings
      v128_t sum = wasm_f64x2_add(a, wasm_v128_or(b, low_bits));
      wasm_v128_store(out + i, wasm_f64x2_mul(sum, wasm_f64x2_splat(0x1p-53)));
    }
    if (i < n) {
      unsigned long long first = next(state) & 0x1fffff;
      out[i++] = (double)(first << 32 | next(state)) * 0x1p-53;
    }
  }
}
CALLED(uniform_f64, 2, (State *)INT(0), ARRAY(1))

// The numbers 0 ... n-1 in `output` (int64) after a swap of each place i but the last with i + (a word mod n - i).
static void permutation_i64(State *state, const Array *output) {
  long long *out = (long long *)output->data;
  int n = size_of(output);
  for (int i = 0; i < n; i++) out[i] = i;
  for (int i = 0; i + 1 < n; i++) {
    int j = i + (int)(next(state) % (u32)(n - i));
    long long held = out[i];
    out[i] = out[j], out[j] = held;
  }
}
CALLED(permutation_i64, 2, (State *)INT(0), ARRAY(1))

// What the files of the kernels share: numpy's array header, four numbers at a time, and parts of rows.
//
// Every kernel takes numpy array objects and reads data, shape and strides from their headers, which wasm/module.py has
// checked. Nothing may need a stack in memory or static data: the module lives in memory that belongs to Pyodide.
// Scratch memory is an array that the caller hands in, or the room of `Own`; new arrays are numpy's (made.h).

#pragma once
#include <wasm_simd128.h>

typedef float f32x4 __attribute__((vector_size(16), aligned(4)));
typedef double f64x2 __attribute__((vector_size(16), aligned(8)));
typedef int i32x4 __attribute__((vector_size(16), aligned(4)));
typedef unsigned int u32;

#define EXPORT(name) __attribute__((export_name(#name))) name

// A numpy array object of wasm32.
typedef struct {
  int refcount;
  void *type;
  char *data;
  int nd;
  int *dims;
  int *strides;
  void *base;
  void *dtype;
  int flags;
} Array;

// What a kernel knows of the interpreter: the data of an array, to which the kernels belong as methods do to an object.
typedef struct {
  void *none, *yes, *no, *array, *tuple, *whole, *real, *float32, *int64;
  void *(*empty)(int nd, const int *dims, void *dtype, int fortran);  // takes one reference to the dtype
  void *(*several)(int count);                                        // a new tuple
  void (*drop)(void *object);
  int parts;     // where a tuple's elements begin
  int least;     // elements, below which numpy does it
  float room[];  // ROOM of wasm/gemm.py bytes
} Own;
#define OWN(self) ((const Own *)(self)->data)

// A kernel as CPython calls a function of a few objects (METH_FASTCALL): see wasm/functions.py. ARRAY(k), FLOAT(k) and
// INT(k) are its k-th argument: an array or None, a float, an int.
#define ARRAY(k) ((const Array *)(args[k] == none ? 0 : args[k]))
#define FLOAT(k) ((float)((const Float *)args[k])->value)
#define INT(k) int_of((const Int *)args[k])

typedef struct {
  int refcount;
  void *type;
  double value;
} Float;

typedef struct {
  int refcount;
  void *type;
  u32 tag;  // how many digits of 30 bits there are, times 8, and 2 for a number below 0
  u32 digits[2];
} Int;

static inline int int_of(const Int *x) {
  u32 size = x->tag >> 3, value = size ? x->digits[0] : 0;
  if (size > 1) value |= x->digits[1] << 30;
  return (int)(x->tag & 2 ? -value : value);
}

// The kernel `name` of `count` arguments; it gives None.
#define CALLED(name, count, ...)                                                                                       \
  void *__attribute__((export_name(#name))) called_##name(const Array *self, void **args, int given) {                 \
    void *none = OWN(self)->none;                                                                                      \
    if (given != count) return 0;                                                                                      \
    name(__VA_ARGS__);                                                                                                 \
    return none;                                                                                                       \
  }

// The same for a kernel that says whether it refuses: then it gives its first argument.
#define TRIED(name, count, ...)                                                                                        \
  void *__attribute__((export_name(#name))) called_##name(const Array *self, void **args, int given) {                 \
    void *none = OWN(self)->none;                                                                                      \
    if (given != count) return 0;                                                                                      \
    if (!name(__VA_ARGS__)) return none;                                                                               \
    ++*(int *)args[0]; /* one more holds it */                                                                         \
    return args[0];                                                                                                    \
  }

static inline v128_t splat(float x) { return wasm_f32x4_splat(x); }

// A constant for a loop, where `none` is a 0 that no compiler knows to be one: engines would else make the constant anew
// in each round, which takes them several instructions.
static inline v128_t held(float x, int none) {
  union {
    float number;
    int bits;
  } constant = {x};
  return wasm_i32x4_splat(constant.bits + none);
}
static inline v128_t held2(double x, int none) {
  union {
    double number;
    long long bits;
  } constant = {x};
  return wasm_i64x2_splat(constant.bits + none);
}

// Such a 0, of a count that is not negative.
static inline int none_of(int count) {
  __asm__("" : "+r"(count));
  return count >> 31;
}

// The sign and the size of each number, which engines find by making the mask anew.
static inline v128_t sign4(v128_t x, int none) { return wasm_v128_and(x, held(-0.0f, none)); }
static inline v128_t size4(v128_t x, int none) { return wasm_v128_and(x, wasm_i32x4_splat(0x7fffffff + none)); }

#define UPPER 10  // the lanes of the upper halves of two float64 numbers

// Whether each number of `lanes` is at most `most`, as whole numbers of 32 bits, of which float32 and the upper halves of
// float64 have the order; a NaN is above all.
static inline int at_most(v128_t a, v128_t b, v128_t c, v128_t d, int most, int lanes, int none) {
  v128_t top = wasm_i32x4_max(wasm_i32x4_max(a, b), wasm_i32x4_max(c, d));
  return !(wasm_i32x4_bitmask(wasm_i32x4_gt(top, wasm_i32x4_splat(most + none))) & lanes);
}

static inline v128_t add(v128_t a, v128_t b) { return wasm_f32x4_add(a, b); }
static inline v128_t sub(v128_t a, v128_t b) { return wasm_f32x4_sub(a, b); }
static inline v128_t mul(v128_t a, v128_t b) { return wasm_f32x4_mul(a, b); }
static inline v128_t divide(v128_t a, v128_t b) { return wasm_f32x4_div(a, b); }
static inline v128_t select(v128_t yes, v128_t no, v128_t mask) { return wasm_v128_bitselect(yes, no, mask); }

static inline v128_t load_some(const float *x, int n) {
  v128_t v = splat(x[0]);
  if (n > 1) v = wasm_f32x4_replace_lane(v, 1, x[1]);
  if (n > 2) v = wasm_f32x4_replace_lane(v, 2, x[2]);
  return v;
}

static inline void store_some(float *x, v128_t v, int n) {
  x[0] = wasm_f32x4_extract_lane(v, 0);
  if (n > 1) x[1] = wasm_f32x4_extract_lane(v, 1);
  if (n > 2) x[2] = wasm_f32x4_extract_lane(v, 2);
}

static inline float sum4(v128_t v) {
  return (wasm_f32x4_extract_lane(v, 0) + wasm_f32x4_extract_lane(v, 1)) +
         (wasm_f32x4_extract_lane(v, 2) + wasm_f32x4_extract_lane(v, 3));
}

static inline int size_of(const Array *a) {
  int n = 1;
  for (int d = 0; d < a->nd; d++) n *= a->dims[d];
  return n;
}

// Four float32 numbers as float64 ones, and back.
typedef struct {
  v128_t low, high;
} Wide;

static inline Wide widen(v128_t v) {
  Wide w = {wasm_f64x2_promote_low_f32x4(v), wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(v, v, 2, 3, 2, 3))};
  return w;
}

static inline v128_t narrow(Wide w) {
  return wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(w.low), wasm_f32x4_demote_f64x2_zero(w.high), 0, 1, 4, 5);
}

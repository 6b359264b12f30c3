// C = A @ B for matrices of any strides, of float32 and of float64.
//
// Tiles of four rows by NR columns stay in registers while k runs over a block of KC; B is packed to panels of NR columns,
// unless so few rows meet it that the packing would not pay, and A to dense rows, unless they are. Each number of C is the
// sum over k in order, whatever the shapes.

#include "gemm.h"
#include "made.h"

#define MC GEMM_HEIGHT
#define NC GEMM_WIDTH
#define PANEL (KC * NR + 64 / (int)sizeof(T))  // apart by a line of the cache, or panels would meet in one place of it
#define SHORT 24     // rows of A, from which on it pays to pack B, and columns of B for A
#define CLOSE 32768  // bytes of B, up to which it does not
#define FAR 2048     // bytes from row to row of A, from which on it pays to pack even dense rows

#define T float
#define KC GEMM_DEPTH
#define V f32x4
#define LANES 4
#define NR 8
#define OF(name) s##name
#define SPLAT(p) ((V)wasm_v128_load32_splat(p))
#include "gemm_of.h"
#undef T
#undef KC
#undef V
#undef LANES
#undef NR
#undef OF
#undef SPLAT

#define T double
#define KC (GEMM_DEPTH / 2)
#define V f64x2
#define LANES 2
#define NR 4
#define OF(name) d##name
#define SPLAT(p) ((V)wasm_v128_load64_splat(p))
#include "gemm_of.h"

void EXPORT(matmul_f32)(char **args, const int *dims, const int *steps, float *scratch) {
  sproducts(args, dims, steps, 0, scratch);
}

void EXPORT(matmul_f64)(char **args, const int *dims, const int *steps, double *scratch) {
  dproducts(args, dims, steps, 0, scratch);
}

void EXPORT(linear_f32)(char **args, const int *dims, const int *steps, float *scratch) {
  sproducts(args, dims, steps, 1, scratch);
}

void EXPORT(linear_f64)(char **args, const int *dims, const int *steps, double *scratch) {
  dproducts(args, dims, steps, 1, scratch);
}

// How the rows along the last axis follow each other, in bytes: those of a matrix as its strides say, those of a stack are
// dense.
typedef struct {
  const char *data;
  int rows, row, column;
} Rows;

static inline __attribute__((always_inline)) Rows rows_of(const Array *a) {
  int width = a->dims[a->nd - 1], matrix = a->nd == 2;
  Rows found = {a->data, width ? size_of(a) / width : 0, matrix ? a->strides[0] : 4 * width, matrix ? a->strides[1] : 4};
  return found;
}

// Whether the rows of `a` follow each other as `rows_of` has it.
static inline int has_rows(const Own *own, const Array *a) {
  return is_float32(own, a) && a->nd > 0 && (a->nd == 2 || is_dense(a));
}

// Whether input (..., k) and weight (n, k) fit each other, and are worth it.
static inline int is_linear(const Own *own, const Array *input, const Array *weight) {
  return has_rows(own, input) && is_float32(own, weight) && weight->nd == 2 &&
         input->dims[input->nd - 1] == weight->dims[1] && size_of(input) >= own->least;
}

// output (..., n) = input (..., k) @ weight (n, k) transposed + bias (n).
static void *linear_rows(const Own *own, const Array *input, const Array *weight, const Array *bias) {
  if (!is_linear(own, input, weight) || !is_float32(own, bias) || bias->nd != 1 || bias->dims[0] != weight->dims[0])
    return own->none;
  int n = weight->dims[0], k = weight->dims[1], step = bias->strides[0], *dims = (int *)own->room;
  for (int d = 0; d < input->nd - 1; d++) dims[d] = input->dims[d];
  dims[input->nd - 1] = n;
  Array *output = fresh(own, input->nd, dims);
  if (!output) return 0;
  Rows x = rows_of(input);
  float *out = (float *)output->data;
  sgemm_matrix(x.data, weight->data, out, x.rows, n, k, x.row, x.column, weight->strides[1], weight->strides[0], n, 0,
               (float *)own->room);
  for (int i = 0; i < x.rows; i++, out += n) {
    int j = 0;
    if (step == 4)
      for (; j + 4 <= n; j += 4) *(f32x4 *)(out + j) += *(const f32x4 *)(bias->data + 4 * j);
    for (; j < n; j++) out[j] += *(const float *)(bias->data + j * step);
  }
  return output;
}
MADE(linear_rows, 3, ANY(0), ANY(1), ANY(2))

// Its gradients (of input, weight and bias) from that of the output; the bias's is added up row after row.
static void *linear_rows_gradient(const Own *own, const Array *gradient, const Array *input, const Array *weight,
                                  const void *which) {
  int needed = needed_of(own, which, 3), last = input->nd - 1;
  if (needed < 0 || !is_linear(own, input, weight) || !has_rows(own, gradient) || gradient->nd != input->nd ||
      gradient->dims[last] != weight->dims[0] || !weight->dims[0] || !same_dims(gradient->dims, input->dims, last) ||
      (needed & 4 && weight->dims[0] == 1)) /* numpy adds up a column more exactly than row after row */
    return own->none;
  Tuple *made = results(own, 3);
  if (!made) return 0;
  Rows g = rows_of(gradient), x = rows_of(input);
  int n = weight->dims[0], k = weight->dims[1];
  float *room = (float *)own->room;
  if (needed & 1) {
    Array *to_input = result(own, made, 0, input->nd, input->dims);
    if (!to_input) return 0;
    sgemm_matrix(g.data, weight->data, (float *)to_input->data, g.rows, k, n, g.row, g.column, weight->strides[0],
                 weight->strides[1], k, 0, room);
  }
  if (needed & 2) {
    Array *to_weight = result(own, made, 1, 2, weight->dims);
    if (!to_weight) return 0;
    sgemm_matrix(g.data, x.data, (float *)to_weight->data, n, k, g.rows, g.column, g.row, x.row, x.column, k, 0, room);
  }
  if (needed & 4) {
    Array *to_bias = result(own, made, 2, 1, weight->dims);
    if (!to_bias) return 0;
    float *out = (float *)to_bias->data;
    for (int j = 0; j < n; j++) out[j] = *(const float *)(g.data + j * g.column);
    for (int i = 1; i < g.rows; i++) {
      const char *row = g.data + i * g.row;
      int j = 0;
      if (g.column == 4)
        for (; j + 4 <= n; j += 4) *(f32x4 *)(out + j) += *(const f32x4 *)(row + 4 * j);
      for (; j < n; j++) out[j] += *(const float *)(row + j * g.column);
    }
  }
  return made;
}
MADE(linear_rows_gradient, 4, ANY(0), ANY(1), ANY(2), args[3])

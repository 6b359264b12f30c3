// C = A @ B for matrices of any strides, of float32 and of float64.
//
// Tiles of four rows by NR columns stay in registers while k runs over a block of KC; B is packed to panels of NR columns,
// unless so few rows meet it that the packing would not pay, and A to dense rows, unless they are. Each number of C is the
// sum over k in order, whatever the shapes.

#include "gemm.h"

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

static inline Rows rows_of(const Array *a) {
  int width = a->dims[a->nd - 1];
  Rows found = {a->data, width ? size_of(a) / width : 0, 4 * width, 4};
  if (a->nd == 2) found.row = a->strides[0], found.column = a->strides[1];
  return found;
}

// output = input (..., k) @ weight (n, k) transposed + bias (n); output (..., n) is dense.
static void linear_rows_f32(const Array *input, const Array *weight, const Array *bias, const Array *output,
                            const Array *scratch) {
  Rows x = rows_of(input);
  int n = weight->dims[0], k = weight->dims[1], step = bias->strides[0];
  float *out = (float *)output->data;
  sgemm_matrix(x.data, weight->data, out, x.rows, n, k, x.row, x.column, weight->strides[1], weight->strides[0], n, 0,
               (float *)scratch->data);
  for (int i = 0; i < x.rows; i++, out += n) {
    int j = 0;
    if (step == 4)
      for (; j + 4 <= n; j += 4) *(f32x4 *)(out + j) += *(const f32x4 *)(bias->data + 4 * j);
    for (; j < n; j++) out[j] += *(const float *)(bias->data + j * step);
  }
}
CALLED(linear_rows_f32, 5, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4))

// Its gradients from that of the output, each into a dense array or none; the bias's is added up row after row.
static void linear_rows_gradient_f32(const Array *gradient, const Array *input, const Array *weight,
                                     const Array *to_input, const Array *to_weight, const Array *to_bias,
                                     const Array *scratch) {
  Rows g = rows_of(gradient), x = rows_of(input);
  int n = weight->dims[0], k = weight->dims[1];
  float *room = (float *)scratch->data;
  if (to_input)
    sgemm_matrix(g.data, weight->data, (float *)to_input->data, g.rows, k, n, g.row, g.column, weight->strides[0],
                 weight->strides[1], k, 0, room);
  if (to_weight)
    sgemm_matrix(g.data, x.data, (float *)to_weight->data, n, k, g.rows, g.column, g.row, x.row, x.column, k, 0, room);
  if (!to_bias) return;
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
CALLED(linear_rows_gradient_f32, 7, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5), ARRAY(6))

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

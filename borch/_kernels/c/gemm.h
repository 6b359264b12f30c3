// The product of two matrices, for the kernels that need one.

#pragma once
#include "header.h"

// C (m, n) = A (m, k) @ B (k, n), or C += where `more`. Strides of A and B are in bytes, the one of C's rows in numbers.
// The scratch memory has room for GEMM_SCRATCH bytes: a block of A, one of B, and a tile.
#define GEMM_DEPTH 256  // of float32 numbers; half as many of float64
#define GEMM_HEIGHT 64
#define GEMM_WIDTH 256
#define GEMM_SCRATCH (4 * GEMM_DEPTH * (GEMM_HEIGHT + GEMM_WIDTH) + 8 * GEMM_WIDTH * 4 + 512)
void sgemm_matrix(const char *a, const char *b, float *c, int m, int n, int k, int arow, int acolumn, int brow,
                  int bcolumn, int crow, int more, float *scratch);
void dgemm_matrix(const char *a, const char *b, double *c, int m, int n, int k, int arow, int acolumn, int brow,
                  int bcolumn, int crow, int more, double *scratch);

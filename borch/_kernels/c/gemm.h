// The product of two matrices, for the kernels that need one.

#pragma once
#include "header.h"

// C (m, n) = A (m, k) @ B (k, n), or C += where `more`. Strides of A and B are in bytes, the one of C's rows in numbers.
// The scratch memory has room for GEMM_SCRATCH bytes.
#define GEMM_SCRATCH (256 * 16 * 8 + 512)
void sgemm_matrix(const char *a, const char *b, float *c, int m, int n, int k, int arow, int acolumn, int brow,
                  int bcolumn, int crow, int more, float *scratch);
void dgemm_matrix(const char *a, const char *b, double *c, int m, int n, int k, int arow, int acolumn, int brow,
                  int bcolumn, int crow, int more, double *scratch);

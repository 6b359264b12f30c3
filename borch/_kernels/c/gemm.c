// C = A @ B for matrices of any strides, added up in blocks of KC: a panel of B is packed to rows of NR numbers, which a
// tile of MR rows of A meets. Each number of C is the sum over k in order, whatever the shapes.

#include "gemm.h"

#define KC 256
#define MR 4

#define GEMM(NAME, T, V, LANES, NR)                                                                                    \
  static void NAME##_pack(T *panel, const char *b, int k, int n, int row, int column) {                                \
    for (int p = 0; p < k; p++, panel += NR, b += row) {                                                               \
      const char *at = b;                                                                                              \
      int j = 0;                                                                                                       \
      if (column == (int)sizeof(T))                                                                                    \
        for (; j + LANES <= n; j += LANES) *(V *)(panel + j) = *(const V *)((const T *)b + j);                         \
      for (at += (long)j * column; j < n; j++, at += column) panel[j] = *(const T *)at;                                \
      for (; j < NR; j++) panel[j] = 0;                                                                                \
    }                                                                                                                  \
  }                                                                                                                    \
  static inline __attribute__((always_inline)) void NAME##_tile(T *c, int crow, const char *a0, const char *a1,        \
                                                                const char *a2, const char *a3, int acolumn,           \
                                                                const T *panel, int k, int more) {                     \
    V s[MR][4];                                                                                                        \
    _Pragma("unroll") for (int i = 0; i < MR; i++) _Pragma("unroll") for (int j = 0; j < 4; j++) s[i][j] =             \
        more ? *(V *)(c + i * crow + j * LANES) : (V){0};                                                              \
    for (int p = 0; p < k; p++, panel += NR) {                                                                         \
      V b0 = *(const V *)panel, b1 = *(const V *)(panel + LANES), b2 = *(const V *)(panel + 2 * LANES),                \
        b3 = *(const V *)(panel + 3 * LANES);                                                                          \
      V x = (V){0} + *(const T *)a0;                                                                                   \
      s[0][0] += x * b0, s[0][1] += x * b1, s[0][2] += x * b2, s[0][3] += x * b3;                                      \
      x = (V){0} + *(const T *)a1;                                                                                     \
      s[1][0] += x * b0, s[1][1] += x * b1, s[1][2] += x * b2, s[1][3] += x * b3;                                      \
      x = (V){0} + *(const T *)a2;                                                                                     \
      s[2][0] += x * b0, s[2][1] += x * b1, s[2][2] += x * b2, s[2][3] += x * b3;                                      \
      x = (V){0} + *(const T *)a3;                                                                                     \
      s[3][0] += x * b0, s[3][1] += x * b1, s[3][2] += x * b2, s[3][3] += x * b3;                                      \
      a0 += acolumn, a1 += acolumn, a2 += acolumn, a3 += acolumn;                                                      \
    }                                                                                                                  \
    _Pragma("unroll") for (int i = 0; i < MR; i++) _Pragma("unroll") for (int j = 0; j < 4; j++)                       \
        *(V *)(c + i * crow + j * LANES) = s[i][j];                                                                    \
  }                                                                                                                    \
  void NAME##_matrix(const char *a, const char *b, T *c, int m, int n, int k, int arow, int acolumn, int brow,         \
                     int bcolumn, int crow, int more, T *scratch) {                                                    \
    T *panel = scratch, *edge = scratch + KC * NR;                                                                     \
    if (k == 0 && !more)                                                                                               \
      for (int i = 0; i < m; i++)                                                                                      \
        for (int j = 0; j < n; j++) c[(long)i * crow + j] = 0;                                                         \
    for (int from = 0; from < k; from += KC) {                                                                         \
      int depth = k - from < KC ? k - from : KC;                                                                       \
      for (int j = 0; j < n; j += NR) {                                                                                \
        int width = n - j < NR ? n - j : NR;                                                                           \
        NAME##_pack(panel, b + (long)from * brow + (long)j * bcolumn, depth, width, brow, bcolumn);                    \
        for (int i = 0; i < m; i += MR) {                                                                              \
          int rows = m - i < MR ? m - i : MR;                                                                          \
          const char *a0 = a + (long)i * arow + (long)from * acolumn, *a1 = rows > 1 ? a0 + arow : a0,                 \
                     *a2 = rows > 2 ? a1 + arow : a1, *a3 = rows > 3 ? a2 + arow : a2;                                 \
          T *out = c + (long)i * crow + j;                                                                             \
          if (rows == MR && width == NR) {                                                                             \
            NAME##_tile(out, crow, a0, a1, a2, a3, acolumn, panel, depth, more);                                       \
            continue;                                                                                                  \
          }                                                                                                            \
          if (more)                                                                                                    \
            for (int r = 0; r < rows; r++)                                                                             \
              for (int w = 0; w < width; w++) edge[r * NR + w] = out[(long)r * n + w];                                 \
          NAME##_tile(edge, NR, a0, a1, a2, a3, acolumn, panel, depth, more);                                          \
          for (int r = 0; r < rows; r++)                                                                               \
            for (int w = 0; w < width; w++) out[(long)r * crow + w] = edge[r * NR + w];                                \
        }                                                                                                              \
      }                                                                                                                \
      more = 1;                                                                                                        \
    }                                                                                                                  \
  }                                                                                                                    \
  void EXPORT(NAME)(const Array *a, const Array *b, const Array *c, const Array *scratch) {                            \
    int nd = c->nd, m = c->dims[nd - 2], n = c->dims[nd - 1], k = a->dims[a->nd - 1];                                  \
    int count = 1;                                                                                                     \
    for (int d = 0; d < nd - 2; d++) count *= c->dims[d];                                                              \
    for (int t = 0; t < count; t++) {                                                                                  \
      const char *x = a->data, *y = b->data;                                                                           \
      for (int d = nd - 3, rest = t; d >= 0; d--) { /* axes before the last two broadcast */                           \
        int at = rest % c->dims[d], da = d - nd + a->nd, db = d - nd + b->nd;                                          \
        rest /= c->dims[d];                                                                                            \
        if (da >= 0 && a->dims[da] != 1) x += (long)at * a->strides[da];                                               \
        if (db >= 0 && b->dims[db] != 1) y += (long)at * b->strides[db];                                               \
      }                                                                                                                \
      NAME##_matrix(x, y, (T *)c->data + (long)t * m * n, m, n, k, a->strides[a->nd - 2], a->strides[a->nd - 1],       \
                    b->strides[b->nd - 2], b->strides[b->nd - 1], n, 0, (T *)scratch->data);                           \
    }                                                                                                                  \
  }

GEMM(sgemm, float, f32x4, 4, 16)
GEMM(dgemm, double, f64x2, 2, 8)

// The product of two matrices of one type, included by gemm.c for each: T the type, V and LANES its vectors, OF(name) the
// names of its functions, SPLAT(p) the number at p in every lane.

// LANES vectors from `from`, `step` bytes apart, as a transposed square at `to`, whose rows are `apart` numbers apart.
static inline void OF(transpose)(T *to, int apart, const char *from, int step) {
#if LANES == 4
  V a = *(const V *)from, b = *(const V *)(from + step), c = *(const V *)(from + 2 * step),
    d = *(const V *)(from + 3 * step);
  V ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  *(V *)to = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
  *(V *)(to + apart) = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  ab = __builtin_shufflevector(a, b, 2, 6, 3, 7), cd = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  *(V *)(to + 2 * apart) = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
  *(V *)(to + 3 * apart) = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
#else
  V a = *(const V *)from, b = *(const V *)(from + step);
  *(V *)to = __builtin_shufflevector(a, b, 0, 2);
  *(V *)(to + apart) = __builtin_shufflevector(a, b, 1, 3);
#endif
}

// `depth` rows of B with `width` columns as panels of NR columns, PANEL numbers apart; what is beyond `width` is zero.
static __attribute__((noinline)) void OF(pack_b)(T *panel, const char *b, int depth, int width, int brow, int bcolumn) {
  int whole = width & -NR;
  if (bcolumn == sizeof(T)) {
    for (int p = 0; p < depth; p++) {
      const char *at = b + p * brow;
      T *to = panel + p * NR;
      for (int j = 0; j < whole; j += NR, at += 32, to += PANEL) {
        *(V *)to = *(const V *)at;
        *(V *)(to + LANES) = *(const V *)(at + 16);
      }
    }
    b += whole * bcolumn, panel += whole / NR * PANEL, width -= whole;
  }
  for (; width > 0; width -= NR, b += NR * bcolumn, panel += PANEL) {
    int p = 0;
    if (width >= NR && brow == sizeof(T))
      for (; p + LANES <= depth; p += LANES) {
        OF(transpose)(panel + p * NR, NR, b + p * brow, bcolumn);
        OF(transpose)(panel + p * NR + LANES, NR, b + p * brow + LANES * bcolumn, bcolumn);
      }
    for (; p < depth; p++) {
      const char *at = b + p * brow;
      for (int j = 0; j < NR; j++, at += bcolumn) panel[p * NR + j] = j < width ? *(const T *)at : 0;
    }
  }
}

// `rows` rows of A, each as KC numbers in a row of their own.
static __attribute__((noinline)) void OF(pack_a)(T *block, const char *a, int rows, int depth, int arow, int acolumn) {
  int i = 0;
  if (arow == sizeof(T))
    for (; i + LANES <= rows; i += LANES, a += 16, block += LANES * KC) {
      int p = 0;
      const char *at = a;
      for (; p + LANES <= depth; p += LANES, at += LANES * acolumn) OF(transpose)(block + p, KC, at, acolumn);
      for (; p < depth; p++, at += acolumn)
        for (int r = 0; r < LANES; r++) block[r * KC + p] = ((const T *)at)[r];
    }
  for (; i < rows; i++, a += arow, block += KC) {
    const char *at = a;
    int p = 0;
    if (acolumn == sizeof(T))
      for (; p + LANES <= depth; p += LANES, at += 16) *(V *)(block + p) = *(const V *)at;
    for (; p < depth; p++, at += acolumn) block[p] = *(const T *)at;
  }
}

// Four rows of A, each dense, by NR columns of B, whose rows are `brow` bytes apart. The names of sums keep the compiler
// from mixing one step of k with the next, which takes more registers than there are.
#define STEP(u)                                                                                                        \
  {                                                                                                                    \
    V y0 = *(const V *)b, y1 = *(const V *)(b + 16), x = SPLAT(a0 + u);                                                \
    s00 += x * y0, s01 += x * y1;                                                                                      \
    x = SPLAT(a1 + u);                                                                                                 \
    s10 += x * y0, s11 += x * y1;                                                                                      \
    x = SPLAT(a2 + u);                                                                                                 \
    s20 += x * y0, s21 += x * y1;                                                                                      \
    x = SPLAT(a3 + u);                                                                                                 \
    s30 += x * y0, s31 += x * y1;                                                                                      \
    b += brow;                                                                                                         \
    __asm__ volatile("" : "+r"(s00), "+r"(s01), "+r"(s10), "+r"(s11), "+r"(s20), "+r"(s21), "+r"(s30), "+r"(s31)::"memory"); \
  }

static inline __attribute__((always_inline)) void OF(four_rows)(T *c, int crow, const T *a0, const T *a1, const T *a2,
                                                                const T *a3, const char *b, int brow, int k, int more) {
  T *c1 = c + crow, *c2 = c1 + crow, *c3 = c2 + crow;
  V s00 = {0}, s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00, s30 = s00, s31 = s00;
  if (more) {
    s00 = *(V *)c, s01 = *(V *)(c + LANES), s10 = *(V *)c1, s11 = *(V *)(c1 + LANES);
    s20 = *(V *)c2, s21 = *(V *)(c2 + LANES), s30 = *(V *)c3, s31 = *(V *)(c3 + LANES);
  }
  for (; k >= 4; k -= 4, a0 += 4, a1 += 4, a2 += 4, a3 += 4) {
    STEP(0) STEP(1) STEP(2) STEP(3)
  }
  for (; k > 0; k--, a0++, a1++, a2++, a3++) STEP(0)
  *(V *)c = s00, *(V *)(c + LANES) = s01, *(V *)c1 = s10, *(V *)(c1 + LANES) = s11;
  *(V *)c2 = s20, *(V *)(c2 + LANES) = s21, *(V *)c3 = s30, *(V *)(c3 + LANES) = s31;
}
#undef STEP

static __attribute__((noinline)) void OF(tile_packed)(T *c, int crow, const T *a0, const T *a1, const T *a2, const T *a3,
                                                      const char *b, int k, int more) {
  OF(four_rows)(c, crow, a0, a1, a2, a3, b, NR * sizeof(T), k, more);
}

static __attribute__((noinline)) void OF(tile_direct)(T *c, int crow, const T *a0, const T *a1, const T *a2, const T *a3,
                                                      const char *b, int brow, int k, int more) {
  OF(four_rows)(c, crow, a0, a1, a2, a3, b, brow, k, more);
}

// One dense row of A by NR columns of B.
static __attribute__((noinline)) void OF(tile_row)(T *c, const T *a, const char *b, int brow, int k, int more) {
  V s0 = {0}, s1 = s0;
  if (more) s0 = *(V *)c, s1 = *(V *)(c + LANES);
  for (; k > 0; k--, a++, b += brow) {
    V x = SPLAT(a);
    s0 += x * *(const V *)b, s1 += x * *(const V *)(b + 16);
  }
  *(V *)c = s0, *(V *)(c + LANES) = s1;
}

// One dense row of A by 4 NR columns of B.
static __attribute__((noinline)) void OF(wide_row)(T *c, const T *a, const char *b, int brow, int k, int more) {
  V s0 = {0}, s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  if (more) {
    s0 = *(V *)c, s1 = *(V *)(c + LANES), s2 = *(V *)(c + 2 * LANES), s3 = *(V *)(c + 3 * LANES);
    s4 = *(V *)(c + 4 * LANES), s5 = *(V *)(c + 5 * LANES), s6 = *(V *)(c + 6 * LANES), s7 = *(V *)(c + 7 * LANES);
  }
  for (; k > 0; k--, a++, b += brow) {
    V x = SPLAT(a);
    s0 += x * *(const V *)b, s1 += x * *(const V *)(b + 16), s2 += x * *(const V *)(b + 32);
    s3 += x * *(const V *)(b + 48), s4 += x * *(const V *)(b + 64), s5 += x * *(const V *)(b + 80);
    s6 += x * *(const V *)(b + 96), s7 += x * *(const V *)(b + 112);
  }
  *(V *)c = s0, *(V *)(c + LANES) = s1, *(V *)(c + 2 * LANES) = s2, *(V *)(c + 3 * LANES) = s3;
  *(V *)(c + 4 * LANES) = s4, *(V *)(c + 5 * LANES) = s5, *(V *)(c + 6 * LANES) = s6, *(V *)(c + 7 * LANES) = s7;
}

// A tile of fewer than four rows or NR columns, by way of `edge`.
static __attribute__((noinline)) void OF(tile_edge)(T *c, int crow, int rows, int width, const char *a, int arow,
                                                    const char *b, int brow, int k, int more, T *edge) {
  if (more)
    for (int r = 0; r < rows; r++)
      for (int w = 0; w < width; w++) edge[r * NR + w] = c[r * crow + w];
  if (rows == 1)
    OF(tile_row)(edge, (const T *)a, b, brow, k, more);
  else {
    const char *a1 = a + arow, *a2 = rows > 2 ? a1 + arow : a1, *a3 = rows > 3 ? a2 + arow : a1;
    OF(tile_direct)(edge, NR, (const T *)a, (const T *)a1, (const T *)a2, (const T *)a3, b, brow, k, more);
  }
  for (int r = 0; r < rows; r++)
    for (int w = 0; w < width; w++) c[r * crow + w] = edge[r * NR + w];
}

// `height` rows of A, each dense, by `width` columns of B: B itself where `direct`, else packed panels.
static inline __attribute__((always_inline)) void OF(block)(T *c, int crow, const char *a, int arow, int height,
                                                            const char *b, int brow, int direct, int width, int k,
                                                            int more, T *edge) {
  int j = 0, step = direct ? NR * sizeof(T) : PANEL * sizeof(T);
  if (height == 1 && direct)
    for (; j + 4 * NR <= width; j += 4 * NR, b += 4 * step) OF(wide_row)(c + j, (const T *)a, b, brow, k, more);
  for (; j < width; j += NR, b += step) {
    int columns = width - j < NR ? width - j : NR, i = 0;
    const char *at = a;
    T *out = c + j;
    if (columns == NR)
      for (; i + 4 <= height; i += 4, at += 4 * arow, out += 4 * crow) {
        const T *a0 = (const T *)at, *a1 = (const T *)(at + arow), *a2 = (const T *)(at + 2 * arow),
                *a3 = (const T *)(at + 3 * arow);
        if (direct)
          OF(tile_direct)(out, crow, a0, a1, a2, a3, b, brow, k, more);
        else
          OF(tile_packed)(out, crow, a0, a1, a2, a3, b, k, more);
      }
    for (; i < height; i += 4, at += 4 * arow, out += 4 * crow)
      OF(tile_edge)(out, crow, height - i < 4 ? height - i : 4, columns, at, arow, b,
                    direct ? brow : NR * (int)sizeof(T), k, more, edge);
  }
}

void OF(gemm_matrix)(const char *a, const char *b, T *c, int m, int n, int k, int arow, int acolumn, int brow,
                     int bcolumn, int crow, int more, T *scratch) {
  T *packed_a = scratch, *packed_b = packed_a + MC * KC, *edge = packed_b + NC / NR * PANEL;
  if (n == 1 && crow == 1 && m > 1) { /* a column is the row of the transposed product */
    const char *column = b;
    int step = brow;
    b = a, a = column, n = m, m = 1, brow = acolumn, bcolumn = arow, acolumn = step;
  }
  if (k == 0 && !more)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) c[i * crow + j] = 0;
  int direct = bcolumn == sizeof(T) && n >= NR && (m < SHORT || brow * k <= CLOSE);
  int dense = acolumn == sizeof(T) && (arow < FAR || n < SHORT);
  for (int from = 0; from < k; from += KC, more = 1) {
    int depth = k - from < KC ? k - from : KC;
    for (int left = 0; left < n; left += NC) {
      int width = n - left < NC ? n - left : NC, whole = direct ? width & -NR : 0;
      const char *columns = b + from * brow + left * bcolumn;
      if (whole < width)
        OF(pack_b)(packed_b, columns + whole * bcolumn, depth, width - whole, brow, bcolumn);
      for (int top = 0; top < m; top += MC) {
        int height = m - top < MC ? m - top : MC, astep = arow;
        const char *rows = a + top * arow + from * acolumn;
        T *out = c + top * crow + left;
        if (!dense) {
          OF(pack_a)(packed_a, rows, height, depth, arow, acolumn);
          rows = (const char *)packed_a, astep = KC * sizeof(T);
        }
        if (whole) OF(block)(out, crow, rows, astep, height, columns, brow, 1, whole, depth, more, edge);
        if (whole < width)
          OF(block)(out + whole, crow, rows, astep, height, (const char *)packed_b, 0, 0, width - whole, depth, more, edge);
      }
    }
  }
}

// The same for a C that is not dense along its rows, one number after the other.
static void OF(anywhere)(const char *a, const char *b, char *c, int m, int n, int k, int arow, int acolumn, int brow,
                         int bcolumn, int crow, int ccolumn) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      T sum = 0;
      for (int p = 0; p < k; p++)
        sum += *(const T *)(a + i * arow + p * acolumn) * *(const T *)(b + p * brow + j * bcolumn);
      *(T *)(c + i * crow + j * ccolumn) = sum;
    }
}

// A loop of the generalized ufuncs (m, k), (k, n) -> (m, n) and, with `add`, (m, k), (k, n), (n) -> (m, n), to which the
// row is added at the end. Stacks of A that meet one B are one matrix.
static inline __attribute__((always_inline)) void OF(products)(char **args, const int *dims, const int *steps, int add,
                                                               T *scratch) {
  char *a = args[0], *b = args[1], *more = args[2], *c = args[2 + add];
  const int *core = steps + 3 + add;
  int count = dims[0], m = dims[1], k = dims[2], n = dims[3];
  int astep = steps[0], bstep = steps[1], step = steps[2], cstep = steps[2 + add];
  int arow = core[0], acolumn = core[1], brow = core[2], bcolumn = core[3], width = core[4], crow = core[4 + add],
      ccolumn = core[5 + add];
  if (m == 1) arow = astep, crow = cstep;
  if (n == 1) bcolumn = ccolumn = sizeof(T);
  if (count > 1 && bstep == 0 && (!add || step == 0) && astep == m * arow && cstep == m * crow) m *= count, count = 1;
  for (; count > 0; count--, a += astep, b += bstep, more += step, c += cstep) {
    if (ccolumn == sizeof(T))
      OF(gemm_matrix)(a, b, (T *)c, m, n, k, arow, acolumn, brow, bcolumn, crow / (int)sizeof(T), 0, scratch);
    else
      OF(anywhere)(a, b, c, m, n, k, arow, acolumn, brow, bcolumn, crow, ccolumn);
    for (int i = 0; add && i < m; i++) {
      char *row = c + i * crow;
      int j = 0;
      if (ccolumn == sizeof(T) && width == sizeof(T))
        for (; j + LANES <= n; j += LANES, row += 16) *(V *)row += *(const V *)(more + j * sizeof(T));
      for (; j < n; j++, row += ccolumn) *(T *)row += *(const T *)(more + j * width);
    }
  }
}

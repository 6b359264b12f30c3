// Convolutions in two dimensions and their gradients, as matrix products whose second matrix is gathered where it lies.
//
// The images of a chunk are copied into a border of zeros. Every number of the result is then the sum over k of
// a[m, k] * x[at[position] + off[k]]: `at` moves over the positions, `off` over channels and the kernel's places.
// Eight positions make a panel, which is gathered once for all m. With the stride s, the gradient of the input falls into
// s * s parts, each of which is such a sum over the gradient of the output.

#include "header.h"

#define DEEP 512   // products that are added up before the next block
#define WIDE 64    // positions that are gathered at once: 8 panels
#define BLOCK 256  // positions that are added up at once in the gradient of the weight

// What `settings` holds, numbers of 32 bits.
enum { STRIDE_H, STRIDE_W, PAD_H, PAD_W, DILATION_H, DILATION_W, GROUPS, CHUNK };

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }

// c (ROWS, 8) = or += a (ROWS, k) @ panel (k, 8), from `bias` on where it is given.
#define TILE(ROWS)                                                                                                     \
  static inline void tile##ROWS(float *c, int crow, const float *a, int arow, const float *panel, int k,               \
                                const float *bias, int more) {                                                         \
    v128_t s[ROWS][2];                                                                                                 \
    const float *row[ROWS];                                                                                            \
    _Pragma("unroll") for (int i = 0; i < ROWS; i++) {                                                                 \
      row[i] = a + i * arow;                                                                                           \
      s[i][0] = s[i][1] = splat(bias ? bias[i] : 0.0f);                                                                \
    }                                                                                                                  \
    for (int p = 0; p < k; p++, panel += 8) {                                                                          \
      v128_t left = wasm_v128_load(panel), right = wasm_v128_load(panel + 4);                                          \
      _Pragma("unroll") for (int i = 0; i < ROWS; i++) {                                                               \
        v128_t x = wasm_v128_load32_splat(row[i] + p);                                                                 \
        s[i][0] = add(s[i][0], mul(x, left)), s[i][1] = add(s[i][1], mul(x, right));                                   \
      }                                                                                                                \
    }                                                                                                                  \
    _Pragma("unroll") for (int i = 0; i < ROWS; i++) {                                                                 \
      float *to = c + i * crow;                                                                                        \
      wasm_v128_store(to, more ? add(wasm_v128_load(to), s[i][0]) : s[i][0]);                                          \
      wasm_v128_store(to + 4, more ? add(wasm_v128_load(to + 4), s[i][1]) : s[i][1]);                                  \
    }                                                                                                                  \
  }

TILE(1)
TILE(2)
TILE(3)
TILE(4)

static void tile(int rows, float *c, int crow, const float *a, int arow, const float *panel, int k, const float *bias,
                 int more) {
  if (rows == 4)
    tile4(c, crow, a, arow, panel, k, bias, more);
  else if (rows == 3)
    tile3(c, crow, a, arow, panel, k, bias, more);
  else if (rows == 2)
    tile2(c, crow, a, arow, panel, k, bias, more);
  else
    tile1(c, crow, a, arow, panel, k, bias, more);
}

// `planes` planes (h, w) into a border of zeros: (hp, wp), from row `top` and column `left` on.
static void pad(const float *x, float *y, int planes, int h, int w, int top, int left, int hp, int wp) {
  for (int plane = 0; plane < planes; plane++, y += hp * wp) {
    for (int i = 0; i < top * wp; i++) y[i] = 0;
    for (int i = (top + h) * wp; i < hp * wp; i++) y[i] = 0;
    for (int r = 0; r < h; r++, x += w) {
      float *to = y + (top + r) * wp;
      for (int i = 0; i < left; i++) to[i] = 0;
      for (int i = 0; i < w; i++) to[left + i] = x[i];
      for (int i = left + w; i < wp; i++) to[i] = 0;
    }
  }
}

static inline v128_t gather(const float *x, int a, int b, int c, int d) {
  v128_t v = wasm_v128_load32_zero(x + a);
  v = wasm_v128_load32_lane(x + b, v, 1);
  v = wasm_v128_load32_lane(x + c, v, 2);
  return wasm_v128_load32_lane(x + d, v, 3);
}

// panel (k, 8): x at eight positions, one row for each k; quick where four positions are neighbours.
static void pack(float *panel, const float *x, const int *at, const int *off, int k) {
  int a = at[0], b = at[1], c = at[2], d = at[3], e = at[4], f = at[5], g = at[6], h = at[7];
  int whole = b - a == 1 && c - b == 1 && d - c == 1, other = f - e == 1 && g - f == 1 && h - g == 1;
  if (whole && other) {
    for (int i = 0; i < k; i++, panel += 8) {
      const float *from = x + off[i];
      wasm_v128_store(panel, wasm_v128_load(from + a)), wasm_v128_store(panel + 4, wasm_v128_load(from + e));
    }
    return;
  }
  for (int i = 0; i < k; i++, panel += 8) {
    const float *from = x + off[i];
    wasm_v128_store(panel, whole ? wasm_v128_load(from + a) : gather(from, a, b, c, d));
    wasm_v128_store(panel + 4, other ? wasm_v128_load(from + e) : gather(from, e, f, g, h));
  }
}

// One row of `tile` with x where it lies, since nothing else would use the panel.
static void direct(float *c, const float *a, const float *x, const int *at, const int *off, int k, const float *bias,
                   int more) {
  int p = at[0], q = at[1], r = at[2], t = at[3], e = at[4], f = at[5], g = at[6], h = at[7], i = 0;
  int whole = q - p == 1 && r - q == 1 && t - r == 1, other = f - e == 1 && g - f == 1 && h - g == 1;
  v128_t s = splat(bias ? *bias : 0.0f), u = s, v = splat(0.0f), w = v;
  if (whole && other)
    for (; i + 2 <= k; i += 2) {
      const float *from = x + off[i], *next = x + off[i + 1];
      v128_t one = wasm_v128_load32_splat(a + i), two = wasm_v128_load32_splat(a + i + 1);
      s = add(s, mul(one, wasm_v128_load(from + p))), u = add(u, mul(one, wasm_v128_load(from + e)));
      v = add(v, mul(two, wasm_v128_load(next + p))), w = add(w, mul(two, wasm_v128_load(next + e)));
    }
  for (; i < k; i++) {
    const float *from = x + off[i];
    v128_t one = wasm_v128_load32_splat(a + i);
    s = add(s, mul(one, whole ? wasm_v128_load(from + p) : gather(from, p, q, r, t)));
    u = add(u, mul(one, other ? wasm_v128_load(from + e) : gather(from, e, f, g, h)));
  }
  s = add(s, v), u = add(u, w);
  wasm_v128_store(c, more ? add(wasm_v128_load(c), s) : s);
  wasm_v128_store(c + 4, more ? add(wasm_v128_load(c + 4), u) : u);
}

// out[image, i, row, column] = bias[i] + sum over k of a[i, k] * x[image, at(row, column) + off[k]]. Strides in numbers.
// `room`: 2 * WIDE whole numbers, 32 and DEEP * WIDE floats.
static void gathered_product(const float *a, int arow, int m, int k, const int *off, const float *x, int ximage,
                             int xrow, int xcolumn, int images, int rows, int columns, float *out, int oimage,
                             int ochannel, int orow, int ocolumn, const float *bias, int *room) {
  int *at = room, *to = at + WIDE;
  float *edge = (float *)(to + WIDE), *panels = edge + 32;
  int positions = images * rows * columns, image = 0, row = 0, column = 0;
  for (int from = 0; from < positions; from += WIDE) {
    int wide = least(WIDE, positions - from);
    for (int j = 0; j < wide; j++) {
      at[j] = image * ximage + row * xrow + column * xcolumn;
      to[j] = image * oimage + row * orow + column * ocolumn;
      if (++column == columns) {
        column = 0;
        if (++row == rows) row = 0, image++;
      }
    }
    for (int j = wide; j & 7; j++) at[j] = at[j - 1];
    for (int first = 0; first == 0 || first < k; first += DEEP) {
      int depth = least(DEEP, k - first);
      if (m > 1)
        for (int j = 0; j < wide; j += 8) pack(panels + j * depth, x, at + j, off + first, depth);
      for (int i = 0; i < m; i += 4) {
        int some = least(4, m - i);
        const float *from_a = a + i * arow + first, *start = bias && first == 0 ? bias + i : 0;
        float *c = out + i * ochannel;
        for (int j = 0; j < wide; j += 8) {
          int there = least(8, wide - j);
          if (there == 8 && to[j + 7] - to[j] == 7) {
            if (m == 1)
              direct(c + to[j], from_a, x, at + j, off + first, depth, start, first > 0);
            else
              tile(some, c + to[j], ochannel, from_a, arow, panels + j * depth, depth, start, first > 0);
            continue;
          }
          if (first > 0)
            for (int r = 0; r < some; r++)
              for (int w = 0; w < there; w++) edge[r * 8 + w] = c[r * ochannel + to[j + w]];
          if (m == 1)
            direct(edge, from_a, x, at + j, off + first, depth, start, first > 0);
          else
            tile(some, edge, 8, from_a, arow, panels + j * depth, depth, start, first > 0);
          for (int r = 0; r < some; r++)
            for (int w = 0; w < there; w++) c[r * ochannel + to[j + w]] = edge[r * 8 + w];
        }
      }
    }
  }
}

// input (N, C, H, W), weight (O, C / groups, KH, KW), bias (O) or none, output (N, O, H', W').
static void convolve_f32(const Array *input, const Array *weight, const Array *bias, const Array *output,
                         const Array *settings, const Array *scratch) {
  const int *set = (const int *)settings->data;
  int n = input->dims[0], h = input->dims[2], w = input->dims[3], o = weight->dims[0], c = weight->dims[1];
  int kh = weight->dims[2], kw = weight->dims[3], oh = output->dims[2], ow = output->dims[3];
  int groups = set[GROUPS], chunk = set[CHUNK], hp = h + 2 * set[PAD_H], wp = w + 2 * set[PAD_W];
  int k = c * kh * kw, m = o / groups, padded = hp != h || wp != w, image = c * groups * hp * wp;
  int *off = (int *)scratch->data, *room = off + k;
  float *wide = (float *)(room + 2 * WIDE) + 32 + DEEP * WIDE, *out = (float *)output->data;
  const float *x = (const float *)input->data, *a = (const float *)weight->data;
  for (int i = 0, at = 0; i < c; i++)
    for (int y = 0; y < kh; y++)
      for (int z = 0; z < kw; z++)
        off[at++] = (i * hp + y * set[DILATION_H]) * wp + z * set[DILATION_W];
  for (int first = 0; first < n; first += chunk) {
    int images = least(chunk, n - first);
    const float *from = x + first * image;
    if (padded) {
      pad(x + first * c * groups * h * w, wide, images * c * groups, h, w, set[PAD_H], set[PAD_W], hp, wp);
      from = wide;
    }
    for (int g = 0; g < groups; g++)
      gathered_product(a + g * m * k, k, m, k, off, from + g * c * hp * wp, image, set[STRIDE_H] * wp, set[STRIDE_W],
                       images, oh, ow, out + (first * o + g * m) * oh * ow, o * oh * ow, oh * ow, ow, 1,
                       bias ? (const float *)bias->data + g * m : 0, room);
  }
}
CALLED(convolve_f32, 6, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5))

// The transpose of `convolve_f32` in its input: gradient (N, O, H', W'), weight as there, output (N, C, H, W); bias (C).
static void spread_f32(const Array *gradient, const Array *weight, const Array *bias, const Array *output,
                       const Array *settings, const Array *scratch) {
  const int *set = (const int *)settings->data;
  int n = output->dims[0], h = output->dims[2], w = output->dims[3], o = weight->dims[0], c = weight->dims[1];
  int kh = weight->dims[2], kw = weight->dims[3], gh = gradient->dims[2], gw = gradient->dims[3];
  int sh = set[STRIDE_H], sw = set[STRIDE_W], ph = set[PAD_H], pw = set[PAD_W], dh = set[DILATION_H],
      dw = set[DILATION_W], groups = set[GROUPS], chunk = set[CHUNK];
  // The place of output row i is i + ph - y * dh over sh, for the kernel's row y: how far that reaches beyond gradient.
  int top = most(0, ((kh - 1) * dh - ph + sh - 1) / sh), left = most(0, ((kw - 1) * dw - pw + sw - 1) / sw);
  int hp = top + most(gh, (h - 1 + ph) / sh + 1), wp = left + most(gw, (w - 1 + pw) / sw + 1);
  int m = o / groups, k = m * kh * kw, padded = hp != gh || wp != gw, image = o * hp * wp;
  int *off = (int *)scratch->data, *room = off + k;
  float *turned = (float *)(room + 2 * WIDE) + 32 + DEEP * WIDE, *wide = turned + c * k, *out = (float *)output->data;
  const float *g = (const float *)gradient->data, *a = (const float *)weight->data;
  for (int first = 0; first < n; first += chunk) {
    int images = least(chunk, n - first);
    const float *from = g + first * image;
    if (padded) {
      pad(g + first * o * gh * gw, wide, images * o, gh, gw, top, left, hp, wp);
      from = wide;
    }
    for (int group = 0; group < groups; group++)
      for (int part = 0; part < sh * sw; part++) {
        int r = part / sw, s = part % sw, rows = (h - r + sh - 1) / sh, columns = (w - s + sw - 1) / sw, terms = 0;
        for (int i = 0; i < m; i++)
          for (int y = 0; y < kh; y++)
            for (int z = 0; z < kw; z++) {
              int down = r + ph - y * dh, across = s + pw - z * dw;
              if (down % sh || across % sw) continue;
              off[terms] = (i * hp + top + down / sh) * wp + left + across / sw;
              const float *weights = a + ((group * m + i) * c * kh + y) * kw + z;
              for (int j = 0; j < c; j++) turned[j * k + terms] = weights[j * kh * kw];
              terms++;
            }
        if (rows <= 0 || columns <= 0) continue;
        gathered_product(turned, k, c, terms, off, from + group * m * hp * wp, image, wp, 1, images, rows, columns,
                         out + ((first * groups + group) * c * h + r) * w + s, groups * c * h * w, h * w, sh * w, sw,
                         bias ? (const float *)bias->data + group * c : 0, room);
      }
  }
}
CALLED(spread_f32, 6, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5))

// panel (depth, 8): x at the positions, one row each, for eight k (the last again where there are fewer).
static void pack_turned(float *panel, const float *x, const int *at, int depth, const int *off, int some) {
  int a = off[0], b = off[most(0, least(1, some - 1))], c = off[least(2, some - 1)], d = off[least(3, some - 1)],
      e = off[least(4, some - 1)], f = off[least(5, some - 1)], g = off[least(6, some - 1)],
      h = off[least(7, some - 1)];
  int i = 0;
  while (i < depth) {
    const float *from = x + at[i];
    if (i + 4 <= depth && at[i + 3] - at[i] == 3) {
#define FOUR(TO, A, B, C, D)                                                                                           \
  {                                                                                                                    \
    v128_t p = wasm_v128_load(from + A), q = wasm_v128_load(from + B), r = wasm_v128_load(from + C),                   \
           s = wasm_v128_load(from + D);                                                                               \
    v128_t low = wasm_i32x4_shuffle(p, q, 0, 4, 1, 5), high = wasm_i32x4_shuffle(p, q, 2, 6, 3, 7);                    \
    v128_t lower = wasm_i32x4_shuffle(r, s, 0, 4, 1, 5), higher = wasm_i32x4_shuffle(r, s, 2, 6, 3, 7);                \
    wasm_v128_store(TO, wasm_i64x2_shuffle(low, lower, 0, 2));                                                         \
    wasm_v128_store(TO + 8, wasm_i64x2_shuffle(low, lower, 1, 3));                                                     \
    wasm_v128_store(TO + 16, wasm_i64x2_shuffle(high, higher, 0, 2));                                                  \
    wasm_v128_store(TO + 24, wasm_i64x2_shuffle(high, higher, 1, 3));                                                  \
  }
      FOUR(panel, a, b, c, d)
      FOUR(panel + 4, e, f, g, h)
      panel += 32, i += 4;
    } else {
      wasm_v128_store(panel, gather(from, a, b, c, d)), wasm_v128_store(panel + 4, gather(from, e, f, g, h));
      panel += 8, i++;
    }
  }
}

// The sum over the positions of left[i] * x[at[i]].
static float dot(const float *left, const float *x, const int *at, int depth) {
  v128_t s = splat(0.0f), t = s;
  float tail = 0;
  int i = 0;
  while (i + 4 <= depth) {
    if (i + 8 <= depth && at[i + 7] - at[i] == 7) {
      const float *from = x + at[i];
      s = add(s, mul(wasm_v128_load(left + i), wasm_v128_load(from)));
      t = add(t, mul(wasm_v128_load(left + i + 4), wasm_v128_load(from + 4)));
      i += 8;
      continue;
    }
    s = add(s, mul(wasm_v128_load(left + i), gather(x, at[i], at[i + 1], at[i + 2], at[i + 3])));
    i += 4;
  }
  for (; i < depth; i++) tail += left[i] * x[at[i]];
  return sum4(add(s, t)) + tail;
}

// The gradient of the weight: gradient (N, O, H', W'), input (N, C, H, W), output (O, C / groups, KH, KW).
static void correlate_f32(const Array *gradient, const Array *input, const Array *output, const Array *settings,
                          const Array *scratch) {
  const int *set = (const int *)settings->data;
  int n = input->dims[0], h = input->dims[2], w = input->dims[3], o = output->dims[0], c = output->dims[1];
  int kh = output->dims[2], kw = output->dims[3], gh = gradient->dims[2], gw = gradient->dims[3];
  int groups = set[GROUPS], chunk = set[CHUNK], hp = h + 2 * set[PAD_H], wp = w + 2 * set[PAD_W];
  int k = c * kh * kw, m = o / groups, padded = hp != h || wp != w, image = c * groups * hp * wp, each = gh * gw;
  int *off = (int *)scratch->data, *at = off + k;
  float *edge = (float *)(at + BLOCK), *panel = edge + 32, *left = panel + 8 * BLOCK, *wide = left + m * BLOCK;
  const float *x = (const float *)input->data, *g = (const float *)gradient->data;
  for (int i = 0, to = 0; i < c; i++)
    for (int y = 0; y < kh; y++)
      for (int z = 0; z < kw; z++)
        off[to++] = (i * hp + y * set[DILATION_H]) * wp + z * set[DILATION_W];
  for (int first = 0; first < n; first += chunk) {
    int images = least(chunk, n - first), positions = images * each;
    const float *from = x + first * image;
    if (padded) {
      pad(x + first * c * groups * h * w, wide, images * c * groups, h, w, set[PAD_H], set[PAD_W], hp, wp);
      from = wide;
    }
    for (int group = 0; group < groups; group++) {
      float *out = (float *)output->data + group * m * k;
      for (int start = 0; start < positions; start += BLOCK) {
        int depth = least(BLOCK, positions - start), more = first > 0 || start > 0;
        for (int j = 0; j < depth;) {
          int one = (start + j) / each, p = (start + j) % each, run = least(each - p, depth - j);
          for (int i = 0; i < m; i++) {
            const float *row = g + ((first + one) * o + group * m + i) * each + p;
            for (int t = 0; t < run; t++) left[i * BLOCK + j + t] = row[t];
          }
          int r = p / gw, s = p % gw;
          for (int t = 0; t < run; t++) {
            at[j + t] = one * image + r * set[STRIDE_H] * wp + s * set[STRIDE_W];
            if (++s == gw) s = 0, r++;
          }
          j += run;
        }
        const float *images_of_group = from + group * c * hp * wp;
        if (m == 1)
          for (int i = 0; i < k; i++) {
            float sum = dot(left, images_of_group + off[i], at, depth);
            out[i] = more ? out[i] + sum : sum;
          }
        for (int column = 0; column < k && m > 1; column += 8) {
          int some = least(8, k - column);
          pack_turned(panel, images_of_group, at, depth, off + column, some);
          for (int i = 0; i < m; i += 4) {
            int rows = least(4, m - i);
            float *to = out + i * k + column;
            if (some == 8) {
              tile(rows, to, k, left + i * BLOCK, BLOCK, panel, depth, 0, more);
              continue;
            }
            tile(rows, edge, 8, left + i * BLOCK, BLOCK, panel, depth, 0, 0);
            for (int r = 0; r < rows; r++)
              for (int s = 0; s < some; s++) to[r * k + s] = more ? to[r * k + s] + edge[r * 8 + s] : edge[r * 8 + s];
          }
        }
      }
    }
  }
}
CALLED(correlate_f32, 5, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4))

// The sum over all axes but the second: input (N, C, ...) with planes of `plane` numbers, output (C).
static void channel_sum_f32(const Array *input, const Array *output, int plane) {
  int n = input->dims[0], c = output->dims[0];
  const float *x = (const float *)input->data;
  float *out = (float *)output->data;
  for (int j = 0; j < c; j++) {
    float whole = 0;
    for (int i = 0; i < n; i++) {
      const float *row = x + (i * c + j) * plane;
      v128_t p = splat(0.0f), q = p;
      int t = 0;
      for (; t + 8 <= plane; t += 8) p = add(p, wasm_v128_load(row + t)), q = add(q, wasm_v128_load(row + t + 4));
      float tail = 0;
      for (; t < plane; t++) tail += row[t];
      whole += sum4(add(p, q)) + tail;
    }
    out[j] = whole;
  }
}
CALLED(channel_sum_f32, 3, ARRAY(0), ARRAY(1), INT(2))

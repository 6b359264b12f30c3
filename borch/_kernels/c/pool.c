// Pooling over planes (planes, H, W), and elements of planes picked by number or added up there.

#include "header.h"

enum { KERNEL_H, KERNEL_W, STEP_H, STEP_W, PAD_H, PAD_W, DILATION_H, DILATION_W };

// Four neighbouring windows' elements at one place of the kernel, `step` apart; nothing beyond the last is read.
static inline v128_t four(const float *x, int step) {
  if (step == 1) return wasm_v128_load(x);
  if (step == 2) return wasm_i32x4_shuffle(wasm_v128_load(x), wasm_v128_load(x + 3), 0, 2, 5, 7);
  v128_t v = wasm_v128_load32_zero(x);
  v = wasm_v128_load32_lane(x + step, v, 1);
  v = wasm_v128_load32_lane(x + 2 * step, v, 2);
  return wasm_v128_load32_lane(x + 3 * step, v, 3);
}

// The largest element under each window, the last NaN where there are some, and its number in the plane (64 bits) where
// `index` is given. Windows that see nothing larger than minus infinity have the number of their first element after padding,
// also where they have none.
static void max_pool_f32(const Array *input, const Array *output, const Array *index, const Array *settings) {
  const int *set = (const int *)settings->data;
  int h = input->dims[1], w = input->dims[2], planes = output->dims[0], oh = output->dims[1], ow = output->dims[2];
  int kh = set[KERNEL_H], kw = set[KERNEL_W], sw = set[STEP_W], dh = set[DILATION_H], dw = set[DILATION_W];
  const float *x = (const float *)input->data;
  float *out = (float *)output->data;
  long long *at = index ? (long long *)index->data : 0;
  for (int plane = 0; plane < planes; plane++, x += h * w)
    for (int r = 0; r < oh; r++, out += ow) {
      int top = r * set[STEP_H] - set[PAD_H], begin = top;
      while (begin < 0) begin += dh;
      for (int c = 0; c < ow;) {
        int left = c * sw - set[PAD_W];
        if (c + 4 <= ow && left >= 0 && left + 3 * sw + (kw - 1) * dw < w) {
          v128_t best = splat(-__builtin_inff()), across = wasm_i32x4_make(0, sw, 2 * sw, 3 * sw);
          v128_t which = wasm_i32x4_add(wasm_i32x4_splat(begin * w + left), across);
          for (int y = 0; y < kh; y++) {
            int row = top + y * dh;
            if (row < 0 || row >= h) continue;
            for (int z = 0; z < kw; z++) {
              int place = row * w + left + z * dw;
              v128_t v = four(x + place, sw), number = wasm_i32x4_add(wasm_i32x4_splat(place), across);
              v128_t better = wasm_v128_or(wasm_f32x4_gt(v, best), wasm_f32x4_ne(v, v));
              which = select(number, which, better), best = select(v, best, better);
            }
          }
          wasm_v128_store(out + c, best);
          if (at) {
            wasm_v128_store(at + c, wasm_u64x2_extend_low_u32x4(which));
            wasm_v128_store(at + c + 2, wasm_u64x2_extend_high_u32x4(which));
          }
          c += 4;
          continue;
        }
        float best = -__builtin_inff();
        int start = left;
        while (start < 0) start += dw;
        int which = begin * w + start;
        for (int y = 0; y < kh; y++)
          for (int z = 0; z < kw; z++) {
            int row = top + y * dh, column = left + z * dw;
            if (row < 0 || row >= h || column < 0 || column >= w) continue;
            float v = x[row * w + column];
            if (v > best || v != v) best = v, which = row * w + column;
          }
        out[c] = best;
        if (at) at[c] = which;
        c++;
      }
      if (at) at += ow;
    }
}
CALLED(max_pool_f32, 4, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3))

// The sum under each window, element by element of the kernel with zeros for padding, over `divisor` (one, or one for
// each window).
static void average_pool_f32(const Array *input, const Array *output, const Array *divisor, const Array *settings) {
  const int *set = (const int *)settings->data;
  int h = input->dims[1], w = input->dims[2], planes = output->dims[0], oh = output->dims[1], ow = output->dims[2];
  int kh = set[KERNEL_H], kw = set[KERNEL_W], sw = set[STEP_W], many = size_of(divisor) > 1;
  const float *x = (const float *)input->data, *share = (const float *)divisor->data;
  float *out = (float *)output->data;
  for (int plane = 0; plane < planes; plane++, x += h * w)
    for (int r = 0; r < oh; r++, out += ow) {
      int top = r * set[STEP_H] - set[PAD_H];
      int c = 0;
      if (kh == 2 && kw == 2 && sw == 2 && !set[PAD_W] && top >= 0 && top + 1 < h)
        for (; c + 4 <= ow && 2 * c + 8 <= w; c += 4) {
          const float *p = x + top * w + 2 * c;
          v128_t a = wasm_v128_load(p), b = wasm_v128_load(p + 4), d = wasm_v128_load(p + w), e = wasm_v128_load(p + w + 4);
          v128_t sum = add(splat(0.0f), wasm_i32x4_shuffle(a, b, 0, 2, 4, 6));  // which leaves no -0
          sum = add(sum, wasm_i32x4_shuffle(a, b, 1, 3, 5, 7));
          sum = add(add(sum, wasm_i32x4_shuffle(d, e, 0, 2, 4, 6)), wasm_i32x4_shuffle(d, e, 1, 3, 5, 7));
          wasm_v128_store(out + c, divide(sum, many ? wasm_v128_load(share + r * ow + c) : splat(*share)));
        }
      while (c < ow) {
        int left = c * sw - set[PAD_W];
        if (c + 4 <= ow && left >= 0 && left + 3 * sw + kw - 1 < w) {
          v128_t sum = splat(0.0f);
          for (int row = top; row < top + kh; row++)
            for (int z = 0; z < kw; z++)
              sum = add(sum, row < 0 || row >= h ? splat(0.0f) : four(x + row * w + left + z, sw));
          wasm_v128_store(out + c, divide(sum, many ? wasm_v128_load(share + r * ow + c) : splat(*share)));
          c += 4;
          continue;
        }
        float sum = 0;
        for (int row = top; row < top + kh; row++)
          for (int column = left; column < left + kw; column++)
            sum += row < 0 || row >= h || column < 0 || column >= w ? 0.0f : x[row * w + column];
        out[c] = sum / (many ? share[r * ow + c] : *share);
        c++;
      }
    }
}
CALLED(average_pool_f32, 4, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3))

// The transpose of `average_pool_f32`: gradient (planes, H', W') to output (planes, H, W).
static void average_pool_spread_f32(const Array *gradient, const Array *output, const Array *divisor,
                                    const Array *settings) {
  const int *set = (const int *)settings->data;
  int h = output->dims[1], w = output->dims[2], planes = output->dims[0], oh = gradient->dims[1],
      ow = gradient->dims[2];
  int kh = set[KERNEL_H], kw = set[KERNEL_W], sh = set[STEP_H], sw = set[STEP_W], many = size_of(divisor) > 1;
  const float *g = (const float *)gradient->data, *over = (const float *)divisor->data;
  float *out = (float *)output->data;
  int apart = sh >= kh && sw >= kw;  // then each element has one window, and the order is free
  if (kh == 2 && kw == 2 && sh == 2 && sw == 2 && !many && !set[PAD_H] && !set[PAD_W] && h == 2 * oh && w == 2 * ow) {
    v128_t share = splat(*over);
    for (int row = 0; row < planes * oh; row++, out += 2 * w, g += ow) {
      int c = 0;
      for (; c + 4 <= ow; c += 4) {
        v128_t v = divide(wasm_v128_load(g + c), share);
        v128_t low = wasm_i32x4_shuffle(v, v, 0, 0, 1, 1), high = wasm_i32x4_shuffle(v, v, 2, 2, 3, 3);
        low = add(low, splat(0.0f)), high = add(high, splat(0.0f));  // as sums from 0, which have no -0
        wasm_v128_store(out + 2 * c, low), wasm_v128_store(out + 2 * c + 4, high);
        wasm_v128_store(out + w + 2 * c, low), wasm_v128_store(out + w + 2 * c + 4, high);
      }
      for (; c < ow; c++) out[2 * c] = out[2 * c + 1] = out[w + 2 * c] = out[w + 2 * c + 1] = 0.0f + g[c] / *over;
    }
    return;
  }
  for (int i = 0; i < planes * h * w; i++) out[i] = 0;
  for (int plane = 0; plane < planes; plane++, out += h * w, g += oh * ow) {
    int times = apart ? 1 : kh * kw;
    for (int k = 0; k < times; k++)
      for (int r = 0; r < oh; r++)
        for (int c = 0; c < ow; c++) {
          float share = g[r * ow + c] / (many ? over[r * ow + c] : *over);
          int top = r * sh - set[PAD_H], left = c * sw - set[PAD_W];
          for (int y = apart ? 0 : k / kw; y <= (apart ? kh - 1 : k / kw); y++)
            for (int z = apart ? 0 : k % kw; z <= (apart ? kw - 1 : k % kw); z++) {
              int row = top + y, column = left + z;
              if (row >= 0 && row < h && column >= 0 && column < w) out[row * w + column] += share;
            }
        }
  }
}
CALLED(average_pool_spread_f32, 4, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3))

// Planes (planes, size) of zeros with gradient (planes, count) added at the numbers in `index`; whether one is no place.
static int put_f32(const Array *gradient, const Array *index, const Array *output) {
  int planes = gradient->dims[0], count = gradient->dims[1], size = output->dims[1];
  const float *g = (const float *)gradient->data;
  const unsigned long long *at = (const unsigned long long *)index->data;
  float *out = (float *)output->data;
  for (int i = 0; i < planes * size; i++) out[i] = 0;
  for (int plane = 0; plane < planes; plane++, out += size, g += count, at += count)
    for (int i = 0; i < count; i++) {
      if (at[i] >= (unsigned)size) return 1;
      out[(int)at[i]] += g[i];
    }
  return 0;
}
TRIED(put_f32, 3, ARRAY(0), ARRAY(1), ARRAY(2))

// Of planes (planes, size) the elements at the numbers in `index` (planes, count); whether one is no place.
static int pick_f32(const Array *input, const Array *index, const Array *output) {
  int planes = output->dims[0], count = output->dims[1], size = input->dims[1];
  const float *x = (const float *)input->data;
  const unsigned long long *at = (const unsigned long long *)index->data;
  float *out = (float *)output->data;
  for (int plane = 0; plane < planes; plane++, x += size, out += count, at += count)
    for (int i = 0; i < count; i++) {
      if (at[i] >= (unsigned)size) return 1;
      out[i] = x[(int)at[i]];
    }
  return 0;
}
TRIED(pick_f32, 3, ARRAY(0), ARRAY(1), ARRAY(2))

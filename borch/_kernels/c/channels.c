// Batch norm of (N, C, plane): statistics of each channel over N and its plane.
//
// Where a plane is one number, four channels are taken at once, else four numbers of a plane.

#include "header.h"

static inline const float *data_of(const Array *a) { return a ? (const float *)a->data : 0; }

// Sums of a channel are taken of sixteen numbers at once, so that an addition need not wait for the one before.
#define SUM_OF_CHANNEL(FOUR)                                                                                           \
  for (int row = 0; row < n; row++) {                                                                                  \
    int i = (row * c + channel) * plane, end = i + plane;                                                              \
    for (; i + 16 <= end; i += 16)                                                                                     \
      sum = add(sum, add(add(FOUR(x + i), FOUR(x + i + 4)), add(FOUR(x + i + 8), FOUR(x + i + 12))));                  \
    for (; i + 4 <= end; i += 4) sum = add(sum, FOUR(x + i));                                                          \
    for (; i < end; i++) tail += wasm_f32x4_extract_lane(FOUR##_one(x + i), 0);                                        \
  }
#define GIVEN(p) wasm_v128_load(p)
#define GIVEN_one(p) wasm_v128_load32_zero(p)
#define SQUARE(p) mul(sub(wasm_v128_load(p), m), sub(wasm_v128_load(p), m))
#define SQUARE_one(p) mul(sub(wasm_v128_load32_zero(p), m), sub(wasm_v128_load32_zero(p), m))

// What is done with the numbers of a channel, in rows of `plane`: the body sees `i`, the place of four (or one) numbers.
#define ROWS_OF_CHANNEL(FOUR, ONE)                                                                                     \
  for (int row = 0; row < n; row++) {                                                                                  \
    int i = (row * c + channel) * plane, end = i + plane;                                                              \
    for (; i + 4 <= end; i += 4) FOUR;                                                                                 \
    for (; i < end; i++) ONE;                                                                                          \
  }

// out = (x - mean) * rstd * weight + bias, and mean, rstd and the biased variance.
static void batch_norm_f32(const Array *input, const Array *scale, const Array *shift, const Array *output,
                           const Array *means, const Array *rstds, const Array *variances, float eps, int plane) {
  int n = input->dims[0], c = means->dims[0], channel = 0;
  const float *x = data_of(input), *w = data_of(scale), *b = data_of(shift);
  float *out = (float *)output->data, *mean = (float *)means->data, *rstd = (float *)rstds->data,
        *variance = (float *)variances->data;
  float count = (float)n * plane;
  if (plane == 1)
    for (; channel + 4 <= c; channel += 4) {
      v128_t sum = splat(0.0f), squares = sum;
      for (int row = 0; row < n; row++) sum = add(sum, wasm_v128_load(x + row * c + channel));
      v128_t middle = divide(sum, splat(count));
      for (int row = 0; row < n; row++) {
        v128_t d = sub(wasm_v128_load(x + row * c + channel), middle);
        squares = add(squares, mul(d, d));
      }
      v128_t v = divide(squares, splat(count)), r = divide(splat(1.0f), wasm_f32x4_sqrt(add(v, splat(eps))));
      wasm_v128_store(mean + channel, middle), wasm_v128_store(rstd + channel, r), wasm_v128_store(variance + channel, v);
      for (int row = 0; row < n; row++) {
        int i = row * c + channel;
        v128_t y = mul(sub(wasm_v128_load(x + i), middle), r);
        if (w) y = mul(y, wasm_v128_load(w + channel));
        if (b) y = add(y, wasm_v128_load(b + channel));
        wasm_v128_store(out + i, y);
      }
    }
  for (; channel < c; channel++) {
    v128_t sum = splat(0.0f);
    float tail = 0;
    SUM_OF_CHANNEL(GIVEN)
    float middle = (sum4(sum) + tail) / count;
    v128_t m = splat(middle);
    sum = splat(0.0f), tail = 0;
    SUM_OF_CHANNEL(SQUARE)
    float v = (sum4(sum) + tail) / count, r = 1.0f / __builtin_sqrtf(v + eps);
    mean[channel] = middle, rstd[channel] = r, variance[channel] = v;
    float by = w ? w[channel] : 1.0f, plus = b ? b[channel] : 0.0f;
    ROWS_OF_CHANNEL(
        {
          v128_t y = mul(sub(wasm_v128_load(x + i), m), splat(r));
          if (w) y = mul(y, splat(by));
          if (b) y = add(y, splat(plus));
          wasm_v128_store(out + i, y);
        },
        {
          float y = (x[i] - middle) * r;
          if (w) y *= by;
          if (b) y += plus;
          out[i] = y;
        })
  }
}
CALLED(batch_norm_f32, 9, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5), ARRAY(6), FLOAT(7), INT(8))

// The gradients of input, weight and bias, each into an array or none. The gradient of the input goes
// through the statistics where `through`.
static void batch_norm_gradient_f32(const Array *gradient, const Array *input, const Array *scale, const Array *means,
                                    const Array *rstds, const Array *output, const Array *to_scale,
                                    const Array *to_shift, int plane, int through) {
  int n = gradient->dims[0], c = means->dims[0], channel = 0;
  const float *g = data_of(gradient), *x = data_of(input), *w = data_of(scale), *mean = data_of(means),
              *rstd = data_of(rstds);
  float *out = (float *)data_of(output), *gw = (float *)data_of(to_scale), *gb = (float *)data_of(to_shift);
  float count = (float)n * plane;
  if (plane == 1)
    for (; channel + 4 <= c; channel += 4) {
      v128_t m = wasm_v128_load(mean + channel), r = wasm_v128_load(rstd + channel), sum = splat(0.0f), along = sum;
      for (int row = 0; row < n; row++) {
        v128_t d = wasm_v128_load(g + row * c + channel);
        sum = add(sum, d);
        along = add(along, mul(d, mul(sub(wasm_v128_load(x + row * c + channel), m), r)));
      }
      if (gw) wasm_v128_store(gw + channel, along);
      if (gb) wasm_v128_store(gb + channel, sum);
      if (!out) continue;
      v128_t by = w ? mul(r, wasm_v128_load(w + channel)) : r;
      v128_t level = divide(sum, splat(count)), slope = divide(along, splat(count));
      for (int row = 0; row < n; row++) {
        int i = row * c + channel;
        v128_t d = wasm_v128_load(g + i), normal = mul(sub(wasm_v128_load(x + i), m), r);
        if (through) d = sub(sub(d, level), mul(normal, slope));
        wasm_v128_store(out + i, mul(by, d));
      }
    }
  for (; channel < c; channel++) {
    float middle = mean[channel], r = rstd[channel], by = w ? r * w[channel] : r, tail = 0, tail_along = 0;
    v128_t m = splat(middle), r4 = splat(r), sum = splat(0.0f), along = sum;
    ROWS_OF_CHANNEL(
        {
          v128_t d = wasm_v128_load(g + i);
          sum = add(sum, d);
          along = add(along, mul(d, mul(sub(wasm_v128_load(x + i), m), r4)));
        },
        {
          tail += g[i];
          tail_along += g[i] * ((x[i] - middle) * r);
        })
    float whole = sum4(sum) + tail, whole_along = sum4(along) + tail_along;
    if (gw) gw[channel] = whole_along;
    if (gb) gb[channel] = whole;
    if (!out) continue;
    float level = whole / count, slope = whole_along / count;
    ROWS_OF_CHANNEL(
        {
          v128_t d = wasm_v128_load(g + i);
          if (through) d = sub(sub(d, splat(level)), mul(mul(sub(wasm_v128_load(x + i), m), r4), splat(slope)));
          wasm_v128_store(out + i, mul(splat(by), d));
        },
        {
          float d = g[i];
          if (through) d = d - level - (x[i] - middle) * r * slope;
          out[i] = by * d;
        })
  }
}
CALLED(batch_norm_gradient_f32, 10, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), ARRAY(5), ARRAY(6), ARRAY(7),
       INT(8), INT(9))

// out = (x - mean) * scale + bias, with statistics that are given.
static void batch_norm_eval_f32(const Array *input, const Array *means, const Array *scales, const Array *shift,
                                const Array *output, int plane) {
  int n = input->dims[0], c = means->dims[0], channel = 0;
  const float *x = data_of(input), *mean = data_of(means), *scale = data_of(scales), *b = data_of(shift);
  float *out = (float *)output->data;
  if (plane == 1)
    for (; channel + 4 <= c; channel += 4)
      for (int row = 0; row < n; row++) {
        int i = row * c + channel;
        v128_t y = mul(sub(wasm_v128_load(x + i), wasm_v128_load(mean + channel)), wasm_v128_load(scale + channel));
        wasm_v128_store(out + i, b ? add(y, wasm_v128_load(b + channel)) : y);
      }
  for (; channel < c; channel++) {
    float middle = mean[channel], by = scale[channel], plus = b ? b[channel] : 0.0f;
    ROWS_OF_CHANNEL(
        {
          v128_t y = mul(sub(wasm_v128_load(x + i), splat(middle)), splat(by));
          wasm_v128_store(out + i, b ? add(y, splat(plus)) : y);
        },
        {
          float y = (x[i] - middle) * by;
          out[i] = b ? y + plus : y;
        })
  }
}
CALLED(batch_norm_eval_f32, 6, ARRAY(0), ARRAY(1), ARRAY(2), ARRAY(3), ARRAY(4), INT(5))

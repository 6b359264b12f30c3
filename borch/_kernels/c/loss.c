// The negative log likelihood of classes, and its gradient.

#include "made.h"

// How many of the targets (int64) count, not being `ignore`; -1 where one is no class.
static int counted(const char *target, int step, int rows, int classes, long long ignore) {
  int count = 0;
  for (int i = 0; i < rows; i++, target += step) {
    long long t = *(const long long *)target;
    if (t == ignore) continue;
    if (t < 0 || t >= classes) return -1;
    count++;
  }
  return count;
}

static inline int is_targets(const Own *own, const Array *a) {
  return a->type == own->array && a->dtype == own->int64 && is_dense(a);
}

// Minus the sum of the targets' scores, where these are (N, C) and of any strides, or the mean of those that count.
static void *nll(const Own *own, const Array *scores, const Array *target, const void *ignored, const void *mean) {
  int ignore;
  if (!is_float32(own, scores) || scores->nd != 2 || size_of(scores) < own->least || !is_targets(own, target) ||
      target->nd != 1 || target->dims[0] != scores->dims[0] || !is_int(own, ignored, &ignore))
    return own->none;
  int rows = scores->dims[0], row = scores->strides[0], column = scores->strides[1],
      count = counted(target->data, 8, rows, scores->dims[1], ignore);
  if (count <= 0) return own->none;
  Array *output = fresh(own, 0, 0);
  if (!output) return 0;
  const char *x = scores->data;
  const long long *t = (const long long *)target->data;
  double total = 0;
  for (int i = 0; i < rows; i++, x += row, t++)
    if (*t != ignore) total -= *(const float *)(x + (int)*t * column);
  *(float *)output->data = mean == own->yes ? (float)total / (float)count : (float)total;
  return output;
}
MADE(nll, 4, ANY(0), ANY(1), args[2], args[3])

// Its gradient in scores of the shape `shape` (N, C, ...): zeros, and -g at each target, or -g over the number of targets
// that count where it was the mean.
static void *nll_gradient(const Own *own, const Array *gradient, const Array *target, const void *shape,
                          const void *ignored, const void *mean) {
  int ignore, nd = target->nd + 1, *dims = (int *)own->room;
  if (!is_targets(own, target) || !is_float32(own, gradient) || size_of(gradient) != 1 || nd < 2 ||
      !is_int(own, ignored, &ignore))
    return own->none;
  void **sizes = parts_of(own, shape, nd);
  if (!sizes) return own->none;
  for (int d = 0; d < nd; d++)
    if (!is_int(own, sizes[d], dims + d) || (d != 1 && dims[d] != target->dims[d ? d - 1 : 0])) return own->none;
  int n = dims[0], classes = dims[1], inner = product_of(dims + 2, nd - 2),
      count = counted(target->data, 8, n * inner, classes, ignore);
  if (classes < 0 || n * classes * inner < own->least || count < 0) return own->none;
  Array *output = fresh(own, nd, dims);
  if (!output) return 0;
  const long long *t = (const long long *)target->data;
  float g = *(const float *)gradient->data, share = mean == own->yes ? -g / (float)count : -g, *out = (float *)output->data;
  for (int i = 0; i < n * classes * inner; i++) out[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < inner; j++, t++)
      if (*t != ignore) out[(i * classes + (int)*t) * inner + j] = share;
  return output;
}
MADE(nll_gradient, 5, ANY(0), ANY(1), args[2], args[3], args[4])

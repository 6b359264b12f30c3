// The negative log likelihood of classes, and its gradient.

#include "header.h"

// How many of the targets (int64) count, not being `ignore`; -1 where one is no class.
static int counted(const long long *target, int rows, int classes, long long ignore) {
  int count = 0;
  for (int i = 0; i < rows; i++) {
    if (target[i] == ignore) continue;
    if (target[i] < 0 || target[i] >= classes) return -1;
    count++;
  }
  return count;
}

// scores (rows, classes), targets (rows): minus the sum of the targets' scores into `sum` (float64); the number of
// targets that count, -1 where one is no class.
int EXPORT(nll_f32)(const Array *scores, const Array *targets, const Array *sum, int ignore) {
  int rows = scores->dims[0], classes = scores->dims[1];
  const float *x = (const float *)scores->data;
  const long long *target = (const long long *)targets->data;
  int count = counted(target, rows, classes, ignore);
  double total = 0;
  if (count >= 0)
    for (int i = 0; i < rows; i++)
      if (target[i] != ignore) total -= x[i * classes + (int)target[i]];
  *(double *)sum->data = total;
  return count;
}

// output (N, C, inner): zeros, and -g at each target, or -g over the number of targets that count where `mean`; -1 where
// a target is no class.
int EXPORT(nll_gradient_f32)(const Array *targets, const Array *output, float g, int mean, int ignore) {
  int n = output->dims[0], classes = output->dims[1], inner = output->dims[2];
  const long long *target = (const long long *)targets->data;
  float *out = (float *)output->data;
  int count = counted(target, n * inner, classes, ignore);
  if (count < 0) return count;
  float share = mean ? -g / (float)count : -g;
  for (int i = 0; i < n * classes * inner; i++) out[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < inner; j++) {
      long long t = target[i * inner + j];
      if (t != ignore) out[(i * classes + (int)t) * inner + j] = share;
    }
  return count;
}

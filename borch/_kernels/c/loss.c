// The negative log likelihood of classes, and its gradient.

#include "header.h"

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

// (n, c), (n), () -> (), (): scores, targets and the target to ignore give minus the sum of the targets' scores, and the
// number of targets that count, -1 where one is no class.
void EXPORT(nll_f32)(char **args, const int *dims, const int *steps, void *room) {
  const char *scores = args[0], *target = args[1];
  int rows = dims[1], row = steps[5], column = steps[6], step = steps[7];
  long long ignore = *(const long long *)args[2];
  int count = counted(target, step, rows, dims[2], ignore);
  double total = 0;
  if (count >= 0)
    for (int i = 0; i < rows; i++, scores += row, target += step) {
      long long t = *(const long long *)target;
      if (t != ignore) total -= *(const float *)(scores + (int)t * column);
    }
  *(double *)args[3] = total;
  *(long long *)args[4] = count;
}

// output (N, C, inner): zeros, and -g at each target, or -g over the number of targets that count where `mean`; 1 where
// a target is no class.
static int nll_gradient_f32(const Array *targets, const Array *output, float g, int mean, int ignore) {
  int n = output->dims[0], classes = output->dims[1], inner = output->dims[2];
  const long long *target = (const long long *)targets->data;
  float *out = (float *)output->data;
  int count = counted((const char *)target, 8, n * inner, classes, ignore);
  if (count < 0) return 1;
  float share = mean ? -g / (float)count : -g;
  for (int i = 0; i < n * classes * inner; i++) out[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < inner; j++) {
      long long t = target[i * inner + j];
      if (t != ignore) out[(i * classes + (int)t) * inner + j] = share;
    }
  return 0;
}
TRIED(nll_gradient_f32, 5, ARRAY(0), ARRAY(1), FLOAT(2), INT(3), INT(4))

// For the check at start.

#include "header.h"

/// What the header of `a` says, number by number: data, nd, dims, strides.
int EXPORT(header)(const Array *a, int k) {
  if (k == 0) return (int)a->data;
  if (k == 1) return a->nd;
  k -= 2;
  return k < a->nd ? a->dims[k] : a->strides[k - a->nd];
}

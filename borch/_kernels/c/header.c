// For the checks at start.

#include "made.h"

/// What the header of `a` says, number by number: type, dtype, flags, data, nd, dims, strides.
int EXPORT(header)(const Array *a, int k) {
  if (k == 0) return (int)a->type;
  if (k == 1) return (int)a->dtype;
  if (k == 2) return a->flags;
  if (k == 3) return (int)a->data;
  if (k == 4) return a->nd;
  k -= 5;
  return k < a->nd ? a->dims[k] : a->strides[k - a->nd];
}

// What is read of an array or None, a float and two ints, as four float64 numbers.
static void seen(const Array *a, float x, int i, int j, const Array *output) {
  double *out = (double *)output->data;
  out[0] = (u32)a, out[1] = x, out[2] = i, out[3] = j;
}
CALLED(seen, 5, ARRAY(0), FLOAT(1), INT(2), INT(3), ARRAY(4))

// A tuple of an array as large as `like`, None, `like` itself and another one that large, where a tuple of bools and a
// number are what they are; None where they are not.
static void *told(const Own *own, const Array *like, const void *which, const void *number) {
  float x;
  if (!is_float32(own, like) || needed_of(own, which, 3) != 5 || !is_number(own, number, &x) || x != 2) return own->none;
  Array *spare = fresh(own, like->nd, like->dims);
  if (!spare) return 0;
  own->drop(spare);
  Tuple *made = results(own, 4);
  if (!made) return 0;
  parts_of(own, made, 4)[2] = held_once_more(like);
  return result(own, made, 0, like->nd, like->dims) && result(own, made, 3, like->nd, like->dims) ? made : 0;
}
MADE(told, 3, ANY(0), args[1], args[2])

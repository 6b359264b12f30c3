// Kernels that make their results. One is given what its meaning in numpy/ is given, looks itself at what that is, and
// gives the results, or None where it was not written for this.
//
// Results are arrays of numpy's and tuples of CPython's, made by their own functions, whose places in the interpreter's
// function table stand in `Own`. What a tuple of results has no array for is None.

#pragma once
#include "header.h"

#define ALIGNED 0x100
#define DENSE 0x101
#define WRITABLE 0x500
#define MOST_AXES 64

typedef struct {
  int refcount;
  void *type;
  int size;
} Tuple;

// What begins with a type: an argument that is not known yet.
#define ANY(k) ((const Array *)args[k])

// The kernel `name` of `count` arguments, whose results are made by the function of that name.
#define MADE(name, count, ...)                                                                                         \
  void *__attribute__((export_name(#name))) made_##name(const Array *self, void **args, int given) {                   \
    if (given != count) return 0;                                                                                      \
    return name(OWN(self), __VA_ARGS__);                                                                               \
  }

static inline int is_float32(const Own *own, const Array *a) {
  return a->type == own->array && a->dtype == own->float32 && a->flags & ALIGNED;
}
static inline int is_dense(const Array *a) { return (a->flags & DENSE) == DENSE; }

// The array, or 0 for None.
static inline const Array *some(const Own *own, const Array *a) { return a == own->none ? 0 : a; }

static inline int same_dims(const int *a, const int *b, int count) {
  for (int d = 0; d < count; d++)
    if (a[d] != b[d]) return 0;
  return 1;
}
static inline int same_shape(const Array *a, const Array *b) { return a->nd == b->nd && same_dims(a->dims, b->dims, a->nd); }

static inline int product_of(const int *dims, int count) {
  int n = 1;
  for (int d = 0; d < count; d++) n *= dims[d];
  return n;
}

// Whether `x` is one of Python's own numbers, as a float.
static inline int is_number(const Own *own, const void *x, float *to) {
  if (((const Float *)x)->type == own->real)
    *to = (float)((const Float *)x)->value;
  else if (((const Int *)x)->type == own->whole && ((const Int *)x)->tag < 16)
    *to = (float)int_of(x);
  else
    return 0;
  return 1;
}

// Whether `x` is an int that 31 bits and a sign hold, as one.
static inline int is_int(const Own *own, const void *x, int *to) {
  const Int *n = x;
  if (n->type != own->whole || n->tag >= 24 || (n->tag >= 16 && n->digits[1] > 1)) return 0;
  *to = int_of(x);
  return 1;
}

// The elements of a tuple of `count`, or 0.
static inline void **parts_of(const Own *own, const void *x, int count) {
  const Tuple *t = x;
  return t->type == own->tuple && t->size == count ? (void **)((char *)t + own->parts) : 0;
}

// Which of `count` gradients are needed, as bits; -1 where `x` does not say it by a tuple of bools.
static inline int needed_of(const Own *own, const void *x, int count) {
  void **parts = parts_of(own, x, count);
  if (!parts) return -1;
  int needed = 0;
  for (int k = 0; k < count; k++) {
    if (parts[k] != own->yes && parts[k] != own->no) return -1;
    needed |= (parts[k] == own->yes) << k;
  }
  return needed;
}

#define IMMORTAL 0x40000000  // references, from which on CPython counts none

static inline void *held_once_more(const void *object) {
  if (*(int *)object < IMMORTAL) ++*(int *)object;
  return (void *)object;
}

// A fresh array of float32, dense; 0 with an exception where there is no memory.
static inline Array *fresh(const Own *own, int nd, const int *dims) {
  return own->empty(nd, dims, held_once_more(own->float32), 0);
}

// A tuple of results, all None at first.
static inline Tuple *results(const Own *own, int count) {
  Tuple *made = own->several(count);
  if (made)
    for (int k = 0; k < count; k++) parts_of(own, made, count)[k] = own->none;
  return made;
}

// The k-th result, made as a fresh array; 0 with an exception, and without the tuple, where there is no memory.
static inline Array *result(const Own *own, Tuple *made, int k, int nd, const int *dims) {
  Array *a = fresh(own, nd, dims);
  if (a)
    parts_of(own, made, made->size)[k] = a;
  else
    own->drop(made);
  return a;
}

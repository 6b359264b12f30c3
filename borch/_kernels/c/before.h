// The loop of numpy's that a loop of ours has taken the place of, for what ours does not do.

#pragma once

typedef void Loop(char **args, const int *dims, const int *steps, void *data);

// What ufuncs.py hands to a loop as its data; the last words are for a call with other arguments.
typedef struct {
  Loop *loop;
  void *data;
  char *args[2];
  int count;
} Before;

#define NUMPYS(before) ((const Before *)before)->loop(args, dims, steps, ((const Before *)before)->data)

// A part of a loop with one input.
static inline void numpys_part(Before *before, const char *x, char *out, int count, const int *steps) {
  before->args[0] = (char *)x, before->args[1] = out, before->count = count;
  before->loop(before->args, &before->count, steps, before->data);
}

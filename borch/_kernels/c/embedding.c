// Rows of a table that rows are added to.

#include "header.h"

// table (rows, width) += values (count, width) at the rows numbered in index (int64), in order; zeros first where `fresh`.
// Whether a number is no row: then nothing has been added.
static int add_rows_f32(const Array *table, const Array *index, const Array *values, int fresh) {
  int rows = table->dims[0], width = rows ? size_of(table) / rows : 0, count = size_of(index);
  const long long *at = (const long long *)index->data;
  float *out = (float *)table->data;
  const float *x = (const float *)values->data;
  for (int i = 0; i < count; i++)
    if (at[i] < -rows || at[i] >= rows) return 1;
  if (fresh)
    for (int i = 0; i < rows * width; i++) out[i] = 0;
  for (int i = 0; i < count; i++, x += width) {
    float *to = out + ((int)at[i] + (at[i] < 0 ? rows : 0)) * width;
    int j = 0;
    for (; j + 4 <= width; j += 4) wasm_v128_store(to + j, add(wasm_v128_load(to + j), wasm_v128_load(x + j)));
    for (; j < width; j++) to[j] += x[j];
  }
  return 0;
}
TRIED(add_rows_f32, 4, ARRAY(0), ARRAY(1), ARRAY(2), INT(3))

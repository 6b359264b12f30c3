// Rows of a table: taken from it, and added to it.

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

// output (count, width) = the rows of table (rows, width) numbered in index (int64). Whether a number is no row: then the
// output is worth nothing.
static int take_rows_f32(const Array *table, const Array *index, const Array *output) {
  int rows = table->dims[0], width = rows ? size_of(table) / rows : 0, count = size_of(index);
  const long long *at = (const long long *)index->data;
  const float *x = (const float *)table->data;
  float *out = (float *)output->data;
  for (int i = 0; i < count; i++) {
    if (at[i] < -rows || at[i] >= rows) return 1;
    const float *from = x + ((int)at[i] + (at[i] < 0 ? rows : 0)) * width;
    int j = 0;
    for (; j + 16 <= width; j += 16, out += 16) {
      v128_t a = wasm_v128_load(from + j), b = wasm_v128_load(from + j + 4), c = wasm_v128_load(from + j + 8),
             d = wasm_v128_load(from + j + 12);
      wasm_v128_store(out, a), wasm_v128_store(out + 4, b), wasm_v128_store(out + 8, c), wasm_v128_store(out + 12, d);
    }
    for (; j + 4 <= width; j += 4, out += 4) wasm_v128_store(out, wasm_v128_load(from + j));
    for (; j < width; j++) *out++ = from[j];
  }
  return 0;
}
TRIED(take_rows_f32, 3, ARRAY(0), ARRAY(1), ARRAY(2))

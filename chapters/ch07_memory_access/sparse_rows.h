/* SPDX-License-Identifier: MIT
 *
 * sparse_rows.h - a run of rows.  Loads of x bind, which lie anywhere, and rows whose
 * end cannot be foreseen; vectors that gather are not faster.
 */
#ifndef SPARSE_ROWS_H
#define SPARSE_ROWS_H

/* Arrays of a call. */
struct sparse {
	const int64_t *start;
	const int32_t *column;
	const float *value, *x;
	float *y;
};

static inline struct sparse sparse_of(const struct aisp_io *io)
{
	return (struct sparse){ io->in[START].data, io->in[COLUMN].data,
				aisp_in_f32(io, VALUE), aisp_in_f32(io, X),
				aisp_out_f32(io, 0) };
}

/* The sum of elements [first, end) times their x. */
static inline float dot(const struct sparse *a, int64_t first, int64_t end)
{
	const int32_t *column = a->column;
	const float *value = a->value, *x = a->x;
	float sum = 0;

	for (int64_t k = first; k < end; k++)
		sum += value[k] * x[column[k]];
	return sum;
}

/* Rows [first, end). */
static inline void multiply_rows(const struct sparse *a, int64_t first, int64_t end)
{
	for (int64_t i = first; i < end; i++)
		a->y[i] = dot(a, a->start[i], a->start[i + 1]);
}

#endif

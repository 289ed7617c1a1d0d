/* SPDX-License-Identifier: MIT
 *
 * layer_loader.h - the layer of a batch, and how its records are read: the same in all
 * steps, which differ in when they call what.
 */
#ifndef LAYER_LOADER_H
#define LAYER_LOADER_H

#include "input_file.h"
#include <aisp/clones.h>

#define ROWS    4
#define COLUMNS 32

/* A batch under way. */
struct batch {
	int64_t first, n;
	float *x; /* its records, or room for them */
};

static inline struct batch batch_of(const struct aisp_io *io, int64_t i, float *x)
{
	return (struct batch){ i * io->param[BATCH], io->param[BATCH], x };
}

static inline size_t batch_bytes(const struct aisp_io *io)
{
	return (size_t)(io->param[BATCH] * io->param[WORDS]) * sizeof(float);
}

static inline size_t record_bytes(const struct aisp_io *io)
{
	return (size_t)io->param[WORDS] * sizeof(float);
}

/* Where in the file record i of the index is. */
static inline size_t record_at(const struct aisp_io *io, int64_t i)
{
	const int32_t *order = io->in[ORDER].data;

	return (size_t)order[i] * record_bytes(io);
}

static inline int read_batch(const struct aisp_io *io, const struct input_file *f,
			     struct batch b)
{
	for (int64_t i = 0; i < b.n; i++) {
		int rc = read_at(f, (char *)b.x + (size_t)i * record_bytes(io),
				 record_bytes(io), record_at(io, b.first + i));

		if (rc)
			return rc;
	}
	return 0;
}

/* ROWS x width outputs, width at most COLUMNS. */
AISP_CLONES static void layer_tile(const float *const row[ROWS], const float *w,
				   int64_t words, int64_t stride, int64_t width,
				   float *const out[ROWS])
{
	float sum[ROWS][COLUMNS] = { { 0 } };

	if (width == COLUMNS)
		for (int64_t k = 0; k < words; k++)
			for (int r = 0; r < ROWS; r++)
				for (int j = 0; j < COLUMNS; j++)
					sum[r][j] += row[r][k] * w[k * stride + j];
	else
		for (int64_t k = 0; k < words; k++)
			for (int r = 0; r < ROWS; r++)
				for (int64_t j = 0; j < width; j++)
					sum[r][j] += row[r][k] * w[k * stride + j];
	for (int r = 0; r < ROWS; r++)
		for (int64_t j = 0; j < width; j++)
			out[r][j] = sum[r][j];
}

/* The layer of records row[0..n), which are the index's from `first` on. */
static inline void layer_rows(const struct aisp_io *io, const float *const row[ROWS],
			      int64_t first, int64_t n)
{
	int64_t outputs = io->param[OUTPUTS];

	for (int64_t j = 0; j < outputs; j += COLUMNS) {
		const float *in[ROWS];
		float *out[ROWS];

		/* Behind the last record: that one again. */
		for (int64_t r = 0; r < ROWS; r++) {
			int64_t i = r < n ? r : n - 1;

			in[r] = row[i];
			out[r] = aisp_out_f32(io, 0) + (first + i) * outputs + j;
		}
		layer_tile(in, aisp_in_f32(io, WEIGHTS) + j, io->param[WORDS], outputs,
			   outputs - j < COLUMNS ? outputs - j : COLUMNS, out);
	}
}

static inline void layer_batch(const struct aisp_io *io, struct batch b)
{
	for (int64_t i = 0; i < b.n; i += ROWS) {
		const float *row[ROWS] = { NULL };
		int64_t n = b.n - i < ROWS ? b.n - i : ROWS;

		for (int64_t r = 0; r < n; r++)
			row[r] = b.x + (i + r) * io->param[WORDS];
		layer_rows(io, row, b.first + i, n);
	}
}

#endif

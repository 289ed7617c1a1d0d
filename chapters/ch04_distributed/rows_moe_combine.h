/* SPDX-License-Identifier: MIT
 *
 * rows_moe_combine.h - how many tokens of each rank chose each expert, which all ranks
 * show, and where rows lie as a result.
 */
#include <aisp/clones.h>

/* What a rank's window begins with: how many of its choices are each expert's. */
static inline int32_t *counts_of(const struct aisp_io *io, int rank)
{
	return io->ranks->window[rank];
}

static inline float *shown_rows(const struct aisp_io *io, int rank)
{
	return (float *)io->ranks->window[rank] + head_elems(io->param);
}

static inline void show_counts(const struct aisp_io *io)
{
	int32_t *count = counts_of(io, io->ranks->rank);
	const int32_t *id = io->in[ID].data;

	memset(count, 0, (size_t)all_experts(io->param) * sizeof(*count));
	for (int64_t c = 0; c < io->param[TOKENS] * io->param[CHOSEN]; c++)
		count[id[c]]++;
}

/* Rows of an expert that are of ranks before `rank`. */
static inline int64_t rows_before(const struct aisp_io *io, int64_t expert, int rank)
{
	int64_t n = 0;

	for (int k = 0; k < rank; k++)
		n += counts_of(io, k)[expert];
	return n;
}

static inline void copy_rows(const struct aisp_io *io, float *to, const float *from,
			     int64_t n)
{
	memcpy(to, from, (size_t)(n * io->param[WIDTH]) * sizeof(float));
}

AISP_CLONES static void add_row(float *restrict y, const float *restrict row,
				float weight, int64_t n, int is_first)
{
	if (is_first)
		for (int64_t j = 0; j < n; j++)
			y[j] = weight * row[j];
	else
		for (int64_t j = 0; j < n; j++)
			y[j] += weight * row[j];
}

/* Sums for all tokens; next[e] is the row of the next of them that chose expert e. */
static inline void sum_rows(const struct aisp_io *io, const float **next)
{
	const int32_t *id = io->in[ID].data;
	int64_t w = io->param[WIDTH], chosen = io->param[CHOSEN];

	for (int64_t c = 0; c < io->param[TOKENS] * chosen; c++) {
		add_row(aisp_out_f32(io, 0) + c / chosen * w, next[id[c]],
			aisp_in_f32(io, WEIGHT)[c], w, c % chosen == 0);
		next[id[c]] += w;
	}
}

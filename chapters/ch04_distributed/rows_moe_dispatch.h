/* SPDX-License-Identifier: MIT
 *
 * rows_moe_dispatch.h - rows packed by expert in the window, and where the blocks of
 * rows of an expert lie in it and in the output.
 */

/* What a rank's window begins with: its choices, or how many of them are an expert's.
 */
static inline int32_t *head_of(const struct aisp_io *io, int rank)
{
	return io->ranks->window[rank];
}

static inline float *rows_of(const struct aisp_io *io, int rank)
{
	return (float *)io->ranks->window[rank] + head_elems(io->param);
}

static inline void copy_rows(const struct aisp_io *io, float *to, const float *from,
			     int64_t n)
{
	memcpy(to, from, (size_t)(n * io->param[WIDTH]) * sizeof(float));
}

/* Into the window: how many tokens chose an expert, and their rows, by expert. */
static inline void pack(const struct aisp_io *io)
{
	int64_t n = io->param[TOKENS] * io->param[CHOSEN], w = io->param[WIDTH], at = 0;
	int64_t start[MOST_EXPERTS];
	int32_t *count = head_of(io, io->ranks->rank);
	const int32_t *id = io->in[ID].data;

	memset(count, 0, (size_t)all_experts(io->param) * sizeof(*count));
	for (int64_t c = 0; c < n; c++)
		count[id[c]]++;
	for (int64_t e = 0; e < all_experts(io->param); at += count[e++])
		start[e] = at;
	for (int64_t c = 0; c < n; c++)
		copy_rows(io, rows_of(io, io->ranks->rank) + start[id[c]]++ * w,
			  aisp_in_f32(io, X) + c / io->param[CHOSEN] * w, 1);
}

/* Where rows of this rank's first expert begin among those of another. */
static inline int64_t first_row(const struct aisp_io *io, int rank)
{
	const int32_t *count = head_of(io, rank);
	int64_t at = 0;

	for (int64_t e = 0; e < io->ranks->rank * io->param[EXPERTS]; e++)
		at += count[e];
	return at;
}

/* That rank's rows for this one's expert e. */
static inline int64_t n_rows(const struct aisp_io *io, int rank, int64_t e)
{
	return head_of(io, rank)[io->ranks->rank * io->param[EXPERTS] + e];
}

/*
 * Blocks of rows that lie by rank and then by expert, at from[rank], are copied to the
 * output, by expert and then by rank.
 */
static inline void by_expert(const struct aisp_io *io, const float **from)
{
	int32_t *count = io->out[COUNT].data;
	float *to = aisp_out_f32(io, ROWS_OUT);

	for (int64_t e = 0; e < io->param[EXPERTS]; e++) {
		count[e] = 0;
		for (int rank = 0; rank < io->ranks->n; rank++) {
			int64_t n = n_rows(io, rank, e), elems = n * io->param[WIDTH];

			copy_rows(io, to, from[rank], n);
			count[e] += (int32_t)n;
			to += elems;
			from[rank] += elems;
		}
	}
}

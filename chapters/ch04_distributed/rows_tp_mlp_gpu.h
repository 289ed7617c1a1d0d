/* SPDX-License-Identifier: MIT
 *
 * rows_tp_mlp_gpu.h - the inner features of all rows, into the workspace, and this
 * rank's part of rows of y, into its window.
 */
#include "span_sums.h"

struct relu_rows {
	float *c;
	int64_t n;

	__device__ void operator()(int64_t i, int64_t j, float4 v) const
	{
		store_four(c + i * n + j, n - j,
			   make_float4(fmaxf(v.x, 0), fmaxf(v.y, 0), fmaxf(v.z, 0),
				       fmaxf(v.w, 0)));
	}

	__device__ void tell(int64_t) const
	{
	}
};

static inline int make_inner(const struct aisp_io *io)
{
	const struct factors f = { aisp_in_f32(io, X), aisp_in_f32(io, W1),
				   io->param[ROWS], io->param[INNER],
				   io->param[WIDTH] };
	const struct relu_rows inner = { (float *)io->workspace, io->param[INNER] };

	return launch_product<16, false, true>(f, inner, aisp_stream(io));
}

/* Of rows [first, end). */
static inline struct factors down_factors(const struct aisp_io *io, int64_t first,
					  int64_t end)
{
	return (struct factors){ (const float *)io->workspace +
					 first * io->param[INNER],
				 aisp_in_f32(io, W2), end - first, io->param[WIDTH],
				 io->param[INNER] };
}

static inline float *own_window(const struct aisp_io *io)
{
	return (float *)io->ranks->window[io->ranks->rank];
}

static inline int make_part(const struct aisp_io *io, int64_t first, int64_t end)
{
	int64_t w = io->param[WIDTH];
	const struct store_rows part = { own_window(io) + first * w, w };

	return launch_product<16, false, true>(down_factors(io, first, end), part,
					       aisp_stream(io));
}

static inline struct span rows_span(const struct aisp_io *io, int64_t first,
				    int64_t end)
{
	struct span s = {};

	s.y = aisp_out_f32(io, 0);
	s.from = first * io->param[WIDTH];
	s.to = end * io->param[WIDTH];
	return s;
}

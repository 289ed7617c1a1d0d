/* SPDX-License-Identifier: MIT
 *
 * halo_gpu.h - a step of a rank's strip of the grid: a thread goes down a column, with
 * the numbers above and below in registers.  Beyond the first and the last column is
 * zero.
 *
 * A rank's window, [2][2][cols], has for even and for odd steps the row above and the
 * row below its own, or the two of its own that it shows.
 */
#ifndef HALO_GPU_H
#define HALO_GPU_H

#include <aisp/cuda.h>
#include <aisp/ranks_gpu.h>

#define HALO_THREADS 256
#define HALO_ROWS    8 /* of a block */

enum side { ABOVE, BELOW };

struct strip_step {
	const float *now;
	float *next;
	int64_t rows, cols;
	int64_t step;
};

static __host__ __device__ inline float *halo_row(const struct aisp_ranks *r, int rank,
						  int64_t step, enum side side,
						  int64_t cols)
{
	return (float *)r->window[rank] + (step % 2 * 2 + side) * cols;
}

/* Computes rows [from, to) of column j; `above` is the element above the first row. */
static __device__ inline void step_column(const struct strip_step &s, int64_t j,
					  int64_t from, int64_t to, float above,
					  float last_below)
{
	const float *now = s.now + from * s.cols + j;
	float *next = s.next + from * s.cols + j;
	float v = *now;

	for (int64_t i = from; i < to; i++, now += s.cols, next += s.cols) {
		float below = i + 1 < s.rows ? now[s.cols] : last_below;
		float left = j > 0 ? now[-1] : 0;
		float right = j + 1 < s.cols ? now[1] : 0;

		*next = (float)FIFTH * (v + left + right + above + below);
		above = v;
		v = below;
	}
}

/* The two grids that steps alternate between; the last step writes y. */
struct halo {
	float *other;
};

static inline int halo_setup(const struct aisp_io *io, void **state)
{
	struct halo *h = (struct halo *)calloc(1, sizeof(*h));

	*state = h;
	if (!h)
		return -ENOMEM;
	AISP_TRY(cudaMalloc(&h->other, sizeof(float) * (size_t)(io->param[ROWS] *
								io->param[COLS])));
	return 0;
}

static inline void halo_teardown(void *state)
{
	cudaFree(((struct halo *)state)->other);
	free(state);
}

static inline struct strip_step step_of(const struct aisp_io *io, const struct halo *h,
					int64_t step)
{
	bool is_to_y = (io->param[STEPS] - step) % 2;
	struct strip_step s = {};

	s.next = is_to_y ? aisp_out_f32(io, 0) : h->other;
	s.now = step == 0 ? aisp_in_f32(io, 0)
		: is_to_y ? h->other
			  : aisp_out_f32(io, 0);
	s.rows = io->param[ROWS];
	s.cols = io->param[COLS];
	s.step = step;
	return s;
}

static inline dim3 halo_grid(const struct aisp_io *io)
{
	return dim3((unsigned)aisp_ceil_div(io->param[COLS], HALO_THREADS),
		    (unsigned)aisp_ceil_div(io->param[ROWS], HALO_ROWS));
}

#endif

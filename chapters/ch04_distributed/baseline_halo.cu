/* SPDX-License-Identifier: MIT
 *
 * In each step all ranks show their rows, wait for all, and compute: four launches.
 */
#include "workload_halo.h"

#include "halo_gpu.h"
#include <aisp/peer_plain.h>

static __global__ void step_rows(const __grid_constant__ struct aisp_ranks r,
				 const __grid_constant__ struct strip_step s)
{
	int64_t j = (int64_t)blockIdx.x * HALO_THREADS + threadIdx.x;
	int64_t from = (int64_t)blockIdx.y * HALO_ROWS;
	int64_t to = min(from + HALO_ROWS, s.rows);
	float above = 0, below = 0;

	if (j >= s.cols)
		return;
	if (from > 0)
		above = s.now[(from - 1) * s.cols + j];
	else if (r.rank > 0)
		above = halo_row(&r, r.rank - 1, s.step, BELOW, s.cols)[j];
	if (to == s.rows && r.rank < r.n - 1)
		below = halo_row(&r, r.rank + 1, s.step, ABOVE, s.cols)[j];
	step_column(s, j, from, to, above, below);
}

static int show(const struct aisp_io *io, const struct strip_step *s)
{
	const struct aisp_ranks *r = io->ranks;
	size_t bytes = (size_t)s->cols * sizeof(float);

	AISP_TRY(cudaMemcpyAsync(halo_row(r, r->rank, s->step, ABOVE, s->cols), s->now,
				 bytes, cudaMemcpyDeviceToDevice, aisp_stream(io)));
	AISP_TRY(cudaMemcpyAsync(halo_row(r, r->rank, s->step, BELOW, s->cols),
				 s->now + (s->rows - 1) * s->cols, bytes,
				 cudaMemcpyDeviceToDevice, aisp_stream(io)));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	for (int64_t step = 0; step < io->param[STEPS]; step++) {
		struct strip_step s = step_of(io, (const struct halo *)state, step);
		int status = show(io, &s);

		if (status)
			return status;
		all_are_here<<<1, 32, 0, aisp_stream(io)>>>(*io->ranks,
							    (uint32_t)step + 1);
		step_rows<<<halo_grid(io), HALO_THREADS, 0, aisp_stream(io)>>>(
			*io->ranks, s);
	}
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "exchange edges, wait for all ranks, then compute",
	.setup = halo_setup,
	.run = run,
	.teardown = halo_teardown,
};

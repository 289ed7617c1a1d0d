/* SPDX-License-Identifier: MIT
 *
 * Reduce-scatter of the gradients, AdamW on this rank's part, all-gather of the
 * parameters, one after the other: what a framework's sharded optimizer calls.
 */
#include "workload_zero1_step.h"

#include "zero1_step_gpu.h"
#include <aisp/peer_plain.h>

/* m and v of this rank's part, whose parameters are shown; sum: its gradients. */
static __global__ void step_part(const __grid_constant__ struct zero1 z, float *shown,
				 const float *sum, int64_t first)
{
	int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
	struct adamw_rates rates = zero1_rates(z.hyper);
	float p, m, v;

	if (i >= z.n)
		return;
	p = z.p0[first + i];
	m = z.m0[first + i];
	v = z.v0[first + i];
	adamw_element(&p, &m, &v, sum[i], &rates, z.hyper[DECAY]);
	z.m[i] = m;
	z.v[i] = v;
	shown[i] = p;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	const struct zero1 z = zero1_of(io);
	const int64_t all = r->n * z.n, first = r->rank * z.n;
	const int blocks = plain_blocks(z.n);
	float *sum = (float *)io->workspace;
	int status = show_plain(io, z.g, sizeof(float) * (size_t)all);

	(void)state;
	if (status)
		return status;
	add_plain<float>
		<<<blocks, PLAIN_THREADS, 0, aisp_stream(io)>>>(*r, sum, first, z.n);
	/* Behind the gradients, which peers may not have read yet. */
	step_part<<<blocks, PLAIN_THREADS, 0, aisp_stream(io)>>>(
		z, (float *)r->window[r->rank] + all, sum, first);
	all_are_here<<<1, 32, 0, aisp_stream(io)>>>(*r, 2);
	take_plain<<<blocks, PLAIN_THREADS, 0, aisp_stream(io)>>>(*r, z.p, all, z.n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "reduce-scatter, step, all-gather: a launch each",
	.run = run,
};

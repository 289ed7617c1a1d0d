/* SPDX-License-Identifier: MIT
 *
 * beside.h - background work in io->stream, then the chain in a stream beside it:
 * what both variants do.  They differ in that stream's priority.
 */
#ifndef BESIDE_H
#define BESIDE_H

#include <aisp/streams.h>

#define BLOCK 256

static __global__ void background_step(float *restrict y, const float *restrict x,
				       int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

	if (i < n)
		y[i] = 3 * x[i] + 1;
}

static __global__ void chain_step(float *restrict to, const float *restrict from,
				  int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

	if (i < n)
		to[i] = (from[i ? i - 1 : n - 1] + 2 * from[i] +
			 from[i < n - 1 ? i + 1 : 0]) /
			4;
}

static inline int chain_launch(const struct aisp_io *io, cudaStream_t stream)
{
	int64_t n = io->param[RING], steps = io->param[STEPS];
	const float *from = aisp_in_f32(io, 1);

	for (int64_t k = 0; k < steps; k++) {
		float *to = k == steps - 1 ? aisp_out_f32(io, 1)
					   : (float *)io->workspace + k % 2 * n;

		chain_step<<<aisp_ceil_div(n, BLOCK), BLOCK, 0, stream>>>(to, from, n);
		from = to;
	}
	return aisp_launched();
}

static inline int beside_run(const struct aisp_io *io, const struct streams *s)
{
	int64_t n = io->param[N];
	int rc = streams_fork(s, aisp_stream(io));

	background_step<<<aisp_ceil_div(n, BLOCK), BLOCK, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), n);
	if (!rc)
		rc = chain_launch(io, s->stream[0]);
	return rc ? rc : streams_join(s, aisp_stream(io));
}

#endif

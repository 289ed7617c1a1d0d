/* SPDX-License-Identifier: MIT
 *
 * dag_kernel.h - a step of the graph on a GPU, and where its arrays lie.  The variants
 * decide which steps run at the same time.
 */
#ifndef DAG_KERNEL_H
#define DAG_KERNEL_H

#include <aisp/cuda.h>

#define BLOCK 128 /* a step of the default size has a block for each multiprocessor */

struct step {
	float *y;
	const float *p, *q, *x; /* p, q: results that it needs, or NULL */
	int64_t n;
	int rounds;
	float keep;
};

/* Element i.  Results of others are read past the first-level cache, which may hold
 * what lay there before. */
static __device__ void do_element(const struct step &s, int64_t i)
{
	float v = s.p ? __ldcg(s.p + i) : 0, add = s.x[i];

	v += s.q ? __ldcg(s.q + s.n - 1 - i) : 0;
	v *= 0.5f;
	for (int r = 0; r < s.rounds; r++)
		v = fmaf(s.keep, v, add);
	s.y[i] = v;
}

static inline const int32_t *needs_of(const struct aisp_io *io, int64_t k)
{
	return (const int32_t *)io->in[BEFORE].data + 2 * k;
}

static inline struct step step_of(const struct aisp_io *io, int64_t k)
{
	const int32_t *before = needs_of(io, k);
	int64_t n = io->param[N];
	float *y = aisp_out_f32(io, 0);
	struct step s = { y + k * n, NULL, NULL, aisp_in_f32(io, X) + k * n, n };

	if (before[0] >= 0)
		s.p = y + before[0] * n;
	if (before[1] >= 0)
		s.q = y + before[1] * n;
	s.rounds = ((const int32_t *)io->in[ROUNDS].data)[k];
	s.keep = share_kept(io->param);
	return s;
}

static __global__ void do_step(const __grid_constant__ struct step s)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

	if (i < s.n)
		do_element(s, i);
}

static inline void launch_step(const struct aisp_io *io, int64_t k, cudaStream_t stream)
{
	struct step s = step_of(io, k);

	do_step<<<(unsigned)aisp_ceil_div(s.n, BLOCK), BLOCK, 0, stream>>>(s);
}

#endif

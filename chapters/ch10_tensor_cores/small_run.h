/* SPDX-License-Identifier: MIT
 *
 * small_run.h - setup() and run() of the variants on few_rows.h, which differ in how
 * many blocks share the work and in what L2 fetches ahead.
 */
#ifndef SMALL_RUN_H
#define SMALL_RUN_H

#include <aisp/few_rows_cut.h>

#include <aisp/tma.h>
#include <stdlib.h>

template <class P>
static __global__ void __launch_bounds__(P::FETCHER + 32, 1)
	small_product(const __grid_constant__ CUtensorMap w,
		      const __grid_constant__ CUtensorMap x,
		      const struct sums<__nv_bfloat16> c, const struct shares q)
{
	multiply_block<P>(w, x, c, q);
}

struct state {
	aisp_encode encode;
	int n_blocks; /* that the GPU holds */
	CUtensorMapL2promotion ahead;
};

template <class P> static int small_allow(void)
{
	return aisp_cuda_status(cudaFuncSetAttribute(
		small_product<P>, cudaFuncAttributeMaxDynamicSharedMemorySize,
		P::BYTES));
}

static int small_setup(void **state, CUtensorMapL2promotion ahead)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	int rc;

	*state = s;
	if (!s)
		return -ENOMEM;
	s->n_blocks = aisp_gpu(cudaDevAttrMultiProcessorCount);
	s->ahead = ahead;
	rc = small_allow<small_plan<8, 1>>();
	if (!rc)
		rc = small_allow<small_plan<16, 1>>();
	if (!rc)
		rc = small_allow<small_plan<32, 1>>();
	if (!rc)
		rc = small_allow<small_plan<64, 1>>();
	if (!rc)
		rc = small_allow<small_plan<64, 2>>();
	return rc ? rc : aisp_find_encode(&s->encode);
}

template <class P>
static int small_start(const struct aisp_io *io, const struct state *s,
		       const struct shares &q)
{
	struct sums<__nv_bfloat16> c = {
		(__nv_bfloat16 *)io->out[0].data, (float4 *)io->workspace,
			(int)io->param[M], (int)io->param[N]
	};
	CUtensorMap w, x;
	int rc = aisp_describe_ahead(s->encode, &io->in[1], 2, P::WORKERS * BAND, BOX,
				     s->ahead, &w);

	if (!rc)
		rc = aisp_describe_ahead(s->encode, &io->in[0], 2, P::N, BOX, s->ahead,
					 &x);
	if (rc)
		return rc;
	small_product<P><<<q.n_shares, P::FETCHER + 32, P::BYTES, aisp_stream(io)>>>(
		w, x, c, q);
	return aisp_launched();
}

/* Runs the smallest instruction shape that has room for all rows. */
static int small_run(const struct aisp_io *io, const struct state *s,
		     const struct shares &q)
{
	int64_t m = io->param[M];

	if (m <= 8)
		return small_start<small_plan<8, 1>>(io, s, q);
	if (m <= 16)
		return small_start<small_plan<16, 1>>(io, s, q);
	if (m <= 32)
		return small_start<small_plan<32, 1>>(io, s, q);
	if (q.n_bands == 1)
		return small_start<small_plan<64, 1>>(io, s, q);
	return small_start<small_plan<64, 2>>(io, s, q);
}

#endif

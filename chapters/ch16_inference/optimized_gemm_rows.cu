/* SPDX-License-Identifier: MIT
 *
 * Tensor cores with the weights as their first operand, as many rows of a batch as the
 * second, and half of the multiprocessors for each product.  How sums along the depth
 * are cut follows from the shape of the weights.
 * ARCH: sm_90a
 * WORKSPACE: 8388608
 */
#include "workload_gemm_rows.h"

#include <aisp/few_rows_cut.h>
#include <aisp/tma.h>
#include <stdlib.h>

#define PRODUCTS 2

struct product {
	CUtensorMap x, w;
	struct sums<float> y;
	int width; /* of the instruction */
};

struct products {
	struct product of[PRODUCTS];
	struct shares q; /* of each */
};

using widest = small_plan<64, 2>;

static __global__ void __launch_bounds__(widest::FETCHER + 32, 1)
	multiply_few(const __grid_constant__ struct products all)
{
	const struct product &p = all.of[blockIdx.x / all.q.n_shares];

	if (p.width == 8)
		multiply_block<small_plan<8, 1>>(p.w, p.x, p.y, all.q);
	else if (p.width == 16)
		multiply_block<small_plan<16, 1>>(p.w, p.x, p.y, all.q);
	else if (p.width == 32)
		multiply_block<small_plan<32, 1>>(p.w, p.x, p.y, all.q);
	else if (all.q.n_bands == 1)
		multiply_block<small_plan<64, 1>>(p.w, p.x, p.y, all.q);
	else
		multiply_block<widest>(p.w, p.x, p.y, all.q);
}

struct state {
	aisp_encode encode;
	int n_blocks; /* of a product */
};

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));

	*state = s;
	if (!s)
		return -ENOMEM;
	s->n_blocks = aisp_gpu(cudaDevAttrMultiProcessorCount) / PRODUCTS;
	if (s->n_blocks < 1 ||
	    io->workspace_bytes < (size_t)(PRODUCTS * s->n_blocks) * SHARE_BYTES)
		return -ENOTSUP;
	AISP_TRY(cudaFuncSetAttribute(multiply_few,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      widest::BYTES));
	return aisp_find_encode(&s->encode);
}

/* Product i. */
static int describe(const struct aisp_io *io, const struct state *s, int i,
		    struct products *all)
{
	const struct aisp_tensor *x = &io->in[i ? XB : X], *w = &io->in[i ? WB : W];
	struct product *p = &all->of[i];
	int is_double, rc;

	p->width = 8;
	while (p->width < x->shape[0])
		p->width *= 2;
	is_double = p->width == 64 && all->q.n_bands == 2;
	p->y = { aisp_out_f32(io, i ? YB : Y),
		 (float4 *)io->workspace + i * s->n_blocks * (SHARE_BYTES / 16),
		 (int)x->shape[0], (int)w->shape[0], i * all->q.n_shares };
	rc = aisp_describe_ahead(s->encode, w, 2, is_double ? 2 * BAND : BAND, BOX,
				 CU_TENSOR_MAP_L2_PROMOTION_L2_128B, &p->w);
	return rc ? rc
		  : aisp_describe_ahead(s->encode, x, 2, (unsigned)p->width, BOX,
					CU_TENSOR_MAP_L2_PROMOTION_L2_128B, &p->x);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	struct products all;
	int rc = 0;

	all.q = equal_shares(io->param[COLS], io->param[DEPTH], s->n_blocks);
	for (int i = 0; !rc && i < PRODUCTS; i++)
		rc = describe(io, s, i, &all);
	if (rc)
		return rc;
	multiply_few<<<PRODUCTS * all.q.n_shares, widest::FETCHER + 32, widest::BYTES,
		       aisp_stream(io)>>>(all);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "wgmma on weights, cut by their shape alone, both products at once",
	.setup = setup,
	.run = run,
	.teardown = free,
};

/* SPDX-License-Identifier: MIT
 *
 * low_rows_run.h - both products of a call in one launch, half of the multiprocessors
 * each.  Of batches of at most 16 four bands of weights meet the same x at a time, of
 * wider ones two.  How sums are cut follows from the shape of the weights.
 */
#ifndef LOW_ROWS_RUN_H
#define LOW_ROWS_RUN_H

#include <stdlib.h>

#include "low_rows.h"

#define PRODUCTS 2

struct low_product {
	CUtensorMap x, w;
	struct sums<float> y;
	struct scales scale;
	int width; /* of the instruction */
};

struct low_products {
	struct low_product of[PRODUCTS];
	struct shares q; /* of each */
};

template <class P>
static __device__ void low_one(const struct low_product &p, const struct shares &q)
{
	low_block<P>(p.w, p.x, p.y, p.scale, q);
}

template <class FORMAT> using narrow = struct low_plan<FORMAT, 16, 4>;
template <class FORMAT> using wide = struct low_plan<FORMAT, 64, 2>;

template <class FORMAT>
static __global__ void __launch_bounds__(narrow<FORMAT>::THREADS, 1)
	low_narrow(const __grid_constant__ struct low_products all)
{
	const struct low_product &p = all.of[blockIdx.x / all.q.n_shares];

	if (p.width == 8)
		low_one<low_plan<FORMAT, 8, 4>>(p, all.q);
	else
		low_one<narrow<FORMAT>>(p, all.q);
}

template <class FORMAT>
static __global__ void __launch_bounds__(wide<FORMAT>::THREADS, 1)
	low_wide(const __grid_constant__ struct low_products all)
{
	const struct low_product &p = all.of[blockIdx.x / all.q.n_shares];

	if (p.width == 8)
		low_one<low_plan<FORMAT, 8, 2>>(p, all.q);
	else if (p.width == 16)
		low_one<low_plan<FORMAT, 16, 2>>(p, all.q);
	else if (p.width == 32)
		low_one<low_plan<FORMAT, 32, 2>>(p, all.q);
	else
		low_one<wide<FORMAT>>(p, all.q);
}

struct state {
	aisp_encode encode;
	int n_blocks; /* of a product */
};

template <class FORMAT> static constexpr int narrow_bytes(void)
{
	return max(low_plan<FORMAT, 8, 4>::BYTES, narrow<FORMAT>::BYTES);
}

template <class FORMAT> static constexpr int wide_bytes(void)
{
	return max(max(low_plan<FORMAT, 8, 2>::BYTES, low_plan<FORMAT, 16, 2>::BYTES),
		   max(low_plan<FORMAT, 32, 2>::BYTES, wide<FORMAT>::BYTES));
}

template <class FORMAT> static int low_setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));

	*state = s;
	if (!s)
		return -ENOMEM;
	s->n_blocks = aisp_gpu(cudaDevAttrMultiProcessorCount) / PRODUCTS;
	if (s->n_blocks < 1 ||
	    io->workspace_bytes < (size_t)(PRODUCTS * s->n_blocks) * SHARE_BYTES)
		return -ENOTSUP;
	AISP_TRY(cudaFuncSetAttribute(low_narrow<FORMAT>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      narrow_bytes<FORMAT>()));
	AISP_TRY(cudaFuncSetAttribute(low_wide<FORMAT>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      wide_bytes<FORMAT>()));
	return aisp_find_encode(&s->encode);
}

/* Equal shares of whole steps, unless next to all blocks get work if no share ends
 * within another tile than it began in. */
static struct shares low_shares(const struct aisp_io *io, const struct state *s)
{
	struct shares q = whole_tiles(io->param[COLS], io->param[DEPTH], TILE_BANDS);
	int whole = s->n_blocks / q.n_tiles * q.n_tiles;

	q.n_shares = whole * 16 >= s->n_blocks * 15 ? whole : s->n_blocks;
	if ((int64_t)q.n_steps * q.n_tiles < q.n_shares)
		q.n_shares = q.n_steps * q.n_tiles;
	return q;
}

static int low_width(int64_t rows)
{
	int width = 8;

	while (width < rows)
		width *= 2;
	return width;
}

/* Product i, of whose weights a box has so many bands. */
template <class FORMAT>
static int low_describe(const struct aisp_io *io, const struct state *s, int i,
			int bands, struct low_products *all)
{
	const struct aisp_tensor *x = &io->in[i ? XB : X];
	struct aisp_tensor w = io->in[i ? WB : W];
	struct low_product *p = &all->of[i];
	int64_t k = w.shape[1];
	int rc;

	p->width = low_width(x->shape[0]);
	p->scale = { io->in[i ? SB : S].data, (int)w.shape[0], (int)n_groups(k) };
	p->y = { aisp_out_f32(io, i ? YB : Y),
		 (float4 *)io->workspace + i * s->n_blocks * (SHARE_BYTES / 16),
		 (int)x->shape[0], (int)w.shape[0], i * all->q.n_shares };
	w.shape[1] = k * AISP_ROW_BYTES / FORMAT::ROW; /* bytes */
	rc = aisp_describe_ahead(s->encode, &w, 1, (unsigned)bands * BAND,
				 AISP_ROW_BYTES, FORMAT::AHEAD, &p->w);
	return rc ? rc
		  : aisp_describe_ahead(s->encode, x, 2, (unsigned)p->width, BOX,
					CU_TENSOR_MAP_L2_PROMOTION_L2_128B, &p->x);
}

template <class FORMAT> static int low_run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	bool is_narrow = io->param[ROWS] <= 16 && io->param[OTHERS] <= 16;
	struct low_products all;
	int rc = 0;

	all.q = low_shares(io, s);
	for (int i = 0; !rc && i < PRODUCTS; i++)
		rc = low_describe<FORMAT>(io, s, i,
					  is_narrow ? narrow<FORMAT>::BOX_BANDS
						    : wide<FORMAT>::BOX_BANDS,
					  &all);
	if (rc)
		return rc;
	if (is_narrow)
		low_narrow<FORMAT><<<PRODUCTS * all.q.n_shares, narrow<FORMAT>::THREADS,
				     narrow_bytes<FORMAT>(), aisp_stream(io)>>>(all);
	else
		low_wide<FORMAT><<<PRODUCTS * all.q.n_shares, wide<FORMAT>::THREADS,
				   wide_bytes<FORMAT>(), aisp_stream(io)>>>(all);
	return aisp_launched();
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * Two launches multiply, whatever experts have which tokens: their blocks take tiles
 * from a list that routing wrote, gather the rows of tokens, and gate in registers.
 * ARCH: sm_90a
 */
#include "workload_experts.h"

#include <aisp/tma.h>

#include "experts_gpu.h"
#include "experts_sums.h"

struct state {
	aisp_encode encode;
	int n_blocks;
};

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	s->n_blocks = aisp_gpu(cudaDevAttrMultiProcessorCount);
	AISP_TRY(cudaFuncSetAttribute(multiply_parts<true>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      ALL_BYTES));
	AISP_TRY(cudaFuncSetAttribute(multiply_parts<false>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      ALL_BYTES));
	return aisp_find_encode(&s->encode);
}

/* All experts' weights, one below the other. */
static int describe(const struct state *s, const struct aisp_tensor *w,
		    CUtensorMap *map)
{
	struct aisp_tensor flat = *w;

	flat.shape[0] = w->shape[0] * w->shape[1];
	flat.shape[1] = w->shape[2];
	return aisp_describe(s->encode, &flat, 2, BOX_ROWS, STEP, map);
}

/* Rows that the product meets, in the order of experts if it is the second one. */
static int describe_rows(const struct aisp_io *io, const struct state *s,
			 const struct product &p, CUtensorMap *map)
{
	struct aisp_tensor x = io->in[X];

	x.data = (void *)p.x;
	x.shape[0] = io->param[TOKENS] * (p.row ? 1 : io->param[K]);
	x.shape[1] = p.width;
	return aisp_describe(s->encode, &x, 2, X_BOX_ROWS, STEP, map);
}

template <bool IS_GATED>
static int start(const struct aisp_io *io, const struct state *s,
		 const struct product &p, const struct order &o)
{
	struct maps m;
	int rc = describe(s, &io->in[IS_GATED ? W1 : W2], &m.first);

	if (!rc)
		rc = describe(s, &io->in[IS_GATED ? W3 : W2], &m.second);
	if (!rc)
		rc = describe_rows(io, s, p, &m.rows);
	if (rc)
		return rc;
	multiply_parts<IS_GATED>
		<<<s->n_blocks, THREADS_OF_TILE, ALL_BYTES, aisp_stream(io)>>>(m, p, o);
	return aisp_launched();
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	const int64_t *p = io->param;
	int64_t rows = p[TOKENS] * p[K];
	uint8_t *room = (uint8_t *)io->workspace;
	struct order o = order_in(&room, p);
	uint16_t *h = (uint16_t *)take(&room, rows * p[INNER] * 2);
	uint16_t *out = (uint16_t *)take(&room, rows * p[WIDTH] * 2);
	int width = (int)p[WIDTH], inner = (int)p[INNER], k = (int)p[K];
	struct product up = {
		(const uint16_t *)io->in[X].data,    o.row,    h, k, width, inner,
		(int)aisp_ceil_div(inner, BOX_ROWS), BOX_ROWS, 0
	};
	struct product down = { h,
				NULL,
				out,
				k,
				inner,
				width,
				(int)aisp_ceil_div(width, TILE_ROWS),
				TILE_ROWS,
				BOX_ROWS };
	int rc = find_order(io, o);

	if (!rc)
		rc = start<true>(io, s, up, o);
	if (!rc)
		rc = start<false>(io, s, down, o);
	return rc ? rc : add_up(io, o, out);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a list of tiles, two launches for all experts, wgmma on weights",
	.setup = setup,
	.run = run,
	.teardown = free,
};

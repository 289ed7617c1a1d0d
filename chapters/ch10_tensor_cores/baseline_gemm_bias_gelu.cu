/* SPDX-License-Identifier: MIT
 *
 * The product, then bias and GELU in a kernel of their own.
 * ARCH: sm_90a
 */
#include "workload_gemm_bias_gelu.h"

#include "bias_gelu.h"
#include "pingpong.h"
#include "tiles_run.h"

using step = plan<AISP_WGMMA_BF16, 192, 2, 1, 5, 1, 1>;

/* n_pairs of columns in all, of which a row has n / 2. */
static __global__ void finish(__nv_bfloat162 *restrict c,
			      const __nv_bfloat162 *restrict from,
			      const __grid_constant__ struct bias_gelu f,
			      int64_t n_pairs)
{
	int64_t v = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
	__nv_bfloat162 x[4];

	if (v * 4 >= n_pairs) /* rows are whole vectors */
		return;
	*(uint4 *)x = ((const uint4 *)from)[v];
	for (int i = 0; i < 4; i++)
		x[i] = __float22bfloat162_rn(
			f(__bfloat1622float2(x[i]), (int)(v * 8 % f.n) + i * 2));
	((uint4 *)c)[v] = *(uint4 *)x;
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return tiles_setup<step>(pingpong<step, as_is>, state);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	int64_t n_pairs = aisp_elems(&io->out[0]) / 2;
	struct aisp_tensor between = io->out[0];
	struct aisp_io product = *io;
	struct launch l;
	int rc;

	between.data = io->workspace;
	product.out = &between;
	rc = tiles_launch<step>(&product, s, &l);
	if (rc)
		return rc;
	pingpong<step><<<s->n_blocks, THREADS, step::BYTES, aisp_stream(io)>>>(
		l.a, l.b, l.c, l.order, l.n_k, as_is());
	finish<<<aisp_ceil_div(n_pairs, 4 * 256), 256, 0, aisp_stream(io)>>>(
		(__nv_bfloat162 *)io->out[0].data,
		(const __nv_bfloat162 *)io->workspace, bias_of(io), n_pairs);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "the product by wgmma, then bias and GELU by another kernel",
	.setup = setup,
	.run = run,
	.teardown = free,
};

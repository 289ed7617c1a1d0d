/* SPDX-License-Identifier: MIT
 *
 * The tensor cores add up all of k, which leaves registers for tiles of 128 x 256.
 * ARCH: sm_90a
 */
#include "workload_gemm_fp8_fast.h"

#include "byte_tiles.h"

template <class P>
static __device__ void multiply_tile(float sum[P::N / 2], const struct block<P> &s,
				     int worker, struct turn<P> *at, int n_k)
{
	uint64_t a = aisp_descriptor(s.stage + worker * 64 * AISP_ROW_BYTES);
	uint64_t b = aisp_descriptor(s.stage + A_BYTES);
	int last = 0;

	for (int i = 0; i < n_k; i++, at->next()) {
		int stage = at->stage * (P::STAGE_BYTES / 16);

		aisp_barrier_wait(&s.full[at->stage], at->parity);
		aisp_wgmma_begin();
#pragma unroll
		for (int k = 0; k < AISP_ROW_BYTES / 16; k += AISP_STEP_BYTES / 16)
			aisp_wgmma<AISP_WGMMA_E4M3, P::N>(sum, a + stage + k,
							  b + stage + k, i || k);
		aisp_wgmma_end();
		aisp_wgmma_wait<1>();
		if (i)
			release<P>(s, last);
		last = at->stage;
	}
	aisp_wgmma_wait<0>();
	release<P>(s, last);
}

#include "fp8_run.h"

using tile = plan<256, 4>;

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	int rc;

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	rc = plan_setup<tile>(s);
	return rc ? rc : aisp_find_encode(&s->encode);
}

static int run(const struct aisp_io *io, void *state)
{
	return plan_run<tile>(io, (const struct state *)state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "wgmma with clusters and tiles of 128 x 256, sums of 14 bits",
	.setup = setup,
	.run = run,
	.teardown = free,
};

/* SPDX-License-Identifier: MIT
 *
 * Each slab of 128 along k is added up by the tensor cores, in one of two sets of
 * registers, while the ordinary units add the other to sums in fp32.
 * ARCH: sm_90a
 */
#include "workload_gemm_fp8.h"

#include "byte_tiles.h"

/* Orders the next slab's product. */
template <class P>
static __device__ void order_slab(float part[P::N / 2], const struct block<P> &s,
				  uint64_t a, uint64_t b, const struct turn<P> &at)
{
	int stage = at.stage * (P::STAGE_BYTES / 16);

	aisp_barrier_wait(&s.full[at.stage], at.parity);
	aisp_wgmma_begin();
#pragma unroll
	for (int k = 0; k < AISP_ROW_BYTES / 16; k += AISP_STEP_BYTES / 16)
		aisp_wgmma<AISP_WGMMA_E4M3, P::N>(part, a + stage + k, b + stage + k,
						  k);
	aisp_wgmma_end();
}

template <int N> static __device__ void add(float sum[N], const float part[N])
{
#pragma unroll
	for (int i = 0; i < N; i++)
		sum[i] += part[i];
}

/* Adds one slab while the next one's product, in the other registers, runs. */
template <class P>
static __device__ void add_behind(float sum[P::N / 2], float part[P::N / 2],
				  float next[P::N / 2], const struct block<P> &s,
				  uint64_t a, uint64_t b, struct turn<P> *at)
{
	int last = at->stage;

	at->next();
	order_slab<P>(next, s, a, b, *at);
	aisp_wgmma_wait<1>();
	release<P>(s, last);
	add<P::N / 2>(sum, part);
}

template <class P>
static __device__ void add_last(float sum[P::N / 2], float part[P::N / 2],
				const struct block<P> &s, struct turn<P> *at)
{
	aisp_wgmma_wait<0>();
	release<P>(s, at->stage);
	at->next();
	add<P::N / 2>(sum, part);
}

template <class P>
static __device__ void multiply_tile(float sum[P::N / 2], const struct block<P> &s,
				     int worker, struct turn<P> *at, int n_k)
{
	uint64_t a = aisp_descriptor(s.stage + worker * 64 * AISP_ROW_BYTES);
	uint64_t b = aisp_descriptor(s.stage + A_BYTES);
	float even[P::N / 2], odd[P::N / 2];
	int i;

#pragma unroll
	for (int j = 0; j < P::N / 2; j++)
		sum[j] = 0;
	order_slab<P>(even, s, a, b, *at);
	for (i = 1; i + 1 < n_k; i += 2) {
		add_behind<P>(sum, even, odd, s, a, b, at);
		add_behind<P>(sum, odd, even, s, a, b, at);
	}
	if (i < n_k) {
		add_behind<P>(sum, even, odd, s, a, b, at);
		add_last<P>(sum, odd, s, at);
	} else {
		add_last<P>(sum, even, s, at);
	}
}

#include "fp8_run.h"

using narrow = plan<128, 6>;
using wide = plan<144, 5>; /* as wide as three sets of registers allow */

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	int rc;

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	rc = plan_setup<narrow>(s);
	if (!rc)
		rc = plan_setup<wide>(s);
	return rc ? rc : aisp_find_encode(&s->encode);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;

	return cost<wide>(io, s->n_clusters) < cost<narrow>(io, s->n_clusters)
		       ? plan_run<wide>(io, s)
		       : plan_run<narrow>(io, s);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "wgmma, each 128 of k added to fp32 while the next are multiplied",
	.setup = setup,
	.run = run,
	.teardown = free,
};

/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_launch.h - the kernel of attention_bwd_groups.h and a variant's
 * callbacks around it.
 */
#ifndef ATTENTION_BWD_LAUNCH_H
#define ATTENTION_BWD_LAUNCH_H

#include "attention_bwd_groups.h"

#define THREADS ((GROUPS + 1) * GROUP)

template <int DIM> static __device__ void init_barriers(tiles<DIM> &t)
{
	const unsigned warps = GROUPS * GROUP / 32;

	barrier_init(&t.k_full, 1);
	barrier_init(&t.v_full, 1);
	for (int i = 0; i < STAGES; i++) {
		barrier_init(&t.q_full[i], 1);
		barrier_init(&t.of_full[i], 1);
		barrier_init(&t.q_empty[i], warps);
		barrier_init(&t.of_empty[i], warps);
		barrier_init(&t.ds_full[i], warps);
		barrier_init(&t.ds_empty[i], warps);
	}
	for (int i = 0; i < GROUPS; i++) {
		barrier_init(&t.dq_full[i][0], GROUP / 32);
		barrier_init(&t.dq_full[i][1], GROUP / 32);
		barrier_init(&t.dq_empty[i], 1);
	}
	barriers_ready();
}

/* Blocks count themselves, so that those of a head begin before the next head's. */
template <int DIM, bool ORDERED>
static __global__ void __launch_bounds__(THREADS, 1)
	attention_bwd(const __grid_constant__ maps m, const sums_of s, int is_causal)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	tiles<DIM> &t = *(tiles<DIM> *)shared;
	int warp = aisp_warpgroup() ? -1 : (int)threadIdx.x / 32;
	place at;

	if (threadIdx.x == 0) {
		init_barriers(t);
		t.number = (int)atomicAdd(s.taken, 1);
	}
	__syncthreads();
	at = place_of<DIM, ORDERED>(s, t.number, is_causal);
	if (aisp_warpgroup() == 0) {
		aisp_leave_registers<24>();
		if (threadIdx.x % 32)
			return;
		if (warp == 0)
			produce<DIM>(t, m, s, at);
		else if (warp <= GROUPS && ORDERED)
			add_in_turn<DIM>(t, s, at, warp - 1);
		else if (warp <= GROUPS)
			add_sums<DIM>(t, s, at, warp - 1);
	} else {
		aisp_take_registers<240>();
		consume<DIM>(t, m, at, is_causal, aisp_warpgroup() - 1);
	}
}

template <int DIM, bool ORDERED>
static int launch(const struct aisp_io *io, encode_fn encode)
{
	sums_of s = sums_in(io);
	int is_causal = (int)io->param[CAUSAL];
	int blocks = (int)aisp_ceil_div(s.seq, KEYS);
	maps m;

	/* A block waits for others of its team: all must find a multiprocessor. */
	s.at_once = ORDERED ? min(blocks, aisp_gpu(cudaDevAttrMultiProcessorCount))
			    : blocks;
	if (map_heads(encode, &m.q, &io->in[Q], queries_of<DIM>) ||
	    map_heads(encode, &m.k, &io->in[K], KEYS) ||
	    map_heads(encode, &m.v, &io->in[V], KEYS) ||
	    map_heads(encode, &m.of, &io->in[DO], queries_of<DIM>) ||
	    map_heads(encode, &m.dk, &io->out[DK], 64) ||
	    map_heads(encode, &m.dv, &io->out[DV], 64))
		return -EINVAL;
	launch_begin<DIM>(io, s);
	attention_bwd<DIM, ORDERED>
		<<<(unsigned)(s.heads * blocks), THREADS, sizeof(tiles<DIM>),
		   aisp_stream(io)>>>(m, s, is_causal);
	launch_end<DIM>(io, s);
	return aisp_launched();
}

template <int DIM, bool ORDERED> static int allow_shared(void)
{
	return aisp_cuda_status(cudaFuncSetAttribute(
		attention_bwd<DIM, ORDERED>,
		cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(tiles<DIM>)));
}

/* A variant's setup(), run() and teardown(). */
template <bool ORDERED> static int setup_groups(const struct aisp_io *io, void **state)
{
	encode_fn *encode = (encode_fn *)calloc(1, sizeof(*encode));
	int rc;

	*state = encode;
	if (!encode)
		return -ENOMEM;
	rc = find_encode(encode);
	if (rc)
		return rc;
	return io->param[DIM] == 64 ? allow_shared<64, ORDERED>()
				    : allow_shared<128, ORDERED>();
}

template <bool ORDERED> static int run_groups(const struct aisp_io *io, void *state)
{
	encode_fn encode = *(encode_fn *)state;

	return io->param[DIM] == 64 ? launch<64, ORDERED>(io, encode)
				    : launch<128, ORDERED>(io, encode);
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * The queries of a group are rows of one matrix product: keys and values are read
 * once for all of them, by tensor copies that run ahead.
 * ARCH: sm_90
 */
#include "workload_decode.h"

#include "decode_grouped.h"

static __global__ void __launch_bounds__(THREADS)
	decode(uint16_t *restrict o, const uint16_t *restrict q,
	       const __grid_constant__ CUtensorMap k,
	       const __grid_constant__ CUtensorMap v, const int *restrict table,
	       const int *restrict length, const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	memory &m = *(memory *)shared;
	__shared__ uint64_t full[WARPS][RING];
	int warp = threadIdx.x / 32, sequence = blockIdx.x / p.heads;
	int64_t row = (int64_t)blockIdx.x * p.group;
	range x = { table + (int64_t)sequence * p.pages, (int)blockIdx.x % p.heads, 0,
		    length[sequence] };
	uint32_t queries[HEAD_DIM / 4];
	float sums[HEAD_DIM / 2] = { 0 };
	rows r = no_rows();
	ring at = { 0, 0 };
	grouped g = { sums, r, queries, m.ring[warp], full[warp], &k, &v, p };

	ring_init<RING>(full[warp]);
	load_rows<HEAD_DIM>(queries, q + row * HEAD_DIM, p.group);
	attend_range(g, at, x, p);
	__syncthreads(); /* all slabs are read */
	keep_part(m.parts[warp], sums, r);
	__syncthreads();
	for (int i = warp; i < p.group; i += WARPS)
		store_part(o + (row + i) * HEAD_DIM,
			   merge(&m.parts[0][i], WARPS, ROWS));
}

static int setup(const struct aisp_io *io, void **state)
{
	encode_fn *encode = (encode_fn *)calloc(1, sizeof(*encode));

	(void)io;
	*state = encode;
	if (!encode)
		return -ENOMEM;
	AISP_TRY(cudaFuncSetAttribute(
		decode, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(memory)));
	return find_encode(encode);
}

static int run(const struct aisp_io *io, void *state)
{
	encode_fn encode = *(const encode_fn *)state;
	shape p = shape_of(io->param);
	CUtensorMap k, v;

	if (map_rows(encode, &k, &io->in[IN_K], SLAB) ||
	    map_rows(encode, &v, &io->in[IN_V], SLAB))
		return -EINVAL;
	decode<<<(unsigned)(p.batch * p.heads), THREADS, sizeof(memory),
		 aisp_stream(io)>>>((uint16_t *)io->out[0].data,
				    (const uint16_t *)io->in[IN_Q].data, k, v,
				    (const int *)io->in[IN_TABLE].data,
				    (const int *)io->in[IN_LENGTH].data, p);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a block for each group of queries",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};

/* SPDX-License-Identifier: MIT
 *
 * Both products of e4m3: weights become bytes in the registers that hold them, and
 * values are turned beforehand by a kernel of their own.
 * ARCH: sm_90a
 */
#include "workload_attention_fp8.h"

#include "attention_fp8_groups.h"
#include "attention_fp8_values.h"
#include "attention_state.h"

/* Of [heads][rows][bytes], in boxes of 128 x 128. */
static int map_bytes(encode_fn encode, CUtensorMap *map, void *data, int64_t heads,
		     int64_t rows, int64_t bytes)
{
	cuuint64_t size[] = { (cuuint64_t)bytes, (cuuint64_t)rows, (cuuint64_t)heads };
	cuuint64_t pitch[] = { size[0], size[0] * size[1] };
	cuuint32_t box[] = { 128, 128, 1 }, step[] = { 1, 1, 1 };

	return encode(map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 3, data, size, pitch, box,
		      step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
		      CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
		      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS
		       ? 0
		       : -EINVAL;
}

static shape shape_of(const struct aisp_io *io)
{
	shape p = { (int)io->param[HEADS], (int)io->param[SEQ],
		    (int)io->param[CAUSAL] };

	cut_heads<DIM8>(&p, (int64_t)2 * p.seq * DIM8);
	return p;
}

static scales scales_in(const struct aisp_io *io)
{
	return { (const uint8_t *)io->in[IN_Q_SCALE].data,
		 (const uint8_t *)io->in[IN_K_SCALE].data,
		 (const uint8_t *)io->in[IN_V_SCALE].data,
		 (int)scales_of(io->param[SEQ]) };
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	AISP_TRY(cudaFuncSetAttribute(attention8,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      sizeof(tiles8)));
	return init(state);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	int64_t heads = io->param[HEADS], seq = io->param[SEQ];
	int64_t tiles = aisp_ceil_div(seq, KEYS), padded = tiles * KEYS;
	shape p = shape_of(io);
	CUtensorMap q, k, v, o;

	if (map_bytes(s->encode, &q, io->in[IN_Q].data, heads, seq, DIM8) ||
	    map_bytes(s->encode, &k, io->in[IN_K].data, heads, seq, DIM8) ||
	    map_bytes(s->encode, &v, io->workspace, heads, DIM8, padded) ||
	    map_heads(s->encode, &o, &io->out[0], 64))
		return -EINVAL;
	turn_values<<<dim3((unsigned)tiles, (unsigned)heads), TURN_THREADS, 0,
		      aisp_stream(io)>>>((uint8_t *)io->workspace,
					 (const uint8_t *)io->in[IN_V].data, (int)seq,
					 (int)padded);
	attention8<<<min(s->n_blocks, p.heads * p.q_tiles), threads_of<DIM8>,
		     sizeof(tiles8), aisp_stream(io)>>>(q, k, v, o, p, scales_in(io));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "both products of e4m3, values turned once",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};

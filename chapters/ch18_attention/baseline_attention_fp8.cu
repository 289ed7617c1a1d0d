/* SPDX-License-Identifier: MIT
 *
 * Queries, keys and values are widened to bf16, which loses nothing, scales included;
 * then attention_bf16's best kernel does the rest.
 * ARCH: sm_90a
 */
#include "workload_attention_fp8.h"

#include "attention_launch.h"
#include <cuda_fp8.h>

#define WIDEN_THREADS 256
#define WIDEN_BYTES   16 /* of a thread */

/* y = x times the scale of its 128 rows: blockIdx.y is the head. */
static __global__ void __launch_bounds__(WIDEN_THREADS)
	widen(uint32_t *restrict y, const uint8_t *restrict x,
	      const uint8_t *restrict scale, int seq, int per_head)
{
	int i = (blockIdx.x * WIDEN_THREADS + threadIdx.x) * WIDEN_BYTES;
	int row = i / HEAD_DIM;
	float by;
	uint4 from, to[2];

	if (row >= seq)
		return;
	x += (int64_t)blockIdx.y * seq * HEAD_DIM;
	y += (int64_t)blockIdx.y * seq * HEAD_DIM / 2;
	by = exp2f((float)scale[blockIdx.y * per_head + row / SCALE_ROWS] - 127);
	from = *(const uint4 *)(x + i);
#pragma unroll
	for (int k = 0; k < WIDEN_BYTES / 2; k++) {
		uint32_t word = (&from.x)[k / 2] >> k % 2 * 16;
		float2 two = __half22float2(__half2(__nv_cvt_fp8x2_to_halfraw2(
			(__nv_fp8x2_storage_t)word, __NV_E4M3)));

		(&to[k / 4].x)[k % 4] = pack(two.x * by, two.y * by);
	}
	((uint4 *)(y + i / 2))[0] = to[0];
	((uint4 *)(y + i / 2))[1] = to[1];
}

/* in[] become inputs of bf16 in the workspace. */
static void widen_inputs(const struct aisp_io *io, struct aisp_tensor in[3])
{
	int64_t seq = io->param[SEQ], n = io->param[HEADS] * seq * HEAD_DIM;
	unsigned blocks =
		(unsigned)aisp_ceil_div(seq * HEAD_DIM, WIDEN_THREADS * WIDEN_BYTES);

	for (int i = 0; i < 3; i++) {
		in[i] = io->in[i];
		in[i].dtype = AISP_BF16;
		in[i].data = (uint16_t *)io->workspace + i * n;
		widen<<<dim3(blocks, (unsigned)io->param[HEADS]), WIDEN_THREADS, 0,
			aisp_stream(io)>>>((uint32_t *)in[i].data,
					   (const uint8_t *)io->in[i].data,
					   (const uint8_t *)io->in[IN_Q_SCALE + i].data,
					   (int)seq, (int)scales_of(seq));
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	int rc = init(state);

	(void)io;
	return rc ? rc : allow_shared<HEAD_DIM, SEEN_ALL>();
}

static int run(const struct aisp_io *io, void *state)
{
	shape p = { (int)io->param[HEADS], (int)io->param[SEQ],
		    (int)io->param[CAUSAL] };
	struct aisp_tensor in[3];
	struct aisp_io wide = *io;

	wide.in = in;
	widen_inputs(io, in);
	return launch<HEAD_DIM, SEEN_ALL>(&wide, (const struct state *)state, p);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "widened to bf16, then the kernel for bf16",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};

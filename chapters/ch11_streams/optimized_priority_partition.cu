/* SPDX-License-Identifier: MIT
 *
 * A partition: the background's blocks stay, one on each multiprocessor but some, and
 * take elements in turn.  A step of the chain finds room at once, of its own, and no
 * block has to end for it.
 */
#include "workload_priority.h"

#include "beside.h"

#define WIDE    1024 /* threads of a block that stays */
#define AT_ONCE 4    /* accesses of a thread under way */
#define SHARE   11   /* one of so many multiprocessors is the chain's */

struct partition {
	struct streams *streams;
	unsigned n_blocks;
	size_t room_bytes; /* all shared memory, so that each has another multiprocessor
			    */
};

static __device__ float4 one_step(float4 x)
{
	return { 3 * x.x + 1, 3 * x.y + 1, 3 * x.z + 1, 3 * x.w + 1 };
}

static __global__ void __launch_bounds__(WIDE)
	background_stays(float *restrict y, const float *restrict x, int64_t n)
{
	int64_t step = (int64_t)gridDim.x * WIDE, fours = n / 4;
	int64_t i = (int64_t)blockIdx.x * WIDE + threadIdx.x;

	for (; i + (AT_ONCE - 1) * step < fours; i += AT_ONCE * step) {
		float4 v[AT_ONCE];

#pragma unroll
		for (int k = 0; k < AT_ONCE; k++)
			v[k] = __ldcs((const float4 *)x + i + k * step);
#pragma unroll
		for (int k = 0; k < AT_ONCE; k++)
			__stcs((float4 *)y + i + k * step, one_step(v[k]));
	}
	for (; i < fours; i += step)
		((float4 *)y)[i] = one_step(((const float4 *)x)[i]);
	i = fours * 4 + threadIdx.x;
	if (blockIdx.x == 0 && i < n)
		y[i] = 3 * x[i] + 1;
}

static int measure(struct partition *p)
{
	int n = aisp_gpu(cudaDevAttrMultiProcessorCount);
	int most = aisp_gpu(cudaDevAttrMaxSharedMemoryPerBlockOptin);

	if (n < 2)
		return -ENOTSUP;
	p->n_blocks = (unsigned)(n - (n + SHARE - 1) / SHARE);
	p->room_bytes = (size_t)most;
	return aisp_cuda_status(cudaFuncSetAttribute(
		background_stays, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
}

static int setup(const struct aisp_io *io, void **state)
{
	struct partition *p = (struct partition *)calloc(1, sizeof(*p));
	int rc;

	(void)io;
	*state = p;
	if (!p)
		return -ENOMEM;
	rc = measure(p);
	return rc ? rc : streams_new(&p->streams, 1, 0);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct partition *p = (const struct partition *)state;
	int rc = streams_fork(p->streams, aisp_stream(io));

	background_stays<<<p->n_blocks, WIDE, p->room_bytes, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), io->param[N]);
	if (!rc)
		rc = chain_launch(io, p->streams->stream[0]);
	return rc ? rc : streams_join(p->streams, aisp_stream(io));
}

static void teardown(void *state)
{
	if (state)
		streams_free(((struct partition *)state)->streams);
	free(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "persistent background blocks, which leave some SMs free",
	.setup = setup,
	.run = run,
	.teardown = teardown,
	.needs = "two multiprocessors",
};

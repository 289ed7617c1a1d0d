/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt: the opponent.  It scales by one number at most when it adds up in int32, so
 * its sums go to memory, and a second kernel scales them.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_int8.h"

#include <aisp/cublaslt.h>
#include <cuda_bf16.h>

#define THREADS 256

/* The library's view of a call: its output is the sums, behind its own workspace. */
struct view {
	struct aisp_tensor sums;
	struct aisp_io io;
};

static void see(struct view *v, const struct aisp_io *io)
{
	v->sums = io->out[0];
	v->sums.dtype = AISP_I32;
	v->sums.data = (char *)io->workspace + LIBRARY_BYTES;
	v->io = *io;
	v->io.out = &v->sums;
	v->io.workspace_bytes = LIBRARY_BYTES;
}

/* Four sums; n is a multiple of 4. */
static __device__ void scale_four(__nv_bfloat162 *to, int4 s, float a, float4 b)
{
	to[0] = __floats2bfloat162_rn((float)s.x * a * b.x, (float)s.y * a * b.y);
	to[1] = __floats2bfloat162_rn((float)s.z * a * b.z, (float)s.w * a * b.w);
}

static __global__ void scale(__nv_bfloat16 *c, const int4 *restrict sums,
			     const float *restrict sa, const float4 *restrict sb,
			     int64_t n_fours, int n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n_fours)
		scale_four((__nv_bfloat162 *)(c + i * 4), sums[i], sa[i * 4 / n],
			   sb[i % (n / 4)]);
}

static int setup(const struct aisp_io *io, void **state)
{
	struct view v;
	int rc;

	see(&v, io);
	rc = lt_new(state, &v.io, CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I);
	return rc ? rc : lt_choose(*state, &v.io);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], n_fours = io->param[M] * n / 4;
	struct view v;
	int rc;

	see(&v, io);
	rc = lt_run(&v.io, state);
	if (rc)
		return rc;
	scale<<<(unsigned)aisp_ceil_div(n_fours, THREADS), THREADS, 0,
		aisp_stream(io)>>>((__nv_bfloat16 *)io->out[0].data,
				   (const int4 *)v.sums.data, aisp_in_f32(io, IN_SA),
				   (const float4 *)io->in[IN_SB].data, n_fours, (int)n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuBLASLt to int32, the fastest algorithm of its list, then scales",
	.library = LT_NAME,
	.setup = setup,
	.run = run,
	.teardown = lt_teardown,
};

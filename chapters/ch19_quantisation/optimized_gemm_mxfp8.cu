/* SPDX-License-Identifier: MIT
 *
 * Blackwell's products of e4m3 with a scale for each 32 along k, which is one
 * instruction: it takes byte `step` of a word of scales.
 * ARCH: sm_100a sm_103a
 */
#include "workload_gemm_mxfp8.h"

#include "few_tcgen05.h"

/* "Instruction descriptor" of kind mxf8f6f4: e4m3 is 0, scales of E8M0. */
static __device__ void multiply(uint32_t sums, uint64_t a, uint64_t b, uint32_t step,
				uint32_t a_scales, uint32_t b_scales, bool is_sum)
{
	ptx::tcgen05_mma_block_scale_vec_1x(
		ptx::kind_mxf8f6f4, ptx::cta_group_1, sums, a, b,
		SHAPE | 1 << 23 | step << 4 | step << 29, a_scales, b_scales, is_sum);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "tcgen05 of e4m3 with scales in tensor memory (never run)",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "a GPU of compute capability 10 (tcgen05)",
};

/* SPDX-License-Identifier: MIT
 *
 * Blackwell's products of e2m1 with a scale for each 16 along k: an instruction has 64,
 * and takes a whole word of scales.
 * ARCH: sm_100a sm_103a
 */
#include "workload_gemm_nvfp4.h"

#include "few_tcgen05.h"

/* "Instruction descriptor" of kind mxf4nvf4: e2m1 is 1, scales of e4m3 0. */
static __device__ void multiply(uint32_t sums, uint64_t a, uint64_t b, uint32_t step,
				uint32_t a_scales, uint32_t b_scales, bool is_sum)
{
	(void)step;
	ptx::tcgen05_mma_block_scale_vec_4x(ptx::kind_mxf4nvf4, ptx::cta_group_1, sums,
					    a, b, SHAPE | 1 << 7 | 1 << 10, a_scales,
					    b_scales, is_sum);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "tcgen05 of e2m1 with scales in tensor memory (never run)",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "a GPU of compute capability 10 (tcgen05)",
};

/* SPDX-License-Identifier: MIT
 *
 * Weights in NVFP4: a word of eight is four pairs in bf16, by two shifts and two masks
 * each.
 * ARCH: sm_90 sm_100 sm_120
 */
#include "workload_gemv_fp4.h"

#include "gemv_few_mma.h"
#include <cuda_fp8.h>

static __device__ float e4m3(uint8_t code)
{
	__nv_fp8_e4m3 x;

	x.__x = code;
	return (float)x;
}

struct nvfp4 {
	static constexpr int WORDS = 4, AHEAD = 2;

	/* Weights 0 and 4, 1 and 5, 2 and 6, 3 and 7 of eight. */
	static __device__ void unpack(uint32_t (&pair)[4], const uint32_t *word, int e)
	{
		pair[0] = widen<1, 0>(word[e]);
		pair[1] = widen<1, 4>(word[e]);
		pair[2] = widen<1, 8>(word[e]);
		pair[3] = widen<1, 12>(word[e]);
	}

	/* The scales of sixteens h and h + 1 of a row. */
	static __device__ float2 scales(const struct matrix &m, int row, int h)
	{
		int64_t at = (int64_t)min(row, m.rows - 1) * (m.cols / 16) + h;
		uchar2 code = { 0, 0 };

		if (h < m.cols / 16)
			code = __ldg((const uchar2 *)(m.scale + at));
		return { e4m3(code.x), e4m3(code.y) };
	}
};

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return run_few<struct nvfp4>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "weights in 4 bits, tensor cores add up",
	.run = run,
};

/* SPDX-License-Identifier: MIT
 *
 * Weights in MXFP6: four of them are three bytes, so that weights four apart are
 * equally far from the beginning of a byte, and one instruction brings the bytes of two
 * such pairs into the halves of a word.
 * ARCH: sm_90 sm_100 sm_120
 */
#include "workload_gemv_fp6.h"

#include "gemv_few_mma.h"

struct mxfp6 {
	static constexpr int WORDS = 6, AHEAD = 2;

	/* Weights 0 and 4, 1 and 5, 2 and 6, 3 and 7 of eight, which are six bytes. */
	static __device__ void unpack(uint32_t (&pair)[4], const uint32_t *word, int e)
	{
		const uint32_t *w = word + e / 2 * 3 + e % 2;
		uint32_t a = __byte_perm(w[0], w[1], e % 2 ? 0x6532 : 0x4310);
		uint32_t b = __byte_perm(w[0], w[1], e % 2 ? 0x7643 : 0x5421);

		pair[0] = widen<3, 0>(a);
		pair[1] = widen<3, 6>(a);
		pair[2] = widen<3, 4>(b);
		pair[3] = widen<3, 10>(b);
	}

	/* Of sixteens h and h + 1 of a row, which are a block: a normal number's bits.
	 */
	static __device__ float2 scales(const struct matrix &m, int row, int h)
	{
		int64_t at = (int64_t)min(row, m.rows - 1) * (m.cols / 32) + h / 2;
		uint32_t code = h < m.cols / 16 ? __ldg(m.scale + at) : 0;

		return { __uint_as_float(code << 23), __uint_as_float(code << 23) };
	}
};

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return run_few<struct mxfp6>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "weights in 6 bits, tensor cores add up",
	.run = run,
};

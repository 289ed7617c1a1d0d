/* SPDX-License-Identifier: MIT
 *
 * A block for each query, like decode's baseline: each number is converted to fp32 when
 * it is loaded, again for each query of a group.
 */
#include "workload_kv_low.h"

#include "decode_query.h"

struct low_cache : every_token {
	const uint8_t *k, *v;
	const float *k_scale, *v_scale;
	int format;

	__device__ float number(uint32_t code) const
	{
		if (format == INT8)
			return (float)(int8_t)code;
		if (format == INT4)
			return (float)((int)(code & 15) - 8);
		/* Exponents of fp32 begin 120 earlier. */
		return __uint_as_float((code & 0x80) << 24 | (code & 0x7f) << 20) *
		       0x1p120f;
	}

	__device__ four numbers(const uint8_t *x, int64_t row, float scale) const
	{
		int lane = threadIdx.x % 32;
		uint32_t word;
		four y;

		if (format == INT4)
			word = *(const uint32_t *)(x + row * HALF + lane % 16 * 4) >>
			       lane / 16 * 4;
		else
			word = *(const uint32_t *)(x + row * HEAD_DIM + lane * 4);
		for (int e = 0; e < 4; e++)
			y.x[e] = scale * number(word >> 8 * e & 0xff);
		return y;
	}

	__device__ four key(int64_t row, int64_t head) const
	{
		return numbers(k, row, k_scale[head]);
	}

	__device__ four value(int64_t row, int64_t head) const
	{
		return numbers(v, row, v_scale[head]);
	}
};

static int run(const struct aisp_io *io, void *state)
{
	struct low_cache c = { {},
			       (const uint8_t *)io->in[IN_K].data,
			       (const uint8_t *)io->in[IN_V].data,
			       aisp_in_f32(io, IN_K_SCALE),
			       aisp_in_f32(io, IN_V_SCALE),
			       (int)io->param[FORMAT] };

	(void)state;
	return decode_queries(io, c, 1);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a block for each query, codes become fp32 as they arrive",
	.run = run,
};

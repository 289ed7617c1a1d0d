/* SPDX-License-Identifier: MIT
 *
 * Eight neighbours to each lane, so that all accesses are wide and a warp's are of
 * neighbours; two or four lanes share a block.  One addition rounds a number and gives
 * its code, another gives back what the code stands for.
 */
#include "workload_formats.h"

#include "formats_bits.h"
#include "halves_max.h"

#define THREADS 256
#define PIECE   8 /* elements of a lane */

/*
 * What is left of a, not negative, when to it a number is added whose unit in the last
 * place is the format's step there: for all that are less than 2^least_exp, and then
 * for each power of two.
 */
static __device__ float round_up(float a, const struct format &f, uint32_t *code)
{
	uint32_t least = (uint32_t)(127 + f.least_exp) << 23;
	uint32_t power = max(aisp_bits_of_float(a) & 0x7f800000, least);
	float unit = aisp_float_of_bits(power + ((uint32_t)(23 - f.fraction) << 23));
	float sum = a + unit;

	*code = aisp_bits_of_float(sum) - aisp_bits_of_float(unit) +
		((power - least) >> (23 - f.fraction));
	return sum - unit;
}

/* x, a number of the input, to what its code stands for. */
static __device__ float convert_one(float x, const struct format &f, float scale,
				    float inverse, uint32_t *code)
{
	uint32_t sign = aisp_bits_of_float(x) >> 31;
	float a = round_up(fminf(fabsf(x * inverse), f.most), f, code) * scale;

	*code = signed_code(f.code, *code, sign);
	return aisp_float_of_bits(aisp_bits_of_float(a) | sign << 31);
}

/* Piece i: 48 bits of each of two lanes are three words. */
template <int BITS>
static __device__ void store_codes(uint8_t *to, int64_t i, uint64_t codes,
				   bool is_there)
{
	uint32_t *word = (uint32_t *)to, other;

	if constexpr (BITS == 6) {
		other = __shfl_xor_sync(~0u, (uint32_t)codes, 1);
		if (!is_there)
			return;
		word += i / 2 * 3;
		if (i % 2) {
			word[2] = (uint32_t)(codes >> 16);
		} else {
			word[0] = (uint32_t)codes;
			word[1] = (uint32_t)(codes >> 32) | other << 16;
		}
	} else if (is_there) {
		if constexpr (BITS == 8)
			((uint64_t *)to)[i] = codes;
		else
			word[i] = (uint32_t)codes;
	}
}

template <int BITS>
static __global__ void __launch_bounds__(THREADS)
	convert(struct block all, struct format f, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	uint4 v = i < n ? __ldg((const uint4 *)all.x + i) : uint4{};
	const uint32_t word[] = { v.x, v.y, v.z, v.w };
	int lanes = f.block / PIECE;
	uint64_t codes = 0;
	uint8_t byte;
	float y[PIECE], inverse, scale = scale_of(&f, max_of_lanes(v, lanes), &byte);

	inverse = inverse_of(scale);
#pragma unroll
	for (int k = 0; k < PIECE; k++) {
		uint32_t code;

		y[k] = convert_one(k % 2 ? high(word[k / 2]) : low(word[k / 2]), f,
				   scale, inverse, &code);
		codes |= (uint64_t)code << BITS * k;
	}
	store_codes<BITS>(all.code, i, codes, i < n);
	if (i >= n)
		return;
	if (i % lanes == 0)
		all.scale[i / lanes] = byte;
	((float4 *)all.y)[2 * i] = float4{ y[0], y[1], y[2], y[3] };
	((float4 *)all.y)[2 * i + 1] = float4{ y[4], y[5], y[6], y[7] };
}

static int run(const struct aisp_io *io, void *state)
{
	struct format f = format_of(io->param);
	int64_t n = io->param[ROWS] * io->param[BLOCKS] * (f.block / PIECE);
	int bits = aisp_type_bits(f.code);

	(void)state;
	(bits == 8   ? convert<8>
	 : bits == 6 ? convert<6>
		     : convert<4>)<<<(unsigned)aisp_ceil_div(n, THREADS), THREADS, 0,
				     aisp_stream(io)>>>(first_block(io), f, n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "16 bytes per lane, rounding by an addition",
	.run = run,
};

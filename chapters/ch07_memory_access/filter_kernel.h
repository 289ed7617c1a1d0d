/* SPDX-License-Identifier: MIT
 *
 * filter_kernel.h - a block of filter_block.h, for each level of the instruction set
 * (aisp/each_level.h): a row of it is a register, or as many as that takes.
 */
#define PARTS (WIDTH / AISP_LANES)
#define vec   AISP_AT(vec)

typedef float vec __attribute__((vector_size(4 * AISP_LANES), aligned(4), may_alias));

/* a: RADIUS rows and columns before the first output of b. */
static void AISP_AT(filter_block)(float *b, const float *a, const float *w,
				  int64_t cols)
{
	vec sum[HEIGHT][PARTS] = { 0 };

#pragma GCC unroll 8
	for (int r = 0; r < HEIGHT + 2 * RADIUS; r++)
#pragma GCC unroll 5
		for (int c = 0; c < TAPS; c++)
#pragma GCC unroll 4
			for (int v = 0; v < PARTS; v++) {
				vec x = ((const vec *)(a + r * cols + c))[v];

#pragma GCC unroll 4
				for (int k = 0; k < HEIGHT; k++)
					if (r >= k && r - k < TAPS)
						sum[k][v] += x * w[(r - k) * TAPS + c];
			}
#pragma GCC unroll 4
	for (int k = 0; k < HEIGHT; k++)
#pragma GCC unroll 4
		for (int v = 0; v < PARTS; v++)
			((vec *)(b + k * cols))[v] = sum[k][v];
}

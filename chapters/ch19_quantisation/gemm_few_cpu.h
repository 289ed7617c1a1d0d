/* SPDX-License-Identifier: MIT
 *
 * gemm_few_cpu.h - the products of gemm_few.h on a CPU, which has no unit for such
 * numbers.
 */
#ifndef GEMM_FEW_CPU_H
#define GEMM_FEW_CPU_H

#include <aisp/bf16_cpu.h>
#include <aisp/small_product.h>
#include <errno.h>

/* A row of A times one of B, group by group. */
static inline float decoded_dot(const struct aisp_io *io, int64_t i, int64_t j,
				const float *value, const float *scale)
{
	int64_t k = io->param[K], groups = k / FEW_BLOCK;
	const uint8_t *as = io->in[IN_AS].data, *bs = io->in[IN_BS].data;
	float sum = 0;

	for (int64_t g = 0; g < groups; g++) {
		float part = 0;

		for (int64_t p = g * FEW_BLOCK; p < (g + 1) * FEW_BLOCK; p++)
			part += value[aisp_code_at(io->in[IN_AQ].data, FEW_CODE,
						   i * k + p)] *
				value[aisp_code_at(io->in[IN_BQ].data, FEW_CODE,
						   j * k + p)];
		sum += part * scale[as[scale_place(i, g, groups)]] *
		       scale[bs[scale_place(j, g, groups)]];
	}
	return sum;
}

static inline int run_decoding(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N];
	uint16_t *c = io->out[0].data;
	float value[256], scale[256];

	(void)state;
	few_values(FEW_CODE, value);
	few_values(FEW_SCALE, scale);
	for (int64_t i = 0; i < m; i++)
		for (int64_t j = 0; j < n; j++)
			c[i * n + j] = to_bf16(decoded_dot(io, i, j, value, scale));
	return 0;
}

static inline int setup_widened(const struct aisp_io *io, void **state)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];

	*state = calloc((size_t)(m * k + k * n + m * n), sizeof(float));
	return *state ? 0 : -ENOMEM;
}

static inline int run_widened(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	const uint16_t *b = io->in[IN_B].data;
	uint16_t *c = io->out[0].data;
	float *wide = state, *bt = wide + m * k, *sums = bt + k * n;

	widen(io->in[IN_A].data, m * k, wide);
	for (int64_t j = 0; j < n; j++)
		for (int64_t p = 0; p < k; p++)
			bt[p * n + j] = from_bf16(b[j * k + p]);
	aisp_multiply(&(struct aisp_product){ .c = sums,
					      .a = wide,
					      .b = bt,
					      .m = m,
					      .n = n,
					      .k = k,
					      .row = k,
					      .depth = 1 });
	for (int64_t i = 0; i < m * n; i++)
		c[i] = to_bf16(sums[i]);
	return 0;
}

#endif

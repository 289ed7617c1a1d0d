/* SPDX-License-Identifier: MIT
 *
 * Two existing steps: the cache of a head is widened to fp32 in memory, and then
 * attention reads that.  Integers are converted, an e4m3 is looked up.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_kv_low.h"

#include "decode_online.h"
#include "low_cpu.h"

static void fill_table(float *e4m3)
{
	for (unsigned code = 0; code < 256; code++)
		e4m3[code] = (float)aisp_value_of(AISP_F8E4M3, code);
}

/* Dequantises a row. */
AISP_CLONES static void dequantise(float *restrict to, const struct low *x,
				   int64_t format, const float *restrict e4m3)
{
	const uint8_t *restrict row = x->row;
	float scale = x->scale;

	if (format == INT8)
		for (int c = 0; c < HEAD_DIM; c++)
			to[c] = (float)(int8_t)row[c] * scale;
	else if (format == E4M3)
		for (int c = 0; c < HEAD_DIM; c++)
			to[c] = e4m3[row[c]] * scale;
	else
		for (int c = 0; c < HALF; c++) {
			to[c] = (float)((row[c] & 15) - 8) * scale;
			to[c + HALF] = (float)((row[c] >> 4) - 8) * scale;
		}
}

/* Dequantises keys and values of a head. */
static void dequantise_head(const struct decode *d, const float *e4m3, float *k,
			    float *v)
{
	for (int64_t j = 0; j < d->tokens; j++) {
		struct low key = low_of(d, IN_K, j), value = low_of(d, IN_V, j);

		dequantise(k + j * HEAD_DIM, &key, d->p[FORMAT], e4m3);
		dequantise(v + j * HEAD_DIM, &value, d->p[FORMAT], e4m3);
	}
}

AISP_CLONES static void attend_fp32(const struct decode *d, const float *k,
				    const float *v)
{
	struct online x;

	begin(&x, d);
	for (int64_t j = 0; j < d->tokens; j += STEP)
		meet(&x, d->p[GROUP], k + j * HEAD_DIM, v + j * HEAD_DIM,
		     d->tokens - j < STEP ? d->tokens - j : STEP);
	finish(&x, d);
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	float e4m3[256], *k = io->workspace;
	float *v = k + pages_of(p) * p[PAGE] * HEAD_DIM;

	(void)state;
	fill_table(e4m3);
	for (int64_t h = 0; h < p[BATCH] * p[HEADS]; h++) {
		struct decode d = decode_of(io, h / p[HEADS], h % p[HEADS]);

		dequantise_head(&d, e4m3, k, v);
		attend_fp32(&d, k, v);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "dequantise a head, then attention in fp32",
	.run = run,
};

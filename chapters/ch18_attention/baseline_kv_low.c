/* SPDX-License-Identifier: MIT
 *
 * Two steps that exist: the cache of a head becomes fp32 in memory, by a table of what
 * codes stand for, and then attention reads that.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_kv_low.h"

#include <string.h>

#include "low_cpu.h"

/* From the head's keys, behind which its values lie, in fp32. */
INLINE void copy_step(const struct decode *d, int64_t j, int64_t n, float *restrict k,
		      float *restrict v)
{
	const float *from = (const float *)d->io->workspace + j * HEAD_DIM;
	int64_t values = pages_of(d->p) * d->p[PAGE] * HEAD_DIM;

	memcpy(k, from, (size_t)(n * HEAD_DIM) * sizeof(*k));
	memcpy(v, from + values, (size_t)(n * HEAD_DIM) * sizeof(*v));
}

#define WIDEN_STEP copy_step
#include "decode_online.h"

/* What the codes of a byte stand for: one number, or two. */
static void make_table(const int64_t *p, float (*table)[2])
{
	uint8_t row[HEAD_DIM] = { 0 };

	for (int i = 0; i < 256; i++) {
		row[0] = (uint8_t)i;
		table[i][0] = (float)number_of(p, row, 0);
		table[i][1] = p[FORMAT] == INT4 ? (float)number_of(p, row, HALF) : 0;
	}
}

static void dequantise(float *to, struct low x, const int64_t *p,
		       const float (*table)[2])
{
	for (int64_t c = 0; c < row_bytes(p); c++) {
		to[c] = x.scale * table[x.row[c]][0];
		if (p[FORMAT] == INT4)
			to[c + HALF] = x.scale * table[x.row[c]][1];
	}
}

static void dequantise_head(const struct decode *d, const float (*table)[2])
{
	float *k = d->io->workspace, *v = k + pages_of(d->p) * d->p[PAGE] * HEAD_DIM;

	for (int64_t j = 0; j < d->tokens; j++) {
		dequantise(k + j * HEAD_DIM, low_of(d, IN_K, j), d->p, table);
		dequantise(v + j * HEAD_DIM, low_of(d, IN_V, j), d->p, table);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	float table[256][2];

	(void)state;
	make_table(p, table);
	for (int64_t h = 0; h < p[BATCH] * p[HEADS]; h++) {
		struct decode d = decode_of(io, h / p[HEADS], h % p[HEADS]);

		dequantise_head(&d, (const float(*)[2])table);
		attend_group(&d);
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

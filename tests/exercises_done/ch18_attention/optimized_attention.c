/* SPDX-License-Identifier: MIT
 *
 * A right answer to the exercise of this name.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_attention.h"

#include <string.h>

static float score_of(const int64_t *p, float scale, const float *q, const float *k)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int64_t c = 0; c < p[DIM]; c++)
		sum += q[c] * k[c];
	return sum * scale;
}

/* One query against n keys; o is what the weights average of v. */
static void attend(const int64_t *p, const float *q, const float *k, const float *v,
		   int64_t n, float *restrict o)
{
	float max = -INFINITY, sum = 0, scale = attention_scale(p);

	memset(o, 0, (size_t)p[DIM] * sizeof(*o));
	for (int64_t j = 0; j < n; j++, k += p[DIM], v += p[DIM]) {
		float s = score_of(p, scale, q, k), weight;

		if (s > max) {
			float by = expf(max - s);

			sum *= by;
			for (int64_t c = 0; c < p[DIM]; c++)
				o[c] *= by;
			max = s;
		}
		weight = expf(s - max);
		sum += weight;
		for (int64_t c = 0; c < p[DIM]; c++)
			o[c] += weight * v[c];
	}
	for (int64_t c = 0; c < p[DIM]; c++)
		o[c] /= sum;
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;

	(void)state;
	for (int64_t i = 0; i < p[HEADS] * p[SEQ]; i++) {
		int64_t head = i / p[SEQ] * p[SEQ] * p[DIM];

		attend(p, aisp_in_f32(io, 0) + i * p[DIM], aisp_in_f32(io, 1) + head,
		       aisp_in_f32(io, 2) + head, attended(p, i % p[SEQ]),
		       aisp_out_f32(io, 0) + i * p[DIM]);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "online softmax, a key at a time",
	.run = run,
};

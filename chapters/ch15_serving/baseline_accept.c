/* SPDX-License-Identifier: MIT
 *
 * What a program in terms of arrays does: the remaining distributions max(p - q, 0) of
 * all drafts, their running sums, and then the decisions.
 */
#include "workload_accept.h"

#include "accept_cpu.h"

/* Running sums of weights, for each draft of each row. */
static void add_up(const struct aisp_io *io, float *sums)
{
	int64_t k = io->param[DRAFTS], vocab = io->param[VOCAB];

	for (int64_t i = 0; i < io->param[ROWS] * k; i++) {
		struct choice c = choice_of(io, i / k, i % k);
		double sum = 0; /* roundings of equal weights go the same way */

		for (int64_t t = 0; t < vocab; t++) {
			sum += (double)weight_at(&c, t);
			sums[i * vocab + t] = (float)sum;
		}
	}
}

static int32_t find(const float *sums, int64_t vocab, float u)
{
	int64_t t = 0;

	while (t < vocab - 1 && sums[t] <= u * sums[vocab - 1])
		t++;
	return (int32_t)t;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t k = io->param[DRAFTS], vocab = io->param[VOCAB];
	float *sums = io->workspace;

	(void)state;
	add_up(io, sums);
	for (int64_t row = 0; row < io->param[ROWS]; row++) {
		int64_t n = n_accepted(io, row);

		((int32_t *)io->out[N_ACCEPTED].data)[row] = (int32_t)n;
		((int32_t *)io->out[NEXT].data)[row] =
			n < k ? find(sums + (row * k + n) * vocab, vocab,
				     share_of(io, row))
			      : draw_scalar(io, row, n);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "running sums for all drafts, then decisions",
	.run = run,
};

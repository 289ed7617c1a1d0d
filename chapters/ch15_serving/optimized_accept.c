/* SPDX-License-Identifier: MIT
 *
 * The decisions first, which need two numbers for each draft; then one draw for each
 * row, from the one distribution that counts.  Vectors add up blocks of 256 weights,
 * and only the block in which the draw falls is walked through.
 * FLAGS: -O3
 */
#include "workload_accept.h"

#include "accept_cpu.h"

#define BLOCK 256
#define LANES 16

/* Weights of p - q, or of p, that are above 0: n of them. */
AISP_CLONES static float block_sum(const float *restrict p, const float *restrict q,
				   int64_t n)
{
	float part[LANES] = { 0 }, sum = 0;
	int64_t i = 0;

	for (; i + LANES <= n; i += LANES)
		for (int l = 0; l < LANES; l++) {
			float w = q ? p[i + l] - q[i + l] : p[i + l];

			part[l] += w > 0 ? w : 0;
		}
	for (; i < n; i++) {
		float w = q ? p[i] - q[i] : p[i];

		sum += w > 0 ? w : 0;
	}
	for (int l = 0; l < LANES; l++)
		sum += part[l];
	return sum;
}

static float sum_from(const struct choice *c, int64_t first)
{
	int64_t n = c->vocab - first < BLOCK ? c->vocab - first : BLOCK;

	return block_sum(c->p + first, c->q ? c->q + first : NULL, n);
}

static int32_t draw(const struct aisp_io *io, int64_t row, int64_t i, float *sums)
{
	struct choice c = choice_of(io, row, i);
	float total = 0, sum = 0, before = 0, most;
	int64_t from = 0;

	for (int64_t t = 0; t < c.vocab; t += BLOCK)
		total += sums[t / BLOCK] = sum_from(&c, t);
	most = share_of(io, row) * total;
	for (int64_t t = 0; t < c.vocab && sum <= most; t += BLOCK) {
		if (!(sums[t / BLOCK] > 0))
			continue;
		from = t;
		before = sum;
		sum += sums[t / BLOCK];
	}
	return walk(&c, from, (double)before, (double)most);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t row = 0; row < io->param[ROWS]; row++) {
		int64_t n = n_accepted(io, row);

		((int32_t *)io->out[N_ACCEPTED].data)[row] = (int32_t)n;
		((int32_t *)io->out[NEXT].data)[row] = draw(io, row, n, io->workspace);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "decisions first, one draw per row, blocks by vectors",
	.run = run,
};

/* SPDX-License-Identifier: MIT
 *
 * Points are sorted by sign first, without a branch: each is written behind the others
 * of both signs, and only one of the two ends moves on.  A strip that is full of one
 * sign goes through one polynomial, and its results go back to where the points came
 * from.
 */
#include "workload_divergence.h"

#include "lanes_divergence.h"

struct side {
	float t[STRIP + 1];
	int64_t from[STRIP + 1]; /* the point's place in x */
	int64_t n;
};

AISP_CLONES static void flush(struct side *s, float *y, const float *c, int64_t degree)
{
	float result[STRIP];

	horner_strip(c, degree, s->t, result);
	for (int64_t i = 0; i < s->n; i++)
		y[s->from[i]] = result[i];
	s->n = 0;
}

static void put(struct side *s, float t, int64_t i, int is_ours)
{
	s->t[s->n] = t;
	s->from[s->n] = i;
	s->n += is_ours;
}

static int run(const struct aisp_io *io, void *state)
{
	struct side side[2] = { { .n = 0 }, { .n = 0 } };
	const float *x = aisp_in_f32(io, 0), *c = aisp_in_f32(io, 1);
	int64_t degree = io->param[DEGREE];
	float *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[N]; i++) {
		float t = clamped(x[i]);

		put(&side[0], t, i, t < 0);
		put(&side[1], t, i, !(t < 0));
		if (side[0].n == STRIP)
			flush(&side[0], y, c, degree);
		if (side[1].n == STRIP)
			flush(&side[1], y, c + degree + 1, degree);
	}
	flush(&side[0], y, c, degree);
	flush(&side[1], y, c + degree + 1, degree);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "points sorted by sign, one polynomial each",
	.run = run,
};

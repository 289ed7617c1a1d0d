/* SPDX-License-Identifier: MIT
 *
 * Steps with a graph of what needs what.  Step k needs the results of before[k][0] and
 * before[k][1], which are earlier steps, or -1: none.  It averages them, one from front
 * to back and the other from back to front, and then, rounds[k] times, keeps all but a
 * 2^-slow th part of what it has and adds x[k]: steps take unequal time.  How many can
 * run at once is up to the graph, which the host knows.
 * FLAGS: -O3
 */
#include <aisp/draw.h>
#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

enum { STEPS, N, THREADS, MOST, SLOW };
enum { X, BEFORE, ROUNDS };

#define NEAR       6 /* a step needs two of so many before it */
#define MOST_STEPS 64

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t steps = p[STEPS], n = p[N];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { steps, n } });
	aisp_add_in(pr, (struct aisp_spec){ .name = "before",
					    .dtype = AISP_I32,
					    .rank = 2,
					    .shape = { steps, 2 },
					    .on_host = 1 });
	aisp_add_in(pr, (struct aisp_spec){ .name = "rounds",
					    .dtype = AISP_I32,
					    .rank = 1,
					    .shape = { steps },
					    .on_host = 1 });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { steps, n } });
	/* Rounds have a closed form; the first steps may have nothing to average. */
	pr->flops = 4.0 * (double)((steps > 4 ? steps - 4 : 0) * n);
	pr->bytes = 8.0 * (double)(steps * n) + 12.0 * (double)steps;
	pr->bound_by = "the longest path through the graph";
	pr->n_threads = (int)p[THREADS];
	pr->uses = AISP_USES_STREAMS | AISP_USES_COOPERATIVE;
	/*
	 * Two roundings a round, of which those of the last 2^slow rounds are left: as
	 * a step comes to rest they have the same sign for long.
	 */
	pr->error_c = 8 + 2 * (double)(INT64_C(1) << (p[SLOW] & 31));
	if (steps > MOST_STEPS)
		pr->invalid = "steps are at most 64";
	if (p[SLOW] < 1 || p[SLOW] > 20)
		pr->invalid = "slow is from 1 to 20";
}

/* What a round keeps. */
static inline float share_kept(const int64_t *p)
{
	return 1 - 1 / (float)(1 << p[SLOW]);
}

/* The first steps need none; of those behind, some need the same one twice. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int32_t *before = (int32_t *)io->in[BEFORE].data;
	int32_t *rounds = (int32_t *)io->in[ROUNDS].data;

	for (int64_t k = 0; k < io->param[STEPS]; k++) {
		uint64_t near = k < NEAR ? (uint64_t)k : NEAR;

		for (int64_t i = 0; i < 2; i++) {
			uint64_t r = aisp_draw(bits, (uint64_t)(2 * k + i));
			int is_first = near == 0 || (near < 4 && r % 2);

			before[2 * k + i] =
				is_first
					? -1
					: (int32_t)(k - 1 - (int64_t)((r >> 8) % near));
		}
		rounds[k] = 1 + (int32_t)(aisp_draw(~bits, (uint64_t)k) %
					  (uint64_t)io->param[MOST]);
	}
}

struct exact {
	double value, mag;
};

static struct exact exact_of(const struct exact *row, int64_t i)
{
	return row ? row[i] : (struct exact){ 0, 0 };
}

static void exact_step(const struct aisp_io *io, struct exact *all, int64_t k)
{
	int64_t n = io->param[N];
	const int32_t *before = (const int32_t *)io->in[BEFORE].data + 2 * k;
	const int32_t *rounds = (const int32_t *)io->in[ROUNDS].data;
	const struct exact *p = before[0] < 0 ? NULL : all + before[0] * n;
	const struct exact *q = before[1] < 0 ? NULL : all + before[1] * n;
	double keep = (double)share_kept(io->param), kept = pow(keep, rounds[k]);
	double times = (1 - kept) / (1 - keep); /* that x is in the result */
	/* The remaining part of others was rounded in each round, and before. */
	double roundings = 1 + rounds[k] * (1 - keep);

	for (int64_t i = 0; i < n; i++) {
		struct exact a = exact_of(p, i), b = exact_of(q, n - 1 - i);
		double x = (double)aisp_in_f32(io, X)[k * n + i];

		all[k * n + i].value = kept * (a.value + b.value) / 2 + times * x;
		all[k * n + i].mag = roundings * kept * (a.mag + b.mag) / 2 +
				     times * (fabs(x) + (double)FLT_MIN);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t width = io->param[N], last = (first + n - 1) / width;
	struct exact *all =
		(struct exact *)malloc((size_t)((last + 1) * width) * sizeof(*all));

	(void)o;
	if (!all)
		abort();
	for (int64_t k = 0; k <= last; k++)
		exact_step(io, all, k);
	for (int64_t e = 0; e < n; e++) {
		ref[e] = all[first + e].value;
		mag[e] = all[first + e].mag;
	}
	free(all);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "steps with a graph of dependencies",
	.n_params = 5,
	.params = { [STEPS] = { "steps", 11, 24, 48, "steps, at most 64" },
		    [N] = { "n", 1009, 32768, 131072, "elements of a step", 16384 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" },
		    [MOST] = { "rounds", 12, 12, 12, "most rounds of a step", 16384 },
		    [SLOW] = { "slow", 1, 1, 1, "a round takes 2^-slow away", 11 } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};

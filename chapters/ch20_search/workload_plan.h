/* SPDX-License-Identifier: MIT
 *
 * How a model is cut over GPUs to be trained: over GPUs that share each layer, over
 * stages of layers, and over replicas that share the sequences; and whether activations
 * are kept or computed again.  A job is a decoder, a number of sequences and a number
 * of GPUs; the true rates of each job's cluster differ a little from the known ones.
 * Judged by the time of a step over that of the best plan; a plan that does not fit
 * into memory fails, and counts as FAILED times as long.
 */
#include "plan_model.h"

#include <aisp/draw.h>
#include <aisp/episode.h>

enum { JOBS, MEMORY, UNKNOWN };
enum { JOB, RATE, AT };
enum { TENSOR, STAGES, AGAIN, HELD };

#define N_RATES   3
#define FAILED    20.0
#define MOST_GPUS 512

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	struct aisp_spec job = { "job",           AISP_I32, 2, { p[JOBS], N_JOB },
				 AISP_FILL_INDEX, INT32_MAX };
	struct aisp_spec rate = { "rate",          AISP_I32, 2, { p[JOBS], N_RATES },
				  AISP_FILL_INDEX, INT32_MAX };
	static const char *const names[] = { "tensor", "stages", "again" };

	job.by_step = 1;
	rate.is_hidden = 1;
	aisp_add_in(pr, job);
	aisp_add_in(pr, rate);
	aisp_add_steps(pr, p[JOBS]);
	for (int i = 0; i < 3; i++) {
		struct aisp_spec s = { names[i], AISP_I32, 1, { p[JOBS] } };

		s.is_choice = 1;
		s.by_step = 1;
		aisp_add_out(pr, s);
	}
	aisp_add_out(pr, (struct aisp_spec){
				 "held", AISP_I64, 1, { p[JOBS] }, .by_step = 1 });
	pr->bytes = (4.0 * N_JOB + 20) * (double)p[JOBS];
	pr->bound_by = "what comes next";
	if (p[JOBS] < 1 || p[MEMORY] < 40 || p[UNKNOWN] < 0 || p[UNKNOWN] > 90)
		pr->invalid = "jobs must be 1 or more, memory 40 or more, unknown 0 to "
			      "90";
}

static const int32_t *job_at(const struct aisp_io *io, int64_t i)
{
	return (const int32_t *)io->in[JOB].data + i * N_JOB;
}

static struct rates rates_at(const struct aisp_io *io, int64_t i)
{
	const int32_t *k = (const int32_t *)io->in[RATE].data + i * N_RATES;
	struct rates r = nominal_rates();

	return (struct rates){ r.flops * k[0] / 1000, r.inside * k[1] / 1000,
			       r.between * k[2] / 1000 };
}

/* Weights per GPU: a variant that was shown another job reports another number. */
static inline int64_t held(const int32_t *job, struct plan p)
{
	return 12 * (int64_t)job[LAYERS] * job[WIDTH] * job[WIDTH] /
	       (p.tensor * p.stages);
}

static inline bool fits(const int64_t *p, const int32_t *job, struct plan plan)
{
	return bytes_of_gpu(job, plan) <= 1e9 * (double)p[MEMORY];
}

/* The best of all plans by these rates; tensor is 0 if none fits. */
static inline struct plan best_plan(const int64_t *p, const int32_t *job,
				    const struct rates *r)
{
	struct plan best = { 0 };
	double least = INFINITY;

	for (int32_t t = 1; t <= job[GPUS]; t *= 2)
		for (int32_t s = 1; t * s <= job[GPUS]; s *= 2)
			for (int32_t again = 0; again < 2; again++) {
				struct plan plan = { t, s, again };

				if (!is_plan(job, plan) || !fits(p, job, plan) ||
				    step_s(r, job, plan) >= least)
					continue;
				least = step_s(r, job, plan);
				best = plan;
			}
	return best;
}

/* The plan of answer i; an invalid one stands for one GPU a replica. */
static struct plan plan_at(const struct aisp_io *io, int64_t i)
{
	struct plan p = { ((const int32_t *)io->out[TENSOR].data)[i],
			  ((const int32_t *)io->out[STAGES].data)[i],
			  ((const int32_t *)io->out[AGAIN].data)[i] };

	return is_plan(job_at(io, i), p) ? p : (struct plan){ 1, 1, 0 };
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	for (int64_t i = 0; i < n; i++) {
		struct plan p = plan_at(io, first + i);

		ref[i] = o == TENSOR   ? p.tensor
			 : o == STAGES ? p.stages
			 : o == AGAIN  ? p.again
				       : (double)held(job_at(io, first + i), p);
		mag[i] = 1;
	}
}

#include "plan_judge.h"

static const struct aisp_score score = {
	.name = "time of a step, over the best",
	.figures = { "plans that do not fit, of all",
		     "within 1 % of the best, of all" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "a model divided over GPUs",
	.n_params = 3,
	.params = { { "jobs", 23, 400, 2000, "jobs of an episode" },
		    { "memory", 80, 80, 80, "of a GPU, in 10^9 bytes" },
		    { "unknown", 30, 30, 30, "what rates may be off, in %" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
};

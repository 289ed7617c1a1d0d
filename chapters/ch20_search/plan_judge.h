/* SPDX-License-Identifier: MIT
 *
 * plan_judge.h - the judge's part of plan: jobs and rates, and the score of a plan.
 * workload_plan.h includes it.
 */
#ifndef PLAN_JUDGE_H
#define PLAN_JUDGE_H

/* Decoders of 0.3 to 500 billion weights, on as many GPUs as can hold them, or more. */
static void draw_job(const int64_t *p, uint64_t bits, int64_t i, int32_t *job)
{
	static const int16_t sizes[][2] = { { 24, 1024 },  { 24, 2048 }, { 32, 2560 },
					    { 32, 4096 },  { 40, 5120 }, { 48, 6144 },
					    { 64, 8192 },  { 80, 8192 }, { 96, 12288 },
					    { 128, 16384 } };
	double u = aisp_share_unknown(bits, (uint64_t)(8 * i)),
	       v = aisp_share_unknown(bits, (uint64_t)(8 * i + 1));
	size_t n = sizeof(sizes) / sizeof(sizes[0]), k = (size_t)(u * (double)n);
	struct rates r = nominal_rates();
	int32_t gpus = 8 << (int)(4 * v);

	job[LAYERS] = sizes[k][0];
	job[WIDTH] = sizes[k][1];
	do {
		job[GPUS] = gpus;
		job[SEQUENCES] = gpus * 4;
		gpus *= 2;
	} while (!best_plan(p, job, &r).tensor && gpus <= MOST_GPUS);
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int32_t *rate = (int32_t *)io->in[RATE].data;

	for (int64_t i = 0; i < io->param[JOBS]; i++) {
		draw_job(io->param, bits, i, (int32_t *)io->in[JOB].data + i * N_JOB);
		for (int k = 0; k < N_RATES; k++) {
			double u = aisp_share_unknown(bits, (uint64_t)(8 * i + 2 + k));

			rate[i * N_RATES + k] =
				(int32_t)(1000 +
					  20 * (u - 0.5) * (double)io->param[UNKNOWN]);
		}
	}
}

/* The time of job i by its plan, divided by the least time. */
static double times_best(const struct aisp_io *io, int64_t i, bool *is_failed)
{
	const int32_t *job = job_at(io, i);
	struct rates r = rates_at(io, i);
	struct plan p = plan_at(io, i), best = best_plan(io->param, job, &r);

	*is_failed = best.tensor && !fits(io->param, job, p);
	if (!best.tensor)
		return 1;
	return *is_failed ? FAILED : step_s(&r, job, p) / step_s(&r, job, best);
}

static double compute(const struct aisp_io *io, double *figures)
{
	double sum = 0, n_failed = 0, n_best = 0, n = (double)io->param[JOBS];

	for (int64_t i = 0; i < io->param[JOBS]; i++) {
		bool is_failed;
		double x = times_best(io, i, &is_failed);

		sum += x;
		n_failed += is_failed;
		n_best += x <= 1.01;
	}
	figures[0] = n_failed / n;
	figures[1] = n_best / n;
	return sum / n;
}

/* The best cut of all jobs. */
static double bound(const struct aisp_io *io)
{
	return io->param[JOBS] > 0;
}

#endif

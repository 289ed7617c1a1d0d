/* SPDX-License-Identifier: MIT
 *
 * models_judge.h - the judge's part of models: questions, which models answer them
 * right, and what commands cost.  workload_models.h includes it.
 */
#ifndef MODELS_JUDGE_H
#define MODELS_JUDGE_H

/* The desk at which requests are answered, one after the other. */
struct desk {
	const int32_t *asked,
		*hard,  /* questions of requests; of questions, of OF_ALL */
		*noise; /* likewise, N_NOISY of each */
	int64_t n, now;
	int32_t ran;    /* for this request, last */
	int32_t *taken; /* of a question: the model whose answer was taken, or NONE */
};

static struct desk desk_new(const struct aisp_io *io)
{
	size_t n = (size_t)io->param[QUESTIONS];
	struct desk d = { (const int32_t *)io->in[ASKED].data,
			  (const int32_t *)io->in[HARD].data,
			  (const int32_t *)io->in[NOISE].data, io->param[REQUESTS] };

	d.ran = NONE;
	d.taken = malloc(n * sizeof(*d.taken));
	for (size_t q = 0; q < n && d.taken; q++)
		d.taken[q] = NONE;
	return d;
}

/* From -0.5 to 0.5; hidden, since a policy could subtract noise that it can predict. */
static double noise_of(const struct desk *d, int32_t question, int64_t k)
{
	return d->noise[question * N_NOISY + k] / (double)OF_ALL - 0.5;
}

/* From 0 to 1000: the further a question is below the model's power, the surer. */
static int32_t sure_of(const struct desk *d, int32_t model)
{
	int32_t question = d->asked[d->now];
	double ahead = 0.01 * (power_of[model] - d->hard[question]);
	double noise = noise_of(d, question, model);

	return (int32_t)(OF_ALL / (1 + exp(-ahead - 2 * noise)));
}

static void look(const struct desk *d, int32_t *view)
{
	int32_t question = d->now < d->n ? d->asked[d->now] : 0;
	double noise = 400 * noise_of(d, question, N_MODELS);

	view[QUESTION] = question;
	view[HINT] = within(d->hard[question] + noise, 0, OF_ALL);
	view[IS_KNOWN] = d->taken[question] != NONE;
	view[RAN] = d->ran;
	view[SURE] = d->now < d->n && d->ran != NONE ? sure_of(d, d->ran) : 0;
}

/* After the last request only TAKE is possible. */
static bool can(const struct desk *d, int32_t command)
{
	if (d->now == d->n || command < 0 || command >= N_COMMANDS)
		return d->now == d->n && command == TAKE;
	if (command == TAKE)
		return d->ran != NONE;
	return command != REUSE || d->taken[d->asked[d->now]] != NONE;
}

/* The answer to a step; an impossible one is the largest model or, after that, TAKE. */
static int32_t command_at(const struct desk *d, const struct aisp_io *io, int64_t step)
{
	int32_t c = ((const int32_t *)io->out[COMMAND].data)[step];

	if (can(d, c))
		return c;
	return d->now < d->n && d->ran == NONE ? LARGE : TAKE;
}

static void obey(struct desk *d, int32_t command)
{
	if (d->now == d->n)
		return;
	if (command < N_MODELS) {
		d->ran = command;
		return;
	}
	if (command == TAKE)
		d->taken[d->asked[d->now]] = d->ran;
	d->ran = NONE;
	d->now++;
}

static void next(const struct aisp_io *io, int64_t step)
{
	struct desk d = desk_new(io);

	for (int64_t i = 0; i < step && d.taken; i++)
		obey(&d, command_at(&d, io, i));
	if (d.taken)
		look(&d, (int32_t *)io->in[VIEW].data);
	free(d.taken);
}

/* A policy that was shown a different request or answer reports a different sum. */
static inline int64_t seen_of(const int32_t *view)
{
	return (int64_t)view[QUESTION] * OF_ALL + view[SURE];
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	struct desk d = desk_new(io);
	int32_t view[N_VIEW];

	for (int64_t i = 0; i < first + n && d.taken; i++) {
		int32_t c = command_at(&d, io, i);

		look(&d, view);
		if (i >= first) {
			ref[i - first] = o == COMMAND ? c : (double)seen_of(view);
			mag[i - first] = 1;
		}
		obey(&d, c);
	}
	free(d.taken);
}

static double price_of(const struct desk *d, const int64_t *p, int32_t model)
{
	return d->hard[d->asked[d->now]] < power_of[model] ? 0 : (double)p[WRONG];
}

static double compute(const struct aisp_io *io, double *figures)
{
	struct desk d = desk_new(io);
	double cost = 0, n = (double)io->param[REQUESTS];

	for (int64_t i = 0; i < STEPS * d.n && d.now < d.n && d.taken; i++) {
		int32_t c = command_at(&d, io, i), by = d.ran;

		if (c < N_MODELS) {
			cost += cost_of[c];
			figures[2] += (c == LARGE) / n;
		} else {
			by = c == REUSE ? d.taken[d.asked[d.now]] : by;
			cost += price_of(&d, io->param, by);
			figures[0] += (price_of(&d, io->param, by) > 0) / n;
			figures[1] += (c == REUSE) / n;
		}
		obey(&d, c);
	}
	cost += (double)(d.n - d.now) * (double)io->param[WRONG]; /* not answered */
	free(d.taken);
	return cost / n;
}

/* The least cost: if the difficulty of each question were known, its cheapest model
 * would run once. */
static double bound(const struct aisp_io *io)
{
	struct desk d = desk_new(io);
	double cost = 0;

	for (; d.now < d.n && d.taken; d.now++) {
		double best = INFINITY;
		int32_t *was = &d.taken[d.asked[d.now]];

		for (int32_t m = 0; m < N_MODELS; m++)
			best = fmin(best, price_of(&d, io->param, m) +
						  (*was == NONE ? cost_of[m] : 0));
		*was = LARGE;
		cost += best;
	}
	free(d.taken);
	return cost / (double)io->param[REQUESTS];
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t n = io->param[QUESTIONS];
	double *sum = trace_zipf(n, (double)io->param[SKEW] / 100);
	int32_t *noise = (int32_t *)io->in[NOISE].data;

	for (int64_t q = 0; q < n; q++)
		((int32_t *)io->in[HARD].data)[q] =
			(int32_t)(OF_ALL * pow(trace_unit(bits, q), 0.8));
	for (int64_t i = 0; i < n * N_NOISY; i++)
		noise[i] = (int32_t)(OF_ALL * trace_unit(bits + 1, i));
	for (int64_t i = 0; i < io->param[REQUESTS] && sum; i++)
		((int32_t *)io->in[ASKED].data)[i] =
			(int32_t)trace_rank(sum, n, trace_unit(~bits, i));
	free(sum);
	next(io, 0);
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * goodput.h - what batching is judged by: requests whose tokens came in time; and how
 * many nobody can serve more of.  workload_batching.h includes it.
 */
#ifndef GOODPUT_H
#define GOODPUT_H

/* A server of the judge's own, before the first answer; request is NULL if there is no
 * memory. */
static struct server server_new(const struct aisp_io *io)
{
	struct server s = server_of(io);
	size_t n = (size_t)s.n;
	char *memory = malloc(n * sizeof(*s.request) + N_CLOCK * sizeof(*s.clock) +
			      (size_t)s.seats * sizeof(*s.seat));

	s.clock = (int64_t *)memory;
	s.request = memory ? (int32_t(*)[N_COLS])(s.clock + N_CLOCK) : NULL;
	s.seat = memory ? (int32_t *)(s.request + n) : NULL;
	if (memory)
		server_start(&s);
	return s;
}

/* The answer to a step; what a server cannot do stands for a step of decoding. */
static void take(const struct server *s, const struct aisp_io *io, int64_t step,
		 int32_t answer[2])
{
	answer[0] = ((const int32_t *)io->out[COMMAND].data)[step];
	answer[1] = ((const int32_t *)io->out[OF].data)[step];
	if (!server_can(s, answer[0], answer[1])) {
		answer[0] = STEP_ON;
		answer[1] = 0;
	}
}

static void next(const struct aisp_io *io, int64_t step)
{
	struct server s = server_of(io);
	int32_t answer[2];

	take(&s, io, step - 1, answer);
	server_do(&s, answer[0], answer[1]);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	struct server s = server_new(io);
	int32_t answer[2];

	for (int64_t i = 0; i < first + n && s.request; i++) {
		take(&s, io, i, answer);
		if (i >= first) {
			ref[i - first] = o == SEEN_NS ? (double)s.clock[NOW_NS]
						      : answer[o == OF];
			mag[i - first] = 1;
		}
		server_do(&s, answer[0], answer[1]);
	}
	free(s.clock);
}

static double first_us(const int32_t *r)
{
	return r[FIRST_US] - r[COME_US];
}

/* Mean time for each token after the first. */
static double token_us(const int32_t *r)
{
	return (double)(r[LAST_US] - r[FIRST_US]) / (r[MADE] > 1 ? r[MADE] - 1 : 1);
}

static bool is_in_time(const int32_t *r, const int64_t *p)
{
	return r[STATE] == ENDED && first_us(r) <= 1000 * (double)p[FIRST_MS] &&
	       token_us(r) <= 1000 * (double)p[TOKEN_MS];
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The 99th percentile of n values, which are sorted; 0 of none. */
static double percentile_99(double *x, int64_t n)
{
	qsort(x, (size_t)n, sizeof(*x), compare_doubles);
	return n ? x[(int64_t)ceil(0.99 * (double)n) - 1] : 0;
}

/* Seats that were taken and made a token or filled a prompt, of all, step by step. */
static double play(struct server *s, const struct aisp_io *io)
{
	double used = 0, all = 0;
	int32_t answer[2];

	for (int64_t i = 0; i < n_steps(io->param); i++) {
		int64_t was_ns = s->clock[NOW_NS], seated = s->clock[N_SEATED];

		take(s, io, i, answer);
		server_do(s, answer[0], answer[1]);
		if (!seated || answer[0] != STEP_ON)
			continue;
		used += (double)(s->clock[NOW_NS] - was_ns) * (double)seated;
		all += (double)(s->clock[NOW_NS] - was_ns) * (double)s->seats;
	}
	return used / fmax(all, 1);
}

/* In seconds, from the first request to the last. */
static double span_s(const struct server *s)
{
	return 1e-6 * (s->come[s->n - 1] - s->come[0]);
}

/* One is added to the requests in time: no ratio of scores divides by zero. */
static double compute(const struct aisp_io *io, double *figures)
{
	struct server s = server_new(io);
	double *us = calloc(2 * (size_t)s.n, sizeof(*us)), n_good = 0, span;
	int64_t n_ended = 0;

	if (us && s.request)
		figures[0] = play(&s, io);
	for (int64_t i = 0; i < s.n && us && s.request; i++) {
		const int32_t *r = s.request[i];

		if (r[STATE] != ENDED)
			continue;
		us[n_ended] = first_us(r);
		us[s.n + n_ended++] = token_us(r);
		n_good += is_in_time(r, io->param);
	}
	if (us) {
		figures[1] = 1 - n_good / (double)s.n;
		figures[2] = percentile_99(us, n_ended) / 1e3;
		figures[3] = percentile_99(us + s.n, n_ended) / 1e3;
	}
	span = span_s(&s);
	free(us);
	free(s.clock);
	return (1 + n_good) / span;
}

/* Time of a server that request i takes at least, however it is mixed with others. */
static double least_ns(const struct server *s, int64_t i)
{
	double prompt = s->prompt[i], more = s->output[i] - 1;
	double kv = more * prompt + more * (more + 1) / 2;

	return 1e-3 * ((double)s->costs.token_ps * (prompt + more) +
		       (double)s->costs.kv_ps * kv +
		       (double)s->costs.pair_ps * prompt * (prompt + 1) / 2);
}

/* When the last of the requests must be done. */
static double latest_us(const struct server *s, const int64_t *p)
{
	double latest = 0;

	for (int64_t i = 0; i < s->n; i++)
		latest = fmax(latest,
			      s->come[i] + 1e3 * (double)(p[FIRST_MS] +
							  p[TOKEN_MS] * s->output[i]));
	return latest;
}

/*
 * Weights are read for nothing, and who knows all requests serves those that take least
 * until the last one must be done.
 */
static double bound(const struct aisp_io *io)
{
	struct server s = server_of(io);
	double *ns = calloc((size_t)s.n, sizeof(*ns)), left;
	int64_t n = 0;

	left = 1e3 * (latest_us(&s, io->param) - s.come[0]);
	for (int64_t i = 0; i < s.n && ns; i++)
		ns[i] = least_ns(&s, i);
	if (ns)
		qsort(ns, (size_t)s.n, sizeof(*ns), compare_doubles);
	while (ns && n < s.n && ns[n] <= left)
		left -= ns[n++];
	free(ns);
	return (1 + (double)n) / span_s(&s);
}

#endif

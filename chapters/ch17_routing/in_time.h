/* SPDX-License-Identifier: MIT
 *
 * in_time.h - how serving policies are judged: by the share of requests whose tokens
 * came in time; and an upper bound of it.  A request that is late, stopped, rejected or
 * never served has failed.
 */
#ifndef IN_TIME_H
#define IN_TIME_H

#include "percentile.h"
#include "server.h"

/* Limits of the time to the first token, and of the mean for each later one. */
struct limits {
	double first_us, token_us;
};

static inline struct limits limits_ms(int64_t first_ms, int64_t token_ms)
{
	return (struct limits){ 1e3 * (double)first_ms, 1e3 * (double)token_ms };
}

static inline double first_us(const int32_t *r)
{
	return r[FIRST_US] - r[COME_US];
}

/* Mean time for each token after the first. */
static inline double token_us(const int32_t *r)
{
	return (double)(r[LAST_US] - r[FIRST_US]) / (r[MADE] > 1 ? r[MADE] - 1 : 1);
}

static inline bool is_in_time(const int32_t *r, const struct limits *l)
{
	return r[STATE] == ENDED && first_us(r) <= l->first_us &&
	       token_us(r) <= l->token_us;
}

/* Counts of all requests; percentiles of those that ended. */
struct tally {
	double n_in_time, tokens_in_time, failed, first_ms, token_ms;
};

static inline struct tally tally_of(const struct server *s, const struct limits *l)
{
	double *us = calloc(2 * (size_t)s->n, sizeof(*us));
	struct tally t = { 0 };
	int64_t n = 0;

	for (int64_t i = 0; i < s->n && us; i++) {
		const int32_t *r = s->request[i];

		if (r[STATE] != ENDED)
			continue;
		us[n] = first_us(r);
		us[s->n + n++] = token_us(r);
		t.n_in_time += is_in_time(r, l);
		t.tokens_in_time += is_in_time(r, l) ? r[MADE] : 0;
	}
	t.failed = 1 - t.n_in_time / (double)s->n;
	if (us) {
		t.first_ms = percentile_99(us, n) / 1e3;
		t.token_ms = percentile_99(us + s->n, n) / 1e3;
	}
	free(us);
	return t;
}

/* Seconds from the first request to the last. */
static inline double span_s(const struct server *s)
{
	return 1e-6 * (s->come[s->n - 1] - s->come[0]);
}

/* The least time of a server for request i's prompt, and below for its tokens after the
 * first, whatever other requests share the steps. */
static inline double least_fill_ns(const struct server *s, int64_t i)
{
	double prompt = s->is_filled ? 0 : s->prompt[i];

	return 1e-3 * ((double)s->costs.token_ps * prompt +
		       (double)s->costs.pair_ps * prompt * (prompt + 1) / 2);
}

static inline double least_make_ns(const struct server *s, int64_t i)
{
	double prompt = s->prompt[i], more = s->output[i] - 1;

	return 1e-3 *
	       ((double)s->costs.token_ps * more +
		(double)s->costs.kv_ps * (more * prompt + more * (more + 1) / 2));
}

static inline double least_ns(const struct server *s, int64_t i)
{
	return least_fill_ns(s, i) + least_make_ns(s, i);
}

/* From the first request until the last of them must be done. */
static inline double time_ns(const struct server *s, const struct limits *l)
{
	double latest = 0;

	for (int64_t i = 0; i < s->n; i++)
		latest = fmax(latest,
			      s->come[i] + l->first_us + l->token_us * s->output[i]);
	return 1e3 * (latest - s->come[0]);
}

/*
 * An upper bound: reading weights costs nothing, and machines serve the requests that
 * take least time until the last one must be done.
 */
static inline double most_in_time(const struct server *s, const struct limits *l,
				  int64_t machines)
{
	double *ns = calloc((size_t)s->n, sizeof(*ns));
	double left = (double)machines * time_ns(s, l);
	int64_t n = 0;

	for (int64_t i = 0; i < s->n && ns; i++)
		ns[i] = least_ns(s, i);
	if (ns)
		qsort(ns, (size_t)s->n, sizeof(*ns), compare_doubles);
	while (ns && n < s->n && ns[n] <= left)
		left -= ns[n++];
	free(ns);
	return (double)n;
}

#endif

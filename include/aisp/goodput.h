/* SPDX-License-Identifier: MIT
 *
 * goodput.h - figures from stamps (aisp/serve.h): times to tokens, and requests a
 * second that keep a service level objective.
 */
#ifndef AISP_GOODPUT_H
#define AISP_GOODPUT_H

#include <aisp/serve.h>
#include <math.h>

#define AISP_ENOUGH_99 100 /* values: of fewer the 99th percentile is the largest */

/* What each request must keep to count: a service level objective. */
struct aisp_slo {
	double first_ns, token_ns;
};

static inline double aisp_serve_in_time(const struct aisp_serve *s,
					const struct aisp_slo *slo)
{
	double n = 0;

	for (int64_t i = 0; i < s->n; i++)
		n += s->made[i] == s->wanted[i] &&
		     aisp_first_ns(s, i) <= slo->first_ns &&
		     aisp_token_ns(s, i) <= slo->token_ns;
	return n;
}

/* From the first arrival until the last arrival or the last token, whichever is later.
 */
static inline double aisp_serve_span_s(const struct aisp_serve *s)
{
	int64_t end = s->come[s->n - 1];

	for (int64_t i = 0; i < s->n; i++)
		end = s->last[i] > end ? s->last[i] : end;
	return 1e-9 * (double)(end - s->come[0]);
}

static inline int aisp_compare_ns(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/*
 * Median and 99th percentile of of() over all requests, in microseconds.  NaN unless
 * all were answered: a server gains nothing by leaving out late requests.
 */
static inline void aisp_serve_spread(const struct aisp_serve *s,
				     double (*of)(const struct aisp_serve *, int64_t),
				     double figures[2])
{
	double *x = calloc((size_t)s->n, sizeof(*x));
	int is_whole;

	for (int64_t i = 0; i < s->n && x; i++)
		x[i] = 1e-3 * of(s, i);
	if (x)
		qsort(x, (size_t)s->n, sizeof(*x), aisp_compare_ns);
	is_whole = x && !(aisp_serve_n_unanswered(s) > 0);
	figures[0] = is_whole ? x[(s->n - 1) / 2] : NAN;
	figures[1] = is_whole && s->n >= AISP_ENOUGH_99 ? x[(99 * s->n + 99) / 100 - 1]
							: NAN;
	free(x);
}

#define AISP_SERVE_FIGURES                                                             \
	"requests in time, of all", "requests not answered, of all",                   \
		"median to the first token, us",                                       \
		"99th percentile to the first token, us",                              \
		"median for each further token, us",                                   \
		"99th percentile for each further token, us"

/*
 * Goodput: requests in time a second, and the figures above.  One is added to the
 * requests in time, so that no ratio of scores divides by zero.
 */
static inline double aisp_serve_goodput(const struct aisp_serve *s,
					const struct aisp_slo *slo, double *figures)
{
	double n = aisp_serve_in_time(s, slo);

	figures[0] = n / (double)s->n;
	figures[1] = aisp_serve_n_unanswered(s) / (double)s->n;
	aisp_serve_spread(s, aisp_first_ns, figures + 2);
	aisp_serve_spread(s, aisp_token_ns, figures + 4);
	return (1 + n) / aisp_serve_span_s(s);
}

/* All in time, by a server that is done when the last one comes. */
static inline double aisp_serve_bound(const struct aisp_serve *s)
{
	return (double)(1 + s->n) / (1e-9 * (double)(s->come[s->n - 1] - s->come[0]));
}

#endif

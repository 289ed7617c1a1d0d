/* SPDX-License-Identifier: MIT
 *
 * cluster_judge.h - the judge's part of a cluster: it replays the answers, and counts
 * the requests that were served in time.  cluster_row.h includes it.
 */
#ifndef CLUSTER_JUDGE_H
#define CLUSTER_JUDGE_H

/* A cluster of the judge's own, before the first request; machine is NULL if there is
 * no memory. */
static struct cluster cluster_new(const struct aisp_io *io)
{
	struct cluster c = cluster_of(io);
	size_t n = (size_t)c.n, machines = (size_t)c.n_machines;
	char *memory = malloc(machines * sizeof(*c.machine) + n * sizeof(*c.request) +
			      n * sizeof(*c.place) +
			      machines * (size_t)c.seats * sizeof(*c.seat));

	c.machine = (int64_t(*)[N_MACHINE])memory;
	if (!memory)
		return c;
	c.request = (int32_t(*)[N_COLS])(c.machine + machines);
	c.place = (int32_t(*)[N_PLACE])(c.request + n);
	c.seat = (int32_t *)(c.place + n);
	cluster_start(&c);
	return c;
}

/* The answer to a step; an impossible one stands for the first machine. */
static struct answer take(const struct cluster *c, const struct aisp_io *io,
			  int64_t step)
{
	struct answer a = { ((const int32_t *)io->out[FILLS].data)[step],
			    ((const int32_t *)io->out[MAKES].data)[step],
			    ((const int32_t *)io->out[TOKENS].data)[step] };

	return cluster_can(c, &a) ? a : (struct answer){ 0, 0, ALL };
}

static void next(const struct aisp_io *io, int64_t step)
{
	struct cluster c = cluster_of(io);
	struct answer a = take(&c, io, step - 1);

	cluster_give(&c, step - 1, &a);
	cluster_show(&c, step);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	struct cluster c = cluster_new(io);

	for (int64_t i = 0; i < first + n && c.machine; i++) {
		struct answer a = take(&c, io, i);
		const double right[] = { a.fills_at, a.makes_at, a.step_tokens };

		cluster_show(&c, i);
		if (i >= first) {
			ref[i - first] = o == SEEN_NS ? (double)seen_ns(&c) : right[o];
			mag[i - first] = 1;
		}
		cluster_give(&c, i, &a);
	}
	free(c.machine);
}

/* All requests as one server, for functions that count them. */
static struct server all_of(const struct cluster *c)
{
	struct server s = cluster_server(c, 0);

	s.n = c->n;
	return s;
}

/* Plays an episode by these answers; returns the share of time that machines work. */
static double play(const struct cluster *c, const struct aisp_io *io)
{
	int64_t busy_ns = 0, last_ns = 1;

	for (int64_t i = 0; i < c->n; i++) {
		struct answer a = take(c, io, i);

		cluster_show(c, i);
		cluster_give(c, i, &a);
	}
	cluster_until(c, c->n, INT64_MAX);
	for (int64_t m = 0; m < c->n_machines; m++) {
		busy_ns += c->machine[m][BUSY_NS];
		last_ns = c->machine[m][NOW_NS] > last_ns ? c->machine[m][NOW_NS]
							  : last_ns;
	}
	last_ns -= 1000 * (int64_t)c->come[0];
	return (double)busy_ns / (double)last_ns / (double)c->n_machines;
}

#define CLUSTER_FIGURES                                                                \
	"share of time that machines work",                                            \
		"requests late, rejected or not served, of all",                       \
		"99th percentile to the first token, ms",                              \
		"99th percentile for each further token, ms"

static struct tally tally_cluster(const struct aisp_io *io, double *figures)
{
	struct cluster c = cluster_new(io);
	struct limits l = limits_of(io);
	struct server s = all_of(&c);
	struct tally t = { 0 };

	if (c.machine) {
		figures[0] = play(&c, io);
		t = tally_of(&s, &l);
	}
	figures[1] = t.failed;
	figures[2] = t.first_ms;
	figures[3] = t.token_ms;
	free(c.machine);
	return t;
}

/* One is added to the requests in time: no ratio of scores divides by zero. */
static double compute(const struct aisp_io *io, double *figures)
{
	struct cluster c = cluster_of(io);
	struct server s = all_of(&c);

	return (1 + tally_cluster(io, figures).n_in_time) / span_s(&s);
}

static double bound(const struct aisp_io *io)
{
	struct cluster c = cluster_of(io);
	struct server s = all_of(&c);
	struct limits l = limits_of(io);

	return (1 + most_in_time(&s, &l, c.n_machines)) / span_s(&s);
}

static const struct aisp_score score_in_time = {
	.name = "requests in time a second",
	.more_is_better = 1,
	.figures = { CLUSTER_FIGURES },
	.compute = compute,
	.bound = bound,
};

/* How many times longer prompts are at this time of day; an episode is a day. */
static double swing_of(const struct aisp_io *io, int64_t i)
{
	double day = 6.283185307179586 * (double)i / (double)io->param[REQUESTS];

	return pow((double)SWING_OF(io->param) / 100, sin(day));
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	struct cluster c = cluster_of(io);
	struct server s = all_of(&c);
	double work_ns = 0;

	for (int64_t i = 0; i < c.n; i++) {
		double times = swing_of(io, i);

		((int32_t *)io->in[LENGTH].data)[i] =
			draw_prompt(bits, i, times * (double)io->param[PROMPTS]);
		((int32_t *)io->in[OUTPUT].data)[i] =
			draw_output(bits, i, (double)io->param[ANSWERS] / times);
		work_ns += least_ns(&s, i);
	}
	draw_come(bits, c.n,
		  work_ns / 10 / (double)c.n / (double)(io->param[LOAD] * c.n_machines),
		  (int32_t *)io->in[COME].data);
	cluster_start(&c);
	cluster_show(&c, 0);
}

#endif

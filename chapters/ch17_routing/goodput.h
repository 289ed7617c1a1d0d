/* SPDX-License-Identifier: MIT
 *
 * goodput.h - the judge's part of rows of a server: the server that takes its commands,
 * and how many requests it served in time.  server_row.h includes it.
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

/* The answer to a step; an impossible command stands for a step of decoding. */
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

/* Plays an episode; returns the share of seats that were taken, over time in steps. */
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

#ifndef SCORE_OF_ITS_OWN
static struct limits limits_of(const struct aisp_io *io)
{
	return limits_ms(io->param[FIRST_MS], io->param[TOKEN_MS]);
}

/* One is added to the requests in time: no ratio of scores divides by zero. */
static double compute(const struct aisp_io *io, double *figures)
{
	struct server s = server_new(io);
	struct limits l = limits_of(io);
	struct tally t = { 0 };

	if (s.request) {
		figures[0] = play(&s, io);
		t = tally_of(&s, &l);
	}
	figures[1] = t.failed;
	figures[2] = t.first_ms;
	figures[3] = t.token_ms;
	free(s.clock);
	return (1 + t.n_in_time) / span_s(&s);
}

static double bound(const struct aisp_io *io)
{
	struct server s = server_of(io);
	struct limits l = limits_of(io);

	return (1 + most_in_time(&s, &l, 1)) / span_s(&s);
}
#endif

#endif

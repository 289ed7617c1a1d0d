/* SPDX-License-Identifier: MIT
 *
 * cluster.h - machines that share requests, each a server that works in steps on a
 * clock of its own (server.h).  When a request comes, the policy says where its prompt
 * is filled in, and where it makes its tokens; if that is another machine, its keys and
 * values are sent there first, one request after the other over a link.
 *
 * Between two steps of a machine, waiting requests get free seats in order of arrival.
 * A step makes a token for each sequence that can; the rest of the tokens that a step
 * may have fill in prompts.
 */
#ifndef CLUSTER_H
#define CLUSTER_H

#include "server.h"

#define MOST_MACHINES 16
#define NOBODY        (-1)
#define ALL           INT32_MAX /* tokens of a step: as many as there are */

/* Of a machine, behind the clock of its server; N_COME there is unused. */
enum { N_WAITING = N_CLOCK, STEP_TOKENS, LINK_FREE_NS, BUSY_NS, N_MACHINE };

/* Of a request: machines; when it may have a seat at the next one. */
enum { FILLS_AT, MAKES_AT, READY_US, N_PLACE };

struct cluster {
	int64_t n, n_machines, seats; /* requests; seats of a machine */
	int64_t send_ps;              /* to send keys and values of a token */
	struct costs costs[MOST_MACHINES];
	const int32_t *come, *prompt, *output;
	int64_t (*machine)[N_MACHINE];
	int32_t (*request)[N_COLS];
	int32_t (*place)[N_PLACE];
	int32_t *seat; /* `seats` for each machine, as in a server */
};

/* Where a request goes (both NOBODY: it is rejected), and how many tokens a step has
 * from now on at the machine that fills in its prompt. */
struct answer {
	int32_t fills_at, makes_at, step_tokens;
};

/* Machine m as a server to which no request comes by itself. */
static inline struct server cluster_server(const struct cluster *c, int64_t m)
{
	return (struct server){ .costs = c->costs[m],
				.n = 0,
				.seats = c->seats,
				.come = c->come,
				.prompt = c->prompt,
				.output = c->output,
				.clock = c->machine[m],
				.request = c->request,
				.seat = c->seat + m * c->seats };
}

static inline void cluster_start(struct cluster *c)
{
	memset(c->machine, 0, (size_t)c->n_machines * sizeof(*c->machine));
	memset(c->request, 0, (size_t)c->n * sizeof(*c->request));
	memset(c->place, 0, (size_t)c->n * sizeof(*c->place));
	memset(c->seat, 0, (size_t)(c->n_machines * c->seats) * sizeof(*c->seat));
	for (int64_t m = 0; m < c->n_machines; m++)
		c->machine[m][STEP_TOKENS] = ALL;
}

/* Does request i wait for a seat of machine m, or is it on the way there? */
static inline bool cluster_waits(const struct cluster *c, int64_t i, int64_t m)
{
	const int32_t *r = c->request[i];

	return r[STATE] == WAITS && c->place[i][r[MADE] ? MAKES_AT : FILLS_AT] == m;
}

/* When machine m can begin a step, after the first n requests have come; INT64_MAX: it
 * has nothing to do. */
static inline int64_t cluster_ready_ns(const struct cluster *c, int64_t m, int64_t n)
{
	const int64_t *k = c->machine[m];
	int64_t first = INT64_MAX;

	if (k[N_SEATED])
		return k[NOW_NS];
	for (int64_t i = 0; i < n && k[N_WAITING]; i++)
		if (cluster_waits(c, i, m) &&
		    1000 * (int64_t)c->place[i][READY_US] < first)
			first = 1000 * (int64_t)c->place[i][READY_US];
	return first > k[NOW_NS] ? first : k[NOW_NS];
}

/* Requests that are there get seats as long as some are free. */
static inline void cluster_admit(const struct cluster *c, int64_t m, int64_t n)
{
	int64_t *k = c->machine[m];

	for (int64_t i = 0; i < n && k[N_WAITING] && k[N_SEATED] < c->seats; i++) {
		if (!cluster_waits(c, i, m) ||
		    1000 * (int64_t)c->place[i][READY_US] > k[NOW_NS])
			continue;
		c->request[i][STATE] = SITS;
		c->seat[m * c->seats + k[N_SEATED]++] = (int32_t)i;
		k[N_WAITING]--;
	}
}

/* Sends requests whose prompts are done here and that make their tokens elsewhere. */
static inline void cluster_send(const struct cluster *c, int64_t m)
{
	struct server s = cluster_server(c, m);
	int64_t *k = c->machine[m];

	for (int64_t j = 0; j < k[N_SEATED]; j++) {
		int32_t i = s.seat[j], *r = c->request[i];

		if (!r[MADE] || c->place[i][MAKES_AT] == m)
			continue;
		if (k[LINK_FREE_NS] < k[NOW_NS])
			k[LINK_FREE_NS] = k[NOW_NS];
		k[LINK_FREE_NS] += c->send_ps * r[PROMPT] / 1000;
		c->place[i][READY_US] = whole_us(k[LINK_FREE_NS] + 1000);
		c->machine[c->place[i][MAKES_AT]][N_WAITING]++;
		r[STATE] = WAITS;
	}
	leave_seats(&s);
}

/* Sequences of machine m that make a token in its next step. */
static inline int64_t cluster_making(const struct cluster *c, int64_t m)
{
	int64_t n = 0;

	for (int64_t j = 0; j < c->machine[m][N_SEATED]; j++)
		n += c->request[c->seat[m * c->seats + j]][MADE] > 0;
	return n;
}

static inline void cluster_step(const struct cluster *c, int64_t m, int64_t n)
{
	struct server s = cluster_server(c, m);
	int64_t *k = c->machine[m], left, was_ns;

	k[NOW_NS] = cluster_ready_ns(c, m, n);
	cluster_admit(c, m, n);
	left = k[STEP_TOKENS] - cluster_making(c, m);
	was_ns = k[NOW_NS];
	server_step(&s, left > 0 ? left : 0);
	k[BUSY_NS] += k[NOW_NS] - was_ns;
	cluster_send(c, m);
}

/* Runs all steps that begin before then_ns, the earliest machine first. */
static inline void cluster_until(const struct cluster *c, int64_t n, int64_t then_ns)
{
	for (;;) {
		int64_t first = 0, first_ns = INT64_MAX;

		for (int64_t m = 0; m < c->n_machines; m++) {
			int64_t ns = cluster_ready_ns(c, m, n);

			first = ns < first_ns ? m : first;
			first_ns = ns < first_ns ? ns : first_ns;
		}
		if (first_ns >= then_ns)
			return;
		cluster_step(c, first, n);
	}
}

/* Request i comes: all earlier steps run, and its prompt becomes visible. */
static inline void cluster_show(const struct cluster *c, int64_t i)
{
	cluster_until(c, i, 1000 * (int64_t)c->come[i]);
	c->request[i][COME_US] = c->place[i][READY_US] = c->come[i];
	c->request[i][PROMPT] = c->prompt[i];
}

static inline bool cluster_can(const struct cluster *c, const struct answer *a)
{
	return a->step_tokens > 0 && a->fills_at >= NOBODY && a->makes_at >= NOBODY &&
	       a->fills_at < c->n_machines && a->makes_at < c->n_machines &&
	       (a->fills_at < 0) == (a->makes_at < 0);
}

static inline void cluster_give(const struct cluster *c, int64_t i,
				const struct answer *a)
{
	c->place[i][FILLS_AT] = a->fills_at;
	c->place[i][MAKES_AT] = a->makes_at;
	c->request[i][STATE] = a->fills_at < 0 ? STOPPED : WAITS;
	if (a->fills_at < 0)
		return;
	c->machine[a->fills_at][N_WAITING]++;
	c->machine[a->fills_at][STEP_TOKENS] = a->step_tokens;
}

#endif

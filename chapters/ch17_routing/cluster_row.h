/* SPDX-License-Identifier: MIT
 *
 * cluster_row.h - the contract that rows of a cluster share: requests come one at a
 * time, and a policy routes each when it comes.  Such a row's workload includes it
 * and states its parameters, of which the first are these, and its score.  It may
 * define COSTS_OF(param, machine), and SWING_OF(param): by how many times prompts are
 * longer and answers shorter at noon, and the other way round at midnight, in %.
 */
#ifndef CLUSTER_ROW_H
#define CLUSTER_ROW_H

#include "cluster.h"
#include "in_time.h"
#include "requests.h"

enum {
	REQUESTS,
	MACHINES,
	SEATS,
	LOAD,
	PROMPTS,
	ANSWERS,
	FIRST_MS,
	TOKEN_MS,
	LINK,
	N_SHARED
};
enum { COME, LENGTH, OUTPUT, MACHINE, REQUEST, PLACE, SEAT, AT };
enum { FILLS, MAKES, TOKENS, SEEN_NS };

#ifndef COSTS_OF
#define COSTS_OF(param, machine) measured_costs()
#endif
#ifndef SWING_OF
#define SWING_OF(param) INT64_C(100)
#endif

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	add_trace(pr, "come", p[REQUESTS]);
	add_trace(pr, "length", p[REQUESTS]);
	add_trace(pr, "output", p[REQUESTS]);
	add_state(pr, (struct aisp_spec){
			      "machine", AISP_I64, 2, { p[MACHINES], N_MACHINE } });
	add_state(pr, (struct aisp_spec){
			      "request", AISP_I32, 2, { p[REQUESTS], N_COLS } });
	add_state(pr,
		  (struct aisp_spec){ "place", AISP_I32, 2, { p[REQUESTS], N_PLACE } });
	add_state(pr,
		  (struct aisp_spec){ "seat", AISP_I32, 2, { p[MACHINES], p[SEATS] } });
	aisp_add_steps(pr, p[REQUESTS]);
	add_answer(pr, "fills", AISP_I32);
	add_answer(pr, "makes", AISP_I32);
	add_answer(pr, "tokens", AISP_I32);
	add_answer(pr, "seen_ns", AISP_I64);
	pr->workspace_bytes = 64;
	pr->bytes = 20 * (double)p[REQUESTS];
	pr->bound_by = "what comes next";
	if (p[REQUESTS] < 2 || p[LOAD] < 1 || p[FIRST_MS] < 1 || p[TOKEN_MS] < 1 ||
	    p[LINK] < 1 || p[MACHINES] < 1 || p[MACHINES] > MOST_MACHINES)
		pr->invalid = "at least 2 requests, 1 to 16 machines, limits above 0";
}

static struct cluster cluster_of(const struct aisp_io *io)
{
	struct cluster c = {
		.n = io->param[REQUESTS],
		.n_machines = io->param[MACHINES],
		.seats = io->param[SEATS],
		.send_ps = 1000 * COST_KV_BYTES / io->param[LINK],
		.come = (const int32_t *)io->in[COME].data,
		.prompt = (const int32_t *)io->in[LENGTH].data,
		.output = (const int32_t *)io->in[OUTPUT].data,
		.machine = (int64_t(*)[N_MACHINE])io->in[MACHINE].data,
		.request = (int32_t(*)[N_COLS])io->in[REQUEST].data,
		.place = (int32_t(*)[N_PLACE])io->in[PLACE].data,
		.seat = (int32_t *)io->in[SEAT].data,
	};

	for (int64_t m = 0; m < c.n_machines; m++)
		c.costs[m] = COSTS_OF(io->param, m);
	return c;
}

/* The sum of all clocks: a policy that was shown other machines has a different sum. */
static inline int64_t seen_ns(const struct cluster *c)
{
	int64_t sum = 0;

	for (int64_t m = 0; m < c->n_machines; m++)
		sum += c->machine[m][NOW_NS];
	return sum;
}

static struct limits limits_of(const struct aisp_io *io)
{
	return limits_ms(io->param[FIRST_MS], io->param[TOKEN_MS]);
}

#include "cluster_judge.h"

#endif

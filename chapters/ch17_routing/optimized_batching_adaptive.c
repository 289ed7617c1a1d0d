/* SPDX-License-Identifier: MIT
 *
 * The tokens of a step follow from the results of earlier steps: while requests wait
 * for seats, steps get shorter, so that answers end and free theirs; while all have
 * seats, steps grow into the time for a token, so that prompts are filled in sooner.
 * They grow by an increment and shrink by a factor, as TCP does (D. Chiu and R. Jain,
 * Computer Networks 17, 1989).  No cost of the machine is known beforehand.
 */
#include "workload_batching.h"

#include "view.h"

#define FIRST  512 /* tokens of the first step; for seats no step is made shorter */
#define LEAST  64  /* fewer cost as much: a step reads all weights */
#define MOST   8192
#define MORE   16
#define SHRINK 0.8
#define SHARE  0.9 /* of the time for a token; it is a mean that is judged */

enum { TOKENS, BEGAN_NS, N_MADE }; /* of own[]: for the next step; of the last one */

/* A step in which no request made a token tells nothing. */
static void learn(const struct view *v)
{
	double took_ns = (double)(v->clock[NOW_NS] - v->own[BEGAN_NS]);
	int64_t *tokens = &v->own[TOKENS];

	if (!*tokens)
		*tokens = FIRST;
	if (!v->own[N_MADE])
		return;
	if (took_ns > SHARE * 1e6 * (double)v->param[TOKEN_MS])
		*tokens = (int64_t)fmax(SHRINK * (double)*tokens, LEAST);
	else if (has_seat(v) || first_waiting(v) == NOBODY)
		*tokens = (int64_t)fmin((double)(*tokens + MORE), MOST);
	else if (*tokens > FIRST)
		*tokens = (int64_t)fmax(SHRINK * (double)*tokens, FIRST);
	v->own[N_MADE] = 0;
}

static struct command decide(const struct view *v)
{
	struct command c;

	learn(v);
	c = admit_or_piece(v, v->own[TOKENS]);
	if (c.command == STEP_ON) {
		v->own[BEGAN_NS] = v->clock[NOW_NS];
		v->own[N_MADE] = n_decoding(v);
	}
	return c;
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "tokens per step adapted to how long steps took",
	.run = run,
};

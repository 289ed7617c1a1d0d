/* SPDX-License-Identifier: MIT
 *
 * A request that can no longer have its first token in time gets no seat, or loses it;
 * of the others the one with the least left to fill in comes first.  A step has as many
 * tokens of prompts as the generating requests can wait for.
 */
#include "workload_batching.h"

#include "view.h"

static bool is_hopeless(const struct view *v, const int32_t *r)
{
	double due_us = r[COME_US] + 1e3 * (double)v->param[FIRST_MS];

	return !r[MADE] && 1e-3 * (double)v->clock[NOW_NS] + fill_us(r) > due_us;
}

/* The waiting request with the shortest prompt of those that can still be in time. */
static int32_t best_waiting(const struct view *v)
{
	int32_t best = NOBODY;

	for (int32_t i = 0; i < v->clock[N_COME]; i++)
		if (v->request[i][STATE] == WAITS && !is_hopeless(v, v->request[i]) &&
		    (best < 0 || v->request[i][PROMPT] < v->request[best][PROMPT]))
			best = i;
	return best;
}

static int32_t hopeless_seat(const struct view *v)
{
	for (int64_t i = 0; i < v->clock[N_SEATED]; i++)
		if (is_hopeless(v, v->request[v->seat[i]]))
			return v->seat[i];
	return NOBODY;
}

static bool is_filling(const struct view *v)
{
	for (int64_t i = 0; i < v->clock[N_SEATED]; i++)
		if (!v->request[v->seat[i]][MADE])
			return true;
	return false;
}

/* Tokens of prompts for which a step of the mean allowed time has room. */
static int32_t prompt_tokens(const struct view *v)
{
	double ns = 1e6 * (double)v->param[TOKEN_MS];

	for (int64_t i = 0; i < v->clock[N_SEATED]; i++) {
		const int32_t *r = v->request[v->seat[i]];

		if (r[MADE])
			ns -= 1e-3 * (double)(COST_TOKEN_PS +
					      COST_KV_PS * (r[PROMPT] + r[MADE]));
	}
	return (int32_t)fmax(1e3 * ns / (double)COST_TOKEN_PS, 64);
}

static struct command decide(const struct view *v)
{
	int32_t i = hopeless_seat(v);

	if (i != NOBODY)
		return (struct command){ STOP, i };
	i = has_seat(v) && !is_filling(v) ? best_waiting(v) : NOBODY;
	if (i != NOBODY)
		return (struct command){ ADMIT, i };
	return (struct command){ STEP_ON, prompt_tokens(v) };
}

#include "batching_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "requests that can meet the deadline, shortest prompt first",
	.run = run,
};

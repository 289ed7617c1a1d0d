/* SPDX-License-Identifier: MIT
 *
 * The trace is known, as that of a loop is after its first step: the block that goes
 * back is the one with the largest product of missing bytes that it frees and time
 * until it is wanted again.
 * FLAGS: -O3
 */
#include "workload_alloc_retry.h"

/* after[i]: the next block of block i's class, or n. */
static void find_next(const struct cache *c, int32_t *after)
{
	int32_t coming[N_CLASSES];

	for (int k = 0; k < N_CLASSES; k++)
		coming[k] = (int32_t)c->n;
	for (int64_t i = c->n - 1; i >= 0; i--) {
		int64_t grains = c->given.size[i] / GRAIN;
		int32_t *next = coming + class_of(&grains);

		after[i] = *next;
		*next = (int32_t)i;
	}
}

/* When all idle places of a class are wanted, if none comes back before. */
static int64_t wanted_at(const struct cache *c, int64_t place, int64_t now)
{
	const int32_t *after = c->rest;
	int64_t bytes = c->bytes[place], at = place;

	while (at < now)
		at = after[at];
	for (int64_t k = 0; k < c->n_idle && at < c->n; k++)
		if (c->idle[k] != place && c->bytes[c->idle[k]] == bytes)
			at = after[at];
	return at < c->n ? at : 4 * c->n;
}

static int64_t least_wanted(const struct cache *c, int64_t now)
{
	int64_t missing = c->held + c->bytes[now] - c->room, best = 0;
	double most = -1;

	for (int64_t k = 0; k < c->n_idle; k++) {
		int64_t bytes = c->bytes[c->idle[k]];
		double worth = (double)(bytes < missing ? bytes : missing) *
			       (double)(wanted_at(c, c->idle[k], now) - now);

		if (worth > most) {
			most = worth;
			best = k;
		}
	}
	return best;
}

static void make_room(struct cache *c, int64_t now)
{
	if (now == 0)
		find_next(c, c->rest);
	while (is_short(c, now))
		drop_idle(c, least_wanted(c, now), now);
}

#include "alloc_retry_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "known trace: the largest blocks first that are needed late",
	.run = run,
};

/* SPDX-License-Identifier: MIT
 *
 * What an allocator gives back when the driver has no more memory: the trace of
 * alloc_trace.  Sizes are rounded up to classes; a freed block leaves its place idle,
 * and the next block of its class takes the place that was in use last.  If there is
 * none, the driver is asked for a place, and if there is not enough room, idle places
 * must go back to the driver first.  The answer says which: for each place, by the
 * number of the block that it was made for, the time at which it goes back, before the
 * block of that time is served; `blocks` if never, and for blocks without a place of
 * their own.  Judged by calls of the driver: each is slow, and one that frees memory
 * waits until the device is idle.
 */
#include <aisp/workload.h>
#include <stdlib.h>

enum { BLOCKS, STEP, SHARE };
enum { SIZE, FREE_AT, ROOM };
enum { DROPPED };

#include "alloc_loop.h"

static inline size_t room_to_work(int64_t n)
{
	return 64 * (size_t)n + 4096;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[BLOCKS];

	add_loop(pr, n);
	aisp_add_in(pr, (struct aisp_spec){ "room",
					    AISP_I64,
					    1,
					    { 1 },
					    AISP_FILL_INDEX,
					    (int64_t)1 << 48 });
	aisp_add_out(pr, (struct aisp_spec){ .name = "dropped",
					     .dtype = AISP_I32,
					     .rank = 1,
					     .shape = { n },
					     .is_choice = 1 });
	pr->workspace_bytes = room_to_work(n);
	pr->bytes = 16 * (double)n;
	pr->bound_by = "idle places to be looked at";
	pr->invalid = invalid_loop(p);
	if (p[SHARE] < 100)
		pr->invalid = "share must be at least 100: living blocks must fit";
}

#include "alloc_cache.h"

/* Another call's answers, in memory of its own; cache_end() when done. */
static inline int cache_begin(struct cache *c, struct aisp_io *own,
			      const struct aisp_io *io)
{
	int64_t n = io->param[BLOCKS];
	char *memory = malloc(room_to_work(n) + (size_t)n * sizeof(int32_t));

	*own = *io;
	own->workspace = memory;
	if (memory)
		*c = cache_new(own, (int32_t *)(memory + room_to_work(n)));
	return memory ? 0 : -1;
}

static inline void cache_end(struct aisp_io *own)
{
	free(own->workspace);
}

/* Keeps no idle place: only living blocks have room. */
static void drop_each(struct cache *c, int64_t now)
{
	while (c->n_idle)
		drop_idle(c, 0, now);
}

/* The room follows from the most that is alive, in classes. */
static void watch_most(struct cache *c, int64_t now)
{
	drop_each(c, now);
	c->room = c->held + c->bytes[now] > c->room ? c->held + c->bytes[now] : c->room;
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t *room = (int64_t *)io->in[ROOM].data;
	struct aisp_io own;
	struct cache c;

	draw_loop(io, bits);
	*room = 0;
	if (cache_begin(&c, &own, io))
		return;
	play_cache(&c, watch_most);
	*room = c.room / 100 * io->param[SHARE];
	cache_end(&own);
}

/* Drops places as the answer says, if it is valid; if that is not enough, also those
 * that have been idle for longest. */
static void drop_as_asked(struct cache *c, int64_t now)
{
	for (int64_t k = c->n_idle - 1; k >= 0; k--)
		if (c->asked[c->idle[k]] == now)
			drop_idle(c, k, now);
	while (is_short(c, now))
		drop_idle(c, 0, now);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	struct aisp_io own;
	struct cache c;

	if (cache_begin(&c, &own, io))
		return;
	c.asked = (const int32_t *)io->out[o].data;
	play_cache(&c, drop_as_asked);
	for (int64_t i = 0; i < n; i++) {
		ref[i] = c.dropped[first + i];
		mag[i] = 0;
	}
	cache_end(&own);
}

static double compute(const struct aisp_io *io, double *figures)
{
	int64_t n = io->param[BLOCKS], n_dropped = 0;
	struct aisp_io own;
	struct cache c;

	if (cache_begin(&c, &own, io))
		return NAN;
	c.asked = (const int32_t *)io->out[DROPPED].data;
	play_cache(&c, drop_as_asked);
	for (int64_t i = 0; i < n; i++)
		n_dropped += c.dropped[i] < n;
	cache_end(&own);
	figures[0] = 1000 * (double)n_dropped / (double)n;
	return 1000 * (double)c.n_calls / (double)n;
}

/* Without a limit each place is asked for once. */
static void keep_all(struct cache *c __attribute__((unused)),
		     int64_t now __attribute__((unused)))
{
}

static double bound(const struct aisp_io *io)
{
	struct aisp_io own;
	struct cache c;

	if (cache_begin(&c, &own, io))
		return NAN;
	play_cache(&c, keep_all);
	cache_end(&own);
	return 1000 * (double)c.n_calls / (double)io->param[BLOCKS];
}

static const struct aisp_score score = {
	.name = "calls of the driver, for 1000 blocks",
	.figures = { "places given back, for 1000 blocks" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "blocks that an allocator returns when memory is short",
	.n_params = 3,
	.params = { { "blocks", 257, 6144, 8192, "blocks that are asked for" },
		    { "step", 64, 768, 1024, "blocks of a step of the loop" },
		    { "share", 110, 110, 110,
		      "room, in hundredths of the most that is alive" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
};

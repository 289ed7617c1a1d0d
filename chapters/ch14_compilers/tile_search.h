/* SPDX-License-Identifier: MIT
 *
 * tile_search.h - which of some ways to compile a program is the fastest here: each is
 * built, tried on what the buffers hold during setup(), and the best is kept.
 */
#ifndef TILE_SEARCH_H
#define TILE_SEARCH_H

#include "tile_jit.h"

#include <aisp/variant.h>
#include <time.h>

#define TILE_TRIES 4 /* the first finds cold caches */
#define TILE_SAME  1 /* a candidate that is another again, and not built */

typedef int tile_try(const struct aisp_io *io, int candidate, struct tile_jit *t);
typedef int tile_run(const struct aisp_io *io, void *state);

static void tile_jit_free(void *state)
{
	if (state)
		tile_jit_release((struct tile_jit *)state);
	free(state);
}

/* The side, a multiple of unit, of equal parts of at most limit. */
static int tile_even(int64_t total, int64_t limit, int64_t unit)
{
	int64_t n = (total + limit - 1) / limit;

	return (int)(((total + n - 1) / n + unit - 1) / unit * unit);
}

static int64_t tile_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The least time of a few calls. */
static int64_t tile_time_ns(const struct aisp_io *io, tile_run *run, void *state)
{
	int64_t best = INT64_MAX;

	for (int i = 0; i < TILE_TRIES; i++) {
		int64_t start = tile_now_ns(), ns;

		run(io, state);
		ns = tile_now_ns() - start;
		best = ns < best ? ns : best;
	}
	return best;
}

/* Sets *state to the best of n candidates.  Returns 0, or -errno of the last one. */
static int tile_search(const struct aisp_io *io, int n, tile_try *build, tile_run *run,
		       void **state)
{
	int64_t best_ns = INT64_MAX, ns;
	int rc = 0;

	*state = NULL;
	for (int i = 0; i < n && rc >= 0; i++) {
		struct tile_jit *t = (struct tile_jit *)calloc(1, sizeof(*t));
		void *worse = t;

		rc = t ? build(io, i, t) : -ENOMEM;
		ns = rc ? INT64_MAX : tile_time_ns(io, run, t);
		if (ns < best_ns) {
			worse = *state;
			*state = t;
			best_ns = ns;
		}
		tile_jit_free(worse);
	}
	return rc < 0 ? rc : 0;
}

#endif

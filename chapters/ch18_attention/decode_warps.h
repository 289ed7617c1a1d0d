/* SPDX-License-Identifier: MIT
 *
 * decode_warps.h - the slabs of a part of a sequence, of SLAB tokens each: warps take
 * them in turn, and each has a ring of its own of slabs that are under way.  After
 * BATCH to PAGE of a workload with pages.
 */
#ifndef DECODE_WARPS_H
#define DECODE_WARPS_H

#include "decode_parts.h"

#ifndef WARPS
#define WARPS 4
#endif
#define THREADS (32 * WARPS)
#define ROWS    16 /* of the matrix product; those from `group` on are zeros */

#ifndef SLAB
#define SLAB 16 /* tokens */
#endif

struct shape {
	int batch, heads, group, page, pages; /* pages of a sequence */
	power power;
};

/* Each warp calls it for its own barriers. */
template <int STAGES>
static __device__ void ring_init(uint64_t *full, unsigned arrivals = 1)
{
	if (threadIdx.x % 32 == 0) {
		for (int i = 0; i < STAGES; i++)
			barrier_init(&full[i], arrivals);
		barriers_ready();
	}
	__syncwarp();
}

/* The table's entries for 32 slabs of this warp, one to a lane; wherever the sequence
 * ends, so that nothing waits for its length. */
static __device__ int page_of(const int *table, int token, const shape &p)
{
	int i = (token + (int)threadIdx.x % 32 * WARPS * SLAB) / p.page;

	return i < p.pages ? table[i] : 0;
}

/* The block's range of a sequence. */
struct range {
	const int *table;
	int head, token, end; /* of keys and values; tokens [token, end) */
};

/*
 * A warp attends to every WARPS-th slab of a range.  Its ring is empty before and
 * after, and continues at stage `at`.  step.fetch() starts the copy of a slab, from a
 * token of the page's head on, to a stage; step.attend() awaits and uses it.
 */
template <class S>
static __device__ void attend_range(S &step, ring &at, const range &x, const shape &p)
{
	const int stride = WARPS * SLAB;
	int token = x.token + threadIdx.x / 32 * SLAB, next = token, n = 0;
	int pages = 0, later = page_of(x.table, token, p);
	ring to = at;

	for (; token < x.end; token += stride) {
		while (next < x.end && next < token + S::STAGES * stride) {
			if (n % 32 == 0) {
				pages = later;
				later = page_of(x.table, next + 32 * stride, p);
			}
			int page = __shfl_sync(~0u, pages, n++ % 32);

			step.fetch(to.stage, page * p.heads + x.head, next % p.page);
			ring_next<S::STAGES>(to);
			next += stride;
		}
		step.attend(at, token, x.end);
		__syncwarp();
		ring_next<S::STAGES>(at);
	}
}

static shape shape_of(const int64_t *p)
{
	return { (int)p[BATCH], (int)p[HEADS],    (int)p[GROUP],
		 (int)p[PAGE],  (int)pages_of(p), power_of_scores(HEAD_DIM) };
}

static __attribute__((unused)) void teardown(void *state)
{
	free(state);
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * queue.h - replicas of a server with a queue each, in which requests wait in order; a
 * replica keeps the prefixes that it computed last.  Times are whole microseconds.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct fleet {
	int64_t n, keeps; /* replicas; prefixes that each of them keeps */
	int64_t *free_at; /* of a replica: when all that it was given is done */
	int32_t *kept;    /* likewise: numbers of prefixes, 1 more, the latest first */
};

struct job {
	int64_t arrival;
	int32_t own;       /* work of its own */
	int32_t prefix;    /* number of what it begins with */
	int32_t prefix_us; /* work for that, where it is not kept */
};

static inline size_t fleet_bytes(int64_t n, int64_t keeps)
{
	return (size_t)n * (sizeof(int64_t) + (size_t)keeps * sizeof(int32_t));
}

/* A fleet in memory of that size. */
static inline struct fleet fleet_at(void *memory, int64_t n, int64_t keeps)
{
	int64_t *free_at = (int64_t *)memory;

	return (struct fleet){ n, keeps, free_at, (int32_t *)(free_at + n) };
}

static inline void fleet_clear(struct fleet *f)
{
	memset(f->free_at, 0, fleet_bytes(f->n, f->keeps));
}

/* Where replica r keeps the prefix; f->keeps: nowhere. */
static inline int64_t fleet_find(const struct fleet *f, int64_t r, int32_t prefix)
{
	const int32_t *kept = f->kept + r * f->keeps;
	int64_t k = 0;

	while (k < f->keeps && kept[k] != prefix + 1)
		k++;
	return k;
}

static inline int64_t fleet_work(const struct fleet *f, int64_t r, const struct job *j)
{
	bool is_kept = fleet_find(f, r, j->prefix) < f->keeps;

	return j->own + (is_kept ? 0 : j->prefix_us);
}

/* How long job j waits before replica r begins it. */
static inline int64_t fleet_wait(const struct fleet *f, int64_t r, const struct job *j)
{
	return f->free_at[r] > j->arrival ? f->free_at[r] - j->arrival : 0;
}

/* When replica r would finish job j. */
static inline int64_t fleet_done(const struct fleet *f, int64_t r, const struct job *j)
{
	return j->arrival + fleet_wait(f, r, j) + fleet_work(f, r, j);
}

/* Gives job j to replica r.  Returns when it is done. */
static inline int64_t fleet_serve(struct fleet *f, int64_t r, const struct job *j)
{
	int32_t *kept = f->kept + r * f->keeps;
	int64_t at = fleet_find(f, r, j->prefix);

	f->free_at[r] = fleet_done(f, r, j);
	at = at < f->keeps ? at : f->keeps - 1;
	memmove(kept + 1, kept, (size_t)at * sizeof(*kept));
	kept[0] = j->prefix + 1;
	return f->free_at[r];
}

#endif

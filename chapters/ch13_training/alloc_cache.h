/* SPDX-License-Identifier: MIT
 *
 * alloc_cache.h - an allocator that keeps the places of freed blocks for blocks of the
 * same class, as far as there is room.
 */
#ifndef ALLOC_CACHE_H
#define ALLOC_CACHE_H

#include "alloc_class.h"
#include "alloc_given.h"

/* A place has the number of the block for which the driver was asked for it. */
struct cache {
	struct given given;
	const int32_t *asked; /* by the judge: when a place was said to go back */
	int64_t n, room, held, n_idle, n_calls;
	int64_t *bytes;   /* of a block's place: those of its class */
	int32_t *place;   /* of a block */
	int32_t *idle;    /* places, the one idle for longest first */
	int32_t *dropped; /* when a place went back to the driver; n: never */
	void *rest;       /* 16 bytes for each block and more */
};

static inline struct cache cache_new(const struct aisp_io *io, int32_t *dropped)
{
	struct cache c = { .given = given_new(io),
			   .n = io->param[BLOCKS],
			   .room = *(const int64_t *)io->in[ROOM].data,
			   .dropped = dropped };

	c.bytes = c.given.rest;
	c.place = (int32_t *)(c.bytes + c.n);
	c.idle = c.place + c.n;
	c.rest = c.idle + c.n;
	for (int64_t i = 0; i < c.n; i++) {
		int64_t grains = c.given.size[i] / GRAIN;

		class_of(&grains);
		c.bytes[i] = grains * GRAIN;
	}
	return c;
}

/* The idle place of block i's class that was in use last, or NONE. */
static inline int64_t find_idle(const struct cache *c, int64_t i)
{
	int64_t bytes = c->bytes[i], k = c->n_idle - 1;

	while (k >= 0 && c->bytes[c->idle[k]] != bytes)
		k--;
	return k;
}

static inline int32_t take_idle(struct cache *c, int64_t k)
{
	int32_t place = c->idle[k];

	c->n_idle--;
	memmove(c->idle + k, c->idle + k + 1,
		(size_t)(c->n_idle - k) * sizeof(*c->idle));
	return place;
}

/* Gives an idle place back to the driver. */
static inline void drop_idle(struct cache *c, int64_t k, int64_t now)
{
	int32_t place = take_idle(c, k);

	c->dropped[place] = (int32_t)now;
	c->held -= c->bytes[place];
	c->n_calls++;
}

/* Whether block i needs a place that does not fit while others are kept. */
static inline int is_short(const struct cache *c, int64_t i)
{
	return c->n_idle && c->held + c->bytes[i] > c->room && find_idle(c, i) < 0;
}

static inline void serve_block(struct cache *c, int64_t i)
{
	int64_t k = find_idle(c, i);

	c->dropped[i] = (int32_t)c->n;
	if (k >= 0) {
		c->place[i] = take_idle(c, k);
		return;
	}
	c->place[i] = (int32_t)i;
	c->held += c->bytes[i];
	c->n_calls++;
}

/* Plays the trace; calls make_room() before each block, which may drop idle places. */
static inline void play_cache(struct cache *c,
			      void (*make_room)(struct cache *c, int64_t now))
{
	for (int64_t i = 0; i < c->n; i++) {
		for (int32_t b = c->given.first[i]; b != NONE; b = c->given.next[b])
			c->idle[c->n_idle++] = c->place[b];
		make_room(c, i);
		serve_block(c, i);
	}
}

#endif

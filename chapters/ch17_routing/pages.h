/* SPDX-License-Identifier: MIT
 *
 * pages.h - what a cache of pages holds from request to request, and the fewest misses
 * possible: the simulator by which evict is judged, and the bound of prefix.
 */
#ifndef PAGES_H
#define PAGES_H

#include <stdint.h>
#include <stdlib.h>

#define NOBODY (-1)

/* The simulator: which pages are there, and in which slot. */
struct held {
	int64_t n, capacity, n_misses, n_again; /* again: missed, and seen before */
	int32_t *page, *slot;                   /* of a slot; of a page, or NOBODY */
	char *is_seen;
};

static int held_new(struct held *h, int64_t capacity, int64_t n_pages)
{
	*h = (struct held){ .capacity = capacity };
	h->page = malloc(((size_t)capacity + (size_t)n_pages) * sizeof(*h->page));
	h->is_seen = calloc((size_t)n_pages, 1);
	if (!h->page || !h->is_seen)
		return -1;
	h->slot = h->page + capacity;
	for (int64_t i = 0; i < n_pages; i++)
		h->slot[i] = NOBODY;
	return 0;
}

static void held_free(struct held *h)
{
	free(h->page);
	free(h->is_seen);
}

static void put(struct held *h, int32_t page, int64_t slot)
{
	h->page[slot] = page;
	h->slot[page] = (int32_t)slot;
}

/* Serves one request by the answer `got`.  Returns the valid answer: `got`, or what
 * stands for it. */
static int32_t serve(struct held *h, int32_t page, int32_t got, int64_t n_pages)
{
	int32_t victim = got, slot;

	if (h->slot[page] != NOBODY)
		return NOBODY;
	h->n_misses++;
	h->n_again += h->is_seen[page];
	h->is_seen[page] = 1;
	if (h->n < h->capacity) {
		put(h, page, h->n++);
		return NOBODY;
	}
	if (victim == page)
		return page; /* it is not kept */
	if (victim < 0 || victim >= n_pages || h->slot[victim] == NOBODY)
		victim = h->page[0];
	slot = h->slot[victim];
	h->slot[victim] = NOBODY;
	put(h, page, slot);
	return victim;
}

/* next[i]: when the page of request i is asked for again; n: never. */
static void find_next(const int32_t *page, int64_t n, int64_t n_pages, int32_t *next,
		      int32_t *at)
{
	for (int64_t k = 0; k < n_pages; k++)
		at[k] = (int32_t)n;
	for (int64_t i = n; i-- > 0;) {
		next[i] = at[page[i]];
		at[page[i]] = (int32_t)i;
	}
}

/* The slot whose page is asked for last, of all. */
static int64_t farthest(const struct held *h, const int32_t *next_of_page)
{
	int64_t best = 0;

	for (int64_t s = 1; s < h->n; s++)
		if (next_of_page[h->page[s]] > next_of_page[h->page[best]])
			best = s;
	return best;
}

/*
 * Misses if all n requests are known and the page that is asked for last leaves, even
 * the new one (L. A. Belady, IBM Systems Journal 5, 1966): no policy has fewer.
 */
static inline double least_misses(const int32_t *page, int64_t n, int64_t capacity,
				  int64_t n_pages)
{
	int32_t *next = malloc(((size_t)n + (size_t)n_pages) * sizeof(*next)), *of_page;
	struct held h;
	int rc = held_new(&h, capacity, n_pages);

	of_page = next ? next + n : NULL;
	if (next)
		find_next(page, n, n_pages, next, of_page);
	for (int64_t i = 0; i < n && next && !rc; i++) {
		int32_t victim = NOBODY;

		of_page[page[i]] = next[i];
		if (h.slot[page[i]] == NOBODY && h.n == h.capacity) {
			victim = h.page[farthest(&h, of_page)];
			victim = next[i] >= of_page[victim] ? page[i] : victim;
		}
		serve(&h, page[i], victim, n_pages);
	}
	held_free(&h);
	free(next);
	return (double)h.n_misses;
}

#endif

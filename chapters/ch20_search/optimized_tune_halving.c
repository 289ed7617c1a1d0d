/* SPDX-License-Identifier: MIT
 *
 * Successive halving in the stream (K. Jamieson and A. Talwalkar, AISTATS 2016), in
 * each octave of m by itself: of the few tiles that arithmetic likes best the better
 * half is tried twice as often, until one is left.  The first tile of an octave is
 * loaded at once; another waits until all first uses are a small share of the time of
 * products.
 */
#include "workload_tune.h"

#include "tune_run.h"

#define FIELD   4
#define OCTAVES 14
#define SHARE   0.05 /* of the time of products, for first uses */

/* least: of what a tile took, over the least time by arithmetic; 0: not tried. */
struct heat {
	int32_t tile[FIELD];
	double least[FIELD];
	int32_t n, at, tries, round;
};

struct own {
	struct heat heat[OCTAVES];
	bool is_loaded[N_TILES + 1];
	double spent_us, load_us;
};

_Static_assert(sizeof(struct own) + sizeof(struct last) <= KEPT, "room is the judge's");

static struct heat *heat_of(struct own *w, int64_t m)
{
	int64_t octave = 0;

	while (m >> (octave + 1))
		octave++;
	return &w->heat[octave];
}

/* Inserts tile t in order among the first `n` of the field. */
static void insert(struct heat *h, int32_t n, int32_t t, double us, double *key)
{
	while (n > 0 && key[n - 1] > us) {
		if (n < FIELD) {
			key[n] = key[n - 1];
			h->tile[n] = h->tile[n - 1];
		}
		n--;
	}
	if (n < FIELD) {
		key[n] = us;
		h->tile[n] = t;
	}
}

static void begin(struct heat *h, const int64_t *p, int64_t m)
{
	double key[FIELD] = { 0 };

	for (int32_t t = 1; t <= N_TILES; t++) {
		insert(h, h->n, t, plain_us(p, t, m), key);
		h->n += h->n < FIELD;
	}
}

/* Keeps the better half, in the order of measured times. */
static void halve(struct heat *h)
{
	struct heat was = *h;

	for (int32_t i = 0; i < was.n; i++)
		insert(h, i, was.tile[i], was.least[i], h->least);
	h->n = (was.n + 1) / 2;
	h->round++;
}

/* The clock's hiccups never make a time too small: the least of some tries is near. */
static void learn(const struct seen *s, struct own *w)
{
	struct heat *h = heat_of(w, s->last.m);
	double over =
		s->took_us / plain_us(s->p, least_plain(s->p, s->last.m), s->last.m);

	w->spent_us += s->took_us;
	if (h->tile[h->at] != s->last.tile || h->n < 2)
		return;
	if (!h->tries || over < h->least[h->at])
		h->least[h->at] = over;
	if (++h->tries < 2 << h->round)
		return;
	h->tries = 0;
	if (++h->at < h->n)
		return;
	h->at = 0;
	halve(h);
}

/* The tile whose turn it is, or, if its first use would cost too much by now, the first
 * of the field, which was loaded when the octave began. */
static int32_t choose(const struct seen *s)
{
	struct own *w = (struct own *)s->own;
	struct heat *h = heat_of(w, s->m);
	double load = (double)s->p[LOAD_US];
	int32_t t;

	if (s->last.tile)
		learn(s, w);
	if (!h->n)
		begin(h, s->p, s->m);
	t = h->tile[h->at];
	if (w->is_loaded[t])
		return t;
	if (h->at && w->load_us + load > SHARE * w->spent_us)
		return h->tile[0];
	w->is_loaded[t] = true;
	w->load_us += load;
	return t;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "successive halving for each octave of m",
	.run = run,
};

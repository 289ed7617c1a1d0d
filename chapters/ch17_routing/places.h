/* SPDX-License-Identifier: MIT
 *
 * places.h - the simulator of kv_pages, which judges: what lies where, and whether a
 * block may lie where it was put.  workload_kv_pages.h includes it.
 */
#ifndef PLACES_H
#define PLACES_H

#include "percentile.h"

struct memory {
	int64_t most, n_places, n_used,
		high;      /* places in use; above them none ever was */
	int32_t *of_block; /* of a slot's block: where it lies, 1 more */
	int32_t *users;    /* of a place: blocks that lie there */
	int32_t *content;  /* likewise: what */
};

static int memory_new(struct memory *m, const int64_t *p)
{
	*m = (struct memory){ .most = p[MOST], .n_places = n_places(p) };
	m->of_block = calloc(3 * (size_t)m->n_places, sizeof(*m->of_block));
	if (!m->of_block)
		return -1;
	m->users = m->of_block + m->n_places;
	m->content = m->users + m->n_places;
	return 0;
}

/* The place is free or holds the same content. */
static bool may_lie(const struct memory *m, int32_t place, int32_t content)
{
	return place >= 0 && place < m->n_places &&
	       (!m->users[place] || m->content[place] == content);
}

static void end_of(struct memory *m, int32_t slot)
{
	int32_t *at = m->of_block + slot * m->most;

	for (int64_t b = 0; b < m->most && at[b]; b++) {
		m->n_used -= !--m->users[at[b] - 1];
		at[b] = 0;
	}
}

/* One step, and `got` for an answer; what is right: that, or what would have been. */
static int32_t lay(struct memory *m, const struct aisp_io *io, int64_t i, int32_t got)
{
	int32_t slot = ((const int32_t *)io->in[SEQUENCE].data)[i];
	int32_t block = ((const int32_t *)io->in[BLOCK].data)[i];
	int32_t content = ((const int32_t *)io->in[CONTENT].data)[i];

	if (block == NOBODY) {
		end_of(m, slot);
		return NOBODY;
	}
	for (int32_t k = 0; !may_lie(m, got, content); k++)
		got = k;
	m->n_used += !m->users[got]++;
	m->content[got] = content;
	m->of_block[slot * m->most + block] = got + 1;
	m->high = got >= m->high ? got + 1 : m->high;
	return got;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *got = (const int32_t *)io->out[o].data;
	struct memory m;
	int rc = memory_new(&m, io->param);

	for (int64_t i = 0; i < first + n && !rc; i++) {
		int32_t right = lay(&m, io, i, got[i]);

		if (i < first)
			continue;
		ref[i - first] = right;
		mag[i - first] = 1;
	}
	free(m.of_block);
}

/* The most different contents in use at once: perfect sharing needs no fewer places. */
static double most_in_use(const struct aisp_io *io)
{
	int32_t *users = calloc((size_t)n_contents(io->param), sizeof(*users));
	int32_t *of = calloc((size_t)n_places(io->param), sizeof(*of));
	int64_t most = 0, n = 0, per = io->param[MOST];

	for (int64_t i = 0; i < io->param[STEPS] && users && of; i++) {
		int32_t block = ((const int32_t *)io->in[BLOCK].data)[i];
		int32_t *at = of + per * ((const int32_t *)io->in[SEQUENCE].data)[i];

		for (int64_t b = 0; b < per && block == NOBODY && at[b]; b++) {
			n -= !--users[at[b] - 1];
			at[b] = 0;
		}
		if (block == NOBODY)
			continue;
		at[block] = ((const int32_t *)io->in[CONTENT].data)[i] + 1;
		n += !users[at[block] - 1]++;
		most = n > most ? n : most;
	}
	free(users);
	free(of);
	return (double)(most ? most : 1);
}

static double compute(const struct aisp_io *io, double *figures)
{
	const int32_t *place = (const int32_t *)io->out[PLACE].data;
	int64_t n = io->param[STEPS];
	double *idle = calloc((size_t)n, sizeof(*idle)), sum = 0;
	struct memory m;
	int rc = memory_new(&m, io->param);

	for (int64_t i = 0; i < n && !rc && idle; i++) {
		lay(&m, io, i, place[i]);
		idle[i] = 1 - (double)m.n_used / (double)(m.high ? m.high : 1);
		sum += idle[i];
	}
	free(m.of_block);
	figures[0] = sum / (double)n;
	figures[1] = idle ? percentile_99(idle, n) : 0;
	free(idle);
	return (double)m.high / most_in_use(io);
}

/* Memory for what is in use at the busiest time, and no more. */
static double bound(const struct aisp_io *io)
{
	(void)io;
	return 1;
}

/* A slot of the trace: the blocks of its sequence, how many of them came, and how many
 * are its prefix. */
struct slot {
	int64_t n, come, n_prefix, prefix;
};

static struct slot slot_new(const int64_t *p, const double *sum, uint64_t bits,
			    int64_t i)
{
	struct slot s = { .prefix = trace_rank(sum, p[PREFIXES],
					       trace_unit(bits, 4 * i)) };
	double more = -log(trace_unit(bits, 4 * i + 1)) * (double)p[MOST] / 8;

	s.n_prefix = 1 + (int64_t)(aisp_draw(~(uint64_t)0, (uint64_t)s.prefix) %
				   (uint64_t)(p[MOST] / 2));
	s.n = s.n_prefix + 1 + (int64_t)more;
	s.n = s.n < p[MOST] ? s.n : p[MOST];
	return s;
}

/* A slot's next block, or its end. */
static void come(const struct aisp_io *io, int64_t i, int64_t slot,
		 const struct slot *s)
{
	const int64_t *p = io->param;
	bool is_prefix = s->come < s->n_prefix;

	((int32_t *)io->in[SEQUENCE].data)[i] = (int32_t)slot;
	((int32_t *)io->in[BLOCK].data)[i] = s->come < s->n ? (int32_t)s->come : NOBODY;
	((int32_t *)io->in[CONTENT].data)[i] =
		(int32_t)(is_prefix ? s->prefix * p[MOST] + s->come
				    : p[PREFIXES] * p[MOST] + i);
}

/* Blocks of a prompt come together, those of an answer when they come. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	const int64_t *p = io->param;
	double *sum = trace_zipf(p[PREFIXES], (double)p[SKEW] / 100);
	struct slot *slot = calloc((size_t)p[LIVE], sizeof(*slot));
	int64_t at = 0;

	for (int64_t i = 0; i < p[STEPS] && sum && slot; i++) {
		struct slot *s;

		if (!slot[at].come || slot[at].come >= slot[at].n_prefix)
			at = (int64_t)(aisp_draw_unknown(bits, (uint64_t)(4 * i + 2)) %
				       (uint64_t)p[LIVE]);
		s = &slot[at];
		if (!s->n)
			*s = slot_new(p, sum, bits, i);
		come(io, i, at, s);
		if (s->come++ == s->n)
			*s = (struct slot){ 0 };
	}
	free(sum);
	free(slot);
}

#endif

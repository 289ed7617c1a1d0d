/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <pthread.h>

#include "base/clock.h"
#include "base/rng.h"
#include "base/spread.h"
#include "verify.h"

#define BLOCK_ELEMS 4096
/* If several CPUs compare: one element's reference may read all inputs of a problem. */
#define SPREAD_ELEMS 32

/* An output that CPUs compare: each takes the next block until time is up. */
struct blocks {
	const struct aisp_contract *c;
	const struct aisp_io *io;
	int o;
	int64_t size, total, until_ns;
	pthread_mutex_t mutex; /* of all that follows */
	struct aisp_walk walk;
	int64_t n_taken, n;
	struct aisp_tally *tally;
	int64_t wrong_at; /* the block of the walk with tally's first wrong element */
	bool has_failed;
	struct aisp_err *err;
};

/* The findings of one CPU. */
struct part {
	struct aisp_tally tally;
	int64_t at, wrong_at; /* blocks of the walk */
};

static struct part part_new(const struct aisp_tally *t)
{
	return (struct part){ .tally = { .is_unwritten = t->is_unwritten,
					 .arg = t->arg,
					 .is_structured = t->is_structured,
					 .is_of_finite = t->is_of_finite },
			      .wrong_at = INT64_MAX };
}

static void add_counts(struct aisp_tally *t, const struct aisp_tally *part)
{
	t->n_elems += part->n_elems;
	t->n_wrong += part->n_wrong;
	t->n_flushed += part->n_flushed;
	t->n_low += part->n_low;
	t->n_unwritten += part->n_unwritten;
	t->n_nan += part->n_nan;
	t->n_inf += part->n_inf;
	aisp_lefts_add(&t->lefts, &part->lefts);
	aisp_astray_keep(&t->left, &part->left);
	for (int o = 0; o < AISP_MAX_IO; o++) {
		aisp_updates_add(&t->updates[o], &part->updates[o]);
		aisp_astray_keep(&t->astray[o], &part->astray[o]);
		t->squares[o].n += part->squares[o].n;
		t->squares[o].error += part->squares[o].error;
		t->squares[o].bound += part->squares[o].bound;
	}
	t->max_ratio = fmax(t->max_ratio, part->max_ratio);
}

/* The first wrong element is that of the walk's first block with one, whichever CPU is
 * done first, so that a seed tells the same each time. */
static void add_part(struct blocks *b, const struct part *p)
{
	struct aisp_tally *t = b->tally;

	if (p->wrong_at < b->wrong_at) {
		b->wrong_at = p->wrong_at;
		t->wrong = p->tally.wrong;
	}
	add_counts(t, &p->tally);
}

/* Returns the first element of the next block; -1: no block, or no time, is left. */
static int64_t take_block(struct blocks *b, struct part *p, bool is_first)
{
	int64_t first = -1;

	pthread_mutex_lock(&b->mutex);
	if (b->n_taken < b->n && !b->has_failed &&
	    (is_first || aisp_now_ns() <= b->until_ns)) {
		first = (int64_t)aisp_walk_next(&b->walk) * b->size;
		p->at = b->n_taken++;
	}
	pthread_mutex_unlock(&b->mutex);
	return first;
}

static int compare_block(const struct blocks *b, int64_t first, struct part *p,
			 struct aisp_err *err)
{
	int64_t n = first + b->size > b->total ? b->total - first : b->size;
	int rc = aisp_verify_slice(b->c, b->io, b->o, first, n, &p->tally, err);

	if (p->wrong_at == INT64_MAX && aisp_tally_bad(&p->tally))
		p->wrong_at = p->at;
	return rc;
}

static void hand_in(struct blocks *b, const struct part *p, const struct aisp_err *err)
{
	pthread_mutex_lock(&b->mutex);
	add_part(b, p);
	if (err && !b->has_failed) {
		b->has_failed = true;
		*b->err = *err;
	}
	pthread_mutex_unlock(&b->mutex);
}

static void compare_blocks(void *arg, int64_t i, int64_t n_parts)
{
	struct blocks *b = arg;
	struct part p = part_new(b->tally);
	struct aisp_err err;
	int64_t first = take_block(b, &p, true);
	int rc = 0;

	(void)i, (void)n_parts;
	while (first >= 0 && !(rc = compare_block(b, first, &p, &err)))
		first = take_block(b, &p, false);
	hand_in(b, &p, rc ? &err : NULL);
}

/* As many whole rows as have about that many elements; at least one. */
static int64_t block_elems(int64_t row, const cpu_set_t *cpus)
{
	int64_t n = cpus ? SPREAD_ELEMS : BLOCK_ELEMS;

	return row >= n ? row : n / row * row;
}

static int verify_output(const struct aisp_contract *c, const struct aisp_io *io, int o,
			 uint64_t bits, int64_t until_ns, struct aisp_tally *t,
			 struct aisp_err *err)
{
	struct blocks b = { .c = c,
			    .io = io,
			    .o = o,
			    .size = block_elems(aisp_contract_row(c, io, o), t->cpus),
			    .total = aisp_elems(&io->out[o]),
			    .until_ns = until_ns,
			    .mutex = PTHREAD_MUTEX_INITIALIZER,
			    .tally = t,
			    .wrong_at = aisp_tally_bad(t) ? -1 : INT64_MAX,
			    .err = err };

	b.n = (b.total + b.size - 1) / b.size;
	b.walk = aisp_walk_new(bits, (uint64_t)b.n);
	if (t->cpus)
		aisp_spread(t->cpus, b.n, compare_blocks, &b);
	else
		compare_blocks(&b, 0, 1);
	return b.has_failed ? -1 : 0;
}

int aisp_verify_some(const struct aisp_contract *c, const struct aisp_io *io,
		     uint64_t bits, int64_t budget_ns, struct aisp_tally *t,
		     struct aisp_err *err)
{
	int64_t start_ns = aisp_now_ns();

	for (int o = 0; o < c->problem.n_out; o++)
		if (verify_output(c, io, o, aisp_random_at(bits, (uint64_t)o + 1),
				  start_ns + budget_ns * (o + 1) / c->problem.n_out, t,
				  err))
			return -1;
	return 0;
}

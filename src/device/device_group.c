/* SPDX-License-Identifier: MIT */
#include "device_group.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "worker/protocol.h"

#define MAX_OWNED (4 * AISP_MAX_DEVICE_BLOCKS) /* of several buffers */

/* Which member has the memory at an address. */
struct owned {
	uint64_t address;
	size_t bytes;
	int member;
};

struct aisp_device_state {
	struct aisp_open_device members[AISP_MAX_RANKS]; /* by rank */
	int n_members, n_owned;
	struct owned owned[MAX_OWNED];
	struct aisp_device_ops ops;
};

static const struct aisp_open_device *member_at(const struct aisp_device_state *g,
						uint64_t address)
{
	for (int i = 0; i < g->n_owned; i++) {
		const struct owned *o = &g->owned[i];

		if (address >= o->address && address - o->address < o->bytes)
			return &g->members[o->member];
	}
	return &g->members[0]; /* its driver says what is wrong */
}

int aisp_device_alloc(const struct aisp_open_device *d, int member, size_t bytes,
		      bool is_shared, struct aisp_block *b, struct aisp_err *err)
{
	const struct aisp_open_device *m = aisp_device_of_rank(d, member);
	struct aisp_device_state *g = d->state;
	int rc;

	*b = (struct aisp_block){ .fd = -1 };
	if (d->n_members && g->n_owned == MAX_OWNED)
		return aisp_err_set(err, "more than %d blocks on devices", MAX_OWNED);
	if (!m->ops)
		return aisp_err_set(err, "member %d is not open", member);
	rc = m->ops->alloc(m->state, bytes, is_shared, b, err);
	if (d->n_members && b->address)
		g->owned[g->n_owned++] = (struct owned){ b->address, b->bytes, member };
	return rc;
}

static int alloc_first(struct aisp_device_state *g, size_t bytes, bool is_shared,
		       struct aisp_block *b, struct aisp_err *err)
{
	const struct aisp_open_device d = { .state = g,
					    .members = g->members,
					    .n_members = g->n_members };

	return aisp_device_alloc(&d, 0, bytes, is_shared, b, err);
}

static void free_block(struct aisp_device_state *g, struct aisp_block *b)
{
	const struct aisp_open_device *m = member_at(g, b->address);

	for (int i = 0; i < g->n_owned; i++)
		if (g->owned[i].address == b->address)
			g->owned[i--] = g->owned[--g->n_owned];
	m->ops->free(m->state, b);
}

static int fill(struct aisp_device_state *g, uint64_t address, struct aisp_range part,
		const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key,
		struct aisp_err *err)
{
	const struct aisp_open_device *m = member_at(g, address);

	return m->ops->fill(m->state, address, part, spec, dist, key, err);
}

static int clear(struct aisp_device_state *g, uint64_t address, size_t n_bytes,
		 struct aisp_err *err)
{
	const struct aisp_open_device *m = member_at(g, address);

	return m->ops->clear(m->state, address, n_bytes, err);
}

static int poison(struct aisp_device_state *g, uint64_t address, size_t n_bytes,
		  uint64_t key, struct aisp_err *err)
{
	const struct aisp_open_device *m = member_at(g, address);

	return m->ops->poison(m->state, address, n_bytes, key, err);
}

static int poison_left(struct aisp_device_state *g, uint64_t address, size_t first_byte,
		       size_t n_bytes, uint64_t key, int64_t *n, struct aisp_err *err)
{
	const struct aisp_open_device *m = member_at(g, address);

	return m->ops->poison_left(m->state, address, first_byte, n_bytes, key, n, err);
}

static int poison_changed(struct aisp_device_state *g, uint64_t address,
			  size_t first_byte, size_t n_bytes, uint64_t key, int64_t *n,
			  struct aisp_err *err)
{
	const struct aisp_open_device *m = member_at(g, address);

	return m->ops->poison_changed(m->state, address, first_byte, n_bytes, key, n,
				      err);
}

static int digest(struct aisp_device_state *g, uint64_t address, size_t n_bytes,
		  uint64_t key, uint64_t *sum, struct aisp_err *err)
{
	const struct aisp_open_device *m = member_at(g, address);

	return m->ops->digest(m->state, address, n_bytes, key, sum, err);
}

static int warm(struct aisp_device_state *g, uint64_t address, size_t n_bytes,
		struct aisp_err *err)
{
	const struct aisp_open_device *m = member_at(g, address);

	return m->ops->warm(m->state, address, n_bytes, err);
}

static int upload(struct aisp_device_state *g, uint64_t address, const void *host,
		  size_t n_bytes, struct aisp_err *err)
{
	const struct aisp_open_device *m = member_at(g, address);

	return m->ops->upload(m->state, address, host, n_bytes, err);
}

static int download(struct aisp_device_state *g, void *host, uint64_t address,
		    size_t n_bytes, struct aisp_err *err)
{
	const struct aisp_open_device *m = member_at(g, address);

	return m->ops->download(m->state, host, address, n_bytes, err);
}

static int copy(struct aisp_device_state *g, uint64_t to, uint64_t from, size_t n_bytes,
		struct aisp_err *err)
{
	const struct aisp_open_device *m = member_at(g, to);

	return m->ops->copy(m->state, to, from, n_bytes, err);
}

/* Every member starts its flush before the first one is waited for. */
static int flush(struct aisp_device_state *g, struct aisp_err *err)
{
	for (int i = 0; i < g->n_members; i++)
		if (g->members[i].ops->flush(g->members[i].state, err))
			return -1;
	return 0;
}

static int sync_all(struct aisp_device_state *g, struct aisp_err *err)
{
	for (int i = 0; i < g->n_members; i++)
		if (g->members[i].ops->sync(g->members[i].state, err))
			return -1;
	return 0;
}

/* The result of the member where a flush shows least. */
static int test_flush(struct aisp_device_state *g, double *cold_ns, double *hot_ns,
		      struct aisp_err *err)
{
	*cold_ns = INFINITY;
	*hot_ns = 1;
	for (int i = 0; i < g->n_members; i++) {
		double cold, hot;

		if (g->members[i].ops->test_flush(g->members[i].state, &cold, &hot,
						  err))
			return -1;
		if (cold / hot > *cold_ns / *hot_ns)
			continue;
		*cold_ns = cold;
		*hot_ns = hot;
	}
	return 0;
}

/* The clock of the slowest member, which holds the others up. */
static int clock_mhz(struct aisp_device_state *g, double *mhz, struct aisp_err *err)
{
	*mhz = INFINITY;
	for (int i = 0; i < g->n_members; i++) {
		double its;

		if (g->members[i].ops->clock_mhz(g->members[i].state, &its, err))
			return -1;
		*mhz = fmin(*mhz, its);
	}
	return 0;
}

static void choose_ops(struct aisp_device_ops *ops, const struct aisp_device_ops *its)
{
	*ops = (struct aisp_device_ops){ .alloc = alloc_first,
					 .free = free_block,
					 .fill = fill,
					 .clear = clear,
					 .poison = poison,
					 .poison_left = poison_left,
					 .poison_changed = poison_changed,
					 .flush = flush,
					 .upload = upload,
					 .download = download,
					 .copy = copy,
					 .sync = sync_all };
	if (its->digest)
		ops->digest = digest;
	if (its->warm)
		ops->warm = warm;
	if (its->test_flush)
		ops->test_flush = test_flush;
	if (its->clock_mhz)
		ops->clock_mhz = clock_mhz;
}

int aisp_device_group_open(struct aisp_open_device *g,
			   const struct aisp_open_device *members, int n,
			   struct aisp_err *err)
{
	struct aisp_device_state *state = calloc(1, sizeof(*state));

	if (!state)
		return aisp_err_errno(err, "memory for a group of devices");
	memcpy(state->members, members, (size_t)n * sizeof(*members));
	state->n_members = n;
	choose_ops(&state->ops, members[0].ops);
	*g = members[0];
	g->ops = &state->ops;
	g->state = state;
	g->members = state->members;
	g->n_members = n;
	g->node[0] = '\0';
	return 0;
}

/* Every order is equally likely (R. Durstenfeld, Algorithm 235, 1964). */
int aisp_device_group_deal(struct aisp_open_device *g, uint64_t key,
			   struct aisp_err *err)
{
	struct aisp_open_device *m = g->state->members;

	if (g->state->n_owned)
		return aisp_err_set(err, "%d blocks lie on their devices",
				    g->state->n_owned);
	for (int i = g->n_members - 1; i > 0; i--) {
		int k = (int)aisp_random_below(key, (uint64_t)i, (uint64_t)i + 1);
		struct aisp_open_device other = m[k];

		m[k] = m[i];
		m[i] = other;
	}
	return 0;
}

void aisp_device_group_close(struct aisp_open_device *g)
{
	free(g->state);
	*g = (struct aisp_open_device){ 0 };
}

/* NaN (unknown) is worse than any number. */
static double most(double a, double b)
{
	return isnan(a) || isnan(b) ? NAN : fmax(a, b);
}

static double bits_of_both(double a, double b)
{
	return isnan(a) || isnan(b) ? NAN : (double)((int64_t)a | (int64_t)b);
}

/* The result does not depend on the order in which members are dealt. */
static double identity_of_both(double a, double b)
{
	return isnan(a) || isnan(b) ? NAN : (double)((int64_t)a ^ (int64_t)b);
}

void aisp_device_health_read(const struct aisp_open_device *d, const pid_t *ours,
			     int n_ours, struct aisp_device_health *h)
{
	d->kind->health(aisp_device_of_rank(d, 0), ours, n_ours, h);
	for (int i = 1; i < d->n_members; i++) {
		struct aisp_device_health its;

		d->kind->health(&d->members[i], ours, n_ours, &its);
		h->power_w = most(h->power_w, its.power_w);
		h->celsius = most(h->celsius, its.celsius);
		h->reasons = bits_of_both(h->reasons, its.reasons);
		h->heat = most(h->heat, its.heat);
		h->n_others += its.n_others;
		h->identity = identity_of_both(h->identity, its.identity);
	}
}

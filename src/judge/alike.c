/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "alike.h"
#include "base/dtype.h"
#include "base/rng.h"
#include "device/buffers.h"

#define BLOCK_BYTES 64
#define LOOKED_AT   4096 /* blocks of an input at most */

/* Some blocks of an input as they were in one call. */
struct glance {
	const struct aisp_tensor *t;
	size_t n;
	uint64_t key;
	unsigned char *was;
};

/* Where the i-th block begins; a tensor of few bytes is one block. */
static const unsigned char *block(const struct glance *g, size_t i, size_t *bytes)
{
	size_t all = aisp_tensor_bytes(g->t), n = (all + BLOCK_BYTES - 1) / BLOCK_BYTES;
	size_t k = n > LOOKED_AT ? aisp_random_below(g->key, i, n) : i;

	*bytes = k == n - 1 ? all - k * BLOCK_BYTES : BLOCK_BYTES;
	return (const unsigned char *)g->t->data + k * BLOCK_BYTES;
}

static void look(struct glance *g, const struct aisp_tensor *t, uint64_t key,
		 unsigned char *was)
{
	size_t n = (aisp_tensor_bytes(t) + BLOCK_BYTES - 1) / BLOCK_BYTES, bytes;

	*g = (struct glance){ t, n < LOOKED_AT ? n : LOOKED_AT, key, was };
	for (size_t i = 0; i < g->n; i++) {
		const unsigned char *from = block(g, i, &bytes);

		memcpy(was + i * BLOCK_BYTES, from, bytes);
	}
}

static bool is_zero(const unsigned char *bytes, size_t n)
{
	while (n && !bytes[n - 1])
		n--;
	return !n;
}

/* Zeros in which next() has not yet shown anything are no contents. */
static double share_equal(const struct glance *g, bool by_next, bool *is_all_zero)
{
	size_t n_equal = 0, n_zero = 0, bytes;

	for (size_t i = 0; i < g->n; i++) {
		const unsigned char *is = block(g, i, &bytes);

		if (memcmp(is, g->was + i * BLOCK_BYTES, bytes) != 0 ||
		    (by_next && is_zero(is, bytes)))
			continue;
		n_equal++;
		n_zero += is_zero(is, bytes);
	}
	*is_all_zero = n_equal == n_zero;
	return g->n ? (double)n_equal / (double)g->n : 0;
}

static void find_most_equal(const struct aisp_contract *c, const struct glance *g,
			    struct aisp_alike *alike)
{
	for (int i = 0; i < c->problem.n_in; i++) {
		bool is_all_zero;
		double share =
			share_equal(&g[i], c->problem.in[i].by_next, &is_all_zero);

		if (share >= AISP_ALIKE_LEAST && share > alike->share)
			*alike = (struct aisp_alike){ c->problem.in[i].name,
						      is_all_zero, share };
	}
}

int aisp_find_alike(const struct aisp_contract *c, const struct aisp_io *io,
		    enum aisp_dist dist, uint64_t key, struct aisp_alike *alike,
		    struct aisp_err *err)
{
	struct glance g[AISP_MAX_IO] = { 0 };
	unsigned char *was;

	*alike = (struct aisp_alike){ 0 };
	if (!c->workload->prepare && !c->workload->prepare_part)
		return 0;
	was = malloc(AISP_MAX_IO * (size_t)LOOKED_AT * BLOCK_BYTES);
	if (!was)
		return aisp_err_errno(err, "a copy of some of the inputs");
	for (int i = 0; i < c->problem.n_in; i++)
		if (!aisp_is_hidden(&c->problem, i))
			look(&g[i], &io->in[i], aisp_random_at(key, (uint64_t)i),
			     was + (size_t)i * LOOKED_AT * BLOCK_BYTES);
	aisp_contract_fill(c, io, (int)dist, key);
	find_most_equal(c, g, alike);
	free(was);
	return aisp_contract_check(c, err);
}

int aisp_contract_alike(const struct aisp_contract *c, enum aisp_dist dist,
			uint64_t key, struct aisp_alike *alike, struct aisp_err *err)
{
	struct aisp_buffers *b =
		aisp_buffers_new(&c->problem, c->param, 1, "", &aisp_host_device, err);
	int rc;

	if (!b)
		return -1;
	aisp_contract_fill(c, &b->io[0], (int)dist, aisp_random_at(key, 0));
	rc = aisp_find_alike(c, &b->io[0], dist, aisp_random_at(key, 1), alike, err);
	aisp_buffers_free(b);
	return rc;
}

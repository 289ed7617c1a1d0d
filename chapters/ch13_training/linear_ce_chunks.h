/* SPDX-License-Identifier: MIT
 *
 * linear_ce_chunks.h - a variant that has CHUNK rows of logits, or as many as there
 * are, at a time, beside LIBRARY_BYTES for the library.
 */
#include "linear_ce_gpu.h"

struct chunks {
	int64_t n;                   /* rows of all but the last */
	struct products whole, rest; /* rest: if the last has fewer */
};

static inline struct rows chunk_at(const struct chunks *c, const struct aisp_io *io,
				   int64_t first)
{
	int64_t left = io->param[ROWS] - first;
	struct rows r = { io, first, left < c->n ? left : c->n, LIBRARY_BYTES };

	return r;
}

/* Where the rows begin that fill no chunk. */
static inline int64_t rest_of(const struct chunks *c, const struct aisp_io *io)
{
	return io->param[ROWS] / c->n * c->n;
}

static int setup(const struct aisp_io *io, void **state)
{
	struct chunks *c = (struct chunks *)calloc(1, sizeof(*c));
	struct rows r;
	int rc;

	*state = c;
	if (!c)
		return -ENOMEM;
	c->n = CHUNK < io->param[ROWS] ? CHUNK : io->param[ROWS];
	r = chunk_at(c, io, 0);
	rc = plan_products(&c->whole, &r);
	r = chunk_at(c, io, rest_of(c, io));
	return rc || !r.n ? rc : plan_products(&c->rest, &r);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct chunks *c = (const struct chunks *)state;
	int rc = 0;

	for (int64_t i = 0; i < io->param[ROWS] && !rc; i += c->n) {
		struct rows r = chunk_at(c, io, i);

		rc = learn_rows(r.n < c->n ? &c->rest : &c->whole, &r);
	}
	return rc;
}

static void teardown(void *state)
{
	struct chunks *c = (struct chunks *)state;

	if (c) {
		release_products(&c->rest);
		release_products(&c->whole);
	}
	free(c);
}

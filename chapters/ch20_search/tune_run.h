/* SPDX-License-Identifier: MIT
 *
 * tune_run.h - a step of a policy: choose(seen) names the tile of a product.
 */
#ifndef TUNE_RUN_H
#define TUNE_RUN_H

/* Kept between steps, in front of what a policy keeps itself. */
struct last {
	int64_t m, tile;
};

/* `last` was measured to take took_us; in the first step there is none. */
struct seen {
	const int64_t *p;
	struct last last;
	double took_us;
	int64_t m;
	void *own;
};

static int32_t choose(const struct seen *s);

static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[AT].data;
	int64_t took_ns = *(const int64_t *)io->in[TOOK_NS].data;
	struct last *last = (struct last *)io->workspace;
	struct seen s = { .p = io->param, .took_us = 1e-3 * (double)took_ns };

	(void)state;
	if (!step)
		memset(io->workspace, 0, KEPT);
	s.last = *last;
	s.own = last + 1;
	s.m = last->m = ((const int32_t *)io->in[M].data)[step];
	last->tile = choose(&s);
	((int32_t *)io->out[TILE].data)[step] = (int32_t)last->tile;
	((int64_t *)io->out[SEEN_NS].data)[step] = took_ns;
	return 0;
}

#endif

/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/pairing.h"
#include "pairs.h"

/* The launches of one arm. */
struct launches {
	int n;
	int64_t *block; /* -1: does not count */
	double *ns;
};

static void release(struct launches *l)
{
	free(l->block);
	free(l->ns);
}

static int read_launches(struct launches *l, const struct aisp_run_arm *arm)
{
	size_t n = (size_t)arm->n_launches + 1;

	*l = (struct launches){ .n = arm->n_launches,
				.block = calloc(n, sizeof(*l->block)),
				.ns = calloc(n, sizeof(*l->ns)) };
	if (!l->block || !l->ns)
		return -1;
	for (int i = 0; i < arm->n_launches; i++) {
		const struct aisp_run_launch *launch = &arm->launches[i];

		l->ns[i] = launch->median_ns;
		l->block[i] = aisp_launch_counts(launch) ? launch->block : -1;
	}
	return 0;
}

static int pair(struct aisp_pairs *p, const struct launches *base,
		const struct launches *opt)
{
	size_t n = (size_t)opt->n + 1;
	struct aisp_pair *pairs = calloc(n, sizeof(*pairs));

	*p = (struct aisp_pairs){ .base_ns = calloc(n, sizeof(*p->base_ns)),
				  .opt_ns = calloc(n, sizeof(*p->opt_ns)) };
	if (!pairs || !p->base_ns || !p->opt_ns) {
		free(pairs);
		aisp_pairs_release(p);
		return -1;
	}
	p->n = aisp_pair_launches(opt->block, opt->n, base->block, base->n, pairs);
	for (int i = 0; i < p->n; i++) {
		p->opt_ns[i] = opt->ns[pairs[i].a];
		p->base_ns[i] = base->ns[pairs[i].b];
	}
	free(pairs);
	return 0;
}

int aisp_pairs_read(struct aisp_pairs *p, const struct aisp_run_result *r)
{
	struct launches base = { 0 }, opt = { 0 };
	int rc = -1;

	*p = (struct aisp_pairs){ 0 };
	if (!read_launches(&base, r->arms[AISP_BASELINE]) &&
	    !read_launches(&opt, r->arms[AISP_OPTIMIZED]))
		rc = pair(p, &base, &opt);
	release(&base);
	release(&opt);
	return rc;
}

void aisp_pairs_release(struct aisp_pairs *p)
{
	free(p->base_ns);
	free(p->opt_ns);
	*p = (struct aisp_pairs){ 0 };
}

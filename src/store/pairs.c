/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
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

static int read_launches(struct launches *l, const json_t *arm)
{
	const json_t *all = json_object_get(arm, "launches"), *launch;
	size_t n = json_array_size(all), i;

	*l = (struct launches){ .n = (int)n,
				.block = calloc(n + 1, sizeof(*l->block)),
				.ns = calloc(n + 1, sizeof(*l->ns)) };
	if (!l->block || !l->ns)
		return -1;
	json_array_foreach(all, i, launch)
	{
		const json_t *block = json_object_get(launch, "block");
		bool is_ok = !strcmp(aisp_field_text(launch, "status"), "ok") &&
			     aisp_field_number(json_object_get(launch, "evidence"),
					       "is_disturbed") != 1;

		l->ns[i] = aisp_field_number(launch, "median_ns");
		l->block[i] = json_is_integer(block) && is_ok && l->ns[i] > 0
				      ? json_integer_value(block)
				      : -1;
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

int aisp_pairs_read(struct aisp_pairs *p, const json_t *results, size_t i)
{
	const json_t *result = json_array_get(json_object_get(results, "results"), i);
	struct launches base = { 0 }, opt = { 0 };
	int rc = -1;

	*p = (struct aisp_pairs){ 0 };
	if (!read_launches(&base, aisp_result_arm(results, result, "baseline")) &&
	    !read_launches(&opt, aisp_result_arm(results, result, "optimized")))
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

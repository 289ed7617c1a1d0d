/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "pairs.h"

const json_t *aisp_result_arm(const json_t *results, const json_t *result,
			      const char *name)
{
	const json_t *v = json_object_get(result, name);

	if (!json_is_integer(v))
		return NULL;
	return json_array_get(json_object_get(results, "arms"),
			      (size_t)json_integer_value(v));
}

/* The time of a launch that counts, else NaN or less than 0. */
static double good_ns(const json_t *launch, json_int_t *block)
{
	const json_t *number = json_object_get(launch, "block");

	*block = json_is_integer(number) ? json_integer_value(number) : -1;
	if (*block < 0 || strcmp(aisp_field_text(launch, "status"), "ok") != 0)
		return -1;
	return aisp_field_number(launch, "median_ns");
}

static double ns_of_block(const json_t *arm, json_int_t block)
{
	const json_t *launch;
	json_int_t other;
	size_t i;

	json_array_foreach(json_object_get(arm, "launches"), i, launch)
	{
		double ns = good_ns(launch, &other);

		if (other == block && ns > 0)
			return ns;
	}
	return -1;
}

int aisp_pairs_read(struct aisp_pairs *p, const json_t *results, size_t i)
{
	const json_t *result = json_array_get(json_object_get(results, "results"), i);
	const json_t *base = aisp_result_arm(results, result, "baseline");
	const json_t *launches = json_object_get(
		aisp_result_arm(results, result, "optimized"), "launches");
	size_t n = json_array_size(launches), k;
	const json_t *launch;
	json_int_t block;

	*p = (struct aisp_pairs){ .base_ns = calloc(n + 1, sizeof(*p->base_ns)),
				  .opt_ns = calloc(n + 1, sizeof(*p->opt_ns)) };
	if (!p->base_ns || !p->opt_ns) {
		aisp_pairs_release(p);
		return -1;
	}
	json_array_foreach(launches, k, launch)
	{
		p->opt_ns[p->n] = good_ns(launch, &block);
		p->base_ns[p->n] = ns_of_block(base, block);
		p->n += p->opt_ns[p->n] > 0 && p->base_ns[p->n] > 0;
	}
	return 0;
}

void aisp_pairs_release(struct aisp_pairs *p)
{
	free(p->base_ns);
	free(p->opt_ns);
	*p = (struct aisp_pairs){ 0 };
}

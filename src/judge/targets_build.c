/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "targets_build.h"

struct list {
	struct aisp_build_item *items;
	int n, n_max;
};

static void add(struct list *l, const struct aisp_target *t, const char *object)
{
	const char *name = strrchr(object, '/') + 1;

	for (int i = 0; i < l->n; i++)
		if (!strcmp(l->items[i].out, t->out) &&
		    !strcmp(l->items[i].object, name))
			return;
	if (l->n < l->n_max)
		l->items[l->n++] = (struct aisp_build_item){ .dir = t->dir,
							     .out = t->out,
							     .object = name };
}

/* A library variant is measured with any other variant of its pair. */
static bool is_wanted(const struct aisp_catalogue *c, const struct aisp_target *t)
{
	if (t->is_selected || !t->is_library)
		return t->is_selected;
	for (int i = 0; i < c->n; i++)
		if (!strcmp(c->targets[i].dir, t->dir) &&
		    !strcmp(c->targets[i].baseline, t->baseline))
			return true;
	return false;
}

static int build(const struct aisp_builder *b, const struct aisp_catalogue *c,
		 bool is_of_workloads, struct aisp_err *err)
{
	struct list l = { .n_max = 3 * c->n_all };
	int rc;

	l.items = calloc((size_t)l.n_max + 1, sizeof(*l.items));
	if (!l.items)
		return aisp_err_set(err, "out of memory");
	for (int i = 0; i < c->n_all; i++) {
		const struct aisp_target *t = &c->targets[i];

		if (!is_wanted(c, t))
			continue;
		add(&l, t, t->workload_object);
		if (is_of_workloads)
			continue;
		add(&l, t, t->baseline_object);
		add(&l, t, t->optimized_object);
	}
	rc = aisp_build(b, l.items, l.n, err);
	free(l.items);
	return rc;
}

int aisp_targets_build(const struct aisp_builder *b, const struct aisp_catalogue *c,
		       struct aisp_err *err)
{
	return build(b, c, false, err);
}

int aisp_workloads_build(const struct aisp_builder *b, const struct aisp_catalogue *c,
			 struct aisp_err *err)
{
	return build(b, c, true, err);
}

int aisp_target_build(const struct aisp_builder *b, const struct aisp_target *t,
		      const char *object, struct aisp_err *err)
{
	struct aisp_build_item item = { .dir = t->dir,
					.out = t->out,
					.object = strrchr(object, '/') + 1 };

	if (aisp_build(b, &item, 1, err))
		return -1;
	if (item.state != AISP_BUILD_BROKEN && item.state != AISP_BUILD_SKIPPED)
		return 0;
	return aisp_err_set(err, "%.120s: %.300s\nthe whole log: %.80s/build.log",
			    item.object, item.why, item.out);
}

/* SPDX-License-Identifier: MIT
 *
 * catalogue_settle.c - which files that were found are targets, under which ids, and in
 * which order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "catalogue_parts.h"

static void release_target(struct aisp_target *t)
{
	char *const strings[] = { t->id,
				  t->chapter,
				  t->name,
				  t->dir,
				  t->out,
				  t->workload,
				  t->baseline,
				  t->optimized,
				  t->workload_object,
				  t->baseline_object,
				  t->optimized_object,
				  t->optimized_why,
				  t->baseline_why,
				  t->workload_why,
				  t->problem };

	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++)
		free(strings[i]);
}

bool aisp_catalogue_selects(const struct aisp_catalogue *c, const char *id)
{
	for (int i = 0; i < c->n; i++)
		if (!strcmp(c->targets[i].id, id))
			return true;
	return false;
}

void aisp_catalogue_release(struct aisp_catalogue *c)
{
	for (int i = 0; i < c->n_all; i++)
		release_target(&c->targets[i]);
	for (int i = 0; i < c->n_problems; i++)
		free(c->problems[i]);
	free(c->targets);
	free(c->problems);
	*c = (struct aisp_catalogue){ 0 };
}

/* Broken pairs leave targets[]; the selected ones become problems. */
static int set_aside(struct aisp_catalogue *c, struct aisp_err *err)
{
	int n = 0;

	c->problems = calloc((size_t)c->n_all + 1, sizeof(*c->problems));
	if (!c->problems)
		return aisp_err_set(err, "out of memory");
	for (int i = 0; i < c->n_all; i++) {
		struct aisp_target *t = &c->targets[i];

		if (!t->problem) {
			c->targets[n++] = *t;
			continue;
		}
		if (t->is_selected) {
			c->problems[c->n_problems++] = t->problem;
			t->problem = NULL;
		}
		release_target(t);
	}
	c->n_all = n;
	return 0;
}

/* problems[] has room: set_aside() allocated an entry for each target. */
int aisp_catalogue_drop(struct aisp_catalogue *c, int i, const char *problem,
			struct aisp_err *err)
{
	bool is_noted = false;

	for (int k = 0; k < c->n_problems; k++)
		is_noted |= !strcmp(c->problems[k], problem);
	if (!is_noted) {
		char *note = strdup(problem);

		if (!note)
			return aisp_err_set(err, "out of memory");
		c->problems[c->n_problems++] = note;
	}
	release_target(&c->targets[i]);
	c->n--;
	c->n_all--;
	memmove(&c->targets[i], &c->targets[i + 1],
		(size_t)(c->n_all - i) * sizeof(*c->targets));
	return 0;
}

int aisp_catalogue_broken(const struct aisp_catalogue *c, struct aisp_err *err)
{
	if (c->n_problems == 1)
		return aisp_err_broken(err, "%s", c->problems[0]);
	return aisp_err_broken(err, "%.400s (and %d more that are broken)",
			       c->problems[0], c->n_problems - 1);
}

static int by_id(const void *a, const void *b)
{
	const struct aisp_target *x = a, *y = b;

	if (x->is_selected != y->is_selected)
		return y->is_selected - x->is_selected;
	return strcmp(x->id, y->id);
}

static bool shares_name(const struct aisp_catalogue *c, const struct aisp_target *t)
{
	for (int i = 0; i < c->n_all; i++)
		if (!strcmp(c->targets[i].chapter, t->chapter) &&
		    strcmp(c->targets[i].dir, t->dir) != 0)
			return true;
	return false;
}

/* "mine~3fa2c1:colsum@cpu": the digits are from a hash of the directory's path. */
static int add_digits(struct aisp_target *t, struct aisp_err *err)
{
	char hex[65], *chapter = NULL, *id = NULL;

	aisp_hash_text(t->dir, hex);
	if (asprintf(&chapter, "%s~%.6s", t->chapter, hex) < 0 ||
	    asprintf(&id, "%s:%s@%s", chapter, t->name, aisp_device_name(t->device)) <
		    0) {
		free(chapter);
		return aisp_err_set(err, "out of memory");
	}
	free(t->chapter);
	free(t->id);
	t->chapter = chapter;
	t->id = id;
	return 0;
}

/* Add digits to directories that share a name; those of this tree keep theirs. */
static int tell_apart(struct aisp_catalogue *c, const struct aisp_paths *p,
		      struct aisp_err *err)
{
	size_t n = strlen(p->pairs);
	bool *is_shared = calloc((size_t)c->n_all + 1, sizeof(*is_shared));
	int rc = 0;

	if (!is_shared)
		return aisp_err_set(err, "out of memory");
	for (int i = 0; i < c->n_all; i++)
		is_shared[i] = strncmp(c->targets[i].out, p->pairs, n) != 0 &&
			       shares_name(c, &c->targets[i]);
	for (int i = 0; i < c->n_all && !rc; i++)
		if (is_shared[i])
			rc = add_digits(&c->targets[i], err);
	free(is_shared);
	return rc;
}

static int order(struct aisp_catalogue *c, struct aisp_err *err)
{
	if (c->n_all)
		qsort(c->targets, (size_t)c->n_all, sizeof(*c->targets), by_id);
	while (c->n < c->n_all && c->targets[c->n].is_selected)
		c->n++;
	for (int i = 1; i < c->n; i++) {
		const struct aisp_target *a = &c->targets[i - 1], *b = a + 1;

		if (!strcmp(a->id, b->id))
			return aisp_err_set(
				err,
				"%s is both in %.180s and in %.180s: select "
				"one, or rename a directory",
				a->id, a->dir, b->dir);
	}
	return 0;
}

int aisp_catalogue_settle(struct aisp_catalogue *c, const struct aisp_paths *p,
			  struct aisp_err *err)
{
	return set_aside(c, err) || tell_apart(c, p, err) || order(c, err) ? -1 : 0;
}

/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claim_evidence.h"
#include "saved_run.h"
#include "store/expect.h"

void claim_evidence_release(struct claim_evidence *e)
{
	free(e->items);
	free(e->ids);
	*e = (struct claim_evidence){ 0 };
}

static int make_room(struct claim_evidence *e, int n, struct aisp_err *err)
{
	e->items = calloc((size_t)n + 1, sizeof(*e->items));
	e->ids = calloc((size_t)n + 1, sizeof(*e->ids));
	return e->items && e->ids ? 0 : aisp_err_set(err, "out of memory");
}

bool claim_item_is_doubted(const struct claim_item *item)
{
	return item->word == AISP_WORD_INVALID ||
	       item->word == AISP_WORD_INCONCLUSIVE || item->word == AISP_WORD_WORSE;
}

static void explain(struct claim_item *item, const struct aisp_run_result *r)
{
	const char *why = r->comparison ? r->comparison->why : r->reason;

	item->word = aisp_result_word(r);
	if (r->status == AISP_WORD_MEASURED && !claim_item_is_doubted(item))
		return;
	snprintf(item->why, sizeof(item->why), "%s%s%.640s", aisp_word_name(item->word),
		 *why ? ": " : "", why);
}

static void take_result(struct claim_item *item, const struct aisp_run_result *r)
{
	const struct aisp_run_arm *base = r->arms[AISP_BASELINE];

	snprintf(item->target, sizeof(item->target), "%s", r->target);
	aisp_map_text(item->params, sizeof(item->params), &r->params);
	item->over = base ? base->kind : AISP_N_KINDS;
	explain(item, r);
	for (int id = 0; id < AISP_N_QUANTITIES; id++)
		item->q[id] = aisp_quantity_of(r, (enum aisp_quantity_id)id);
}

int claim_evidence_of_run(struct claim_evidence *e, const char *name,
			  struct aisp_err *err)
{
	struct aisp_run *run = saved_run_load_proof(name, err);
	int rc;

	*e = (struct claim_evidence){ 0 };
	if (!run)
		return -1;
	rc = make_room(e, run->n_results, err);
	for (; !rc && e->n < run->n_results; e->n++) {
		take_result(&e->items[e->n], &run->results[e->n]);
		e->ids[e->n] = e->items[e->n].target;
	}
	snprintf(e->label, sizeof(e->label), "run %.500s", run->info.folder);
	aisp_run_free(run);
	return rc;
}

static enum aisp_kind_of_arm kind_of(const char *word)
{
	int k = 0;

	while (k < AISP_N_KINDS &&
	       strcmp(word, aisp_kind_name((enum aisp_kind_of_arm)k)) != 0)
		k++;
	return (enum aisp_kind_of_arm)k;
}

static void take_entry(struct claim_item *item, const struct aisp_expect *x)
{
	snprintf(item->target, sizeof(item->target), "%s", x->target);
	snprintf(item->params, sizeof(item->params), "%s", x->params);
	item->over = kind_of(x->over);
	item->word = AISP_WORD_MEASURED;
	for (int id = 0; id < AISP_N_QUANTITIES; id++)
		item->q[id] = (struct aisp_quantity){ NAN, NAN, NAN };
	for (int m = 0; m < AISP_N_METRICS; m++) {
		enum aisp_quantity_id id = aisp_quantity_find(aisp_metric_names[m]);

		if (id != AISP_N_QUANTITIES)
			item->q[id] = (struct aisp_quantity){ x->metrics[m].value,
							      x->metrics[m].ci_low,
							      x->metrics[m].ci_high };
	}
}

static int take_class(struct claim_evidence *e, const struct aisp_expect_file *f,
		      const char *class, const char *dir, struct aisp_err *err)
{
	if (make_room(e, f->n, err))
		return -1;
	for (int i = 0; i < f->n; i++) {
		if (strcmp(f->entries[i].machine.slug, class) != 0)
			continue;
		take_entry(&e->items[e->n], &f->entries[i]);
		e->ids[e->n] = e->items[e->n].target;
		e->n++;
	}
	snprintf(e->label, sizeof(e->label), "expectations of %.100s in %.380s", class,
		 dir);
	return e->n ? 0
		    : aisp_err_usage(err, "no expectations of '%.100s' in %.300s",
				     class, dir);
}

int claim_evidence_of_class(struct claim_evidence *e, const char *class,
			    const char *given, const struct aisp_paths *paths,
			    struct aisp_err *err)
{
	struct aisp_expect_file f;
	char dir[PATH_MAX];
	int rc;

	*e = (struct claim_evidence){ 0 };
	if (given)
		snprintf(dir, sizeof(dir), "%s", given);
	else if (aisp_expect_dir(dir, sizeof(dir), paths->root, err))
		return -1;
	if (aisp_expect_load_all(&f, dir, err))
		return -1;
	rc = take_class(e, &f, class, dir, err);
	free(f.entries);
	return rc;
}

/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove.h"
#include "prove_judge.h"
#include "prove_run.h"

#define CHUNK      9 /* exploits that fit, with their twins, into one group of a run */
#define N_ATTEMPTS 3 /* runs of an exploit, since noise may spoil one */

/* Exploits of one directory and device, tried together. */
struct chunk {
	const struct prove_exploit *x[CHUNK];
	struct prove_record *record[CHUNK]; /* borrowed from prove.records */
	int n;
};

/* The pattern that selects it: "tests/exploits/output:poly_stale_cache_honest@cpu". */
static void pattern_of(char *buf, size_t size, const struct prove_exploit *x,
		       const char *suffix)
{
	snprintf(buf, size, "%s:%s%s@%s", x->dir, x->name, suffix,
		 aisp_device_kind(x->device)->name);
}

/* Its target in results: "output:poly_stale_cache_honest@cpu". */
static void target_of(char *buf, size_t size, const struct prove_exploit *x,
		      const char *suffix)
{
	snprintf(buf, size, "%s:%s%s@%s", strrchr(x->dir, '/') + 1, x->name, suffix,
		 aisp_device_kind(x->device)->name);
}

static const struct prove_side *side_of(struct prove *p, const struct aisp_run *run,
					const struct prove_exploit *x,
					const char *suffix)
{
	char target[256];

	target_of(target, sizeof(target), x, suffix);
	return prove_side(run, x->is_scenario ? NULL : target, x->check->id, &p->arena);
}

static const char *suffix_of(const char *role)
{
	return !strcmp(role, "honest") ? "_honest" : "";
}

int prove_count_checks(void)
{
	int n = 0;

	while (aisp_checks[n])
		n++;
	return n;
}

/* Keep the states of all checks from the first accepted twin on a device. */
static void keep_lines(struct prove *p, const struct aisp_run *run,
		       const struct prove_side *side, const struct prove_exploit *x)
{
	struct prove_lines *lines = &p->lines[x->device];
	char target[256];

	if (lines->n || x->is_scenario || !prove_is_accepted(side))
		return;
	lines->at = aisp_arena_take(&p->arena, (size_t)prove_count_checks(),
				    sizeof(*lines->at));
	target_of(target, sizeof(target), x, "_honest");
	for (int i = 0; lines->at && aisp_checks[i]; i++) {
		const char *id = aisp_checks[i]->id;
		const struct prove_side *all = prove_side(run, target, id, &p->arena);

		lines->at[lines->n++] =
			(struct prove_line){ id, all->state_why, all->state };
	}
}

/* The fact that timing.early_start judges, at its worst. */
static double hide_ns(const struct aisp_run *run)
{
	double longest = NAN;

	for (int i = 0; i < run->n_arms; i++) {
		const struct aisp_run_arm *arm = &run->arms[i];

		for (int k = 0; k < arm->n_launches; k++)
			longest = fmax(longest, aisp_map_get(&arm->launches[k].evidence,
							     "free_ns"));
	}
	return longest;
}

void prove_keep_run(struct prove *p, const struct aisp_run *run)
{
	if (p->results)
		return;
	p->results = json_incref(run->document);
	p->manifest = json_incref(run->manifest);
	p->hide_ns = hide_ns(run);
}

/* Try one exploit or twin in a run of its own; n_pairs as in prove_bench(). */
static const struct prove_side *try_one(struct prove *p, const struct prove_exploit *x,
					const char *role, const char *without,
					int n_pairs)
{
	const struct prove_side *side;
	struct aisp_run *run;
	struct aisp_err err;
	char pattern[256];
	const char *const patterns[] = { pattern };
	int rc;

	pattern_of(pattern, sizeof(pattern), x, suffix_of(role));
	rc = x->is_scenario ? prove_scenario(&run, x->source, role, without, &err)
			    : prove_bench(&run, patterns, 1, without, n_pairs, &err);
	if (rc)
		return prove_no_side(rc > 0 ? PROVE_STATUS_SKIPPED : PROVE_STATUS_ERROR,
				     err.msg, &p->arena);
	prove_keep_run(p, run);
	side = side_of(p, run, x, suffix_of(role));
	aisp_run_free(run);
	return side;
}

/* add() made room for most_twins(). */
static void add_twin(struct prove_record *record, const struct prove_side *twin)
{
	record->twins[record->n_twins++] = *twin;
}

/* Write the patterns of a chunk's twins, and of its exploits if has_attacks.  Returns
 * their number. */
static int list_patterns(char (*text)[256], const struct chunk *c, bool has_attacks)
{
	int n = 0;

	for (int i = 0; i < c->n; i++) {
		if (has_attacks)
			pattern_of(text[n++], sizeof(text[0]), c->x[i], "");
		if (c->x[i]->twin[0])
			pattern_of(text[n++], sizeof(text[0]), c->x[i], "_honest");
	}
	return n;
}

/* Try all twins of a chunk in one run, with its exploits if has_attacks. */
static void try_together(struct prove *p, struct chunk *c, bool has_attacks)
{
	char text[2 * CHUNK][256];
	const char *patterns[2 * CHUNK];
	const struct prove_side *none = NULL;
	struct aisp_run *run = NULL;
	struct aisp_err err = { 0 };
	int n = list_patterns(text, c, has_attacks);

	for (int i = 0; i < n; i++)
		patterns[i] = text[i];
	if (!n || prove_bench(&run, patterns, n, NULL, p->n_pairs, &err))
		none = prove_no_side(PROVE_STATUS_ERROR, err.msg, &p->arena);
	else
		prove_keep_run(p, run);
	for (int i = 0; i < c->n; i++) {
		const struct prove_side *twin =
			none ? none : side_of(p, run, c->x[i], "_honest");

		if (has_attacks)
			c->record[i]->attack =
				none ? none : side_of(p, run, c->x[i], "");
		if (!none)
			keep_lines(p, run, twin, c->x[i]);
		if (c->x[i]->twin[0])
			add_twin(c->record[i], twin);
	}
	aisp_run_free(run);
}

static bool is_skipped(const struct prove_record *record)
{
	return record->attack && record->attack->status == PROVE_STATUS_SKIPPED;
}

/* Do the claims about the exploit hold?  The last claim is about the twin. */
static bool holds(const struct prove_record *record)
{
	bool all = true;

	for (int i = 0; i + 1 < record->n_claims; i++)
		all &= record->claims[i].holds;
	return all;
}

/* Try the exploit without its check.  If a claim fails, try both again, with as many
 * pairs as `bench run` plans; the record notes the attempts. */
static void try_without(struct prove *p, const struct prove_exploit *x,
			struct prove_record *record)
{
	const struct aisp_check *c = x->check;

	for (int i = 1; i <= N_ATTEMPTS && !*p->is_stopped; i++) {
		if (i > 1)
			record->attack = try_one(p, x, "attack", NULL, 0);
		if (!prove_is_prevented(record, c))
			record->without =
				try_one(p, x, "attack", c->id, i > 1 ? 0 : p->n_pairs);
		record->n_attempts = i;
		prove_judge(record, c, &p->arena);
		if (holds(record))
			return;
	}
}

static int most_twins(const struct prove *p)
{
	return p->n_repeat > N_ATTEMPTS ? p->n_repeat : N_ATTEMPTS;
}

/* One alarm may be noise: more runs show whether most of them raise it. */
static void try_twins(struct prove *p, const struct prove_exploit *x,
		      struct prove_record *record)
{
	int n = p->n_repeat;

	if (!x->twin[0])
		return;
	if (!prove_is_twin_accepted(record))
		n = most_twins(p);
	while (record->n_twins < n && !*p->is_stopped) {
		add_twin(record, try_one(p, x, "honest", NULL, 0));
		if (!prove_is_twin_accepted(record))
			n = most_twins(p);
	}
}

static void finish(struct prove *p, struct chunk *c)
{
	for (int i = 0; i < c->n && !*p->is_stopped; i++) {
		if (!is_skipped(c->record[i])) {
			try_twins(p, c->x[i], c->record[i]);
			try_without(p, c->x[i], c->record[i]);
		}
		if (*p->is_stopped) {
			c->record[i]->state = PROVE_N_STATES;
			return;
		}
		prove_judge(c->record[i], c->x[i]->check, &p->arena);
		p->show(p->arg, c->record[i]);
	}
}

static int add(struct prove *p, struct chunk *c, const struct prove_exploit *x,
	       struct aisp_err *err)
{
	struct prove_record *record = &p->records[p->n_records];
	struct prove_side *twins =
		aisp_arena_take(&p->arena, (size_t)most_twins(p), sizeof(*twins));

	if (!twins)
		return aisp_err_set(err, "out of memory");
	*record = (struct prove_record){ .check = x->check->id,
					 .exploit = x->target,
					 .source = x->source,
					 .twin_source = x->twin,
					 .why = "",
					 .date = "",
					 .commit = "",
					 .kind = prove_kind_of(x->check),
					 .device = x->device,
					 .twins = twins,
					 .n_attempts = 1,
					 .state = PROVE_N_STATES };
	p->n_records++;
	c->x[c->n] = x;
	c->record[c->n++] = record;
	return 0;
}

/* Collect the next exploits that can be tried together, and mark them as taken. */
static int next_chunk(struct prove *p, struct chunk *c, bool *is_taken,
		      struct aisp_err *err)
{
	c->n = 0;
	for (int i = 0; i < p->list->n && c->n < CHUNK; i++) {
		const struct prove_exploit *x = &p->list->x[i];

		if (is_taken[i] || !p->is_wanted[x->device] ||
		    (c->n && (c->x[0]->is_scenario || x->is_scenario ||
			      c->x[0]->device != x->device ||
			      strcmp(c->x[0]->dir, x->dir) != 0)))
			continue;
		is_taken[i] = true;
		if (add(p, c, x, err))
			return -1;
	}
	return 0;
}

static void try_chunk(struct prove *p, struct chunk *c)
{
	if (!c->x[0]->is_scenario) {
		try_together(p, c, true);
	} else {
		c->record[0]->attack = try_one(p, c->x[0], "attack", NULL, 0);
		if (!is_skipped(c->record[0]))
			add_twin(c->record[0], try_one(p, c->x[0], "honest", NULL, 0));
	}
	for (int i = 1; i < p->n_repeat && !c->x[0]->is_scenario && !*p->is_stopped;
	     i++)
		try_together(p, c, false);
	finish(p, c);
}

/* Drop what Ctrl-C interrupted. */
static void drop_unfinished(struct prove *p)
{
	int n = 0;

	for (int i = 0; i < p->n_records; i++)
		if (p->records[i].state != PROVE_N_STATES)
			p->records[n++] = p->records[i];
	p->n_records = n;
}

int prove_all(struct prove *p, struct aisp_err *err)
{
	bool *is_taken = calloc((size_t)p->list->n + 1, sizeof(*is_taken));
	struct chunk c = { .n = 1 };
	int rc = 0;

	p->records =
		aisp_arena_take(&p->arena, (size_t)p->list->n, sizeof(*p->records));
	if (!is_taken || !p->records) {
		free(is_taken);
		return aisp_err_set(err, "out of memory");
	}
	while (!rc && c.n && !*p->is_stopped) {
		rc = next_chunk(p, &c, is_taken, err);
		if (!rc && c.n)
			try_chunk(p, &c);
	}
	free(is_taken);
	drop_unfinished(p);
	return rc;
}

void prove_release(struct prove *p)
{
	aisp_arena_release(&p->arena);
	json_decref(p->results);
	json_decref(p->manifest);
	p->results = p->manifest = NULL;
	p->records = NULL;
	p->n_records = 0;
}

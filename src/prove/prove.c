/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "prove.h"
#include "prove_judge.h"
#include "prove_run.h"

#define CHUNK      9 /* exploits and twins that one group of a run has room for */
#define N_ATTEMPTS 3 /* of an exploit that noise may have spoilt */

/* Exploits of one directory and device, tried together. */
struct chunk {
	const struct prove_exploit *x[CHUNK];
	json_t *record[CHUNK]; /* borrowed from prove.records */
	int n;
};

/* How bench run selects it: "tests/exploits/output:poly_stale_cache_honest@cpu". */
static void pattern_of(char *buf, size_t size, const struct prove_exploit *x,
		       const char *suffix)
{
	snprintf(buf, size, "%s:%s%s@%s", x->dir, x->name, suffix,
		 aisp_device_kind(x->device)->name);
}

/* The id that results give it: "output:poly_stale_cache_honest@cpu". */
static void target_of(char *buf, size_t size, const struct prove_exploit *x,
		      const char *suffix)
{
	snprintf(buf, size, "%s:%s%s@%s", strrchr(x->dir, '/') + 1, x->name, suffix,
		 aisp_device_kind(x->device)->name);
}

static json_t *side_of(const struct aisp_run *run, const struct prove_exploit *x,
		       const char *suffix)
{
	char target[256];
	json_t *side;

	target_of(target, sizeof(target), x, suffix);
	side = prove_side(run, x->is_scenario ? NULL : target, x->check->id);
	return side ? side : prove_no_side("error", "the run does not mention it");
}

static const char *suffix_of(const char *role)
{
	return !strcmp(role, "honest") ? "_honest" : "";
}

/* All checks' states, as the first accepted twin of a device shows them. */
static void keep_states(struct prove *p, const struct aisp_run *run, const json_t *side,
			const struct prove_exploit *x)
{
	const char *device = aisp_device_kind(x->device)->name;
	json_t *states = json_object_get(p->states, device);
	char target[256];

	if (states || x->is_scenario || !prove_is_accepted(side))
		return;
	states = json_object();
	target_of(target, sizeof(target), x, "_honest");
	for (int i = 0; aisp_checks[i]; i++) {
		json_t *all = prove_side(run, target, aisp_checks[i]->id);

		json_object_set_new(states, aisp_checks[i]->id,
				    json_pack("{sO sO}", "state",
					      json_object_get(all, "state"), "why",
					      json_object_get(all, "state_why")));
		json_decref(all);
	}
	json_object_set_new(p->states, device, states);
}

/* timing.early_start */
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
	if (p->run)
		return;
	p->run = json_incref(json_object_get(run->document, "run"));
	p->manifest = json_incref(run->manifest);
	p->hide_ns = hide_ns(run);
}

/* One exploit or twin in a run of its own. */
static json_t *try_one(struct prove *p, const struct prove_exploit *x, const char *role,
		       const char *without)
{
	struct aisp_run *run;
	struct aisp_err err;
	char pattern[256];
	const char *const patterns[] = { pattern };
	json_t *side;
	int rc;

	pattern_of(pattern, sizeof(pattern), x, suffix_of(role));
	rc = x->is_scenario ? prove_scenario(&run, x->source, role, without, &err)
			    : prove_bench(&run, patterns, 1, without, &err);
	if (rc)
		return prove_no_side(rc > 0 ? "skipped" : "error", err.msg);
	prove_keep_run(p, run);
	side = side_of(run, x, suffix_of(role));
	aisp_run_free(run);
	return side;
}

static json_t *twins_of(const json_t *record)
{
	return json_object_get(record, "twins");
}

/* One run of all twins of a chunk, and of its exploits too if wanted. */
static void try_together(struct prove *p, struct chunk *c, bool has_attacks)
{
	char text[2 * CHUNK][256];
	const char *patterns[2 * CHUNK];
	struct aisp_run *run;
	struct aisp_err err = { 0 };
	int n = 0, rc;

	for (int i = 0; i < c->n; i++) {
		if (has_attacks)
			pattern_of(text[n++], sizeof(text[0]), c->x[i], "");
		if (c->x[i]->twin[0])
			pattern_of(text[n++], sizeof(text[0]), c->x[i], "_honest");
	}
	for (int i = 0; i < n; i++)
		patterns[i] = text[i];
	rc = n ? prove_bench(&run, patterns, n, NULL, &err) : -1;
	if (!rc)
		prove_keep_run(p, run);
	for (int i = 0; i < c->n; i++) {
		json_t *twin = rc ? prove_no_side("error", err.msg)
				  : side_of(run, c->x[i], "_honest");

		if (has_attacks)
			json_object_set_new(c->record[i], "attack",
					    rc ? prove_no_side("error", err.msg)
					       : side_of(run, c->x[i], ""));
		if (!rc)
			keep_states(p, run, twin, c->x[i]);
		if (c->x[i]->twin[0])
			json_array_append(twins_of(c->record[i]), twin);
		json_decref(twin);
	}
	if (!rc)
		aisp_run_free(run);
}

static bool is_skipped(const json_t *record)
{
	const char *status = json_string_value(
		json_object_get(json_object_get(record, "attack"), "status"));

	return status && !strcmp(status, "skipped");
}

/* Where a claim of the exploit's fails it is tried again, and the record counts. */
static void try_without(struct prove *p, const struct prove_exploit *x, json_t *record)
{
	const struct aisp_check *c = x->check;

	for (int i = 1; i <= N_ATTEMPTS && !*p->is_stopped; i++) {
		const json_t *claims, *claim;
		size_t k;
		bool holds = true;

		if (i > 1)
			json_object_set_new(record, "attack",
					    try_one(p, x, "attack", NULL));
		if (!prove_is_prevented(record, c))
			json_object_set_new(record, "without",
					    try_one(p, x, "attack", c->id));
		json_object_set_new(record, "n_attempts", json_integer(i));
		prove_judge(record, c);
		claims = json_object_get(record, "claims");
		json_array_foreach(claims, k, claim)
			holds &= k + 1 == json_array_size(claims) || /* the twin's */
				 json_is_true(json_object_get(claim, "holds"));
		if (holds)
			return;
	}
}

/* One alarm may be noise: two more runs say whether most are. */
static void try_twins(struct prove *p, const struct prove_exploit *x, json_t *record)
{
	int n = p->n_repeat;

	if (!x->twin[0])
		return;
	if (!prove_is_twin_accepted(record) && n < N_ATTEMPTS)
		n = N_ATTEMPTS;
	while ((int)json_array_size(twins_of(record)) < n && !*p->is_stopped) {
		json_array_append_new(twins_of(record), try_one(p, x, "honest", NULL));
		if (!prove_is_twin_accepted(record) && n < N_ATTEMPTS)
			n = N_ATTEMPTS;
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
			json_object_del(c->record[i], "state");
			return;
		}
		prove_judge(c->record[i], c->x[i]->check);
		p->show(p->arg, c->record[i]);
	}
}

static json_t *new_record(const struct prove_exploit *x)
{
	return json_pack("{ss ss ss ss ss ss? sn sn s[] si}", "check", x->check->id,
			 "kind", x->check->is_prevented ? "prevents" : "detects",
			 "device", aisp_device_kind(x->device)->name, "exploit",
			 x->target, "source", x->source, "twin_source",
			 x->twin[0] ? x->twin : NULL, "attack", "without", "twins",
			 "n_attempts", 1);
}

static int add(struct prove *p, struct chunk *c, const struct prove_exploit *x,
	       struct aisp_err *err)
{
	json_t *record = new_record(x);

	if (json_array_append_new(p->records, record))
		return aisp_err_set(err, "out of memory");
	c->x[c->n] = x;
	c->record[c->n++] = record;
	return 0;
}

/* The next exploits that can be tried together, marked as taken. */
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
		json_object_set_new(c->record[0], "attack",
				    try_one(p, c->x[0], "attack", NULL));
		if (!is_skipped(c->record[0]))
			json_array_append_new(twins_of(c->record[0]),
					      try_one(p, c->x[0], "honest", NULL));
	}
	for (int i = 1; i < p->n_repeat && !c->x[0]->is_scenario && !*p->is_stopped;
	     i++)
		try_together(p, c, false);
	finish(p, c);
}

/* What Ctrl-C left half tried. */
static void drop_unfinished(json_t *records)
{
	for (size_t i = json_array_size(records); i-- > 0;)
		if (!json_object_get(json_array_get(records, i), "state"))
			json_array_remove(records, i);
}

int prove_all(struct prove *p, struct aisp_err *err)
{
	bool *is_taken = calloc((size_t)p->list->n + 1, sizeof(*is_taken));
	struct chunk c = { .n = 1 };
	int rc = 0;

	p->records = json_array();
	p->states = json_object();
	if (!is_taken || !p->records || !p->states) {
		free(is_taken);
		return aisp_err_set(err, "out of memory");
	}
	while (!rc && c.n && !*p->is_stopped) {
		rc = next_chunk(p, &c, is_taken, err);
		if (!rc && c.n)
			try_chunk(p, &c);
	}
	free(is_taken);
	drop_unfinished(p->records);
	return rc;
}

void prove_release(struct prove *p)
{
	json_decref(p->records);
	json_decref(p->run);
	json_decref(p->manifest);
	json_decref(p->states);
	p->records = p->run = p->manifest = p->states = NULL;
}

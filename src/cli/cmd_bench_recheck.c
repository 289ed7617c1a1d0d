/* SPDX-License-Identifier: MIT
 *
 * cmd_bench_recheck.c - has a saved run been changed, and how do today's checks judge
 * its evidence?
 */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "cli.h"
#include "decide/ledger.h"
#include "judge/recheck.h"
#include "publish.h"
#include "report/format.h"
#include "run/left_out.h"
#include "store/journal_check.h"
#include "store/run.h"

enum { OPT_WITHOUT = 0x100, OPT_HEAD, OPT_ARTIFACTS, OPT_JSON };

struct options {
	const char *run, *head, *artifacts;
	bool is_json;
	struct aisp_limits limits;
};

static const struct argp_option option_list[] = {
	{ "head", OPT_HEAD, "HEX", 0,
	  "Require that the journal ends with this hash, or with one that begins with "
	  "these digits (at least 8)",
	  0 },
	{ "without-check", OPT_WITHOUT, "ID", 0, "Leave a check out; repeatable", 0 },
	{ "artifacts-dir", OPT_ARTIFACTS, "DIR", 0,
	  "Write the run, judged again, into a new folder in DIR", 0 },
	{ "json", OPT_JSON, NULL, 0, "Print JSON", 0 },
	{ 0 }
};

static void choose_head(struct argp_state *state, struct options *o, const char *hex)
{
	size_t n = strlen(hex);

	if (n < 8 || n > 64 || strspn(hex, "0123456789abcdef") != n)
		argp_error(state, "--head %s: want 8 to 64 hexadecimal digits", hex);
	o->head = hex;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_HEAD:
		choose_head(state, o, arg);
		return 0;
	case OPT_WITHOUT:
		if (aisp_leave_out(&o->limits, arg))
			argp_error(state,
				   "--without-check %s: no such check; "
				   "`aisp checks list` names them",
				   arg);
		return 0;
	case OPT_ARTIFACTS:
		o->artifacts = arg;
		return 0;
	case OPT_JSON:
		o->is_json = true;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num)
			argp_error(state, "one run at a time");
		o->run = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.args_doc = "[RUN]",
	.doc = "Verify a saved run against its journal, and judge its evidence again.  "
	       "RUN is a run folder's path, its name below ./artifacts, or `latest` "
	       "(the default).\vThe journal is a chain of hashes that a run writes "
	       "while it lasts: a launch, evidence or verdict that is missing or was "
	       "edited afterwards is named.  If all of it was rewritten, the last hash "
	       "included, only a hash kept elsewhere shows that: see --head.\n\nExit "
	       "status: 0 fine, 2 no such run, 3 the run was tampered with or a result "
	       "is INVALID.",
};

/* The run could only attest this; the comparison that followed confirmed it. */
static bool is_borne_out(const struct aisp_run_finding *was,
			 const struct aisp_run_finding *now)
{
	return was && was->verdict == AISP_VERDICT_ATTESTED &&
	       now->verdict == AISP_VERDICT_PASS;
}

/* The finding of the same check about the same arm, or NULL. */
static const struct aisp_run_finding *find_in(const struct aisp_run_result *r,
					      const struct aisp_run_finding *like)
{
	for (int i = 0; i < r->n_ledger; i++)
		if (r->ledger[i].arm == like->arm &&
		    !strcmp(r->ledger[i].check, like->check))
			return &r->ledger[i];
	return NULL;
}

/* The old verdict of a check whose verdict changed; NULL if it did not. */
static const char *changed_from(const struct aisp_run_result *was,
				const struct aisp_run_finding *now)
{
	const struct aisp_run_finding *old = find_in(was, now);

	if (!old)
		return "absent";
	return old->verdict == now->verdict || is_borne_out(old, now)
		       ? NULL
		       : aisp_finding_word(old);
}

static json_t *changes(const struct aisp_run_result *was,
		       const struct aisp_run_result *now)
{
	json_t *list = json_array();

	for (int i = 0; i < now->n_ledger; i++) {
		const struct aisp_run_finding *f = &now->ledger[i];
		const char *old = changed_from(was, f);

		if (old)
			json_array_append_new(
				list,
				json_pack("{ss ss ss ss ss}", "check", f->check, "arm",
					  aisp_role_name(f->arm), "was", old, "now",
					  aisp_finding_word(f), "why", f->why));
	}
	return list;
}

/* Compares result by result: judging again neither adds nor removes any. */
static json_t *compare(const struct aisp_run *before, const struct aisp_run *after)
{
	json_t *list = json_array();

	for (int i = 0; i < after->n_results; i++) {
		const struct aisp_run_result *a = &before->results[i];
		const struct aisp_run_result *b = &after->results[i];
		const struct aisp_run_comparison *c = b->comparison;
		const char *mark = aisp_left_out_mark(b);

		json_array_append_new(
			list, json_pack("{ss ss ss ss* so ss so}", "target", b->target,
					"was", aisp_word_name(aisp_result_word(a)),
					"now", aisp_word_name(aisp_result_word(b)),
					"mark", *mark ? mark : NULL, "speedup",
					aisp_number_json(c ? c->speedup : NAN), "why",
					c ? c->why : "", "changed", changes(a, b)));
	}
	return list;
}

static const char *journal_state(const struct aisp_differences *d)
{
	if (!d->has_journal && !d->n_edited)
		return "none";
	return d->n_edited || d->n_missing ? "tampered" : "intact";
}

static void print_journal(const struct aisp_differences *d)
{
	char clean[1200];
	const json_t *v;
	size_t i;

	json_array_foreach(d->texts, i, v) {
		aisp_format_text(clean, sizeof(clean), json_string_value(v));
		printf("TAMPERED %s\n", clean);
	}
	if (!d->has_journal && !d->n_edited)
		puts("journal: none; this run is of a version that kept none, "
		     "so edits cannot be seen");
	else
		printf("journal: %s\n", journal_state(d));
}

static void print_result(const struct aisp_run_result *was,
			 const struct aisp_run_result *now)
{
	enum aisp_word before = aisp_result_word(was), after = aisp_result_word(now);
	const char *mark = aisp_left_out_mark(now);
	const char *mark_before = aisp_left_out_mark(was);
	const char *why = now->comparison ? now->comparison->why : "";
	char clean[1200];

	aisp_format_text(clean, sizeof(clean), now->target);
	printf("%-40s  %s%s", clean, aisp_word_name(after), mark);
	if (before != after || strcmp(mark, mark_before) != 0)
		printf(", saved as %s%s", aisp_word_name(before), mark_before);
	aisp_format_text(clean, sizeof(clean), why);
	printf("%s%s\n", *why ? ": " : "", clean);
	for (int i = 0; i < now->n_ledger; i++) {
		const struct aisp_run_finding *f = &now->ledger[i];
		const char *old = changed_from(was, f);

		if (!old)
			continue;
		aisp_format_text(clean, sizeof(clean), f->why);
		printf("    %-9s %s: %s, was %s  %s\n", aisp_role_name(f->arm),
		       f->check, aisp_finding_word(f), old, clean);
	}
}

static void print_text(const struct aisp_run *before, const struct aisp_run *now,
		       const struct aisp_differences *d)
{
	print_journal(d);
	for (int i = 0; i < now->n_results; i++)
		print_result(&before->results[i], &now->results[i]);
}

static void print_json(const struct aisp_run *before, const struct aisp_run *now,
		       const struct aisp_differences *d)
{
	json_t *document =
		json_pack("{s{ss sO} so}", "journal", "state", journal_state(d),
			  "differences", d->texts, "results", compare(before, now));

	json_dumpf(document, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(document);
}

/* Saves the run as judged now, without its journal, which is of another document. */
static int save(const struct options *o, const struct aisp_run *now,
		const struct aisp_differences *d, struct aisp_err *err)
{
	json_t *run = json_object_get(now->document, "run");
	struct run_profiles none = { 0 };
	struct aisp_rundir dir;
	struct aisp_run *judged;
	int rc = -1;

	json_object_del(run, "folder");
	json_object_del(run, "journal");
	json_object_del(now->manifest, "journal");
	json_object_set_new(run, "rechecked",
			    json_pack("{ss sO}", "journal", journal_state(d),
				      "differences", d->texts));
	judged = aisp_run_new(now->document, now->manifest, err);
	if (judged)
		rc = publish_save(&dir, o->artifacts, judged, &none, NULL, err);
	aisp_run_free(judged);
	return rc;
}

static bool has_invalid(const struct aisp_run *run)
{
	for (int i = 0; i < run->n_results; i++)
		if (aisp_result_word(&run->results[i]) == AISP_WORD_INVALID)
			return true;
	return false;
}

static int report(const struct options *o, const struct aisp_run *before,
		  const struct aisp_run *now, const struct aisp_differences *d,
		  struct aisp_err *err)
{
	int rc = 0;

	if (o->is_json)
		print_json(before, now, d);
	else
		print_text(before, now, d);
	if (o->artifacts)
		rc = save(o, now, d, err);
	if (rc)
		return AISP_EXIT_HARNESS;
	return d->n_edited || d->n_missing || has_invalid(now) ? AISP_EXIT_INVALID
							       : AISP_EXIT_OK;
}

/* Records which checks the new verdicts do without, whatever the saved ones did. */
static int note_left_out(const struct aisp_limits *limits, json_t *results,
			 struct aisp_err *err)
{
	json_t *left_out = json_array();

	for (int i = 0; i < limits->n_left_out; i++)
		json_array_append_new(left_out, json_string(limits->left_out[i]->id));
	return json_object_set_new(json_object_get(results, "run"), "left_out",
				   left_out)
		       ? aisp_err_set(err, "out of memory")
		       : 0;
}

static int recheck(const struct options *o, const char *folder,
		   const struct aisp_run *saved, json_t *manifest, struct aisp_err *err)
{
	json_t *results = json_deep_copy(saved->document);
	struct aisp_differences d = { 0 };
	struct aisp_run *now = NULL;
	int status = AISP_EXIT_HARNESS;

	if (!results) {
		aisp_err_set(err, "out of memory");
	} else if (!aisp_journal_check(&d, folder, saved, manifest, o->head, err)) {
		struct aisp_recheck r = { .limits = &o->limits,
					  .has_journal = d.has_journal || d.n_edited,
					  .missing = d.missing,
					  .n_edited = d.n_edited };

		if (!aisp_recheck(&r, saved, results, err) &&
		    !note_left_out(&o->limits, results, err))
			now = aisp_run_new(results, manifest, err);
		if (now)
			status = report(o, saved, now, &d, err);
	}
	aisp_run_free(now);
	aisp_differences_release(&d);
	json_decref(results);
	return status;
}

static int run(int argc, char **argv)
{
	static struct options o; /* too large for a stack */
	json_t *manifest;
	struct aisp_run *saved;
	int status = AISP_EXIT_USAGE;
	struct aisp_err err = { 0 };
	char folder[PATH_MAX];

	o.run = "latest";
	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	saved = aisp_run_find(folder, sizeof(folder), o.run, &err)
			? NULL
			: aisp_run_load_edited(o.run, &err);
	if (saved) {
		manifest =
			saved->manifest ? json_incref(saved->manifest) : json_object();
		o.limits.n_pairs = (int)saved->info.plan.pairs;
		status = recheck(&o, folder, saved, manifest, &err);
		json_decref(manifest);
	}
	if (err.msg[0])
		fprintf(stderr, "aisp bench recheck: %s\n", err.msg);
	aisp_run_free(saved);
	return status;
}

const struct aisp_command aisp_cmd_bench_recheck = {
	.name = "bench recheck",
	.summary = "verify a saved run against its journal, judge it again",
	.argp = &argp,
	.run = run,
};

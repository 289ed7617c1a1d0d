/* SPDX-License-Identifier: MIT
 *
 * cmd_checklist.c - show the items of docs/checklist.md, and what this machine shows.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "checklist_probe.h"
#include "cli.h"
#include "saved_run.h"

enum { OPT_ROLE = 0x100, OPT_ONLY, OPT_IN, OPT_RUN, OPT_JSON };

struct options {
	enum aisp_concern role; /* AISP_N_CONCERNS: all */
	enum item_state only;   /* ITEM_N_STATES: all */
	const char *folder, *run;
	int is_json;
};

static const struct argp_option option_list[] = {
	{ "role", OPT_ROLE, "kernel|training|serving|operator|author", 0,
	  "Print only what concerns this role", 0 },
	{ "only", OPT_ONLY, "failing|ok|not-visible|advice", 0,
	  "Print only items in this state", 0 },
	{ "in", OPT_IN, "DIR", 0, "Look for files in DIR (.)", 0 },
	{ "run", OPT_RUN, "RUN", 0,
	  "Look into this saved run: a folder's path, its name below "
	  "./artifacts, or latest (the default, if there is one)",
	  0 },
	{ "json", OPT_JSON, NULL, 0, "Print JSON", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_ROLE:
		o->role = aisp_concern_find(arg);
		if (o->role == AISP_N_CONCERNS)
			argp_error(state,
				   "--role %s: want kernel, training, serving, "
				   "operator or author",
				   arg);
		return 0;
	case OPT_ONLY:
		o->only = item_state_find(arg);
		if (o->only == ITEM_N_STATES)
			argp_error(state,
				   "--only %s: want failing, ok, not-visible or "
				   "advice",
				   arg);
		return 0;
	case OPT_IN:
		o->folder = arg;
		return 0;
	case OPT_RUN:
		o->run = arg;
		return 0;
	case OPT_JSON:
		o->is_json = 1;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s': no argument is wanted", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.doc = "Print what to look at before and while you tune, and what this "
	       "machine, a folder and a saved run say of it: `ok`, `attention` with a "
	       "remedy, `not visible` where nothing here shows it, `advice` where no "
	       "program can tell.\v"
	       "It is a list, not a gate: the exit status is 0 whatever was found, 2 "
	       "for usage, 4 if something could not be read.",
};

/* An item to show, and what its probe found. */
struct row {
	const struct aisp_checklist_item *item;
	struct item_finding finding;
};

static void print_row(const struct row *r)
{
	printf("  %-12s %-22s %s\n", item_state_name(r->finding.state), r->item->name,
	       r->item->text);
	if (*r->finding.what)
		printf("%38s%s\n", "", r->finding.what);
	if (*r->finding.remedy)
		printf("%38sremedy: %s\n", "", r->finding.remedy);
}

static json_t *roles_json(unsigned concerns)
{
	json_t *list = json_array();

	for (int c = 0; c < AISP_N_CONCERNS; c++)
		if (concerns & 1U << c)
			json_array_append_new(list, json_string(aisp_concern_name(
							    (enum aisp_concern)c)));
	return list;
}

static json_t *row_json(const struct row *r)
{
	return json_pack("{ss ss ss so ss ss ss}", "section", r->item->section, "name",
			 r->item->name, "text", r->item->text, "roles",
			 roles_json(r->item->concerns), "state",
			 item_state_name(r->finding.state), "found", r->finding.what,
			 "remedy", r->finding.remedy);
}

/* What is shown, with counts. */
struct output {
	const struct options *o;
	json_t *list; /* NULL: text */
	const char *section;
	int n[ITEM_N_STATES];
};

static void put(struct output *out, const struct row *r)
{
	enum item_state state = r->finding.state;

	out->n[state]++;
	if (out->o->only != ITEM_N_STATES && out->o->only != state)
		return;
	if (out->list) {
		json_array_append_new(out->list, row_json(r));
		return;
	}
	if (strcmp(out->section, r->item->section) != 0)
		printf("%s%s\n", *out->section ? "\n" : "", r->item->section);
	out->section = r->item->section;
	print_row(r);
}

static int print_end(struct output *out)
{
	int rc = 0;

	if (out->list) {
		rc = json_dumpf(out->list, stdout, JSON_INDENT(1));
		putchar('\n');
		json_decref(out->list);
		return rc;
	}
	printf("\n%d items:", out->n[ITEM_ATTENTION] + out->n[ITEM_OK] +
				      out->n[ITEM_NOT_VISIBLE] + out->n[ITEM_ADVICE]);
	for (int s = 0; s < ITEM_N_STATES; s++)
		printf("%s %s %d", s ? "," : "", item_state_name((enum item_state)s),
		       out->n[s]);
	putchar('\n');
	return rc;
}

static int print(const struct options *o, const struct aisp_checklist *c,
		 const struct item_view *v)
{
	struct output out = { o, o->is_json ? json_array() : NULL, "", { 0 } };

	for (int i = 0; i < c->n; i++) {
		struct row r = { .item = &c->items[i] };

		if (o->role != AISP_N_CONCERNS && !(r.item->concerns & 1U << o->role))
			continue;
		item_probe(&r.finding, r.item, v);
		put(&out, &r);
	}
	return print_end(&out);
}

/* If the user named no run, none is needed. */
static int load_run(const struct options *o, struct aisp_run **run,
		    struct aisp_err *err)
{
	*run = saved_run_load(o->run ? o->run : "latest", err);
	return *run || !o->run ? 0 : -1;
}

static int look(const struct options *o, struct aisp_err *err)
{
	struct item_view v = { .folder = o->folder };
	struct aisp_checklist c = { 0 };
	struct aisp_run *run;
	int rc;

	if (access(o->folder, R_OK | X_OK)) {
		aisp_err_errno(err, "--in: read %s", o->folder);
		return -1;
	}
	if (load_run(o, &run, err))
		return -1;
	v.run = run;
	rc = aisp_checklist_parse(&c, aisp_checklist_text, err) ||
	     aisp_doctor_examine(&v.diagnosis, err) || print(o, &c, &v);
	aisp_checklist_release(&c);
	aisp_run_free(run);
	return rc ? -1 : 0;
}

static int run(int argc, char **argv)
{
	struct options o = { AISP_N_CONCERNS, ITEM_N_STATES, ".", NULL, 0 };
	struct aisp_err err = { "out of memory" };

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if (!look(&o, &err))
		return AISP_EXIT_OK;
	fprintf(stderr, "aisp checklist: %s\n", err.msg);
	return aisp_err_status(&err);
}

const struct aisp_command aisp_cmd_checklist = {
	.name = "checklist",
	.summary =
		"list what to look at before tuning, and what this machine shows of it",
	.argp = &argp,
	.run = run,
};

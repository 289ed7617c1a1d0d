/* SPDX-License-Identifier: MIT
 *
 * cmd_doctor.c - aisp doctor: what makes measurements worse here, and the remedy.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/doctor_noise.h"
#include "machine/doctor.h"

struct options {
	int is_json, is_fix, is_undo, is_dry_run, is_forget;
	int n_shown; /* changes that were shown */
	int n_noise; /* comparisons for --noise; 0: not asked for */
	const char *targets;
};

enum { OPT_JSON = 0x100, OPT_FIX, OPT_UNDO, OPT_DRY_RUN, OPT_NOISE, OPT_FORGET };

static const struct argp_option argp_options[] = {
	{ "json", OPT_JSON, NULL, 0, "Print JSON", 0 },
	{ "fix", OPT_FIX, NULL, 0,
	  "Change the settings under /sys and /proc/sys that can be changed, "
	  "and remember the old values (needs root)",
	  0 },
	{ "dry-run", OPT_DRY_RUN, NULL, 0, "With --fix: only show the changes", 0 },
	{ "undo", OPT_UNDO, NULL, 0, "Put back what --fix changed", 0 },
	{ "noise", OPT_NOISE, "N", OPTION_ARG_OPTIONAL,
	  "Compare baselines with themselves N times (30), and keep the noise floor "
	  "that this shows: later runs call nothing FASTER or SLOWER within it",
	  0 },
	{ "forget", OPT_FORGET, NULL, 0,
	  "With --noise: measure nothing, and remove the floor that is kept", 0 },
	{ "targets", 't', "PATTERN", 0,
	  "With --noise: compare the baselines of these (ch07)", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	char *end;

	switch (key) {
	case OPT_JSON:
		o->is_json = 1;
		return 0;
	case OPT_FIX:
		o->is_fix = 1;
		return 0;
	case OPT_UNDO:
		o->is_undo = 1;
		return 0;
	case OPT_DRY_RUN:
		o->is_dry_run = 1;
		return 0;
	case OPT_NOISE:
		o->n_noise = arg ? (int)strtol(arg, &end, 10) : 30;
		if (o->n_noise < 1 || o->n_noise > 100000 || (arg && *end))
			argp_error(state, "--noise=%s: want 1 to 100000", arg);
		return 0;
	case OPT_FORGET:
		o->is_forget = 1;
		return 0;
	case 't':
		o->targets = arg;
		return 0;
	case ARGP_KEY_END:
		if (o->is_fix && o->is_undo)
			argp_error(state, "--fix and --undo exclude each other");
		if (o->is_dry_run && !o->is_fix)
			argp_error(state, "--dry-run goes with --fix");
		if (o->is_forget && !o->n_noise)
			argp_error(state, "--forget goes with --noise");
		if (o->targets && (!o->n_noise || o->is_forget))
			argp_error(state,
				   "--targets goes with --noise, which measures");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	argp_options,
	parse,
	NULL,
	"List what on this machine makes measurements worse, why, and what to do.\v"
	"A noise floor is kept with its grade, date and machine.  One of grade D or of "
	"fewer than 20 comparisons is printed, not kept, and the exit status is 5; "
	"after 30 days, or under another kernel, CPU or aisp, it is ignored.",
	NULL,
	NULL,
	NULL,
};

static int print_json(json_t *j)
{
	if (!j)
		return -1;
	json_dumpf(j, stdout, JSON_INDENT(2));
	putchar('\n');
	fflush(stdout);
	json_decref(j);
	return 0;
}

static int can_fix(const struct aisp_symptom *s)
{
	return s->fix && s->harm >= AISP_HARM_WARN;
}

static void print_diagnosis(const struct aisp_diagnosis *d)
{
	int n[4] = { 0 }, n_fixes = 0;

	for (int i = 0; i < d->n; i++) {
		const struct aisp_symptom *s = &d->symptoms[i];

		n[s->harm]++;
		n_fixes += can_fix(s);
		printf("%-8s %-15s %s\n", aisp_harm_name(s->harm), s->name, s->state);
		if (s->harm >= AISP_HARM_WARN)
			printf("%24s %s\n%24s remedy: %s\n", "", s->why, "", s->remedy);
	}
	printf("\n%d bad, %d warn, %d unknown, %d ok; "
	       "`aisp doctor --fix` can change %d\n",
	       n[AISP_HARM_BAD], n[AISP_HARM_WARN], n[AISP_HARM_UNKNOWN],
	       n[AISP_HARM_OK], n_fixes);
}

/* Flushes, so that the user sees a change before it is made. */
static void show_change(void *arg, const struct aisp_change *c)
{
	struct options *o = arg;

	o->n_shown++;
	fprintf(o->is_json ? stderr : stdout, "%s: %s -> %s\n", c->path, c->from,
		c->to);
	fflush(stdout);
}

static int fix(struct options *o, const struct aisp_diagnosis *d, struct aisp_err *err)
{
	struct aisp_changes c;
	char record[4096];
	int status = AISP_EXIT_HARNESS;

	if (aisp_doctor_plan(d, &c, err) ||
	    aisp_doctor_record(record, sizeof(record), err))
		goto out;
	if (!o->is_dry_run && aisp_doctor_may(&c, err)) {
		status = AISP_EXIT_USAGE;
		goto out;
	}
	if (o->is_json && print_json(aisp_changes_json(&c)))
		goto out;
	for (int i = 0; o->is_dry_run && !o->is_json && i < c.n; i++)
		show_change(o, &c.list[i]);
	if (!c.n && !o->is_json)
		puts("nothing to change");
	if (o->is_dry_run || !aisp_doctor_apply(&c, record, show_change, o, err))
		status = AISP_EXIT_OK;
out:
	aisp_changes_release(&c);
	return status;
}

static int undo(struct options *o, struct aisp_err *err)
{
	char record[4096];

	if (aisp_doctor_record(record, sizeof(record), err) ||
	    aisp_doctor_undo(record, show_change, o, err))
		return AISP_EXIT_HARNESS;
	if (!o->n_shown && !o->is_json)
		puts("nothing to undo");
	return AISP_EXIT_OK;
}

static int examine(struct options *o, struct aisp_err *err)
{
	struct aisp_diagnosis d;

	if (aisp_doctor_examine(&d, err))
		return AISP_EXIT_HARNESS;
	if (o->is_fix)
		return fix(o, &d, err);
	if (!o->is_json)
		print_diagnosis(&d);
	else if (print_json(aisp_diagnosis_json(&d, err)))
		return AISP_EXIT_HARNESS;
	return AISP_EXIT_OK;
}

static int run(int argc, char **argv)
{
	struct options o = { 0 };
	struct aisp_err err = { "out of memory" };
	int status;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if (o.is_forget)
		return doctor_forget_noise();
	if (o.n_noise)
		return doctor_noise(o.n_noise, o.targets ? o.targets : "ch07",
				    o.is_json);
	status = o.is_undo ? undo(&o, &err) : examine(&o, &err);
	if (status)
		fprintf(stderr, "aisp doctor: %s\n", err.msg);
	return status;
}

const struct aisp_command aisp_cmd_doctor = {
	.name = "doctor",
	.summary = "list what blocks good measurement here, and fix what can be fixed",
	.argp = &argp,
	.run = run,
};

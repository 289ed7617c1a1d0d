/* SPDX-License-Identifier: MIT
 *
 * cmd_checks_prove.c - prove on this machine that each exploit is stopped by its check,
 * and by no other, and that each honest twin is accepted.
 */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/paths.h"
#include "cli.h"
#include "judge/measure.h"
#include "machine/machine_id.h"
#include "prove/prove.h"
#include "prove/prove_corpus.h"
#include "prove/prove_document.h"
#include "prove/prove_text.h"
#include "stop.h"
#include "suite_options.h"
#include "take_turn.h"
#include "whole_option.h"

#define CORPUS "tests/corpus/*"

enum {
	OPT_DEVICE = 0x100,
	OPT_JSON,
	OPT_REPEAT,
	OPT_CORPUS,
	OPT_NO_EXPLOITS,
	OPT_PAIRS
};

struct options {
	char **globs;
	int n_globs;
	bool is_json, is_all_devices, has_no_exploits;
	const char *corpus; /* directories, or NULL */
	bool is_wanted[AISP_N_DEVICES];
	int n_repeat;
	int n_pairs; /* 0: as many as bench run plans */
	const char *output;
	struct aisp_paths paths;
};

static const struct argp_option option_list[] = {
	{ "device", OPT_DEVICE, "cpu|cuda|all", 0,
	  "Try the exploits for this device, or for all devices of this machine (all)",
	  0 },
	{ "repeat", OPT_REPEAT, "N", 0,
	  "Run the honest twins N times, to count false alarms (1)", 0 },
	{ "corpus", OPT_CORPUS, "DIRS", OPTION_ARG_OPTIONAL,
	  "Also run the honest variants of these directories N times, to count false "
	  "alarms ('" CORPUS "'; '{tests/corpus,chapters,labs}/*': all there are)",
	  0 },
	{ "no-exploits", OPT_NO_EXPLOITS, NULL, 0, "Run nothing but --corpus", 0 },
	{ "pairs", OPT_PAIRS, "N", 0,
	  "Measure N pairs of launches (10 to 1000) at first, and as many as a verdict "
	  "needs only where these do not settle it",
	  0 },
	{ "json", OPT_JSON, NULL, 0, "Print the proof file instead of lines", 0 },
	{ "output", 'o', "FILE", 0, "Write the proof file to FILE", 0 },
	{ 0 }
};

static void choose_device(struct argp_state *state, struct options *o, const char *name)
{
	o->is_all_devices = !strcmp(name, "all");
	for (int d = 0; d < AISP_N_DEVICES; d++)
		o->is_wanted[d] = o->is_all_devices ||
				  aisp_device_named(name) ==
					  aisp_device_kind((enum aisp_device)d);
	if (!o->is_all_devices && !aisp_device_named(name))
		argp_error(state, "--device %s: want cpu, cuda or all", name);
}

static void check_globs(struct argp_state *state, const struct options *o)
{
	for (int g = 0; g < o->n_globs; g++) {
		bool is_found = false;

		for (int i = 0; aisp_checks[i]; i++)
			is_found |= prove_is_wanted(aisp_checks[i], &o->globs[g], 1);
		if (!is_found)
			argp_error(
				state,
				"no check matches '%s'; `aisp checks list` shows all",
				o->globs[g]);
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_DEVICE:
		choose_device(state, o, arg);
		return 0;
	case OPT_REPEAT:
		o->n_repeat = whole_option(state, "--repeat", arg, 1, 1000);
		return 0;
	case OPT_PAIRS:
		o->n_pairs = whole_option(state, "--pairs", arg, 10, 1000);
		return 0;
	case OPT_NO_EXPLOITS:
		o->has_no_exploits = true;
		return 0;
	case OPT_CORPUS:
		o->corpus = arg ? arg : CORPUS;
		return 0;
	case OPT_JSON:
		o->is_json = true;
		return 0;
	case 'o':
		o->output = arg;
		return 0;
	case ARGP_KEY_ARGS:
		o->globs = state->argv + state->next;
		o->n_globs = state->argc - state->next;
		check_globs(state, o);
		return 0;
	case ARGP_KEY_END:
		if (o->has_no_exploits && !o->corpus)
			argp_error(state, "--no-exploits goes with --corpus: nothing "
					  "else is run");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.args_doc = "[GLOB...]",
	.doc = "Prove the validity checks on this machine.  Each has a hostile "
	       "program, an exploit, in the sources: it must be rejected by this check "
	       "and by no other; with the check left out it must win; its honest twin "
	       "must be accepted.  An exploit of what the interface prevents must gain "
	       "nothing.  A GLOB matches ids or categories: 'timing', 'output.*'.\v"
	       "Exit status: 0 all proven, 1 a check is not, 2 usage, "
	       "4 the harness failed, 77 nothing could be tried here.",
};

static void show(void *arg, const struct prove_record *record)
{
	const struct options *o = arg;

	if (o->is_json)
		return;
	prove_print_record(stdout, record);
	fflush(stdout);
}

static void show_alarm(void *arg, const struct prove_alarm *alarm)
{
	const struct options *o = arg;

	if (o->is_json)
		return;
	prove_print_alarm(stdout, alarm);
	fflush(stdout);
}

/* --device all means the devices that are here; a named device must be here. */
static int find_devices(struct options *o, struct aisp_err *err)
{
	struct aisp_harness harness = { .paths = &o->paths };
	struct aisp_err why;

	for (int d = 0; d < AISP_N_DEVICES; d++) {
		enum aisp_device device = (enum aisp_device)d;

		if (!o->is_wanted[d] || !aisp_harness_use(&harness, device, 0, &why))
			continue;
		o->is_wanted[d] = false;
		if (!o->is_all_devices)
			return aisp_err_set(err, "--device %s: %.400s",
					    aisp_device_kind(device)->name, why.msg);
	}
	aisp_harness_release(&harness);
	return 0;
}

/* Makes the path absolute, since the working directory changes. */
static int find_output(const struct options *o, char *path, size_t size,
		       struct aisp_err *err)
{
	char here[PATH_MAX];

	if (o->output[0] == '/') {
		snprintf(path, size, "%s", o->output);
		return 0;
	}
	if (!getcwd(here, sizeof(here)))
		return aisp_err_errno(err, "find the working directory");
	snprintf(path, size, "%s/%s", here, o->output);
	return 0;
}

/* Saves where `checks list` looks, and in the file that the user named. */
static int save(const struct options *o, const json_t *document, const char *output,
		struct aisp_err *err)
{
	char path[PATH_MAX], id[AISP_MACHINE_ID_SIZE];

	if (o->output && prove_save(document, output, false, err))
		return -1;
	return aisp_machine_id(id, err) ||
			       aisp_machine_path(path, sizeof(path), id, "proof.json",
						 err) ||
			       prove_save(document, path, true, err)
		       ? -1
		       : 0;
}

static int status_of(const struct options *o, const struct prove_result *r)
{
	if (!r->summary->n_exploits && !(r->alarms && r->alarms->n_runs))
		return AISP_EXIT_SKIPPED;
	if (*r->p->is_stopped ||
	    (!o->has_no_exploits && !prove_is_all_proven(r->summary)))
		return AISP_EXIT_REGRESSION;
	return !r->alarms || prove_is_quiet(r->alarms) ? AISP_EXIT_OK
						       : AISP_EXIT_REGRESSION;
}

static int report(const struct options *o, const struct prove_result *r,
		  const char *output, struct aisp_err *err)
{
	json_t *document = prove_document(r);
	int status = AISP_EXIT_HARNESS;

	if (!document) {
		aisp_err_set(err, "out of memory");
	} else if (o->is_json) {
		json_dumpf(document, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(7));
		putchar('\n');
	} else {
		prove_print_summary(stdout, r);
	}
	if (document && !save(o, document, output, err))
		status = status_of(o, r);
	json_decref(document);
	return status;
}

static int conclude(const struct options *o, struct prove *p, double seconds,
		    const struct prove_alarms *alarms, const char *output,
		    struct aisp_err *err)
{
	struct prove_summary sum;
	const struct prove_result r = { p, &sum, o->corpus ? alarms : NULL, seconds };

	if (!prove_sum_up(&sum, p, o->globs, o->n_globs))
		return report(o, &r, output, err);
	aisp_err_set(err, "out of memory");
	return AISP_EXIT_HARNESS;
}

static int prove(struct options *o, const struct prove_list *list, struct aisp_err *err)
{
	struct prove p = { .list = list,
			   .n_repeat = o->n_repeat,
			   .n_pairs = o->n_pairs,
			   .is_stopped = stop_flag(),
			   .hide_ns = NAN,
			   .show = show,
			   .arg = o };
	int64_t start_ns = aisp_now_ns();
	struct prove_alarms alarms = { 0 };
	char output[2 * PATH_MAX] = "";
	int status = AISP_EXIT_HARNESS;

	memcpy(p.is_wanted, o->is_wanted, sizeof(p.is_wanted));
	if (o->output && find_output(o, output, sizeof(output), err))
		return status;
	if (chdir(o->paths.root)) {
		aisp_err_errno(err, "enter %s", o->paths.root);
		return status;
	}
	if ((o->has_no_exploits || !prove_all(&p, err)) &&
	    (!o->corpus || !prove_corpus(&p, o->corpus, &alarms, show_alarm, err)))
		status = conclude(o, &p, (double)(aisp_now_ns() - start_ns) / 1e9,
				  &alarms, output, err);
	prove_alarms_release(&alarms);
	prove_release(&p);
	return status;
}

static int run(int argc, char **argv)
{
	static struct options o; /* too large for a stack */
	static struct aisp_locks locks;
	struct prove_list list = { 0 };
	struct aisp_err err = { 0 };
	int status = AISP_EXIT_HARNESS;

	o.n_repeat = 1;
	o.is_all_devices = o.is_wanted[0] = o.is_wanted[1] = true;
	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if (aisp_paths_find(&o.paths, &err))
		goto out;
	if (find_devices(&o, &err)) {
		status = AISP_EXIT_SKIPPED;
		goto out;
	}
	if (prove_find(&list, o.paths.root, o.globs, o.n_globs, &err))
		goto out;
	if (!list.n) {
		aisp_err_set(&err, "no exploit of these checks below %s/tests/exploits",
			     o.paths.root);
		status = AISP_EXIT_SKIPPED;
		goto out;
	}
	if (!take_turn(&locks, "checks prove", &err))
		status = prove(&o, &list, &err);
out:
	if (err.msg[0])
		fprintf(stderr, "aisp checks prove: %s\n", err.msg);
	prove_list_release(&list);
	return status;
}

const struct aisp_command aisp_cmd_checks_prove = {
	.name = "checks prove",
	.summary =
		"try every exploit, its honest twin, and the exploit without its check",
	.argp = &argp,
	.run = run,
};

/* SPDX-License-Identifier: MIT
 *
 * aisp triage - put into one folder what somebody else needs to find a problem here:
 * the machine, its settings, and a timeline while a command runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "profile/system_facts.h"
#include "profiling/profile_run.h"
#include "stop.h"
#include "suite_options.h"
#include "triage/triage_document.h"
#include "triage/triage_page.h"

#define SECONDS_MAX     1800
#define SECONDS_ALONE   10
#define EXIT_OF_SIGNALS 128

enum { OPT_SECONDS = 0x100, OPT_YES, OPT_PASSTHROUGH };

struct triage {
	const char *output;
	double seconds; /* 0: not given */
	int is_yes, is_passthrough;
	char **command; /* or NULL */
	struct aisp_paths paths;
};

static const struct argp_option options[] = {
	{ "output", 'o', "DIR", 0, "Write the folder into DIR (artifacts)", 0 },
	{ "artifacts-dir", 'o', NULL, OPTION_ALIAS, NULL, 0 },
	{ "seconds", OPT_SECONDS, "N", 0,
	  "Record for at most N seconds (1800), and end COMMAND then; without "
	  "a COMMAND record for N seconds (10)",
	  0 },
	{ "yes", OPT_YES, NULL, 0, "Do not ask for confirmation on a terminal", 0 },
	{ "passthrough", OPT_PASSTHROUGH, NULL, 0,
	  "Exit with COMMAND's status, or 128 and the number of the signal that ended "
	  "it",
	  0 },
	{ 0 }
};

static double seconds(struct argp_state *state, const char *arg)
{
	char *end;
	double x = strtod(arg, &end);

	if (end == arg || *end || !(x > 0) || !(x <= SECONDS_MAX))
		argp_error(state, "--seconds %s: want a number up to %d", arg,
			   SECONDS_MAX);
	return x;
}

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct triage *t = state->input;

	switch (key) {
	case 'o':
		t->output = arg;
		return 0;
	case OPT_SECONDS:
		t->seconds = seconds(state, arg);
		return 0;
	case OPT_YES:
		t->is_yes = 1;
		return 0;
	case OPT_PASSTHROUGH:
		t->is_passthrough = 1;
		return 0;
	case ARGP_KEY_ARG: /* the command; all words after it belong to it */
		t->command = &state->argv[state->next - 1];
		state->next = state->argc;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_opt,
	.args_doc = "[-- COMMAND...]",
	.doc = "Write a folder about this machine: hardware, topology, limits, "
	       "versions, GPUs, saved peaks and noise, the kernel's messages about "
	       "trouble, and a timeline of CPUs, memory, disks, network and GPUs while "
	       "COMMAND runs, together with its output.  Only environment variables of "
	       "an allow-list are shown; the values of all others are removed wherever "
	       "they occur in what is written.\v"
	       "Prints the path of the folder's index.html on standard error.\n\n"
	       "Exit status: 0 fine, whatever COMMAND's was but for --passthrough, 2 "
	       "usage, or COMMAND cannot be started, 4 the harness failed.",
};

/* Shows what the bundle will contain.  Returns false if the user declines. */
static bool is_agreed(const struct triage *t)
{
	json_t *environment = aisp_facts_environment();
	const char *name;
	json_t *value;
	char answer[16] = "";
	int n = 0;

	fprintf(stderr,
		"The bundle will hold: this machine's hardware, topology, limits, "
		"kernel settings and\nmessages, versions, GPUs, saved peaks and noise; "
		"%s%s and a timeline; and of the\nenvironment only:\n",
		t->command ? "the output of " : "",
		t->command ? t->command[0] : "load");
	json_object_foreach(environment, name, value) {
		fprintf(stderr, "  %s=%s\n", name, json_string_value(value));
		n++;
	}
	fprintf(stderr,
		"%d variables in all; the others' values "
		"are removed wherever they occur.\n",
		n);
	json_decref(environment);
	if (t->is_yes || !isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		return true;
	fputs("Go on? [y/N] ", stderr);
	return fgets(answer, sizeof(answer), stdin) &&
	       (answer[0] == 'y' || answer[0] == 'Y');
}

struct page {
	const json_t *document;
	const struct aisp_timeline *timeline;
};

static int write_page(FILE *f, const void *arg)
{
	const struct page *p = arg;

	return triage_page(p->document, p->timeline, f);
}

static int write_bundle(const struct triage_bundle *b, struct aisp_rundir *dir,
			struct aisp_err *err)
{
	json_t *document = triage_document(b, err);
	json_t *timeline = aisp_timeline_json(b->timeline);
	const struct page page = { document, b->timeline };
	int rc = -1;

	if (document && timeline && !triage_put_files(b, document, dir, err) &&
	    !aisp_rundir_put_json(dir, "summary.json", document, err) &&
	    !aisp_rundir_put_json(dir, "timeline.json", timeline, err) &&
	    !profile_put(dir, "index.html", write_page, &page, err))
		rc = aisp_rundir_commit(dir, err);
	json_decref(document);
	json_decref(timeline);
	return rc;
}

static int status_of(const struct triage *t, const struct triage_command *c)
{
	if (!t->is_passthrough || !c->argv)
		return AISP_EXIT_OK;
	return WIFEXITED(c->status) ? WEXITSTATUS(c->status)
				    : EXIT_OF_SIGNALS + WTERMSIG(c->status);
}

/* Begins the folder first, so that an unwritable place is found before waiting. */
static int capture(struct triage *t, int argc, char **argv, struct aisp_err *err)
{
	struct triage_command c = { .argv = t->command,
				    .echo = { stdout, stderr },
				    .seconds = t->seconds,
				    .is_stopped = stop_flag() };
	struct aisp_timeline timeline = { 0 };
	const struct triage_bundle b = { &t->paths, argc, argv, &c, &timeline };
	struct aisp_rundir dir;
	int rc;

	if (aisp_rundir_begin(&dir, t->output, err))
		return -1;
	rc = aisp_timeline_init(&timeline, err) ||
	     triage_command_run(&c, &timeline, err) || write_bundle(&b, &dir, err);
	if (rc)
		aisp_rundir_abort(&dir);
	else
		fprintf(stderr, "aisp triage: %s/index.html\n", dir.path);
	rc = rc ? -1 : status_of(t, &c);
	aisp_timeline_release(&timeline);
	triage_command_release(&c);
	return rc;
}

static int run(int argc, char **argv)
{
	struct triage t = { .output = "artifacts" };
	struct aisp_err err;
	int status;

	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &t))
		return AISP_EXIT_USAGE;
	if (!(t.seconds > 0))
		t.seconds = t.command ? SECONDS_MAX : SECONDS_ALONE;
	if (!is_agreed(&t)) {
		fputs("aisp triage: nothing written\n", stderr);
		return AISP_EXIT_OK;
	}
	status = aisp_paths_find(&t.paths, &err) ? -1 : capture(&t, argc, argv, &err);
	if (status < 0) {
		fprintf(stderr, "aisp triage: %s\n", err.msg);
		status = aisp_err_status(&err);
	}
	return status;
}

const struct aisp_command aisp_cmd_triage = {
	.name = "triage",
	.summary = "write a folder about this machine while a command runs",
	.argp = &argp,
	.run = run,
};

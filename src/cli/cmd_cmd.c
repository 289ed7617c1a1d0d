/* SPDX-License-Identifier: MIT
 *
 * cmd_cmd.c - two shell commands, compared by the judge's rule.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "command/command_pair.h"
#include "machine/noise.h"
#include "machine/quiet.h"
#include "positive_option.h"
#include "stop.h"
#include "suite_options.h"
#include "take_turn.h"
#include "whole_option.h"

#define LIMIT_S 600
#define WAIT_S  "300"
#define UNTIL_S "600"
#define ERASE   "\r\033[K"

enum {
	OPT_PAIRS = 0x100,
	OPT_MIN_TIME,
	OPT_UNTIL,
	OPT_WARMUP,
	OPT_PREPARE,
	OPT_IGNORE,
	OPT_TIMEOUT,
	OPT_NO_WAIT,
	OPT_WAIT_QUIET,
	OPT_JSON
};

struct options {
	struct command_pair *pair;
	struct aisp_locks locks;
	double wait_quiet_s;
	bool is_json, is_terminal;
};

static const struct argp_option option_list[] = {
	{ "pairs", OPT_PAIRS, "N", 0,
	  "Run N pairs (3 to 1000), however long that takes, and decide once; pairs "
	  "that others disturbed are run anew, up to 2 N in all, 1000 at most (decide "
	  "after 10, 15, 20, 30, 40, 80 or 160 pairs; beyond 10 within about 15 s)",
	  0 },
	{ "min-time", OPT_MIN_TIME, "SECONDS", 0,
	  "Before the first decision, run each command for SECONDS in all (0)", 0 },
	{ "until-decided", OPT_UNTIL, "SECONDS", OPTION_ARG_OPTIONAL,
	  "Run until the comparison is decided, at most 160 pairs and SECONDS (600)",
	  0 },
	{ "warmup", OPT_WARMUP, "N", 0, "First run each command N times untimed (1)",
	  0 },
	{ "prepare", OPT_PREPARE, "COMMAND", 0, "Run COMMAND before each run, untimed",
	  0 },
	{ "ignore-output", OPT_IGNORE, NULL, 0,
	  "Do not compare what the commands print to stdout, for example if it "
	  "contains a date",
	  0 },
	{ "timeout", OPT_TIMEOUT, "SECONDS", 0, "End a run after SECONDS (600)", 0 },
	{ "no-wait", OPT_NO_WAIT, NULL, 0,
	  "Fail, with status 4, if another aisp measures on these CPUs (wait)", 0 },
	{ "wait-quiet", OPT_WAIT_QUIET, "SECONDS", OPTION_ARG_OPTIONAL,
	  "First wait until other programs leave the CPUs alone, for SECONDS at most "
	  "(300); if they do not, measure nothing and end with status 5",
	  0 },
	{ "json", OPT_JSON, NULL, 0, "Print JSON, with every run", 0 },
	{ 0 }
};

static void take_word(struct argp_state *state, struct command_pair *p, const char *arg)
{
	if (!arg[strspn(arg, " \t\n")])
		argp_error(state, "command %c is empty", "AB"[p->text[0] != NULL]);
	if (!p->text[0])
		p->text[0] = arg;
	else if (!p->text[1])
		p->text[1] = arg;
	else
		argp_error(state,
			   "'%s' is a third command; quote each of the two as "
			   "one word",
			   arg);
}

static void check(struct argp_state *state, const struct command_pair *p)
{
	const struct aisp_limits *l = &p->limits;

	if (!p->text[1])
		argp_error(state, "want two commands, each quoted as one word");
	if (l->n_pairs && (l->min_time_s > 0 || l->until_s > 0))
		argp_error(state,
			   "%s does not go with --pairs, which says how many "
			   "pairs there are",
			   l->until_s > 0 ? "--until-decided" : "--min-time");
}

static error_t parse_wait(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_NO_WAIT:
		o->locks.is_impatient = true;
		return 0;
	case OPT_WAIT_QUIET:
		o->wait_quiet_s =
			positive_option(state, "--wait-quiet", arg ? arg : WAIT_S);
		o->pair->has_waited = true;
		return 0;
	case OPT_JSON:
		o->is_json = true;
		return 0;
	case ARGP_KEY_ARG:
		take_word(state, o->pair, arg);
		return 0;
	case ARGP_KEY_END:
		check(state, o->pair);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct command_pair *p = ((struct options *)state->input)->pair;

	switch (key) {
	case OPT_PAIRS:
		p->limits.n_pairs =
			whole_option(state, "--pairs", arg, 3, AISP_MAX_PAIRS);
		return 0;
	case OPT_MIN_TIME:
		p->limits.min_time_s = positive_option(state, "--min-time", arg);
		return 0;
	case OPT_UNTIL:
		p->limits.until_s =
			positive_option(state, "--until-decided", arg ? arg : UNTIL_S);
		return 0;
	case OPT_WARMUP:
		p->limits.n_warmup = whole_option(state, "--warmup", arg, 1, 1000);
		return 0;
	case OPT_PREPARE:
		p->prepare = arg;
		return 0;
	case OPT_IGNORE:
		p->is_output_ignored = true;
		return 0;
	case OPT_TIMEOUT:
		p->limit_s = positive_option(state, "--timeout", arg);
		return 0;
	default:
		return parse_wait(key, arg, state);
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.args_doc = "'A' 'B'",
	.doc = "Run two shell commands in turn and say whether B is faster than A, by "
	       "how much, and how sure that is.  Each run is timed until the last "
	       "process that it started has ended; stdin is empty, stdout goes to a "
	       "file in memory.  All runs must print the same and end with the same "
	       "status.\vA pair of variants is checked more strictly (`aisp new`): new "
	       "inputs for every call, a reference, a sandbox.  Exit status: 0 "
	       "decided, 2 usage, or a command does not run, 3 the commands' outputs "
	       "differ, 4 the harness failed, 5 inconclusive.",
};

static void progress(void *arg, int block, int next_look)
{
	const struct options *o = arg;

	if (o->is_terminal)
		fprintf(stderr, ERASE "pair %d of %d", block + 1, next_look);
}

static void say(void *arg, const char *text)
{
	(void)arg;
	fprintf(stderr, "aisp cmd: %s\n", text);
}

static void set_margin(struct command_pair *p)
{
	struct aisp_noise noise;

	p->limits.margin =
		aisp_margin(aisp_noise_load(&noise, NULL) ? NAN : noise.floor);
}

/* Returns 0, a status that says why nothing is measured, or -1 with *err filled. */
static int get_ready(struct options *o, struct aisp_err *err)
{
	int rc;

	o->locks.is_stopped = o->pair->limits.is_stopped;
	if (take_turn(&o->locks, "cmd", err))
		return -1;
	if (!(o->wait_quiet_s > 0))
		return 0;
	rc = aisp_wait_quiet(o->wait_quiet_s, o->pair->limits.is_stopped, say, NULL,
			     err);
	return rc > 0 ? AISP_EXIT_INCONCLUSIVE : rc;
}

/* Is this an option that the appended --pairs replaces? */
static bool gives_way(const char *word, bool *has_value)
{
	static const char *const names[] = { "--pairs", "--min-time",
					     "--until-decided" };

	for (int i = 0; i < 3; i++) {
		size_t n = strlen(names[i]);

		if (strncmp(word, names[i], n) != 0 || (word[n] && word[n] != '='))
			continue;
		*has_value = !word[n] && i < 2;
		return true;
	}
	return false;
}

/* The same command line, quoted for a shell; the caller frees it. */
static char *line_of(int argc, char **argv)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	fputs(argv[0], f);
	for (int i = 1; i < argc; i++) {
		bool has_value = false;

		if (gives_way(argv[i], &has_value)) {
			i += has_value;
			continue;
		}
		fputs(" '", f);
		for (const char *s = argv[i]; *s; s++)
			fputs(*s == '\'' ? "'\\''" : (char[]){ *s, '\0' }, f);
		fputc('\'', f);
	}
	fclose(f);
	return text;
}

static int status_of(const struct command_pair *p)
{
	switch (command_pair_outcome(p)) {
	case AISP_OUTCOME_INVALID:
		return AISP_EXIT_INVALID;
	case AISP_OUTCOME_INCONCLUSIVE:
		return AISP_EXIT_INCONCLUSIVE;
	default:
		return AISP_EXIT_OK;
	}
}

static int print(const struct options *o, const char *again, struct aisp_err *err)
{
	json_t *document;
	int rc;

	if (!o->is_json) {
		command_pair_print(o->pair, again, stdout);
		return 0;
	}
	document = command_pair_json(o->pair, again);
	rc = document ? json_dumpf(document, stdout, JSON_INDENT(1)) : -1;
	putchar('\n');
	json_decref(document);
	return rc ? aisp_err_set(err, "the JSON cannot be written") : 0;
}

static int measure(struct options *o, const char *again, struct aisp_err *err)
{
	int rc = get_ready(o, err);

	if (rc > 0)
		fprintf(stderr, "aisp cmd: %s\n", err->msg);
	if (rc)
		return rc;
	set_margin(o->pair);
	rc = command_pair_measure(o->pair, err);
	if (o->is_terminal)
		fputs(ERASE, stderr);
	return rc || print(o, again, err) ? -1 : status_of(o->pair);
}

static int run(int argc, char **argv)
{
	struct options o = { .pair = calloc(1, sizeof(*o.pair)) };
	char *again = line_of(argc, argv);
	struct aisp_err err = { "out of memory" };
	int status = -1;

	if (o.pair && again) {
		o.pair->limit_s = LIMIT_S;
		o.pair->progress = progress;
		o.pair->arg = &o;
		o.is_terminal = isatty(STDERR_FILENO);
		argp_parse(&argp, argc, argv, 0, NULL, &o);
		o.pair->limits.is_stopped = stop_flag();
		status = measure(&o, again, &err);
	}
	aisp_locks_release(&o.locks);
	if (o.pair)
		command_pair_release(o.pair);
	free(again);
	free(o.pair);
	if (status >= 0)
		return status;
	fprintf(stderr, "aisp cmd: %s\n", err.msg);
	return aisp_err_status(&err);
}

const struct aisp_command aisp_cmd_cmd = {
	.name = "cmd",
	.summary = "compare two shell commands by the judge's statistics",
	.argp = &argp,
	.run = run,
};

/* SPDX-License-Identifier: MIT
 *
 * cmd_dashboard.c - show saved and running benchmarks in a browser.
 */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/paths.h"
#include "cli.h"
#include "dashboard/dashboard.h"
#include "decide/decide.h"
#include "store/history.h"

enum { OPT_PORT = 0x100, OPT_ARTIFACTS, OPT_HISTORY };

static const struct argp_option option_list[] = {
	{ "port", OPT_PORT, "N", 0, "Listen on this port (any that is free)", 0 },
	{ "artifacts-dir", OPT_ARTIFACTS, "DIR", 0,
	  "Read run folders from DIR (./artifacts)", 0 },
	{ "history", OPT_HISTORY, "FILE", 0,
	  "Read this history ($AISP_HISTORY, or history.sqlite in the user's data)",
	  0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct aisp_dashboard_options *o = state->input;
	char *end;
	long n;

	switch (key) {
	case OPT_PORT:
		n = strtol(arg, &end, 10);
		if (*end || end == arg || n < 0 || n > 65535)
			argp_error(state, "--port %s: not a number from 0 to 65535",
				   arg);
		o->port = (uint16_t)n;
		return 0;
	case OPT_ARTIFACTS:
		o->artifacts = arg;
		if (access(arg, F_OK))
			argp_error(state, "--artifacts-dir %s: no such folder", arg);
		return 0;
	case OPT_HISTORY:
		o->history = arg;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s': this command takes no argument", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.doc = "Serve a page of all runs to this machine's browsers: verdicts, trends, "
	       "two runs side by side, and what runs now.  The URL holds a secret; "
	       "nothing can be changed through it.  Ctrl-C ends it.",
};

static int find_history(struct aisp_dashboard_options *o, char *path, size_t size,
			struct aisp_err *err)
{
	struct aisp_paths paths;
	const char *given = o->history;

	if (aisp_paths_find(&paths, err) ||
	    aisp_history_path(path, size, given, paths.data, err))
		return -1;
	o->history = path;
	if (given && access(path, R_OK))
		return aisp_err_errno(err, "read %s", path);
	return 0;
}

static int run(int argc, char **argv)
{
	struct aisp_dashboard_options o = { .artifacts = "artifacts",
					    .alpha = AISP_LOOK_ALPHA };
	char history[PATH_MAX];
	struct aisp_dashboard *d = NULL;
	struct aisp_err err;
	sigset_t signals;
	int number;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	/* Blocked before threads start, so that no thread receives one. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGHUP);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	if (!find_history(&o, history, sizeof(history), &err))
		d = aisp_dashboard_start(&o, &err);
	if (!d) {
		fprintf(stderr, "aisp dashboard: %s\n", err.msg);
		return AISP_EXIT_HARNESS;
	}
	printf("%s\n", aisp_dashboard_url(d));
	fflush(stdout);
	sigwait(&signals, &number);
	aisp_dashboard_stop(d);
	return AISP_EXIT_OK;
}

const struct aisp_command aisp_cmd_dashboard = {
	.name = "dashboard",
	.summary = "show runs, trends and what runs now in a browser",
	.argp = &argp,
	.run = run,
};

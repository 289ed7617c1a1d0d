/* SPDX-License-Identifier: MIT
 *
 * cmd_checks_list.c - every validity check: what it stops, and how.
 */
#include <aisp/check.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

static const struct argp_option option_list[] = {
	{ "json", 'j', NULL, 0, "Print JSON", 0 }, { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	int *is_json = state->input;

	if (key == 'j') {
		*is_json = 1;
		return 0;
	}
	if (key == ARGP_KEY_ARG)
		argp_error(state, "'%s': this command takes no argument", arg);
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.doc = "List the validity checks: the id, what a benchmark does, how the "
	       "evidence "
	       "shows it, and where it happened.",
};

static int print_json(void)
{
	json_t *list = json_array();
	int rc = list ? 0 : -1;

	for (int i = 0; aisp_checks[i] && !rc; i++) {
		const struct aisp_check *c = aisp_checks[i];

		rc = json_array_append_new(list, json_pack("{ss ss ss ss?}", "id",
							   c->id, "cheat", c->cheat,
							   "defence", c->defence,
							   "incident", c->incident));
	}
	if (!rc)
		rc = json_dumpf(list, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(list);
	return rc;
}

static void print_text(void)
{
	for (int i = 0; aisp_checks[i]; i++) {
		const struct aisp_check *c = aisp_checks[i];

		printf("%s\n    cheat:    %s\n    defence:  %s\n", c->id, c->cheat,
		       c->defence);
		if (c->incident)
			printf("    incident: %s\n", c->incident);
	}
}

static int run(int argc, char **argv)
{
	int is_json = 0;

	if (argp_parse(&argp, argc, argv, 0, NULL, &is_json))
		return AISP_EXIT_USAGE;
	if (!is_json)
		print_text();
	else if (print_json())
		return AISP_EXIT_HARNESS;
	return AISP_EXIT_OK;
}

const struct aisp_command aisp_cmd_checks_list = {
	.name = "checks list",
	.summary = "every validity check: what it stops, and how",
	.argp = &argp,
	.run = run,
};

/* SPDX-License-Identifier: MIT
 *
 * cmd_checks_list.c - list all validity checks: what each stops, how, and what is
 * proven about it on this machine.
 */
#include <aisp/check.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/field.h"
#include "base/paths.h"
#include "cli.h"
#include "prove/prove_find.h"
#include "prove/prove_store.h"

struct options {
	bool is_json, is_verbose;
	char *category;
};

static const struct argp_option option_list[] = {
	{ "category", 'c', "CATEGORY", 0,
	  "List only the checks of this category: timing, output ...", 0 },
	{ "verbose", 'v', NULL, 0,
	  "Also print how the evidence shows the cheat, where it happened, and what is "
	  "proven on this machine",
	  0 },
	{ "json", 'j', NULL, 0, "Print JSON", 0 },
	{ 0 }
};

static bool is_listed(const struct options *o, const struct aisp_check *c)
{
	return prove_is_wanted(c, &o->category, o->category != NULL);
}

static void check_category(struct argp_state *state, const struct options *o)
{
	for (int i = 0; aisp_checks[i]; i++)
		if (is_listed(o, aisp_checks[i]))
			return;
	argp_error(state, "--category %s: no check is in it", o->category);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'v':
		o->is_verbose = true;
		return 0;
	case 'j':
		o->is_json = true;
		return 0;
	case 'c':
		o->category = arg;
		check_category(state, o);
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
	.doc = "List the validity checks, a line each: the id, whether it detects or "
	       "prevents, and what a benchmark does.  A check that detects can fail a "
	       "result; where one prevents, the interface leaves nothing to gain by "
	       "the cheat.  `aisp checks show ID` "
	       "explains one, and `aisp checks prove` proves them.",
};

/* The devices for which an exploit of the check exists. */
static json_t *devices_of(const struct prove_list *list, const struct aisp_check *c)
{
	static const char *const names[] = { "cpu", "cuda" };
	json_t *devices = json_array();

	for (int d = 0; d < 2; d++)
		for (int i = 0; i < list->n; i++)
			if (list->x[i].check == c && (int)list->x[i].device == d) {
				json_array_append_new(devices, json_string(names[d]));
				break;
			}
	return devices;
}

static json_t *sources_of(const struct prove_list *list, const struct aisp_check *c)
{
	json_t *sources = json_array();

	for (int i = 0; i < list->n; i++)
		if (list->x[i].check == c)
			json_array_append_new(sources, json_string(list->x[i].source));
	return sources;
}

static json_t *state_or_null(const struct prove_proof *proof, const char *id,
			     enum aisp_device device)
{
	const struct prove_standing s = prove_standing_of(proof, id, device);

	return s.state ? json_pack("{ss ss ss? ss?}", "state", s.state, "why", s.why,
				   "date", s.date, "commit", s.commit)
		       : json_null();
}

static json_t *describe(const struct aisp_check *c, const struct prove_list *list,
			const struct prove_proof *proof)
{
	return json_pack("{ss ss# ss sb ss ss ss? so so s{so so}}", "id", c->id,
			 "category", c->id, (int)strcspn(c->id, "."), "kind",
			 c->is_prevented ? "prevents" : "detects", "can_fail",
			 aisp_is_rule(c), "cheat", c->cheat, "defence", c->defence,
			 "incident", c->incident, "devices", devices_of(list, c),
			 "exploits", sources_of(list, c), "state", "cpu",
			 state_or_null(proof, c->id, AISP_DEVICE_CPU), "cuda",
			 state_or_null(proof, c->id, AISP_DEVICE_CUDA));
}

static void print_state(const json_t *state, const char *device)
{
	const char *date = aisp_field_text(state, "date");
	const char *why = aisp_field_text(state, "why");

	if (!json_is_object(state))
		printf("%s not proven here", device);
	else if (*date)
		printf("%s %s (%.10s)", device, aisp_field_text(state, "state"), date);
	else
		printf("%s %s%s%s", device, aisp_field_text(state, "state"),
		       *why ? ": " : "", why);
}

static void print_line(const json_t *check)
{
	printf("%-40s %-8s  %s\n", aisp_field_text(check, "id"),
	       aisp_field_text(check, "kind"), aisp_field_text(check, "cheat"));
}

static void print_text(const json_t *check)
{
	const json_t *devices = json_object_get(check, "devices"), *d;
	const json_t *state = json_object_get(check, "state");
	const char *incident = aisp_field_text(check, "incident");
	size_t i;

	printf("%s\n    cheat:    %s\n    defence:  %s\n", aisp_field_text(check, "id"),
	       aisp_field_text(check, "cheat"), aisp_field_text(check, "defence"));
	if (*incident)
		printf("    incident: %s\n", incident);
	printf("    state:    it %s", aisp_field_text(check, "kind"));
	if (!json_array_size(devices)) {
		fputs("; ", stdout);
		print_state(json_object_get(state, "cpu"), "cpu");
	}
	json_array_foreach(devices, i, d) {
		fputs("; ", stdout);
		print_state(json_object_get(state, json_string_value(d)),
			    json_string_value(d));
	}
	putchar('\n');
}

static int print_json(json_t *list)
{
	int rc = json_dumpf(list, stdout, JSON_INDENT(2));

	putchar('\n');
	return rc;
}

/* Without the sources, the list has no exploits. */
static json_t *make_list(const struct options *o, struct aisp_err *err)
{
	struct prove_list exploits = { 0 };
	struct aisp_paths paths;
	struct prove_proof proof = { 0 };
	json_t *list;

	if (!aisp_paths_find(&paths, NULL)) {
		if (prove_find(&exploits, paths.root, NULL, 0, err))
			return NULL;
		prove_load(&proof, &paths);
	}
	list = json_array();
	for (int i = 0; aisp_checks[i]; i++)
		if (is_listed(o, aisp_checks[i]))
			json_array_append_new(
				list, describe(aisp_checks[i], &exploits, &proof));
	prove_proof_release(&proof);
	prove_list_release(&exploits);
	return list;
}

static int run(int argc, char **argv)
{
	struct options o = { 0 };
	int status = AISP_EXIT_OK;
	const json_t *check;
	struct aisp_err err;
	json_t *list;
	size_t i;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	list = make_list(&o, &err);
	if (!list) {
		fprintf(stderr, "aisp checks list: %s\n", err.msg);
		return AISP_EXIT_HARNESS;
	}
	if (o.is_json)
		status = print_json(list) ? AISP_EXIT_HARNESS : AISP_EXIT_OK;
	else
		json_array_foreach(list, i, check)
			(o.is_verbose ? print_text : print_line)(check);
	json_decref(list);
	return status;
}

const struct aisp_command aisp_cmd_checks_list = {
	.name = "checks list",
	.summary = "list every validity check: what it stops, how, what is proven",
	.argp = &argp,
	.run = run,
};

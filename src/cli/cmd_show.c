/* SPDX-License-Identifier: MIT
 *
 * aisp show - describe a target: its problem, parameters, data and variants.
 */
#include <stdio.h>

#include "base/field.h"
#include "cli.h"
#include "judge/targets_build.h"
#include "show/show_document.h"
#include "suite_options.h"

enum { OPT_JSON = 0x200, OPT_NAMES };

struct show {
	struct suite_options suite;
	int is_json;
	const char *names;              /* "params" or "inputs": only these */
	const struct aisp_peaks *peaks; /* measured before; or NULL */
};

static const struct argp_option options[] = {
	{ "json", OPT_JSON, NULL, 0, "Print a JSON array with an object for each pair",
	  2 },
	/* For shell completion: prints NAME= for each. */
	{ "names", OPT_NAMES, "params|inputs", OPTION_HIDDEN, NULL, 2 },
	{ 0 }
};

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct show *s = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &s->suite;
		return 0;
	case ARGP_KEY_END:
		if (!s->suite.suite.n_patterns)
			argp_error(
				state,
				"name a target; `aisp bench list-targets` shows all");
		return 0;
	case OPT_JSON:
		s->is_json = 1;
		return 0;
	case OPT_NAMES:
		s->names = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_opt,
	.children = suite_options_of_problem,
	.args_doc = "TARGET...",
	.doc = "Describe targets: the problem, its parameters with their presets, "
	       "inputs and outputs at the chosen sizes, work, error model, variants "
	       "and the lesson.  Only the workload is built; no variant runs.\v"
	       "Exit status: 0 fine, 2 usage, 4 the harness failed.",
};

static void note_used(const struct aisp_suite *s, const struct aisp_contract *c,
		      bool used[AISP_MAX_SWEEPS])
{
	for (int i = 0; i < s->n_sweeps; i++)
		used[i] |= aisp_contract_find(c, s->sweeps[i].name) >= 0;
}

/* used[i] is set if the pair has the parameter of sweep i. */
static json_t *describe(const struct aisp_suite *s, const struct aisp_catalogue *c,
			const struct aisp_target *t, bool used[AISP_MAX_SWEEPS],
			struct aisp_err *err)
{
	const struct aisp_builder b = aisp_suite_builder(s);
	struct aisp_contract contract;
	json_t *document;

	if (aisp_target_build(&b, t, t->workload_object, err) ||
	    aisp_suite_contract(s, t, 0, &contract, err))
		return NULL;
	note_used(s, &contract, used);
	document = show_document(s, c, t, &contract, err);
	aisp_contract_close(&contract);
	return document;
}

static bool is_first(const struct aisp_catalogue *c, int i)
{
	for (int k = 0; k < i; k++)
		if (show_is_one_pair(&c->targets[k], &c->targets[i]))
			return false;
	return true;
}

/* Returns an object for each selected pair. */
static json_t *describe_all(const struct aisp_suite *s, const struct aisp_catalogue *c,
			    struct aisp_err *err)
{
	bool used[AISP_MAX_SWEEPS] = { false };
	json_t *list = json_array();

	for (int i = 0; i < c->n; i++) {
		json_t *document;

		if (!is_first(c, i))
			continue;
		document = describe(s, c, &c->targets[i], used, err);
		if (!document)
			goto fail;
		json_array_append_new(list, document);
	}
	for (int i = 0; i < s->n_sweeps; i++)
		if (!used[i]) {
			aisp_suite_unknown_name(s, c, AISP_NAME_PARAM,
						s->sweeps[i].name, err);
			goto fail;
		}
	return list;
fail:
	json_decref(list);
	return NULL;
}

/* Prints "rows=" for each parameter or input. */
static int print_names(const json_t *list, const char *what, struct aisp_err *err)
{
	const json_t *document, *named;
	size_t i, k;

	json_array_foreach(list, i, document)
		json_array_foreach(json_object_get(document, what), k, named)
			printf("%s=\n", aisp_field_text(named, "name"));
	return fflush(stdout) ? aisp_err_errno(err, "write standard output") : 0;
}

static int print_all(json_t *list, bool is_json, struct aisp_err *err)
{
	json_t *document;
	int rc = 0;
	size_t i;

	if (is_json)
		rc = json_dumpf(list, stdout, JSON_INDENT(1)) || putchar('\n') < 0;
	else
		json_array_foreach(list, i, document) {
			if (i)
				putchar('\n');
			rc |= show_print(document, stdout);
		}
	return rc || fflush(stdout) ? aisp_err_errno(err, "write standard output") : 0;
}

static int show(struct show *s, struct aisp_err *err)
{
	struct aisp_suite *suite = &s->suite.suite;
	struct aisp_catalogue c;
	json_t *list;
	int rc = -1;

	if (aisp_suite_load(suite, &c, err))
		return -1;
	suite->limits.peaks.cpu = s->peaks;
	list = describe_all(suite, &c, err);
	if (list && s->names)
		rc = print_names(list, s->names, err);
	else if (list)
		rc = print_all(list, s->is_json, err);
	json_decref(list);
	aisp_catalogue_release(&c);
	return rc;
}

static int run(int argc, char **argv)
{
	static struct show s; /* too large for a stack */
	static struct aisp_peaks peaks;
	struct aisp_err err = { "" }, unknown;
	int status = AISP_EXIT_OK;

	if (!aisp_peaks_load(&peaks, &unknown))
		s.peaks = &peaks;
	if (suite_options_parse(&s.suite, AISP_PRESET_DEFAULT, &argp, argc, argv, &s,
				&err) ||
	    show(&s, &err))
		status = suite_options_fail("show", &err);
	suite_options_release(&s.suite);
	return status;
}

const struct aisp_command aisp_cmd_show = {
	.name = "show",
	.summary = "describe a target: problem, parameters, data, variants",
	.argp = &argp,
	.run = run,
};

/* SPDX-License-Identifier: MIT
 *
 * cmd_checks_show.c - one validity check: what it reads, and the cheat that
 * proves it.
 */
#include <aisp/check.h>
#include <glob.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "cli.h"

struct options {
	const char *id;
	int is_json;
};

static const struct argp_option option_list[] = {
	{ "json", 'j', NULL, 0, "Print JSON", 0 }, { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'j':
		o->is_json = 1;
		return 0;
	case ARGP_KEY_ARG:
		if (o->id)
			argp_error(state, "one check at a time");
		o->id = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which check?  `aisp checks list` shows their ids");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.args_doc = "ID",
	.doc = "Show a validity check: the cheat, the defence, the facts that it "
	       "reads, and "
	       "the source of the hostile variant that it must reject.",
};

static const struct aisp_check *find(const char *id)
{
	for (int i = 0; aisp_checks[i]; i++)
		if (!strcmp(aisp_checks[i]->id, id))
			return aisp_checks[i];
	return NULL;
}

/* tests/exploits/<category>/<name>.c; 0, or -1 if there is none. */
/* tests/exploits/output/optimized_<workload>_stale_cache.c for output.stale_cache. */
static int find_exploit(char *path, size_t size, const char *id)
{
	struct aisp_paths paths;
	int n = (int)strcspn(id, "."), rc = -1;
	glob_t found;

	if (aisp_paths_find(&paths, NULL) || !id[n])
		return -1;
	snprintf(path, size, "%s/tests/exploits/%.*s/optimized_*_%s.c", paths.root, n,
		 id, id + n + 1);
	if (!glob(path, 0, NULL, &found)) {
		snprintf(path, size, "%s", found.gl_pathv[0]);
		rc = 0;
	}
	globfree(&found);
	return rc;
}

static void print_text(const struct aisp_check *c, const char *exploit)
{
	printf("%s\n\ncheat:    %s\ndefence:  %s\n", c->id, c->cheat, c->defence);
	if (c->incident)
		printf("incident: %s\n", c->incident);
	printf("exploit:  %s\n\nfacts that it reads; UNKNOWN if one was not "
	       "observed:\n",
	       exploit ? exploit : "none in this installation");
	for (int i = 0; i < c->n_needs; i++) {
		const char *unit = aisp_fact_unit(c->needs[i]);

		printf("  %s%s%s%s: %s\n", aisp_fact_name(c->needs[i]),
		       *unit ? " (" : "", unit, *unit ? ")" : "",
		       aisp_fact_meaning(c->needs[i]));
	}
}

static int print_json(const struct aisp_check *c, const char *exploit)
{
	json_t *needs = json_array(), *doc;
	int rc;

	for (int i = 0; i < c->n_needs; i++)
		json_array_append_new(needs,
				      json_pack("{ss ss ss}", "fact",
						aisp_fact_name(c->needs[i]), "unit",
						aisp_fact_unit(c->needs[i]), "meaning",
						aisp_fact_meaning(c->needs[i])));
	doc = json_pack("{ss ss ss ss? ss? so}", "id", c->id, "cheat", c->cheat,
			"defence", c->defence, "incident", c->incident, "exploit",
			exploit, "needs", needs);
	rc = json_dumpf(doc, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(doc);
	return rc;
}

static int run(int argc, char **argv)
{
	char path[PATH_MAX + 512];
	const struct aisp_check *c;
	const char *exploit = NULL;
	struct options o = { 0 };

	if (argp_parse(&argp, argc, argv, 0, NULL, &o) || !o.id)
		return AISP_EXIT_USAGE;
	c = find(o.id);
	if (!c) {
		fprintf(stderr, "aisp: no check '%s'; `aisp checks list` shows all\n",
			o.id);
		return AISP_EXIT_USAGE;
	}
	if (!find_exploit(path, sizeof(path), c->id))
		exploit = path;
	if (!o.is_json)
		print_text(c, exploit);
	else if (print_json(c, exploit))
		return AISP_EXIT_HARNESS;
	return AISP_EXIT_OK;
}

const struct aisp_command aisp_cmd_checks_show = {
	.name = "checks show",
	.summary = "one validity check: what it reads, and the cheat it must reject",
	.argp = &argp,
	.run = run,
};

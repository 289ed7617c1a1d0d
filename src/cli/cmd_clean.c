/* SPDX-License-Identifier: MIT
 *
 * cmd_clean.c - remove what dead runs left, and more on request.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/paths.h"
#include "cli.h"
#include "revisions_place.h"
#include "store/clean.h"
#include "store/tree.h"

enum { KEY_KEEP = 256, KEY_FORCE };

struct options {
	const char *artifacts;
	int n_keep; /* -1: all */
	int is_all, is_dry, is_forced;
};

static const struct argp_option option_list[] = {
	{ "artifacts-dir", 'd', "DIR", 0, "Find run folders in DIR (./artifacts)", 0 },
	{ "all", 'a', NULL, 0,
	  "Also remove the cache: objects of pairs, measured peaks", 0 },
	{ "keep", KEY_KEEP, "N", 0, "Also remove all run folders but the newest N", 0 },
	{ "force", KEY_FORCE, NULL, 0,
	  "Also remove what killed runs measured, with which bench run --resume would "
	  "continue",
	  0 },
	{ "dry-run", 'n', NULL, 0, "Only show what would be removed", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	char *end;
	long n;

	switch (key) {
	case 'd':
		o->artifacts = arg;
		if (access(arg, F_OK))
			argp_error(state, "--artifacts-dir %s: no such folder", arg);
		return 0;
	case 'a':
		o->is_all = 1;
		return 0;
	case 'n':
		o->is_dry = 1;
		return 0;
	case KEY_FORCE:
		o->is_forced = 1;
		return 0;
	case KEY_KEEP:
		n = strtol(arg, &end, 10);
		if (*end || end == arg || n < 0 || n > 1000000)
			argp_error(state, "--keep %s: not a number of runs", arg);
		o->n_keep = (int)n;
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
	.doc = "Remove the temporary folders of killed runs and of killed comparisons "
	       "(`bench compare --revisions`).  Run folders, the cache and what a "
	       "killed run measured stay unless asked for.",
};

/* What can be removed, including temporary places of comparisons of two commits. */
struct found {
	struct aisp_leftovers gone, places, spared;
};

static int find(struct found *f, const struct options *o, struct aisp_err *err)
{
	struct aisp_leftovers *l = &f->gone;
	struct aisp_paths paths;

	if (aisp_leftovers_find_dead(l, o->artifacts, err) ||
	    (!o->is_forced && aisp_leftovers_spare(l, &f->spared, err)) ||
	    revisions_place_find_dead(&f->places, err))
		return -1;
	if (o->n_keep >= 0 && aisp_leftovers_find_old(l, o->artifacts, o->n_keep, err))
		return -1;
	if (!o->is_all)
		return 0;
	return aisp_paths_find(&paths, err) ||
			       aisp_leftovers_find_cache(l, paths.cache, err)
		       ? -1
		       : 0;
}

static int remove_all(const struct aisp_leftovers *l,
		      int (*bury)(const char *, struct aisp_err *), int is_dry,
		      struct aisp_err *err)
{
	for (int i = 0; i < l->n; i++) {
		double mib = (double)aisp_tree_bytes(l->paths[i]) / (1 << 20);

		if (!is_dry && bury(l->paths[i], err))
			return -1;
		printf("%s %s (%.1f MiB)\n", is_dry ? "would remove" : "removed",
		       l->paths[i], mib);
	}
	return 0;
}

static int clean(const struct found *f, int is_dry, struct aisp_err *err)
{
	for (int i = 0; i < f->spared.n; i++)
		printf("kept %s: a run that was killed; `aisp bench run --resume=%s` "
		       "goes on, `aisp clean --force` removes it\n",
		       f->spared.paths[i], f->spared.paths[i]);
	if (!f->gone.n && !f->places.n && !f->spared.n)
		puts("nothing to remove");
	return remove_all(&f->gone, aisp_tree_remove, is_dry, err) ||
			       remove_all(&f->places, revisions_place_bury, is_dry, err)
		       ? -1
		       : 0;
}

static int run(int argc, char **argv)
{
	struct options o = { .artifacts = "artifacts", .n_keep = -1 };
	struct found f = { 0 };
	int status = AISP_EXIT_OK;
	struct aisp_err err;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if (find(&f, &o, &err) || clean(&f, o.is_dry, &err)) {
		fprintf(stderr, "aisp: %s\n", err.msg);
		status = AISP_EXIT_HARNESS;
	}
	aisp_leftovers_release(&f.gone);
	aisp_leftovers_release(&f.places);
	aisp_leftovers_release(&f.spared);
	return status;
}

const struct aisp_command aisp_cmd_clean = {
	.name = "clean",
	.summary = "remove what killed runs left; old runs and the cache on request",
	.argp = &argp,
	.run = run,
};

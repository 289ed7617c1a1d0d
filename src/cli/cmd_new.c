/* SPDX-License-Identifier: MIT
 *
 * cmd_new.c - write a first pair: the files of tools/skeleton/ under a new name.
 */
#include <ctype.h>
#include <glob.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/paths.h"
#include "base/text.h"
#include "cli.h"
#include "skeleton.h"

enum { OPT_IN_PLACE = 0x200 };

struct new
{
	const char *target;
	bool is_in_place;
};

static const struct argp_option options[] = {
	{ "in-place", OPT_IN_PLACE, NULL, 0,
	  "Write a pair that updates a tensor in place (docs/in_place.md)", 2 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct new *n = state->input;

	switch (key) {
	case OPT_IN_PLACE:
		n->is_in_place = true;
		return 0;
	case ARGP_KEY_ARG:
		if (n->target)
			argp_error(state, "one pair at a time");
		n->target = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which pair?  For example: aisp new ch07:name");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "CHAPTER:NAME|DIR:NAME",
	.doc = "Write a workload, a baseline and an optimized variant that build, run "
	       "and verify as they are.  ch07 is a chapter; any other word is a "
	       "directory, created where missing.",
};

static int check_name(const char *name, struct aisp_err *err)
{
	for (const char *s = name; *s; s++)
		if (!islower((unsigned char)*s) && *s != '_' &&
		    (s == name || !isdigit((unsigned char)*s)))
			return aisp_err_set(
				err,
				"'%s' is no name for a pair: small letters, "
				"digits and '_', a letter first",
				name);
	return *name ? 0 : aisp_err_set(err, "a name must follow the ':'");
}

static bool is_chapter_number(const char *word)
{
	return !strncmp(word, "ch", 2) && isdigit((unsigned char)word[2]);
}

/*
 * Finds the directory of a chapter named ch07 or ch07_memory_access; any other word is
 * the directory itself.
 */
static int find_directory(char *dir, size_t size, const char *root, const char *word,
			  struct aisp_err *err)
{
	char pattern[PATH_MAX + 2 * NAME_MAX + 32];
	bool is_plain = !word[strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_")];
	glob_t found = { 0 };
	int rc = 0;

	snprintf(dir, size, "%s", word);
	if (!is_plain || strlen(word) > NAME_MAX)
		return 0;
	snprintf(pattern, sizeof(pattern), "%s/chapters/{%.255s,%.255s_*}", root, word,
		 word);
	if (!glob(pattern, GLOB_BRACE | GLOB_ONLYDIR, NULL, &found) &&
	    found.gl_pathc == 1)
		snprintf(dir, size, "%s", found.gl_pathv[0]);
	else if (is_chapter_number(word))
		rc = aisp_err_set(err,
				  "there is no chapter %s; "
				  "for a directory of that name, write ./%s",
				  word, word);
	globfree(&found);
	return rc;
}

/* Splits "where:name"; *name points into target. */
static int resolve(char *dir, size_t size, const char **name, const char *root,
		   const char *target, struct aisp_err *err)
{
	const char *colon = strrchr(target, ':');
	char where[PATH_MAX];

	if (!colon || colon == target || (size_t)(colon - target) >= sizeof(where))
		return aisp_err_set(err, "'%.200s': write CHAPTER:NAME or DIR:NAME",
				    target);
	if (strchr(target, '\n'))
		return aisp_err_set(err, "a directory of pairs has no line break in "
					 "its name: choose another");
	snprintf(where, sizeof(where), "%.*s", (int)(colon - target), target);
	*name = colon + 1;
	if (check_name(*name, err))
		return -1;
	if (!strchr(where, '/') && strcmp(where, "."))
		return find_directory(dir, size, root, where, err);
	snprintf(dir, size, "%s", where);
	return 0;
}

static void print_next(const char *target, const char *dir, const char *name)
{
	char word[2 * PATH_MAX];

	aisp_shell_word(target, word, sizeof(word));
	printf("\nNext:\n"
	       "  aisp bench verify --targets %s\n"
	       "  aisp bench run --targets %s\n"
	       "then replace the problem in %s/workload_%s.h by yours.\n",
	       word, word, dir, name);
}

static int run(int argc, char **argv)
{
	struct new n = { 0 };
	const char *name = NULL;
	struct aisp_paths paths;
	char dir[PATH_MAX];
	struct aisp_err err;

	if (argp_parse(&argp, argc, argv, 0, NULL, &n) || !n.target)
		return AISP_EXIT_USAGE;
	if (aisp_paths_find(&paths, &err)) {
		fprintf(stderr, "aisp: %s\n", err.msg);
		return AISP_EXIT_HARNESS;
	}
	if (resolve(dir, sizeof(dir), &name, paths.root, n.target, &err) ||
	    aisp_skeleton_write(dir, paths.root, n.is_in_place, name, &err)) {
		fprintf(stderr, "aisp: %s\n", err.msg);
		return AISP_EXIT_USAGE;
	}
	print_next(n.target, dir, name);
	return AISP_EXIT_OK;
}

const struct aisp_command aisp_cmd_new = {
	.name = "new",
	.summary = "write a first pair that builds, runs and verifies",
	.argp = &argp,
	.run = run,
};

/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare_side.h"
#include "saved_run.h"
#include "store/history.h"
#include "store/program.h"
#include "store/run.h"

void compare_side_release(struct compare_side *s)
{
	aisp_history_rows_release(&s->rows);
	json_decref(s->manifest);
	aisp_run_free(s->run);
	*s = (struct compare_side){ 0 };
}

int compare_commit(char *id, size_t size, const char *root, const char *name,
		   struct aisp_err *err)
{
	char revision[512], *text;
	const char *const argv[] = { "git",
				     "-C",
				     root,
				     "rev-parse",
				     "--verify",
				     "--quiet",
				     "--end-of-options",
				     revision,
				     NULL };

	snprintf(revision, sizeof(revision), "%.400s^{commit}", name);
	if (aisp_program_read(argv, &text, NULL))
		return aisp_err_usage(err,
				      "'%.200s' is no commit of %.200s; --revisions "
				      "compares commits of aisp's own tree",
				      name, root);
	snprintf(id, size, "%.*s", (int)strcspn(text, "\n"), text);
	free(text);
	return 0;
}

static int take_run(struct compare_side *s, const char *name, struct aisp_err *err)
{
	s->run = saved_run_load(name, err);
	if (!s->run)
		return -1;
	s->manifest = json_incref(s->run->manifest);
	snprintf(s->label, sizeof(s->label), "run %s", s->run->info.folder);
	return aisp_history_of_run(&s->rows, s->run, err);
}

/* Returns 0; 1 if the history has no such rows; or -1 with *err filled. */
static int take_rows(struct compare_side *s, struct aisp_history *h,
		     const struct aisp_history_filter *f, struct aisp_err *err)
{
	aisp_history_rows_release(&s->rows);
	if (aisp_history_read(&s->rows, h, f, err))
		return -1;
	if (!s->rows.n)
		return 1;
	s->manifest = aisp_history_manifest(h, s->rows.at[s->rows.n - 1]->run, err);
	return s->manifest ? 0 : -1;
}

static int take_commit(struct compare_side *s, struct aisp_history *h, const char *word,
		       const struct aisp_paths *paths, struct aisp_err *err)
{
	char id[80] = "";
	struct aisp_history_filter f = { .commit = id, .has_launches = true };

	/* A commit that is not in the tree may still be in the history. */
	if (compare_commit(id, sizeof(id), paths->root, word, NULL)) {
		if (strlen(word) < 7 || strlen(word) > 64 ||
		    word[strspn(word, "0123456789abcdef")])
			return 1;
		snprintf(id, sizeof(id), "%s", word);
	}
	snprintf(s->label, sizeof(s->label), "commit %s", id);
	return take_rows(s, h, &f, err);
}

static int take_machine(struct compare_side *s, struct aisp_history *h,
			const char *word, struct aisp_err *err)
{
	const struct aisp_history_filter f = { .machine = word, .has_launches = true };

	snprintf(s->label, sizeof(s->label), "machine %.400s", word);
	return take_rows(s, h, &f, err);
}

static const char *after(const char *word, const char *prefix)
{
	size_t n = strlen(prefix);

	return strncmp(word, prefix, n) ? NULL : word + n;
}

static struct aisp_history *open_history(char *path, size_t size, const char *given,
					 const struct aisp_paths *paths,
					 struct aisp_err *err)
{
	if (aisp_history_path(path, size, given, paths->data, err))
		return NULL;
	if (*path)
		return aisp_history_open(path, false, err);
	aisp_err_set(err, "$AISP_HISTORY is off; name a file with --history");
	return NULL;
}

/* Without a history only the word can be wrong. */
static int explain(const char *word, const char *path, struct aisp_err *err)
{
	const struct aisp_err why = *err;

	if (!*path || !access(path, F_OK))
		return -1;
	return aisp_err_usage(err, "'%.150s' is no saved run, and %.300s", word,
			      why.msg);
}

static int from_history(struct compare_side *s, const char *word, const char *history,
			const struct aisp_paths *paths, struct aisp_err *err)
{
	const char *commit = after(word, "commit:"), *machine = after(word, "machine:");
	char path[PATH_MAX];
	struct aisp_history *h = open_history(path, sizeof(path), history, paths, err);
	int rc = 1;

	if (!h)
		return explain(word, path, err);
	if (!machine)
		rc = take_commit(s, h, commit ? commit : word, paths, err);
	if (rc > 0 && !commit)
		rc = take_machine(s, h, machine ? machine : word, err);
	aisp_history_close(h);
	if (rc <= 0)
		return rc;
	return aisp_err_usage(err,
			      "'%.150s' is no saved run, "
			      "nor a commit or a machine in the history %.200s",
			      word, path);
}

int compare_side_find(struct compare_side *s, const char *word, const char *history,
		      const struct aisp_paths *paths, struct aisp_err *err)
{
	const char *run = after(word, "run:");
	char folder[PATH_MAX];
	size_t n;

	*s = (struct compare_side){ 0 };
	/* No commit or machine begins like a path. */
	if (run || *word == '/' || *word == '.' ||
	    (!after(word, "commit:") && !after(word, "machine:") &&
	     !aisp_run_find(folder, sizeof(folder), word, NULL)))
		return take_run(s, run ? run : word, err);
	if (from_history(s, word, history, paths, err))
		return -1;
	n = strlen(s->label);
	snprintf(s->label + n, sizeof(s->label) - n, ", %d results", s->rows.n);
	return 0;
}

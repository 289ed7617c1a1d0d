/* SPDX-License-Identifier: MIT
 *
 * compare_side.h - what a word of `aisp bench compare` means: a saved run, or a commit
 * or machines in the history.
 */
#ifndef AISP_COMPARE_SIDE_H
#define AISP_COMPARE_SIDE_H

#include <jansson.h>

#include "base/err.h"
#include "base/paths.h"
#include "run/history_model.h"
#include "run/model.h"

/* If zeroed, it is empty and may be released. */
struct compare_side {
	char label[512];
	struct aisp_history_rows rows; /* with launches */
	json_t *manifest;              /* of the last run */
	struct aisp_run *run;          /* NULL unless the side is a saved run */
};

/*
 * Finds the side for `word`, with or without "run:", "commit:" or "machine:" before it;
 * without, tries them in this order. `history` is the option's file, or NULL.  Returns
 * 0, or -1 with *err filled.
 */
int compare_side_find(struct compare_side *s, const char *word, const char *history,
		      const struct aisp_paths *paths, struct aisp_err *err);
void compare_side_release(struct compare_side *s);

/* Resolves `name` in the repository at root to a commit of 40 or more digits. */
int compare_commit(char *id, size_t size, const char *root, const char *name,
		   struct aisp_err *err);

#endif

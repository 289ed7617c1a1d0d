/* SPDX-License-Identifier: MIT
 *
 * tags.h - read what the opening comment of a source says under a tag.
 */
#ifndef AISP_TAGS_H
#define AISP_TAGS_H

#include <stdbool.h>
#include <stdio.h>

#include "allow.h"
#include "words.h"

struct aisp_tags {
	struct aisp_words of[AISP_N_BUILD_TAGS];
};

/*
 * Append the file's tags.  Returns 0; or -1 with *err filled if the file cannot be
 * read, or, with file, line and word, if a word is not allowed, or a line is
 * almost one of a tag (tag.h).
 */
int aisp_tags_read(struct aisp_tags *t, const char *path, bool is_cuda,
		   struct aisp_err *err);
void aisp_tags_release(struct aisp_tags *t);

/*
 * Copy the words of the first line " * TAG: words" of the opening comment, with "..."
 * at the end if they do not fit.  Returns the number of the line, from 1; 0: there is
 * none.
 */
int aisp_source_tag(const char *path, enum aisp_tag tag, char *words, size_t size);

/* Refuses a second line " * TAG: words" of the opening comment, and one without words.
 * Returns 0, also if there is none, or -1 with *err filled. */
int aisp_source_tag_once(const char *path, enum aisp_tag tag, struct aisp_err *err);

/* The first workload that the source includes, as "x"; the caller frees it.  NULL:
 * none.
 */
char *aisp_source_workload(const char *path);

/* Opens a regular file of at most 16 MiB; NULL with *err filled if it is none. */
FILE *aisp_source_open(const char *path, struct aisp_err *err);

#endif

/* SPDX-License-Identifier: MIT
 *
 * store_tmp.h - a directory of its own for a unit test.
 */
#ifndef STORE_TMP_H
#define STORE_TMP_H

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/paths.h"
#include "store/tree.h"

static char tmp_base[64];

static inline void tmp_make(void)
{
	snprintf(tmp_base, sizeof(tmp_base), "/tmp/aisp-test.XXXXXX");
	if (!mkdtemp(tmp_base))
		abort();
}

/* Write a file below it, making its directories. */
static inline void tmp_put(const char *name, const char *text)
{
	char path[PATH_MAX];
	struct aisp_err err;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", tmp_base, name);
	*strrchr(path, '/') = '\0';
	if (aisp_mkdirs(path, &err))
		abort();
	path[strlen(path)] = '/';
	f = fopen(path, "w");
	if (!f || fputs(text, f) < 0 || fclose(f))
		abort();
}

static inline void tmp_remove(void)
{
	aisp_tree_remove(tmp_base, NULL);
}

/* Compare, and show both if they differ. */
static inline int same(const char *a, const char *b)
{
	if (strcmp(a, b))
		printf("# got '%s'\n# not '%s'\n", a, b);
	return !strcmp(a, b);
}

static inline int says(const char *msg, const char *part)
{
	int is_there = strstr(msg, part) != NULL;

	if (!is_there)
		printf("# got '%s'\n# without '%s'\n", msg, part);
	return is_there;
}

#endif

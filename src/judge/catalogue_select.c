/* SPDX-License-Identifier: MIT
 *
 * catalogue_select.c - what the user's patterns mean, and what was probably
 * meant by one that matches nothing.
 */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "catalogue_parts.h"

#define MAX_NEAR 3

static bool is_path(const char *s)
{
	struct stat st;

	return (strchr(s, '/') || !strcmp(s, ".") || !strcmp(s, "..")) &&
	       !stat(s, &st) && S_ISDIR(st.st_mode);
}

/* Copies s up to `end`; an empty part means "*". */
static int take(char *dst, size_t size, const char *s, struct aisp_err *err)
{
	int n = snprintf(dst, size, "%s", *s ? s : "*");

	return (size_t)n < size ? 0 : aisp_err_set(err, "pattern too long: %s", s);
}

/* Cut the last `sep` and what follows from s into dst. */
static int cut(char *s, char sep, char *dst, size_t size, struct aisp_err *err)
{
	char *at = strrchr(s, sep);

	if (!at || strchr(at, '/'))
		return 0;
	*at = '\0';
	return take(dst, size, at + 1, err);
}

int aisp_pattern_parse(struct aisp_pattern *pat, const char *text, struct aisp_err *err)
{
	char s[PATH_MAX];

	*pat = (struct aisp_pattern){ .text = text, .name = "*", .device = "*" };
	if (take(s, sizeof(s), text, err))
		return -1;
	if (!is_path(s) && cut(s, '@', pat->device, sizeof(pat->device), err))
		return -1;
	if (!is_path(s) && cut(s, ':', pat->name, sizeof(pat->name), err))
		return -1;
	if (is_path(s))
		return realpath(s, pat->dir) ? 0 : aisp_err_errno(err, "find %s", s);
	if (s[0] == '/' || s[0] == '.')
		return aisp_err_set(err, "%s: there is no directory %s", text, s);
	return take(pat->chapter, sizeof(pat->chapter), s, err);
}

bool aisp_pattern_matches(const struct aisp_pattern *pat, const struct aisp_target *t)
{
	const char *base = strrchr(t->dir, '/') + 1;

	if (fnmatch(pat->name, t->name, 0) ||
	    fnmatch(pat->device, aisp_device_name(t->device), 0))
		return false;
	if (pat->dir[0])
		return !strcmp(pat->dir, t->dir);
	return !fnmatch(pat->chapter, t->chapter, 0) || !fnmatch(pat->chapter, base, 0);
}

static int min(int a, int b)
{
	return a < b ? a : b;
}

/*
 * Edits that turn a into the nearest prefix of b, since half a name is a likely
 * mistake; among equals, edits to the whole of b.  V. I. Levenshtein, Sov. Phys.
 * Dokl. 10 (1966).
 */
static int distance(const char *a, const char *b)
{
	enum { MAX = 128 };
	int row[MAX + 1] = { 0 }, n = min((int)strlen(b), MAX), best;

	for (int j = 0; j <= n; j++)
		row[j] = j;
	for (int i = 1; a[i - 1]; i++) {
		int diagonal = row[0];

		row[0] = i;
		for (int j = 1; j <= n; j++) {
			int swap = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			row[j] = min(swap, 1 + min(row[j], row[j - 1]));
		}
	}
	best = row[0];
	for (int j = 1; j <= n; j++)
		best = min(best, row[j]);
	return best * (MAX + 1) + min(row[n], MAX);
}

/* What a pattern of this kind could have named: an id, or only its chapter. */
static const char *candidate(const struct aisp_pattern *pat,
			     const struct aisp_target *t, char *buf, size_t size)
{
	if (!strchr(pat->text, ':'))
		return t->chapter;
	snprintf(buf, size, "%s:%s%s%s", t->chapter, t->name,
		 strchr(pat->text, '@') ? "@" : "",
		 strchr(pat->text, '@') ? aisp_device_name(t->device) : "");
	return buf;
}

struct near {
	char name[256];
	int distance;
};

static void keep_near(struct near near[MAX_NEAR], const char *name, int d)
{
	int i = MAX_NEAR;

	for (int k = 0; k < MAX_NEAR; k++)
		if (!strcmp(near[k].name, name))
			return;
	while (i > 0 && (!near[i - 1].name[0] || d < near[i - 1].distance))
		i--;
	if (i == MAX_NEAR)
		return;
	memmove(&near[i + 1], &near[i], (size_t)(MAX_NEAR - 1 - i) * sizeof(*near));
	near[i].distance = d;
	snprintf(near[i].name, sizeof(near[i].name), "%s", name);
}

int aisp_pattern_miss(const struct aisp_catalogue *c, const struct aisp_pattern *pat,
		      struct aisp_err *err)
{
	struct near near[MAX_NEAR] = { 0 };
	char buf[512], list[400] = "";
	size_t used = 0;

	if (pat->dir[0] && !strcmp(pat->name, "*"))
		return aisp_err_set(err,
				    "%s holds no optimized_*.c or .cu; `aisp new "
				    "%s:name` writes a first pair",
				    pat->text, pat->text);
	for (int i = 0; i < c->n_all; i++) {
		const char *s = candidate(pat, &c->targets[i], buf, sizeof(buf));

		keep_near(near, s, distance(pat->text, s));
	}
	for (int i = 0; i < MAX_NEAR && near[i].name[0] && used < sizeof(list); i++)
		used += (size_t)snprintf(list + used, sizeof(list) - used, "%s %s",
					 i ? "," : "; nearest:", near[i].name);
	return aisp_err_set(
		err,
		"no target matches '%.100s'%.250s; `aisp bench list-targets` "
		"shows all",
		pat->text, list);
}

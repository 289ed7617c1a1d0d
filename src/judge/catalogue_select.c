/* SPDX-License-Identifier: MIT
 *
 * catalogue_select.c - what the user's patterns mean, and what was probably
 * meant by one that matches nothing.
 */
#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"
#include "base/paths.h"
#include "catalogue_parts.h"

static bool is_path(const char *s)
{
	return (strchr(s, '/') || !strcmp(s, ".") || !strcmp(s, "..")) &&
	       aisp_is_dir(s);
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

/* Is it a file?  Then the user probably meant its pair. */
static bool is_file(const char *s)
{
	struct stat st;

	return strchr(s, '/') && !stat(s, &st) && S_ISREG(st.st_mode);
}

int aisp_pattern_parse(struct aisp_pattern *pat, const char *text, struct aisp_err *err)
{
	int n_dir = strchr(text, '/') ? (int)(strrchr(text, '/') - text) : 0;
	char s[PATH_MAX];

	*pat = (struct aisp_pattern){ .text = text, .name = "*", .device = "*" };
	if (!*text) /* a shell's variable that is not set */
		return aisp_err_usage(err, "an empty pattern selects nothing; leave it "
					   "out to select all targets");
	if (is_file(text))
		return aisp_err_usage(err,
				      "'%.200s' is a file; a target is a directory, as "
				      "'%.*s', or a pair in it, as '%.*s:name'",
				      text, n_dir, text, n_dir, text);
	if (take(s, sizeof(s), text, err))
		return -1;
	if (!is_path(s) && cut(s, '@', pat->device, sizeof(pat->device), err))
		return -1;
	if (!is_path(s) && cut(s, ':', pat->name, sizeof(pat->name), err))
		return -1;
	if (strchr(text, '\n')) /* stamps and dependency files have a path per line */
		return aisp_err_usage(err, "a directory of pairs has no line break in "
					   "its name: rename it");
	if (is_path(s))
		return realpath(s, pat->dir) ? 0 : aisp_err_errno(err, "find %s", s);
	if (s[0] == '/' || s[0] == '.')
		return aisp_err_set(err, "%s: there is no directory %s", text, s);
	return take(pat->chapter, sizeof(pat->chapter), s, err);
}

static bool is_place_of(const struct aisp_pattern *pat, const struct aisp_target *t)
{
	const char *base = strrchr(t->dir, '/') + 1;

	if (fnmatch(pat->device, aisp_device_name(t->device), 0))
		return false;
	if (pat->dir[0])
		return !strcmp(pat->dir, t->dir);
	return !fnmatch(pat->chapter, t->chapter, 0) || !fnmatch(pat->chapter, base, 0);
}

bool aisp_pattern_matches(const struct aisp_pattern *pat, const struct aisp_target *t)
{
	return !fnmatch(pat->name, t->name, 0) && is_place_of(pat, t);
}

bool aisp_pattern_matches_id(const char *pattern, const char *id)
{
	const char *colon = strrchr(id, ':'), *at = strrchr(id, '@');
	struct aisp_pattern pat;
	char chapter[AISP_GROUP_NAME], name[NAME_MAX + 1];

	if (!fnmatch(pattern, id, 0))
		return true;
	if (!colon || !at || at < colon || aisp_pattern_parse(&pat, pattern, NULL) ||
	    pat.dir[0])
		return false;
	snprintf(chapter, sizeof(chapter), "%.*s", (int)(colon - id), id);
	snprintf(name, sizeof(name), "%.*s", (int)(at - colon - 1), colon + 1);
	return !fnmatch(pat.chapter, chapter, 0) && !fnmatch(pat.name, name, 0) &&
	       !fnmatch(pat.device, at + 1, 0);
}

bool aisp_pattern_is_pair_of(const struct aisp_pattern *pat,
			     const struct aisp_target *t)
{
	const char *stem = strchr(t->baseline, '_');
	size_t n = strlen(pat->name);

	return stem && !strncmp(stem + 1, pat->name, n) && stem[1 + n] == '.' &&
	       is_place_of(pat, t);
}

bool aisp_pattern_is_id(const struct aisp_pattern *pat)
{
	return strcmp(pat->device, "*") != 0;
}

/* The name that a pattern of this kind could mean: an id, or only its chapter. */
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

/* Chapters have two digits: who writes ch1 means ch01. */
static const char *with_two_digits(const char *text, char *buf, size_t size)
{
	if (strncmp(text, "ch", 2) != 0 || !isdigit((unsigned char)text[2]) ||
	    isdigit((unsigned char)text[3]))
		return text;
	snprintf(buf, size, "ch0%s", text + 2);
	return buf;
}

int aisp_pattern_miss(const struct aisp_catalogue *c, const struct aisp_pattern *pat,
		      struct aisp_err *err)
{
	char buf[512], meant[400], padded[512];
	struct aisp_near near = { with_two_digits(pat->text, padded, sizeof(padded)) };

	if (pat->dir[0] && !strcmp(pat->name, "*"))
		return aisp_err_set(err,
				    "%s holds no optimized_*.c or .cu; `aisp new "
				    "%s:name` writes a first pair",
				    pat->text, pat->text);
	for (int i = 0; i < c->n_all; i++)
		aisp_near_add(&near, candidate(pat, &c->targets[i], buf, sizeof(buf)));
	aisp_near_text(&near, meant, sizeof(meant));
	return aisp_err_set(err,
			    "no target matches '%.100s'%.250s%s `aisp bench "
			    "list-targets` shows all",
			    pat->text, meant, meant[0] ? "" : ";");
}

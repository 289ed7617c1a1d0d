/* SPDX-License-Identifier: MIT
 *
 * expect_check.c - where an expectation file lies, and entries that ours never have.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "expect.h"
#include "run/word.h"

/* Is it escaped in file names?  Control characters, '%', a leading dot. */
static int is_escaped(const char *s, int is_first)
{
	unsigned char c = (unsigned char)*s;

	return c < 0x20 || c == 0x7f || c == '%' || c == '/' || (c == '.' && is_first);
}

/* Appends [s, end) as file names; '/' stays if is_path. */
static int put_name(FILE *f, const char *s, const char *end, int is_path)
{
	int is_first = 1;

	if (s == end)
		return -1;
	for (; s < end; s++) {
		if (is_path && *s == '/' && !is_first)
			fputc('/', f);
		else if (is_escaped(s, is_first))
			fprintf(f, "%%%02x", (unsigned char)*s);
		else
			fputc(*s, f);
		is_first = *s == '/';
	}
	return is_path && is_first ? -1 : 0;
}

int aisp_expect_path(char *path, size_t size, const char *dir, const char *slug,
		     const char *target, struct aisp_err *err)
{
	const char *colon = strrchr(target, ':');
	FILE *f = fmemopen(path, size, "w");
	int rc;

	if (!f)
		return aisp_err_errno(err, "memory for a path");
	fprintf(f, "%s/%s/", dir, slug);
	rc = !colon || put_name(f, target, colon, 1);
	fputc('/', f);
	rc = rc || put_name(f, colon + 1, colon + strlen(colon), 0);
	fputs(".txt", f);
	if (fclose(f) || strlen(path) + 1 >= size)
		return aisp_err_set(err, "path too long: %s/%s", dir, slug);
	return rc ? aisp_err_set(err, "'%.200s' is no target's name", target) : 0;
}

int aisp_expect_is_same(const struct aisp_expect *a, const struct aisp_expect *b)
{
	return !strcmp(a->params, b->params) &&
	       !strcmp(a->distribution, b->distribution) &&
	       !strcmp(a->baseline, b->baseline);
}

static bool is_class(const char *word)
{
	for (int k = 0; k <= AISP_N_KINDS; k++) /* the last one is unknown */
		if (!strcmp(word, aisp_kind_name((enum aisp_kind_of_arm)k)))
			return true;
	return false;
}

static bool is_second(const struct aisp_expect_file *f, const struct aisp_expect *e)
{
	for (const struct aisp_expect *o = f->entries; o < e; o++)
		if (aisp_expect_is_same(o, e) &&
		    !strcmp(o->machine.fingerprint, e->machine.fingerprint))
			return true;
	return false;
}

const char *aisp_expect_nonsense(const struct aisp_expect_file *f)
{
	const struct aisp_expect *e = f->n ? &f->entries[f->n - 1] : NULL;

	if (!e)
		return NULL;
	if (!is_class(e->over))
		return "is over no class: naive, common or library";
	if (!*e->distribution || !*e->baseline)
		return "names no distribution or no baseline";
	if (strspn(e->date, "0123456789-:TZ") < strlen("2026-11-21T09:01:00Z"))
		return "has no date such as 2026-11-21T09:01:00Z";
	if (!strchr("ABCD?", e->grade))
		return "has a grade that is none of A to D";
	return is_second(f, e) ? "is there for the second time" : NULL;
}

/* A copied file would be found for one target, but have entries of another. */
int aisp_expect_check_place(const struct aisp_expect *e, const char *path,
			    struct aisp_err *err)
{
	char want[PATH_MAX], folder[sizeof(e->machine.slug) + 2];

	if (aisp_expect_path(want, sizeof(want), "", e->machine.slug, e->target, err))
		return -1;
	snprintf(folder, sizeof(folder), "/%s/", e->machine.slug);
	if (!strcmp(strrchr(want, '/'), strrchr(path, '/') ? strrchr(path, '/') : "") &&
	    strstr(path, folder))
		return 0;
	return aisp_err_set(err,
			    "%.200s: it is of %.100s on %.60s: its place is %.200s; "
			    "mend it, or `git checkout` the file",
			    path, e->target, e->machine.slug, want + 1);
}

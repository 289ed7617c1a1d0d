/* SPDX-License-Identifier: MIT */
#include <glob.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "base/text.h"
#include "tune_missing.h"

/* A folder, and a pattern of the names of its pairs. */
struct place {
	char dir[PATH_MAX], pair[256];
};

/* Splits "folder:pair@device"; the last two may be missing. */
static bool split(struct place *p, const char *word)
{
	char *name, *device;

	snprintf(p->dir, sizeof(p->dir), "%s", word);
	snprintf(p->pair, sizeof(p->pair), "*");
	device = aisp_is_dir(p->dir) ? NULL : strrchr(p->dir, '@');
	if (device)
		*device = '\0';
	name = aisp_is_dir(p->dir) ? NULL : strrchr(p->dir, ':');
	if (name) {
		snprintf(p->pair, sizeof(p->pair), "%s", name + 1);
		*name = '\0';
	}
	return aisp_is_dir(p->dir);
}

/* Copies the name of the first file that matches; false: there is none. */
static bool find(const struct place *p, const char *stem, const char *ending, char *buf,
		 size_t size)
{
	char pattern[PATH_MAX + 300];
	glob_t found;
	bool is_there;

	snprintf(pattern, sizeof(pattern), "%s/%s_%s%s", p->dir, stem, p->pair, ending);
	is_there = !glob(pattern, GLOB_NOSORT, NULL, &found);
	if (is_there)
		snprintf(buf, size, "%s", aisp_base_name(found.gl_pathv[0]));
	globfree(&found);
	return is_there;
}

void tune_explain_missing(const char *word, struct aisp_err *err)
{
	char template[256], other[256];
	const char *name = template + strlen("template_");
	struct place p;

	if (!split(&p, word) ||
	    !find(&p, "template", ".c*", template, sizeof(template)))
		return;
	snprintf(p.pair, sizeof(p.pair), "%.*s", (int)strcspn(name, "."), name);
	if (find(&p, "optimized", "*.c*", other, sizeof(other)))
		return;
	if (!find(&p, "baseline", ".c*", other, sizeof(other)))
		aisp_err_set(err,
			     "%.200s has %.80s, but no baseline_%.80s: write it, "
			     "docs/write_a_pair.md says how",
			     p.dir, template, name);
	else
		aisp_err_set(err,
			     "%.120s has %.60s, but no variant of its pair: begin with "
			     "a copy of the baseline, `cp %.120s/%.60s "
			     "%.120s/optimized_%.60s`",
			     p.dir, template, p.dir, other, p.dir,
			     other + strlen("baseline_"));
}

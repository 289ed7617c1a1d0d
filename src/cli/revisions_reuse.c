/* SPDX-License-Identifier: MIT
 *
 * revisions_reuse.c - reuse objects of a built tree for another with mostly the same
 * sources: equal files get equal times, and make does the rest.
 */
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "revisions_parts.h"

#define N_NAMES 8

/* Compilation rules and sources; NULL ends each list. */
static const char *const rules[] = { "Makefile", "mk", NULL };
static const char *const sources[] = { "src",   "include", "docs",
				       "tools", "VERSION", NULL };

/* If `to` has the bytes of `from`, gives it the same time. */
static bool age(const char *from, const char *to)
{
	char hash[2][65];
	struct stat st;

	if (stat(from, &st) || aisp_hash_file(from, hash[0], NULL) ||
	    aisp_hash_file(to, hash[1], NULL) || strcmp(hash[0], hash[1]) != 0)
		return false;
	return !utimensat(AT_FDCWD, to, (struct timespec[2]){ st.st_atim, st.st_mtim },
			  0);
}

/* How many files below these names of `to` differ from those of `from`. */
static int age_all(const char *from, const char *to, const char *const *names)
{
	char paths[N_NAMES][PATH_MAX], other[2 * PATH_MAX];
	char *roots[N_NAMES + 1] = { 0 };
	int n_others = 0;
	FTSENT *e;
	FTS *walk;

	for (int i = 0; i < N_NAMES && names[i]; i++) {
		snprintf(paths[i], sizeof(paths[i]), "%s/%s", to, names[i]);
		roots[i] = paths[i];
	}
	walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	while (walk && (e = fts_read(walk))) {
		snprintf(other, sizeof(other), "%s%s", from, e->fts_path + strlen(to));
		if (e->fts_info != FTS_D && e->fts_info != FTS_DP)
			n_others += e->fts_info != FTS_F || !age(other, e->fts_path);
	}
	if (!walk)
		return 1;
	fts_close(walk);
	return n_others;
}

bool revisions_share(const char *from, const char *to)
{
	char objects[PATH_MAX + 16];

	snprintf(objects, sizeof(objects), "%s/" REVISIONS_OBJECTS, from);
	if (access(objects, R_OK) || age_all(from, to, rules))
		return false;
	age_all(from, to, sources);
	return true;
}

/* SPDX-License-Identifier: MIT
 *
 * revisions_place.c - the temporary directory of a comparison of two commits.
 */
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "revisions_parts.h"
#include "revisions_place.h"
#include "store/program.h"
#include "store/replace.h"
#include "store/tree.h"

int revisions_place_remove(const char *base, struct aisp_err *err)
{
	char tree[PATH_MAX], *text;
	const char *const forget[] = { "git",    "-C",      tree, "worktree",
				       "remove", "--force", tree, NULL };

	for (int i = 0; i < 2; i++) {
		snprintf(tree, sizeof(tree), "%s/%s", base, revisions_letter(i));
		if (!access(tree, F_OK) && !aisp_program_read(forget, &text, NULL))
			free(text);
	}
	return aisp_tree_remove(base, err);
}

/* A directory of this user's alone, as mkdtemp() makes them, locked; -1 if it is none,
 * or if another has the lock. */
static int open_place(const char *path, int how)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return -1;
	if (!fstat(fd, &st) && st.st_uid == geteuid() && !(st.st_mode & 077) &&
	    !aisp_lock(fd, how))
		return fd;
	close(fd);
	return -1;
}

static const char *find_tmp(void)
{
	const char *tmp = getenv("TMPDIR");

	return tmp && *tmp == '/' ? tmp : "/var/tmp";
}

int revisions_place_bury(const char *base, struct aisp_err *err)
{
	int fd = open_place(base, LOCK_EX | LOCK_NB), rc;

	if (fd < 0)
		return 0;
	rc = revisions_place_remove(base, err);
	close(fd);
	return rc;
}

int revisions_place_find_dead(struct aisp_leftovers *l, struct aisp_err *err)
{
	char pattern[PATH_MAX];
	glob_t found;
	int rc = 0;

	snprintf(pattern, sizeof(pattern), "%s/aisp-compare-??????", find_tmp());
	if (glob(pattern, 0, NULL, &found))
		return 0;
	for (size_t i = 0; i < found.gl_pathc && !rc; i++) {
		int fd = open_place(found.gl_pathv[i], LOCK_EX | LOCK_NB);

		if (fd < 0)
			continue;
		rc = aisp_leftovers_add(l, find_tmp(),
					strrchr(found.gl_pathv[i], '/') + 1, err);
		close(fd);
	}
	globfree(&found);
	return rc;
}

static void bury_dead(void)
{
	struct aisp_leftovers dead = { 0 };

	revisions_place_find_dead(&dead, NULL);
	for (int i = 0; i < dead.n; i++)
		revisions_place_bury(dead.paths[i], NULL);
	aisp_leftovers_release(&dead);
}

int revisions_place_make(char *base, size_t size, struct aisp_err *err)
{
	int fd;

	bury_dead();
	for (;;) {
		snprintf(base, size, "%s/aisp-compare-XXXXXX", find_tmp());
		if (!mkdtemp(base))
			return aisp_err_errno(err, "make %s (set $TMPDIR)", base);
		fd = open_place(base, LOCK_EX);
		if (fd < 0)
			return aisp_err_errno(err, "lock %s", base);
		if (!access(base, F_OK))
			return fd;
		close(fd); /* another took it for a dead one before the lock */
	}
}

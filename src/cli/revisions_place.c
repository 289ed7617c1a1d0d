/* SPDX-License-Identifier: MIT
 *
 * revisions_place.c - the temporary directory of a comparison of two commits.
 */
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
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

/* Opens and locks a directory of mode 0700 that this user owns; -1 if it is another
 * kind, or if another process has the lock. */
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

static int is_place(const struct dirent *e)
{
	return !fnmatch("aisp-compare-??????", e->d_name, 0);
}

static int add_if_dead(struct aisp_leftovers *l, const char *name, struct aisp_err *err)
{
	char path[PATH_MAX];
	int fd, rc;

	snprintf(path, sizeof(path), "%s/%s", find_tmp(), name);
	fd = open_place(path, LOCK_EX | LOCK_NB);
	if (fd < 0)
		return 0;
	rc = aisp_leftovers_add(l, find_tmp(), name, err);
	close(fd);
	return rc;
}

int revisions_place_find_dead(struct aisp_leftovers *l, struct aisp_err *err)
{
	struct dirent **places = NULL;
	int n = scandir(find_tmp(), &places, is_place, alphasort), rc = 0;

	for (int i = 0; i < n; i++) {
		if (!rc)
			rc = add_if_dead(l, places[i]->d_name, err);
		free(places[i]);
	}
	free(places);
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
		close(fd); /* another process took it for a dead one before we locked it
			    */
	}
}

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
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "revisions_parts.h"
#include "store/program.h"
#include "store/replace.h"
#include "store/tree.h"

void revisions_place_remove(const char *base)
{
	char tree[PATH_MAX], *text;
	const char *const forget[] = { "git",    "-C",      tree, "worktree",
				       "remove", "--force", tree, NULL };

	for (int i = 0; i < 2; i++) {
		snprintf(tree, sizeof(tree), "%s/%s", base, revisions_letter(i));
		if (!access(tree, F_OK) && !aisp_program_read(forget, &text, NULL))
			free(text);
	}
	aisp_tree_remove(base, NULL);
}

/* A directory of this user, locked; -1 if it is not, or if another has the lock. */
static int open_place(const char *path, int how)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return -1;
	if (!fstat(fd, &st) && st.st_uid == geteuid() && !aisp_lock(fd, how))
		return fd;
	close(fd);
	return -1;
}

/* A lock ends with its process, however that ends. */
static void remove_dead(const char *tmp)
{
	char pattern[PATH_MAX];
	glob_t found;

	snprintf(pattern, sizeof(pattern), "%s/aisp-compare-??????", tmp);
	if (glob(pattern, 0, NULL, &found))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		int fd = open_place(found.gl_pathv[i], LOCK_EX | LOCK_NB);

		if (fd < 0)
			continue;
		revisions_place_remove(found.gl_pathv[i]);
		close(fd);
	}
	globfree(&found);
}

int revisions_place_make(char *base, size_t size, struct aisp_err *err)
{
	const char *tmp = getenv("TMPDIR");
	int fd;

	tmp = tmp && *tmp == '/' ? tmp : "/var/tmp";
	remove_dead(tmp);
	for (;;) {
		snprintf(base, size, "%s/aisp-compare-XXXXXX", tmp);
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

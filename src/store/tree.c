/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tree.h"

static int is_dot(const char *name)
{
	return !strcmp(name, ".") || !strcmp(name, "..");
}

/* Opens the directory dir_fd/name, not a link; NULL with errno set. */
static DIR *open_dir(int dir_fd, const char *name)
{
	int fd = openat(dir_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && !d)
		close(fd);
	return d;
}

static int64_t bytes_at(int dir_fd, const char *name)
{
	struct dirent *e;
	struct stat st;
	int64_t sum = 0;
	DIR *d;

	if (fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW))
		return 0;
	if (!S_ISDIR(st.st_mode))
		return S_ISREG(st.st_mode) ? (int64_t)st.st_size : 0;
	d = open_dir(dir_fd, name);
	while (d && (e = readdir(d)))
		if (!is_dot(e->d_name))
			sum += bytes_at(dirfd(d), e->d_name);
	if (d)
		closedir(d);
	return sum;
}

int64_t aisp_tree_bytes(const char *path)
{
	return bytes_at(AT_FDCWD, path);
}

/* Returns 0, or -1 with errno set. */
static int remove_at(int dir_fd, const char *name)
{
	struct dirent *e;
	int rc = 0;
	DIR *d = open_dir(dir_fd, name);

	if (!d && (errno == ENOTDIR || errno == ELOOP))
		return unlinkat(dir_fd, name, 0);
	if (!d)
		return errno == ENOENT ? 0 : -1;
	while (!rc && (e = readdir(d)))
		if (!is_dot(e->d_name))
			rc = remove_at(dirfd(d), e->d_name);
	closedir(d);
	return rc ? rc : unlinkat(dir_fd, name, AT_REMOVEDIR);
}

int aisp_tree_remove(const char *path, struct aisp_err *err)
{
	return remove_at(AT_FDCWD, path) ? aisp_err_errno(err, "remove %s", path) : 0;
}

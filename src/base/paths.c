/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paths.h"

static int join(char *dst, size_t size, const char *a, const char *b,
		struct aisp_err *err)
{
	int n = snprintf(dst, size, "%s%s", a, b);

	if (n < 0 || (size_t)n >= size)
		return aisp_err_set(err, "path too long: %s%s", a, b);
	return 0;
}

/* The directory of the running executable. */
static int exe_dir(char *dir, size_t size, struct aisp_err *err)
{
	ssize_t n = readlink("/proc/self/exe", dir, size - 1);
	char *slash;

	if (n < 0)
		return aisp_err_errno(err, "read /proc/self/exe (is /proc mounted?)");
	dir[n] = '\0';
	slash = strrchr(dir, '/');
	if (slash)
		*slash = '\0';
	return 0;
}

/* The user's directory of some kind, by the XDG Base Directory Specification. */
static int find_user_dir(char *dir, size_t size, const char *var, const char *in_home,
			 struct aisp_err *err)
{
	const char *xdg = getenv(var), *home = getenv("HOME");

	if (xdg && xdg[0] == '/')
		return join(dir, size, xdg, "/aisp", err);
	if (home && home[0] == '/')
		return join(dir, size, home, in_home, err);
	return join(dir, size, "/var/tmp", "/aisp", err);
}

int aisp_paths_find_cache(struct aisp_paths *p, struct aisp_err *err)
{
	return find_user_dir(p->cache, sizeof(p->cache), "XDG_CACHE_HOME",
			     "/.cache/aisp", err);
}

/* If the checkout is read-only, its objects are in the cache. */
static int find_built(struct aisp_paths *p, const char *dir, struct aisp_err *err)
{
	bool is_read_only;

	if (join(p->root, sizeof(p->root), dir, "", err) ||
	    join(p->lib, sizeof(p->lib), dir, "/build", err))
		return -1;
	is_read_only = access(p->lib, W_OK) && (errno == EROFS || errno == EACCES);
	return join(p->pairs, sizeof(p->pairs), is_read_only ? p->cache : p->lib,
		    "/pairs", err);
}

int aisp_paths_find(struct aisp_paths *p, struct aisp_err *err)
{
	char dir[4096], probe[4200];

	if (exe_dir(dir, sizeof(dir), err) || aisp_paths_find_cache(p, err) ||
	    find_user_dir(p->data, sizeof(p->data), "XDG_DATA_HOME",
			  "/.local/share/aisp", err))
		return -1;
	snprintf(probe, sizeof(probe), "%s/mk/pairs.mk", dir);
	if (!access(probe, R_OK))
		return find_built(p, dir, err);
	if (join(p->root, sizeof(p->root), dir, "/../share/aisp", err) ||
	    join(p->lib, sizeof(p->lib), dir, "/../lib/aisp", err) ||
	    join(p->pairs, sizeof(p->pairs), p->cache, "/pairs", err))
		return -1;
	snprintf(probe, sizeof(probe), "%s/mk/pairs.mk", p->root);
	if (access(probe, R_OK))
		return aisp_err_errno(err, "%s: install aisp with `make install`",
				      probe);
	return 0;
}

bool aisp_is_dir(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

int aisp_mkdirs(const char *path, struct aisp_err *err)
{
	char buf[4096];

	if (join(buf, sizeof(buf), path, "", err))
		return -1;
	for (char *s = buf + 1;; s++) {
		char c = *s;

		if (c != '/' && c != '\0')
			continue;
		*s = '\0';
		if (mkdir(buf, 0777) && errno != EEXIST)
			return aisp_err_errno(err, "create directory %s", buf);
		if (c == '\0')
			return 0;
		*s = c;
	}
}

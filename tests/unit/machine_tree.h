/* SPDX-License-Identifier: MIT
 *
 * machine_tree.h - a fake /proc and /sys in a temporary directory.
 */
#ifndef MACHINE_TREE_H
#define MACHINE_TREE_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/paths.h"
#include "machine/sysfile.h"

static int tree_unlink(const char *path, const struct stat *st, int type,
		       struct FTW *ftw)
{
	(void)st, (void)type, (void)ftw;
	return remove(path);
}

static inline void tree_remove(void)
{
	nftw(aisp_sys_root(), tree_unlink, 16, FTW_DEPTH | FTW_PHYS);
	unsetenv("AISP_SYSROOT");
}

static inline void tree_make(void)
{
	char dir[] = "/tmp/aisp_tree.XXXXXX";

	if (!mkdtemp(dir) || setenv("AISP_SYSROOT", dir, 1))
		abort();
}

static inline void tree_put(const char *path, const char *text)
{
	char full[4096], *slash;
	FILE *f;

	snprintf(full, sizeof(full), "%s%s", aisp_sys_root(), path);
	slash = strrchr(full, '/');
	*slash = '\0';
	if (aisp_mkdirs(full, NULL))
		abort();
	*slash = '/';
	f = fopen(full, "w");
	if (!f || fputs(text, f) == EOF || fclose(f))
		abort();
}

static inline int tree_is(const char *path, const char *text)
{
	char buf[256];

	return !aisp_sys_read(path, buf, sizeof(buf)) && !strcmp(buf, text);
}

#endif

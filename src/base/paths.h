/* SPDX-License-Identifier: MIT
 *
 * paths.h - where aisp's own files lie.
 *
 * In a source tree everything is found beside the executable; installed, under
 * PREFIX/lib/aisp and PREFIX/share/aisp.
 */
#ifndef AISP_PATHS_H
#define AISP_PATHS_H

#include <stdbool.h>

#include "err.h"

struct aisp_paths {
	char root[4096]; /* holds chapters/, include/, mk/, src/judge/workload_main.c */
	char lib[4096];  /* holds aisp-worker and empty.so */
	char pairs[4096]; /* objects of pairs below root */
	char cache[4096]; /* the user's cache: $XDG_CACHE_HOME/aisp or ~/.cache/aisp */
	char data[4096];  /* $XDG_DATA_HOME/aisp or ~/.local/share/aisp */
};

/* 0, or -1 with *err filled. */
int aisp_paths_find(struct aisp_paths *p, struct aisp_err *err);

/* Only p->cache, which does not depend on where the executable lies. */
int aisp_paths_find_cache(struct aisp_paths *p, struct aisp_err *err);

bool aisp_is_dir(const char *path);

/* mkdir -p; an existing directory is fine.  0, or -1 with *err filled. */
int aisp_mkdirs(const char *path, struct aisp_err *err);

#endif

/* SPDX-License-Identifier: MIT
 *
 * build.h - bring the objects of one directory of pairs up to date.
 */
#ifndef AISP_BUILD_H
#define AISP_BUILD_H

#include <stdbool.h>

#include "base/err.h"
#include "base/paths.h"

/*
 * Run mk/pairs.mk on dir, objects and build.log into out_dir (both absolute;
 * out_dir is created).  Waits for another process that builds there.  What
 * this machine cannot build, and a file that does not compile, gets a .why file
 * and is no error.  Without has_cuda .cu files stay as they are.  0, or -1 with
 * the first errors of the compiler and the log's path in *err.
 */
int aisp_pairs_build(const struct aisp_paths *p, const char *dir, const char *out_dir,
		     bool has_cuda, struct aisp_err *err);

/* The same for explicit objects (absolute paths below out_dir) only. */
int aisp_pairs_build_objects(const struct aisp_paths *p, const char *dir,
			     const char *out_dir, const char *const *objects,
			     int n_objects, struct aisp_err *err);

#endif

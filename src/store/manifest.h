/* SPDX-License-Identifier: MIT
 *
 * manifest.h - the software with which a run was made.  The judge adds hardware, peaks
 * and the variants' build lines.  Environment variables are left out: they may hold
 * secrets.
 */
#ifndef AISP_MANIFEST_H
#define AISP_MANIFEST_H

#include <jansson.h>

#include "base/err.h"

/*
 * { "schema": 1, "time", "host", "kernel", "arch", "command": [words],
 *   "compiler": first line of --version or null,
 *   "git": { "commit", "is_dirty" } or null,
 *   "libraries": [ { "path", "build_id": hex or null } ] of this process }
 * root is the source tree or the installed share directory.  A new reference,
 * or NULL with *err filled.
 */
json_t *aisp_manifest(const char *root, int argc, char *const *argv,
		      struct aisp_err *err);

#endif

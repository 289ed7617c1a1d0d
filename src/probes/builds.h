/* SPDX-License-Identifier: MIT
 *
 * builds.h - which builds of which libraries a process runs code from.
 */
#ifndef AISP_BUILDS_H
#define AISP_BUILDS_H

#include "view.h"

struct aisp_build {
	char name[64]; /* of the file, without its version: "libm.so" */
	char id[48];   /* the linker's build id; else device and inode */
};

/*
 * Lists at most `size` libraries, without programs and without `object`, a path.
 * Returns their number, or -1 if unknown.
 */
int aisp_builds_read(const struct aisp_view *v, const char *object,
		     struct aisp_build *list, int size);

#endif

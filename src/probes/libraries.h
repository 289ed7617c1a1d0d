/* SPDX-License-Identifier: MIT
 *
 * libraries.h - which of the objects that a process runs code from nobody asked
 * for: those that are neither linked to another one, directly or not, nor there
 * before.
 */
#ifndef AISP_LIBRARIES_H
#define AISP_LIBRARIES_H

#include "view.h"

#define AISP_MAX_OBJECTS 256 /* an MPI with its plugins has a hundred */

struct aisp_objects {
	int n;
	char *path[AISP_MAX_OBJECTS];
	int n_beyond;    /* mappings of those that found no room, */
	char beyond[64]; /* and the first of them */
};

/* What the process has mapped.  0, or -1 where this is not known.  Release it. */
int aisp_objects_read(struct aisp_objects *o, const struct aisp_view *v);
void aisp_objects_release(struct aisp_objects *o); /* zeroed is fine */

/*
 * Objects of o that are not in `before`, nor `object` itself, nor needed by it as
 * its ELF headers and those of its libraries and their parts say, nor such a part:
 * LIB-*.so beside LIB.so.  The first is put into name.  What found no room is none of
 * these.
 */
int aisp_objects_undeclared(const struct aisp_objects *o,
			    const struct aisp_objects *before, const char *object,
			    char *name, size_t size);

#endif

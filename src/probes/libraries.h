/* SPDX-License-Identifier: MIT
 *
 * libraries.h - which of the objects from which a process runs code are undeclared: not
 * linked to another one, directly or not, and not there before.
 */
#ifndef AISP_LIBRARIES_H
#define AISP_LIBRARIES_H

#include "view.h"

#define AISP_MAX_OBJECTS 256 /* an MPI with its plugins has a hundred */

struct aisp_objects {
	int n;
	char *path[AISP_MAX_OBJECTS];
	int n_beyond;    /* mappings of objects beyond the limit, */
	char beyond[64]; /* and the first of them */
};

/* Reads the process's mappings.  Returns 0, or -1 if unknown.  Release it. */
int aisp_objects_read(struct aisp_objects *o, const struct aisp_view *v);
void aisp_objects_release(struct aisp_objects *o); /* zeroed is fine */

/*
 * Counts objects of o that are not in `before`, nor `object` itself, nor needed by it
 * according to its ELF headers and those of its libraries and their parts, nor such a
 * part: LIB-*.so beside LIB.so. name gets the first.  Objects beyond the limit do not
 * count.
 */
int aisp_objects_undeclared(const struct aisp_objects *o,
			    const struct aisp_objects *before, const char *object,
			    char *name, size_t size);

#endif

/* SPDX-License-Identifier: MIT
 *
 * lines_parts.h - shared by the files that read launch lines.
 */
#ifndef AISP_KERNEL_LINES_PARTS_H
#define AISP_KERNEL_LINES_PARTS_H

#include "expr.h"
#include "lines.h"

struct aisp_kernel_reading {
	struct aisp_kernel_plan *plan;
	const struct aisp_kernel_world *world;
	bool has_scratch;
};

/* For struct aisp_reader: the world is a struct aisp_kernel_reading. */
bool aisp_kernel_find(const void *reading, const char *name, int n,
		      struct aisp_value *v);

/* Reads the text of a TENSORMAP line. */
int aisp_kernel_read_map(struct aisp_reader *r, struct aisp_kernel_reading *g);

#endif

/* SPDX-License-Identifier: MIT
 *
 * shapes_parts.h - how shapes.c and shapes_manifest.c state members.
 */
#ifndef AISP_SHAPES_PARTS_H
#define AISP_SHAPES_PARTS_H

#include <stddef.h>

#define AT(type, member) offsetof(struct aisp_run_##type, member)

#define SHAPE(list, type)                                                              \
	static const struct aisp_shape list##_shape = { list, sizeof(struct type) }

/* The members of a struct that stand in an inner object. */
#define PART(list) static const struct aisp_shape list##_shape = { list, 0 }

#endif

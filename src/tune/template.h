/* SPDX-License-Identifier: MIT
 *
 * template.h - a variant's source in which AISP_TUNE_<NAME> stands for the value of the
 * parameter <name>; a candidate is that source with a line that defines each.
 */
#ifndef AISP_TEMPLATE_H
#define AISP_TEMPLATE_H

#include "space.h"

/*
 * Does the template use all parameters of the space, and no others?  0; or -1 with *err
 * naming one that is missing on either side.
 */
int aisp_template_check(const char *text, const struct aisp_space *s, const char *file,
			struct aisp_err *err);

/*
 * The source of a point: the lines stand behind the opening comment, so that what it
 * says of the build and of launches still opens the file; in it are the values.  The
 * caller frees it; NULL without memory.
 */
char *aisp_template_render(const char *text, const struct aisp_space *s, int point);

#endif

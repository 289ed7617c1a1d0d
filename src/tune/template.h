/* SPDX-License-Identifier: MIT
 *
 * template.h - a variant's source in which AISP_TUNE_<NAME> stands for the value of the
 * parameter <name>; a candidate is that source with #define lines for all.
 */
#ifndef AISP_TEMPLATE_H
#define AISP_TEMPLATE_H

#include "space.h"

/*
 * Checks that the template uses all parameters of the space, and no others.  Returns 0;
 * or -1 with *err naming one that is missing on either side.
 */
int aisp_template_check(const char *text, const struct aisp_space *s, const char *file,
			struct aisp_err *err);

/*
 * The source of a point.  The #define lines follow the opening comment, in which values
 * are inserted directly, so that its lines about the build and launches still come
 * first.  The caller frees it; NULL without memory.
 */
char *aisp_template_render(const char *text, const struct aisp_space *s, int point);

#endif

/* SPDX-License-Identifier: MIT
 *
 * member.h - what a member of a run's document stands for.
 */
#ifndef AISP_MEMBER_H
#define AISP_MEMBER_H

#include <jansson.h>

/* The arm whose index a member of a result is; NULL if none. */
const json_t *aisp_member_arm(const json_t *results, const json_t *result,
			      const char *name);

#endif

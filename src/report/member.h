/* SPDX-License-Identifier: MIT
 *
 * member.h - members of a JSON document, whatever is or is not there.
 */
#ifndef AISP_MEMBER_H
#define AISP_MEMBER_H

#include <jansson.h>

/* The string, or "" if there is none. */
const char *aisp_member_string(const json_t *object, const char *name);

/* The number, or NaN if there is none. */
double aisp_member_number(const json_t *object, const char *name);

/* The arm whose index a member of a result is; NULL if none. */
const json_t *aisp_member_arm(const json_t *results, const json_t *result,
			      const char *name);

#endif

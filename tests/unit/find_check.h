/* SPDX-License-Identifier: MIT
 *
 * The check of that id, or NULL.
 */
#ifndef FIND_CHECK_H
#define FIND_CHECK_H

#include <aisp/check.h>
#include <string.h>

static inline const struct aisp_check *find(const char *id)
{
	for (int i = 0; aisp_checks[i]; i++)
		if (!strcmp(aisp_checks[i]->id, id))
			return aisp_checks[i];
	return NULL;
}

#endif

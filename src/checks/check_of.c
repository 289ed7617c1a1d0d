/* SPDX-License-Identifier: MIT */
#include <string.h>

#include <aisp/check.h>

const struct aisp_check *aisp_check_of(const char *id)
{
	for (int i = 0; aisp_checks[i]; i++)
		if (!strcmp(aisp_checks[i]->id, id))
			return aisp_checks[i];
	return NULL;
}

/* SPDX-License-Identifier: MIT
 *
 * The check of that id, or NULL; what it says.
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

static inline enum aisp_verdict verdict_of(const char *id,
					   const struct aisp_evidence *ev)
{
	struct aisp_finding f;

	return aisp_check_run(find(id), ev, &f);
}

#endif

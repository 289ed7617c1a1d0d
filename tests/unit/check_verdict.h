/* SPDX-License-Identifier: MIT
 *
 * Returns the verdict of the check of that id.
 */
#ifndef CHECK_VERDICT_H
#define CHECK_VERDICT_H

#include <aisp/check.h>

static inline enum aisp_verdict verdict_of(const char *id,
					   const struct aisp_evidence *ev)
{
	struct aisp_finding f;

	return aisp_check_run(aisp_check_of(id), ev, &f);
}

#endif

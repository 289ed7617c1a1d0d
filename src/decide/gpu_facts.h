/* SPDX-License-Identifier: MIT
 *
 * gpu_facts.h - facts about what an arm asked of a GPU; zeros without a GPU.
 */
#ifndef AISP_GPU_FACTS_H
#define AISP_GPU_FACTS_H

#include "group.h"

void aisp_gpu_facts_note(const struct aisp_group *g, const struct aisp_arm *a,
			 struct aisp_evidence *e);

#endif

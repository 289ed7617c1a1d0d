/* SPDX-License-Identifier: MIT
 *
 * gpu_note.h - what an arm asked a GPU for, as facts; zeros without a GPU.
 */
#ifndef AISP_GPU_NOTE_H
#define AISP_GPU_NOTE_H

#include "group.h"

void aisp_gpu_note(const struct aisp_group *g, const struct aisp_arm *a,
		   struct aisp_evidence *e);

#endif

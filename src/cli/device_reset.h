/* SPDX-License-Identifier: MIT
 *
 * device_reset.h - aisp reset-gpu --device-reset, and --full-system.
 */
#ifndef AISP_DEVICE_RESET_H
#define AISP_DEVICE_RESET_H

#include <stdio.h>

#include "base/err.h"
#include "cli/reset_plan.h"
#include "machine/gpu_hw.h"

struct device_reset {
	const char *gpu; /* UUID, bus id or index; NULL: all */
	int is_yes, is_dry;
	int is_system; /* restarts services, modules and PCIe devices, of all GPUs */
	struct reset_plan plan;
};

/*
 * Checks whether this user may do it on this machine: makes the plan, prints on f what
 * would run and whom it affects, and asks if possible.  Returns 0, or an exit status
 * with *err.
 */
int device_reset_prepare(struct device_reset *r, const struct aisp_gpus *g, FILE *f,
			 struct aisp_err *err);

/* Runs the plan; with --full-system only if no process uses a GPU any more. */
int device_reset_run(const struct device_reset *r, struct aisp_err *err);

#endif

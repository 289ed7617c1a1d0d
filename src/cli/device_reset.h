/* SPDX-License-Identifier: MIT
 *
 * device_reset.h - aisp reset-gpu --device-reset.
 */
#ifndef AISP_DEVICE_RESET_H
#define AISP_DEVICE_RESET_H

#include <stdio.h>

#include "base/err.h"
#include "machine/gpu_hw.h"

struct device_reset {
	const char *gpu; /* UUID, bus id or index; NULL: all */
	int is_yes, is_dry;
};

/*
 * May it be done, by this user, on this machine?  Says on f what would be run
 * and whom it hits, and asks where it may.  0, or an exit status with *err.
 */
int device_reset_prepare(const struct device_reset *r, const struct aisp_gpus *g,
			 FILE *f, struct aisp_err *err);

/* Run it.  0, or -1 with *err filled. */
int device_reset_run(const struct device_reset *r, struct aisp_err *err);

/* "nvidia-smi --gpu-reset -i 0" */
void device_reset_format(const struct device_reset *r, char *text, size_t size);

#endif

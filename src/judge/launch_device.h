/* SPDX-License-Identifier: MIT
 *
 * launch_device.h - the parts of a launch's plan that are a device's.
 */
#ifndef AISP_LAUNCH_DEVICE_H
#define AISP_LAUNCH_DEVICE_H

#include "launch.h"

/* What a worker may open of a device that has a driver: libraries, nodes, addresses. */
void aisp_plan_driver(struct aisp_plan *p, const struct aisp_open_device *d,
		      const char *lib);

/*
 * Bytes that the worker holds now, including what the judge gave it if that does not
 * change. *own: of the memory that is judged, the device's or the worker's pages;
 * *host: of pages that the device's kernels can reach directly, else 0. NaN: unknown.
 */
void aisp_launch_held(const struct aisp_launch *l, double *own, double *host);

/*
 * If the object is only device code: plan its launches.  Returns 0, or -1 with status
 * and cause set, since mistakes in launch lines are the variant's.
 */
int aisp_plan_kernels(struct aisp_launch *l, const struct aisp_buffers *b,
		      const char *object, const char *lib);

#endif

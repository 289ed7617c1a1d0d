/* SPDX-License-Identifier: MIT
 *
 * launch_device.h - the parts of a launch's plan that are a device's.
 */
#ifndef AISP_LAUNCH_DEVICE_H
#define AISP_LAUNCH_DEVICE_H

#include "launch.h"

/* What a worker opens of it: libraries, nodes and addresses.  It has a driver. */
void aisp_plan_driver(struct aisp_plan *p, const struct aisp_open_device *d,
		      const char *lib);

/*
 * What the worker holds now, in bytes, with what the judge gave it where that does not
 * change: *own of the memory that is judged, the device's or its pages; *host of pages
 * that the device's kernels reach as they are, 0 if they do not.  NaN: unknown.
 */
void aisp_launch_held(const struct aisp_launch *l, double *own, double *host);

/*
 * Where the object is device code alone: its launches.  0, or -1 with status and cause
 * set, since what is wrong with launch lines is the variant's doing.
 */
int aisp_plan_kernels(struct aisp_launch *l, const struct aisp_buffers *b,
		      const char *object, const char *lib);

#endif

/* SPDX-License-Identifier: MIT
 *
 * worker_device.h - the worker's side of a device, loaded where the plan names its
 * plugin.
 */
#ifndef AISP_WORKER_DEVICE_H
#define AISP_WORKER_DEVICE_H

#include "protocol.h"

/* 0, or -errno with the driver's words in report->text. */
struct aisp_worker_device {
	/* A context on the only visible device, and the stream of all calls. */
	int (*open)(const struct aisp_plan *plan, struct aisp_report *report);
	/* Fill the blocks' places in io[0..n_slots), of which a rank has its own and
	 * all windows and signals; and every stream. */
	int (*map)(const struct aisp_plan *plan, struct aisp_io *io,
		   struct aisp_report *report);
	/* What comes behind waits until the judge opens the gate of that number. */
	int (*close_gate)(uint32_t number, struct aisp_report *report);
	/* Around the calls of one ring: events; and the wait for the device. */
	int (*begin)(struct aisp_report *report);
	int (*end)(struct aisp_report *report);
	int (*wait)(struct aisp_report *report);
	/* The least work that makes this context the one that runs. */
	int (*ready)(struct aisp_report *report);
};

/* The one symbol that a plugin exports. */
#define AISP_WORKER_DEVICE_SYMBOL "aisp_worker_device"

/* The CPU's: there is nothing to open, and a call's work is done with it. */
extern const struct aisp_worker_device aisp_worker_host;

#endif

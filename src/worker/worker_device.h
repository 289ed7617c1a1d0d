/* SPDX-License-Identifier: MIT
 *
 * worker_device.h - the worker's side of a device, loaded where the plan names its
 * plugin.
 */
#ifndef AISP_WORKER_DEVICE_H
#define AISP_WORKER_DEVICE_H

#include "protocol.h"

/* Functions return 0, or -errno with the driver's message in report->text. */
struct aisp_worker_device {
	/* Create a context on the only visible device, and the stream of all calls. */
	int (*open)(const struct aisp_plan *plan, struct aisp_report *report);
	/* Fill the blocks' addresses and streams in io[0..n_slots); a rank gets its own
	 * blocks, and all windows and signals. */
	int (*map)(const struct aisp_plan *plan, struct aisp_io *io,
		   struct aisp_report *report);
	/* Enqueue a wait until the judge opens the gate before that number, a wake-up,
	 * and a wait until it opens the gate of that number. */
	int (*close_gates)(uint32_t number, struct aisp_report *report);
	/* Around a ring's calls: record events; then wait for the device. */
	int (*begin)(struct aisp_report *report);
	int (*end)(struct aisp_report *report);
	int (*wait)(struct aisp_report *report);
	/* Wake the device up in this context, or wait until it is, between gates. */
	int (*ready)(bool is_armed, struct aisp_report *report);
};

/* The one symbol that a plugin exports. */
#define AISP_WORKER_DEVICE_SYMBOL "aisp_worker_device"

/* The CPU needs no opening, and a call's work is done when it returns. */
extern const struct aisp_worker_device aisp_worker_host;

#endif

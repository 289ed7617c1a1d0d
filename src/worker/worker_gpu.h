/* SPDX-License-Identifier: MIT
 *
 * worker_gpu.h - the worker's side of a GPU, loaded where the plan names its plugin.
 */
#ifndef AISP_WORKER_GPU_H
#define AISP_WORKER_GPU_H

#include "protocol.h"

/* 0, or -errno with the driver's words in report->text. */
struct aisp_worker_gpu {
	/* A context on the only visible device, and the stream of all calls. */
	int (*open)(const struct aisp_plan *plan, struct aisp_report *report);
	/* Fill the blocks' places in io[0..n_slots), and every stream. */
	int (*map)(const struct aisp_plan *plan, struct aisp_io *io,
		   struct aisp_report *report);
	/* Around the calls of one ring: events, and the wait for the device. */
	int (*begin)(struct aisp_report *report);
	int (*end)(struct aisp_report *report);
	/* The least work that makes this context the one that runs. */
	int (*ready)(struct aisp_report *report);
};

/* The one symbol of cuda_worker.so is aisp_worker_gpu. */

#endif

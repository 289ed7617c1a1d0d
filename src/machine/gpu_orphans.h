/* SPDX-License-Identifier: MIT
 *
 * gpu_orphans.h - workers that outlived their judge and may still hold GPU memory. Only
 * processes of the calling user are examined.
 */
#ifndef AISP_GPU_ORPHANS_H
#define AISP_GPU_ORPHANS_H

#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "machine/gpu_hw.h"

struct aisp_orphan {
	pid_t pid;
	uint64_t start_ticks; /* since boot: with the pid, its identity */
	double age_s;
	int64_t memory_bytes; /* on all GPUs; -1 unknown */
};

struct aisp_orphans {
	int n;
	struct aisp_orphan *list;
	int n_at_work; /* workers with a living judge; not in the list */
};

/*
 * Finds all processes whose executable is named aisp-worker and whose first ancestor
 * that is no worker is neither aisp nor in the worker's session.  Returns 0, or -1 with
 * *err filled; release in either case.
 */
int aisp_orphans_find(struct aisp_orphans *o, struct aisp_err *err);
void aisp_orphans_release(struct aisp_orphans *o);

/* Fill in memory_bytes. */
void aisp_orphans_read_memory(struct aisp_orphans *o, const struct aisp_gpus *g);

enum aisp_orphan_end {
	AISP_ORPHAN_STAYS, /* even SIGKILL does not help: it hangs in the driver */
	AISP_ORPHAN_ENDED, /* also if it had ended before */
	AISP_ORPHAN_KILLED,
};

/* Sends SIGTERM, waits two seconds, sends SIGKILL, and waits two more. */
enum aisp_orphan_end aisp_orphan_end(const struct aisp_orphan *o);

#endif

/* SPDX-License-Identifier: MIT
 *
 * worker.h - the parts of the worker.
 */
#ifndef AISP_WORKER_H
#define AISP_WORKER_H

#include "protocol.h"

/*
 * Drop all rights before untrusted code is loaded, in two steps; a device's driver
 * starts between them.  Both add to report->layers.
 */
void aisp_sandbox_enter(const struct aisp_plan *plan, struct aisp_report *report);
void aisp_sandbox_filter(const struct aisp_plan *plan, struct aisp_report *report);

/* Install the second filter; returns true if it is in force. */
bool aisp_sandbox_confine(const struct aisp_plan *plan);

/*
 * Report signal, address and system call of a fault, then die of it.  With a driver or
 * an MPI denied system calls fail with EPERM instead: those cope with it.
 */
void aisp_faults_report_to(struct aisp_report *report, bool is_forgiving);

/*
 * Map the buffers (a rank only its slices), with unmapped pages around each tensor;
 * fills io[0..n_slots).
 */
int aisp_buffers_map(const struct aisp_plan *plan, uint32_t rank, struct aisp_io *io);

/* Reduce a region, and its tensor unless NULL, to the slice of a rank. */
void aisp_slice_cut(struct aisp_region *at, struct aisp_tensor *t, uint32_t rank,
		    uint32_t n_ranks);

/* Map the windows and signals of all ranks in a slot; NULL on failure. */
const struct aisp_ranks *aisp_windows_map(const struct aisp_plan *plan, uint32_t rank,
					  uint32_t slot);

#endif

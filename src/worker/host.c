/* SPDX-License-Identifier: MIT */
#include <errno.h>

#include "worker_device.h"

static int open_nothing(const struct aisp_plan *plan, struct aisp_report *report)
{
	(void)plan, (void)report;
	return 0;
}

static int map_nothing(const struct aisp_plan *plan, struct aisp_io *io,
		       struct aisp_report *report)
{
	(void)plan, (void)io, (void)report;
	return 0;
}

static int nothing(struct aisp_report *report)
{
	(void)report;
	return 0;
}

static int is_ready(bool is_armed, struct aisp_report *report)
{
	(void)is_armed, (void)report;
	return 0;
}

static int no_gate(uint32_t number, struct aisp_report *report)
{
	(void)number, (void)report;
	return -ENOSYS; /* a call's work is done when it returns */
}

const struct aisp_worker_device aisp_worker_host = {
	.open = open_nothing,
	.map = map_nothing,
	.close_gates = no_gate,
	.begin = nothing,
	.end = nothing,
	.wait = nothing,
	.ready = is_ready,
};

/* SPDX-License-Identifier: MIT */
#include "checks/guarantee.h"

static bool has_address_limit(const struct aisp_evidence *ev)
{
	return ev->address_limit_bytes > 0;
}

static bool priority_differs(const struct aisp_evidence *ev)
{
	return ev->priority != ev->priority_first;
}

static bool is_unfiltered(const struct aisp_evidence *ev)
{
	return !ev->is_sandboxed;
}

/*
 * A table of answers for all inputs fits into addresses that cost nothing until they
 * are touched. A GPU's driver reserves terabytes for itself.
 */
AISP_GUARANTEE(environment, memory_overcommit,
	       "reserves memory that the machine does not have",
	       "a limit on the worker's addresses: its data and a fixed allowance",
	       NULL, AISP_NEEDS(address_limit_bytes, is_gpu),
	       AISP_HOLDS(has_address_limit, "%.3g GiB of addresses at most",
			  AISP_PER(address_limit_bytes, 0x1p30)),
	       AISP_PARTLY(aisp_is_on_gpu,
			   "addresses have no limit beside a GPU's driver"),
	       AISP_PARTLY(AISP_ELSE, "addresses have no limit"));

/*
 * System calls that change priorities, and the right to raise them, are denied before
 * the variant is loaded.
 */
AISP_GUARANTEE(environment, priority_elevation,
	       "raises its priority and takes the CPU from others",
	       "the system calls that raise it are denied; the kernel reports the "
	       "priority of each launch",
	       NULL, AISP_NEEDS(priority, priority_first, is_sandboxed),
	       AISP_PARTLY(priority_differs,
			   "priority %.0f, %.0f in the group's first launch",
			   AISP_N(priority), AISP_N(priority_first)),
	       AISP_PARTLY(is_unfiltered,
			   "system calls are not filtered on this machine"),
	       AISP_HOLDS(AISP_ELSE, "%.0f in all launches", AISP_N(priority)));

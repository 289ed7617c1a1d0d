/* SPDX-License-Identifier: MIT
 *
 * filter.h - which system calls a worker may make.
 */
#ifndef AISP_FILTER_H
#define AISP_FILTER_H

#include "base/err.h"
#include "base/meets.h"
#include "device/device.h"
#include "worker/protocol.h"

struct aisp_needs {
	int n_threads, n_ranks;
	unsigned uses;                    /* enum aisp_uses */
	const struct aisp_driver *driver; /* NULL: none */
	enum aisp_meets meets; /* a library among the ranks (docs/tiers.md) */
	bool has_links;        /* streams to ranks elsewhere (links.h) */
};

/* For loading and setup(): what a dynamic loader, malloc and, if n_threads > 1,
 * thread creation need, and a device's driver.  Never a new process; sockets and
 * writes to files for such a library alone, whose network and files are its group's. */
int aisp_filter_load(struct aisp_filter *f, const struct aisp_needs *n,
		     struct aisp_err *err);

/* For calls: waiting and leaving, and what `uses` declares. */
int aisp_filter_run(struct aisp_filter *f, const struct aisp_needs *n,
		    struct aisp_err *err);

/* Put before a program: what changes mappings of the judge's, or asks for their pages,
 * even by a range that only reaches into them, is refused (filter_ranges.c).  0, or -1
 * with *err filled. */
int aisp_filter_guard_ranges(struct aisp_filter *f, const struct aisp_needs *needs,
			     struct aisp_err *err);

/* "clone3", or "system call 435" for one that this machine cannot name. */
void aisp_syscall_name(int number, char *name, unsigned size);

#endif

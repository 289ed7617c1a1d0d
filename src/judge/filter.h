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
	bool is_counted;       /* memory is judged: a call gives none back */
};

/* For loading and setup(): what a dynamic loader, malloc, a device's driver and, if
 * n_threads > 1, thread creation need.  Never a new process; sockets and writes to
 * files only for a library among ranks, whose network and files are its group's. */
int aisp_filter_load(struct aisp_filter *f, const struct aisp_needs *n,
		     struct aisp_err *err);

/* For calls: waiting, leaving, and what `uses` declares. */
int aisp_filter_run(struct aisp_filter *f, const struct aisp_needs *n,
		    struct aisp_err *err);

/* Prefix a program with rules that refuse calls that change mappings of the judge, or
 * ask for their pages, even by overlap (filter_ranges.c).  Returns 0, or -1 with *err
 * filled. */
int aisp_filter_guard_ranges(struct aisp_filter *f, const struct aisp_needs *needs,
			     struct aisp_err *err);

/* "clone3", or "system call 435" if this machine cannot name it. */
void aisp_syscall_name(int number, char *name, unsigned size);

#endif

/* SPDX-License-Identifier: MIT
 *
 * compile.h - bring objects of pairs up to date: each is compiled behind walls
 * (walls.h) by words of an allow-list (allow.h), several at once, when its stamp
 * (stamp.h) does not hold.  Beside an object lie its command line in
 * <object>.cmd and its stamp; where none can be made, the reason in <object>.why.
 */
#ifndef AISP_BUILD_H
#define AISP_BUILD_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/paths.h"

enum aisp_build_state {
	AISP_BUILD_FRESH, /* nothing was to be done */
	AISP_BUILD_BUILT,
	AISP_BUILD_SKIPPED, /* this machine lacks what it needs */
	AISP_BUILD_BROKEN,  /* it does not compile, or wants what is not allowed */
};

struct aisp_build_item {
	const char *dir;    /* of the sources, absolute, without links */
	const char *out;    /* of the objects, absolute; created */
	const char *object; /* "workload_x.so", "baseline_x.c.so", "....c.fma.so" */
	enum aisp_build_state state;
	char why[600]; /* if skipped or broken, as in <object>.why */
};

struct aisp_builder {
	const struct aisp_paths *paths;
	bool is_all_archs; /* of .cu files; else only for the GPUs that are here, or */
	const char *gpu;   /* for this one, "sm_90"; NULL: those that are here */
	bool is_strict;    /* a warning breaks an object */
	int cpu_s;         /* limit of one compiler's CPU time; 0: as for our own */
	const volatile sig_atomic_t *is_stopped; /* may be NULL */
	/* On aisp_now_ns()'s clock: what is not compiled by then is skipped, and tried
	 * again the next time; contracts are not, without which no result can be
	 * listed.  0: none. */
	int64_t deadline_ns;
	/* Before each object that takes a compiler, at last with NULL; may be NULL. */
	void (*progress)(void *arg, int k, int n, const char *object);
	void *arg;
};

/*
 * Waits for another process that builds in the same folders.  0, with a state in each
 * item; or -1 with *err filled if the harness failed or was stopped.
 */
int aisp_build(const struct aisp_builder *b, struct aisp_build_item *items, int n,
	       struct aisp_err *err);

/* The reason is the source's own fault, not this machine's. */
bool aisp_build_is_broken(const char *why);

#endif

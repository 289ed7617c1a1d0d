/* SPDX-License-Identifier: MIT
 *
 * revisions_parts.h - what the files share that measure two commits.
 */
#ifndef AISP_REVISIONS_PARTS_H
#define AISP_REVISIONS_PARTS_H

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "revisions.h"
#include "store/history.h"

#define REVISIONS_MAX_WORDS 64 /* of a command */

struct revisions_bench {
	const struct revisions *r;
	const volatile sig_atomic_t *is_stopped;
	char base[PATH_MAX / 2]; /* the temporary directory */
	int place_fd;            /* its lock */
	char ids[2][80];
	struct aisp_history *runs[2]; /* in memory */
	bool wants_cuda;
	int64_t start_ns, measuring_ns; /* when all of it and the first pair began */
	int n_measured;                 /* runs, of both sides */
};

const char *revisions_letter(int side);
double revisions_seconds_since(int64_t ns);

/* A line a step, also in a log: a comparison takes minutes. */
__attribute__((format(printf, 2, 3))) void
revisions_tell(const struct revisions_bench *b, const char *fmt, ...);

/* The exit status, one of the bits of `good` or SKIPPED, or -1 with *err filled. */
int revisions_run(const struct revisions_bench *b, const char *const *argv,
		  const char *what, unsigned good, struct aisp_err *err);

/* The files of that side's commit, below b->base. */
int revisions_check_out(const struct revisions_bench *b, int side,
			struct aisp_err *err);

#define REVISIONS_OBJECTS "build/obj"

/*
 * May the tree `to` have the objects of `from`, which is built?  If both compile by the
 * same rules: then files of `to` are made as old as the same ones of `from`.
 */
bool revisions_share(const char *from, const char *to);

/* A judge of the same files is taken as it is: this one, or the other side's.  Else
 * only what differs is compiled. */
int revisions_build(const struct revisions_bench *b, int side, struct aisp_err *err);

#endif

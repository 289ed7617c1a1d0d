/* SPDX-License-Identifier: MIT
 *
 * revisions_parts.h - shared by the files that measure two commits.
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
	int64_t start_ns, measuring_ns; /* when everything and the first pair began */
	int n_measured;                 /* runs of both sides */
};

const char *revisions_letter(int side);
double revisions_seconds_since(int64_t ns);

/* Prints one line per step, also into a log: a comparison takes minutes. */
__attribute__((format(printf, 2, 3))) void
revisions_tell(const struct revisions_bench *b, const char *fmt, ...);

/* The exit status, if SKIPPED or a bit of `good`; else -1 with *err filled. */
int revisions_run(const struct revisions_bench *b, const char *const *argv,
		  const char *what, unsigned good, struct aisp_err *err);

/* Checks out that side's commit below b->base. */
int revisions_check_out(const struct revisions_bench *b, int side,
			struct aisp_err *err);

#define REVISIONS_OBJECTS "build/obj"

/*
 * May the tree `to` use the objects of the built tree `from`? Yes if both compile by
 * the same rules; then equal files in `to` get the times of those in `from`.
 */
bool revisions_share(const char *from, const char *to);

/* Copies the judge if this one or the other side's has the same files; else compiles
 * only what differs. */
int revisions_build(const struct revisions_bench *b, int side, struct aisp_err *err);

#endif

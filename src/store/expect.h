/* SPDX-License-Identifier: MIT
 *
 * expect.h - what a target is expected to reach on a class of machines:
 * expectations/<class>/<chapter>/<target>.txt.  docs/expectations.md explains
 * the files.
 */
#ifndef AISP_EXPECT_H
#define AISP_EXPECT_H

#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "expect_class.h"

/* Before a score's name, for people: such a result has no expected time. */
#define AISP_JUDGED_BY_SCORE "judged by its score: "

enum aisp_metric {
	AISP_METRIC_SPEEDUP, /* over the baseline */
	AISP_METRIC_LIBRARY, /* the library's time over the target's */
	AISP_METRIC_TIME,    /* geometric mean of the launches' medians, in ns */
	AISP_METRIC_LIMIT,   /* fraction of the measured peak; recorded only */
	AISP_N_METRICS
};

extern const char *const aisp_metric_names[AISP_N_METRICS]; /* "speedup" */
extern const char *const aisp_metric_units[AISP_N_METRICS]; /* "x", "ns" */

/* NaN: unknown; a bound that is NaN is no bound. */
struct aisp_metric_entry {
	double value, ci_low, ci_high;
	double lower, upper; /* a later interval must not lie beyond these */
};

/* What one run found, and a later one is expected to find again. */
struct aisp_expect {
	struct aisp_machine_class machine;
	char target[640];
	char directory[PATH_MAX]; /* of a pair outside aisp's tree, else "" */
	char params[1024];        /* "rows=2048 cols=1024" */
	char distribution[32];
	char baseline[128]; /* the variant compared with */
	char over[16];      /* its class: "naive", "common", "library" */
	char variant[65];   /* SHA-256 of the object, or "" */
	char commit[80];    /* "", or with " (changed)" if the tree was dirty */
	char date[32];      /* ISO 8601, UTC */
	char roof[64];      /* of which AISP_METRIC_LIMIT is a share: "DRAM"; or "" */
	char grade;         /* of the environment, 'A' to 'D' or '?' */
	int n_launches;     /* of each arm */
	double confidence;  /* of the intervals */
	bool is_by_score;   /* its score is the only reason why it can be neither judged
			       nor recorded */
	struct aisp_metric_entry metrics[AISP_N_METRICS];
};

/* The entries of one file, in its order; the caller frees the array. */
struct aisp_expect_file {
	struct aisp_expect *entries;
	int n;
};

/* Appends a copy of e.  Returns the new entry, or NULL without memory. */
struct aisp_expect *aisp_expect_add(struct aisp_expect_file *f,
				    const struct aisp_expect *e);

/*
 * Makes an expectation from result i.  Bounds are the interval's ends, widened by the
 * margin of the comparison, and for a ratio on a CPU of grade C or D by at least
 * AISP_MARGIN_MAX.  Returns 0; or -1 with *err saying why the result can be neither
 * judged nor recorded.
 */
int aisp_expect_observe(struct aisp_expect *e, const struct aisp_run *run, int i,
			struct aisp_err *err);

/* The folder of all expectations: ./expectations if it is there, else root's. */
int aisp_expect_dir(char *dir, size_t size, const char *root, struct aisp_err *err);

/*
 * <dir>/<class>/<chapter>/<name@device>.txt.  A '/' in the chapter makes folders;
 * what could leave them, or cannot be in a file's name, is written as %2e.
 */
int aisp_expect_path(char *path, size_t size, const char *dir, const char *slug,
		     const char *target, struct aisp_err *err);

/* Where to look for expectations. */
struct aisp_expect_place {
	const char *dir;
	bool is_given; /* the user gave it, so that it is used for pairs outside aisp's
			  tree, too */
};

/*
 * The file for e.  Base names of directories collide, so a pair outside aisp's tree has
 * its own file: <directory>/expectations/<class>/<chapter>/<name@device>.txt, or, if
 * the user gave a place, <dir>/<class>/<directory>/<name@device>.txt. That directory is
 * relative to dir's parent, if it lies below it.
 */
int aisp_expect_path_of(char *path, size_t size, const struct aisp_expect_place *place,
			const struct aisp_expect *e, struct aisp_err *err);

/* Are both of one experiment: parameters, distribution and baseline? */
int aisp_expect_is_same(const struct aisp_expect *a, const struct aisp_expect *b);

/* Says what is wrong with the last entry, as a verb phrase; NULL: nothing. */
const char *aisp_expect_nonsense(const struct aisp_expect_file *f);

/* Does a file of that path belong to e's target and class?  Returns 0 or -1. */
int aisp_expect_check_place(const struct aisp_expect *e, const char *path,
			    struct aisp_err *err);

/* A missing file counts as empty.  0, or -1 with *err naming the damaged line. */
int aisp_expect_load(struct aisp_expect_file *f, const char *path,
		     struct aisp_err *err);
int aisp_expect_parse(struct aisp_expect_file *f, char *text, const char *path,
		      struct aisp_err *err);

/* The text of the file; the caller frees it; NULL without memory. */
char *aisp_expect_format(const struct aisp_expect_file *f);

/*
 * Finds the entry with the same parameters, distribution and baseline as observed, and
 * the same fingerprint, else the last of the class.  NULL if there is none.
 */
const struct aisp_expect *aisp_expect_find(const struct aisp_expect_file *f,
					   const struct aisp_expect *observed);

/*
 * Makes `observed` the entry of its fingerprint; other entries stay.  The file changes
 * completely or not at all, also with two processes at once. 0, or -1 with *err.
 */
int aisp_expect_accept(const struct aisp_expect_place *place,
		       const struct aisp_expect *observed, struct aisp_err *err);

/* Loads all entries below dir, by class and target.  Fails like aisp_expect_load(). */
int aisp_expect_load_all(struct aisp_expect_file *f, const char *dir,
			 struct aisp_err *err);

/* An object with all members, metrics by their names; NULL without memory. */
json_t *aisp_expect_json(const struct aisp_expect *e);

#endif

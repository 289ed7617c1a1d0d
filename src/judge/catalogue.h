/* SPDX-License-Identifier: MIT
 *
 * catalogue.h - which targets exist.  Nothing registers one: the files below
 * chapters/ and labs/, and below the directories that the user names, are the
 * list.  Nothing is built or loaded to read it.
 *
 *	workload_<w>.h  baseline_<b>.c|.cu  optimized_<o>.c|.cu
 *
 * Each optimized file is a target.  Its baseline is the one with the longest
 * name that equals <o> or prefixes it, followed by '_'; its workload the one
 * that its `#include "workload_<w>.h"` names.
 */
#ifndef AISP_CATALOGUE_H
#define AISP_CATALOGUE_H

#include <aisp/variant.h>
#include <stdbool.h>

#include "base/err.h"
#include "base/paths.h"
#include "device/device.h"

/* Why an object is missing: nobody tried to build it, or time ran out. */
#define AISP_NOT_BUILT_YET "not built yet"

/* All strings belong to the catalogue; none is NULL unless it says so. */
struct aisp_target {
	char *id;        /* "ch07:transpose_tiled@cpu" */
	char *chapter;   /* "ch07", "labs/x", an outside directory's path in its git
			    tree, else from here, else its base name; with digits of
			    its path where another one has that name */
	char *name;      /* "transpose_tiled" */
	char *dir;       /* of the sources, absolute */
	char *out;       /* of the objects, absolute; need not exist */
	char *workload;  /* "transpose" */
	char *baseline;  /* "baseline_transpose.c", a file in dir */
	char *optimized; /* "optimized_transpose_tiled.c" */
	char *workload_object, *baseline_object, *optimized_object; /* paths */
	enum aisp_device device;
	bool is_library;  /* the source says AISP_CLASS_LIBRARY; the worker decides */
	bool is_selected; /* by the patterns */
	char *optimized_why, *baseline_why, *workload_why; /* why an object is missing;
							      NULL if it is there */
	const char *why; /* the first of them; NULL if all three are there */
	char *problem;   /* NULL in targets[]: what is wrong, and the remedy */
};

struct aisp_catalogue {
	struct aisp_target *targets; /* by id; the selected ones first */
	int n;                       /* selected */
	int n_all; /* with the others of the same directories: a library to compare
		      with may be among them */
	char **problems; /* why selected files are not targets */
	int n_problems;
};

/*
 * Patterns: `ch07`, `ch0*`, `ch07:transpose*`, `labs/x`, a directory's path,
 * `path/to/dir:name*`, each with or without `@cpu` or `@cuda`.  A pair's name, that
 * of its baseline, selects all its variants; with a device behind it, the variant of
 * that name if there is one, as an id does.  Without patterns all targets below the
 * root are selected.  Returns 0; or -1 with *err filled and *c empty if a pattern
 * matches nothing, or all match only broken pairs (is_broken).  A broken pair among
 * others is noted in problems[].
 */
int aisp_catalogue_load(struct aisp_catalogue *c, const struct aisp_paths *p,
			const char *const *patterns, int n_patterns,
			struct aisp_err *err);
/* Is a target of that id among the selected ones? */
bool aisp_catalogue_selects(const struct aisp_catalogue *c, const char *id);

/*
 * Remove selected target i for that reason, which is added to problems[] unless it is
 * there.  Returns 0, or -1 with *err filled.
 */
int aisp_catalogue_drop(struct aisp_catalogue *c, int i, const char *problem,
			struct aisp_err *err);
/* All that was selected is broken: -1, with the first in *err, and how many more. */
int aisp_catalogue_broken(const struct aisp_catalogue *c, struct aisp_err *err);
/*
 * Does a pattern name this id, whose target may be missing in the catalogue?  It is
 * matched part by part, or as a whole; not as a pair's name or a directory's path.
 */
bool aisp_pattern_matches_id(const char *pattern, const char *id);

void aisp_catalogue_release(struct aisp_catalogue *c);

#endif

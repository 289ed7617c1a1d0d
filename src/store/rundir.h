/* SPDX-License-Identifier: MIT
 *
 * rundir.h - a run folder that appears complete or not at all.
 *
 * Files are written into <artifacts>/.tmp-<random>/, which is locked while in use;
 * commit renames it to <artifacts>/<time>_<host>. If the process is killed before, it
 * leaves a .tmp- directory without a lock.
 */
#ifndef AISP_RUNDIR_H
#define AISP_RUNDIR_H

#include <jansson.h>
#include <limits.h>
#include <stddef.h>

#include "base/err.h"

struct aisp_rundir {
	int parent_fd;
	int fd;            /* of the temporary directory, locked */
	char tmp[32];      /* its name */
	char name[128];    /* the final name, once committed */
	int is_parent_new; /* it was not there before */
	char parent[PATH_MAX];
	char path[PATH_MAX + 160]; /* the run folder; it exists after the commit */
};

/* Creates `artifacts` too.  0, or -1 with *err filled and nothing to abort. */
int aisp_rundir_begin(struct aisp_rundir *r, const char *artifacts,
		      struct aisp_err *err);

/*
 * Takes over the temporary folder `tmp` of a killed run.  Returns like
 * aisp_rundir_begin(); -1 also if that run lives or another process took it over.
 */
int aisp_rundir_adopt(struct aisp_rundir *r, const char *artifacts, const char *tmp,
		      struct aisp_err *err);

/* name has no '/'.  The file is on the disk when these return 0. */
int aisp_rundir_put_json(struct aisp_rundir *r, const char *name, const json_t *json,
			 struct aisp_err *err);
int aisp_rundir_put_text(struct aisp_rundir *r, const char *name, const char *text,
			 size_t n_bytes, struct aisp_err *err);

/* Likewise for a file that may be lost in a crash: does not wait for the disk. */
int aisp_rundir_put_note(struct aisp_rundir *r, const char *name, const char *text,
			 size_t n_bytes, struct aisp_err *err);

/* Returns 0 with the folder at r->path; or -1 with *err, and removes the folder. */
int aisp_rundir_commit(struct aisp_rundir *r, struct aisp_err *err);

/* Leaves the written files in place, for a process that adopts the folder. */
void aisp_rundir_leave(struct aisp_rundir *r);

/* Removes the written files, and `artifacts` if begin made it and it is empty. */
void aisp_rundir_abort(struct aisp_rundir *r);

#endif

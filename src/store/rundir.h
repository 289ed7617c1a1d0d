/* SPDX-License-Identifier: MIT
 *
 * rundir.h - a run folder that appears whole or not at all.
 *
 * Files are written into <artifacts>/.tmp-<random>/, which a lock marks as in
 * use; commit renames that directory to <artifacts>/<time>_<host>.  Whatever
 * kills the process in between leaves a .tmp- directory whose lock is free.
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
 * Take over the temporary folder `tmp` of a run that was killed.  As begin; -1 also if
 * that run lives or somebody else took it over.
 */
int aisp_rundir_adopt(struct aisp_rundir *r, const char *artifacts, const char *tmp,
		      struct aisp_err *err);

/* name has no '/'.  The file is on the disk when these return 0. */
int aisp_rundir_put_json(struct aisp_rundir *r, const char *name, const json_t *json,
			 struct aisp_err *err);
int aisp_rundir_put_text(struct aisp_rundir *r, const char *name, const char *text,
			 size_t n_bytes, struct aisp_err *err);

/* The same for what nobody misses after a crash: it waits for no disk. */
int aisp_rundir_put_note(struct aisp_rundir *r, const char *name, const char *text,
			 size_t n_bytes, struct aisp_err *err);

/* 0 with r->path there, or -1 with *err filled and the folder removed. */
int aisp_rundir_commit(struct aisp_rundir *r, struct aisp_err *err);

/* Leave what was written where it is, for who adopts it. */
void aisp_rundir_leave(struct aisp_rundir *r);

/* Remove what was written, and `artifacts` if begin created it and it is empty. */
void aisp_rundir_abort(struct aisp_rundir *r);

#endif

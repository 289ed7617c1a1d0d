/* SPDX-License-Identifier: MIT
 *
 * job.h - one object: whether it is up to date, and the compiler that makes it if not.
 */
#ifndef AISP_JOB_H
#define AISP_JOB_H

#include "compile.h"
#include "recipe.h"
#include "stamp.h"
#include "walls.h"

/* How a reason begins that is the source's own fault. */
#define AISP_BROKEN  "does not compile: "
#define AISP_REFUSED "refused: "

struct aisp_job {
	struct aisp_build_item *item;
	struct aisp_recipe recipe;
	struct aisp_stamp stamp;
	char object[PATH_MAX], scratch[PATH_MAX], alias[PATH_MAX], root[PATH_MAX];
	FILE *log;      /* of its folder; shared with the other jobs there */
	bool is_wanted; /* it must be compiled */
	struct aisp_walled program;
	bool is_running, was_killed, is_late;
	int64_t end_ns; /* when the compiler is killed */
	int cpu_s;
};

/* Decide whether it must be compiled; start the compiler.  They return 0, or -1 with
 * *err filled. */
int aisp_job_plan(struct aisp_job *j, const struct aisp_builder *b,
		  struct aisp_toolchain *t, struct aisp_err *err);
int aisp_job_start(struct aisp_job *j, const struct aisp_builder *b,
		   const struct aisp_toolchain *t, struct aisp_err *err);
/* It has ended: take the object, or say why there is none. */
int aisp_job_finish(struct aisp_job *j, const struct aisp_builder *b,
		    struct aisp_err *err);
/* The builder's time has passed: neither an object nor a reason is left. */
void aisp_job_drop(struct aisp_job *j);
void aisp_job_kill(struct aisp_job *j);
void aisp_job_release(struct aisp_job *j);

#endif

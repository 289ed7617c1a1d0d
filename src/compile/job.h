/* SPDX-License-Identifier: MIT
 *
 * job.h - one object: is it as it should be; if not, one compiler behind walls.
 */
#ifndef AISP_JOB_H
#define AISP_JOB_H

#include "compile.h"
#include "recipe.h"
#include "stamp.h"
#include "walls.h"

struct aisp_job {
	struct aisp_build_item *item;
	struct aisp_recipe recipe;
	struct aisp_stamp stamp;
	char object[PATH_MAX], scratch[PATH_MAX], alias[PATH_MAX], root[PATH_MAX];
	FILE *log;      /* of its folder; several jobs share it */
	bool is_wanted; /* a compiler must run */
	struct aisp_walled program;
	bool is_running, was_killed, is_late;
	int64_t end_ns; /* when it is killed */
	int cpu_s;
};

/* Decide; 0, or -1 with *err filled. */
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

/* SPDX-License-Identifier: MIT
 *
 * profile_cpu.h - profile one variant by counters and samples, in normal launches of
 * the judge, with profilers attached from outside.
 */
#ifndef AISP_PROFILE_CPU_H
#define AISP_PROFILE_CPU_H

#include "base/exit_status.h"
#include "judge/measure_group.h"
#include "judge/suite.h"
#include "profile/counters.h"
#include "profile/stacks.h"
#include "profile/tasks.h"

/* One target's workload at one set of parameters. */
struct profile_subject {
	const struct aisp_suite *suite;
	struct aisp_harness harness;
	struct aisp_contract contract;
	struct aisp_group group; /* the variant under way is arm 0 */
	bool has_stacks;         /* sample call stacks too */
	enum aisp_exit status;   /* that follows from the variants so far */
};

/* What one rank of several did in the counted calls. */
struct profile_rank {
	struct aisp_tasks software;
	uint64_t n_samples;
	double waiting; /* share of them in waits for peers; NaN: there is none */
};

/* Unknown values are NaN, with a reason beside them. */
struct profile_cpu {
	enum aisp_launch_status status;
	char why[600];   /* why it is not OK */
	char wrong[256]; /* an element of the output; empty if none */
	uint32_t cls;
	char summary[160], library[64];
	double call_ns;             /* in a launch without any profiler */
	double n_calls, n_rings;    /* under the counters */
	double wall_ns;             /* of all these calls */
	struct aisp_tasks software; /* of rank 0, or of the only process */
	struct profile_rank ranks[AISP_MAX_RANKS];
	int n_ranks; /* 0: one process, which is alone */
	struct aisp_count hardware[AISP_N_HARDWARE];
	struct aisp_frame lines; /* the same with lines and instructions */
	struct aisp_frame stacks;
	uint64_t n_lost; /* samples */
	char no_stacks[sizeof(((struct aisp_err *)0)->msg)];
};

/* Returns 0 with *p filled, however the variant ended; -1 with *err filled. */
int profile_cpu_run(struct profile_subject *s, const char *object,
		    struct profile_cpu *p, struct aisp_err *err);
void profile_cpu_release(struct profile_cpu *p);

#endif

/* SPDX-License-Identifier: MIT
 *
 * grade.h - how far figures measured here may be trusted.
 */
#ifndef AISP_GRADE_H
#define AISP_GRADE_H

#include <jansson.h>

#include "machine/gpu_state.h"
#include "machine/hostload.h"
#include "machine/hw.h"

enum aisp_grade {
	AISP_GRADE_UNKNOWN,
	AISP_GRADE_A, /* bare metal, clocks locked */
	AISP_GRADE_B, /* bare metal, clocks observed */
	AISP_GRADE_C, /* virtual, or a clock or other load cannot be seen */
	AISP_GRADE_D, /* degraded: others took time, or heat slowed a GPU */
};

/* A greater share of CPU time, stolen or used by others, degrades the grade. */
#define AISP_GRADE_LOST_MAX 0.01

#define AISP_GRADE_MAX_WHY 8

struct aisp_grading {
	enum aisp_grade grade;
	int n_why;
	char why[AISP_GRADE_MAX_WHY][160];
};

/* How the CPUs' clocks may vary. */
struct aisp_clocks {
	int is_seen;   /* every CPU shows its frequency */
	int is_locked; /* and is fixed: least = most, or performance governor without
			  boost */
};

void aisp_clocks_read(struct aisp_clocks *c);

/* Computes the grade from these readings only. */
void aisp_grade_of(const struct aisp_hw *hw, const struct aisp_clocks *clocks,
		   const struct aisp_host_load *load, struct aisp_grading *g);

/*
 * Lowers *g by the state of the GPU called `name` ("GPU 0"), where ours[n_ours] are the
 * run's own processes.  A stays only while clocks are held to the user's setting, which
 * NVML shows only under load.
 */
void aisp_grade_gpu(const char *name, const struct aisp_gpu_state *s, const pid_t *ours,
		    int n_ours, struct aisp_grading *g);

/*
 * Grades this machine during the half second that the call takes.  A run grades itself
 * by its own marks.  Returns 0, or -1 with *err filled.
 */
int aisp_grade_now(struct aisp_grading *g, struct aisp_err *err);

/* Likewise since *from, a mark of the host's load.  0, or -1 with *err filled. */
int aisp_grade_since(const struct aisp_host_mark *from, struct aisp_host_load *load,
		     struct aisp_grading *g, struct aisp_err *err);

char aisp_grade_letter(enum aisp_grade grade); /* 'A' to 'D', '?' */

/* The reasons as an array of texts: a new reference, or NULL without memory. */
json_t *aisp_grading_why_json(const struct aisp_grading *g);

#endif

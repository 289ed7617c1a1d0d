/* SPDX-License-Identifier: MIT
 *
 * mpi.h - a vendor's MPI, or NCCL, among the ranks of a launch: the process by which
 * they find each other, and the walls they need. docs/tiers.md has the rules.
 */
#ifndef AISP_JUDGE_MPI_H
#define AISP_JUDGE_MPI_H

#include "filter.h"
#include "launch.h"

#define AISP_MPI_WORDS 48 /* of a rank's environment */

/* build/aisp-mpi, and its answer: for each rank some lines and an empty one. */
struct aisp_mpi {
	pid_t pid;
	enum aisp_meets meets;
	int hold_fd;                /* the process ends when this is closed */
	bool is_crowded;            /* fewer CPUs than ranks */
	char *said[AISP_MAX_RANKS]; /* in `text`, for each rank */
	char text[16384];
};

/*
 * Start aisp-mpi for the ranks of l, whose plan is filled.  Returns 0, or -1: with
 * status and cause set if this machine lacks something, else *err filled.
 */
int aisp_mpi_start(struct aisp_launch *l, const struct aisp_placement *where,
		   const char *lib, struct aisp_err *err);

/* Append to the environment of that rank, up to a NULL; valid while mpi lives. */
void aisp_mpi_environment(struct aisp_mpi *mpi, int rank, char *words[AISP_MPI_WORDS]);

/* End aisp-mpi and free everything; NULL is fine. */
void aisp_mpi_end(struct aisp_mpi *mpi);

/* Admit the files, descriptors and memory that it needs. */
void aisp_mpi_admit(struct aisp_plan *p);

/*
 * What the source says of its walls, ` * WALLS: mpi` or nccl, becomes *meets.  0, or
 * -1 with *err filled if it says something else.
 */
int aisp_walls_read(const char *source, enum aisp_meets *meets, struct aisp_err *err);

#endif

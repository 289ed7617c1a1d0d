/* SPDX-License-Identifier: MIT
 *
 * team.h - threads of a variant on the CPU, by OpenMP: FLAGS: -fopenmp.
 */
#ifndef AISP_TEAM_H
#define AISP_TEAM_H

#include <aisp/variant.h>
#include <omp.h>

/* As a variant's setup(): an empty region starts io->n_threads threads while that is
 * still allowed. */
static inline int aisp_team_start(const struct aisp_io *io, void **state)
{
	(void)state;
#pragma omp parallel num_threads(io->n_threads)
	(void)omp_get_thread_num();
	return 0;
}

/* Calls work(io, part, n_parts) once for each part, at the same time. */
static inline void aisp_team_run(const struct aisp_io *io,
				 void (*work)(const struct aisp_io *io, int64_t part,
					      int64_t n_parts))
{
#pragma omp parallel num_threads(io->n_threads)
	work(io, omp_get_thread_num(), omp_get_num_threads());
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * prove_run.h - run this program again, each time in a process of its own.
 */
#ifndef AISP_PROVE_RUN_H
#define AISP_PROVE_RUN_H

#include "run/model.h"

/*
 * Runs `aisp bench run` on those targets, with few samples, which suffice for exploits.
 * without: the check to leave out, or NULL.  n_pairs: of launches; 0: as many as are
 * planned.  Returns 0 with a run, which the caller frees; or -1 with what the program
 * said in *err.
 */
int prove_bench(struct aisp_run **run, const char *const *targets, int n_targets,
		const char *without, int n_pairs, struct aisp_err *err);

/*
 * Runs `sh SCRIPT ROLE DIR [--without-check ID]`; `role` is "attack" or "honest".
 * Returns 0 with a run, which the caller frees; 1 with *err saying why this machine
 * cannot stage it; or -1 with *err filled.
 */
int prove_scenario(struct aisp_run **run, const char *script, const char *role,
		   const char *without, struct aisp_err *err);

#endif

/* SPDX-License-Identifier: MIT
 *
 * prove_run.h - runs of this same program, each in a process of its own.
 */
#ifndef AISP_PROVE_RUN_H
#define AISP_PROVE_RUN_H

#include "run/model.h"

/*
 * `aisp bench run` with the few samples that exploits need, on those targets, with
 * one check left out or NULL, and with so many pairs of launches or, for 0, as many
 * as its plan wants.  0 with a run to be freed, or -1 with *err saying what it
 * said.
 */
int prove_bench(struct aisp_run **run, const char *const *targets, int n_targets,
		const char *without, int n_pairs, struct aisp_err *err);

/*
 * `sh SCRIPT ROLE DIR [--without-check ID]`; `role` is "attack" or "honest".  0 with
 * a run to be freed; 1 with *err saying why this machine cannot stage it; -1 with *err
 * filled.
 */
int prove_scenario(struct aisp_run **run, const char *script, const char *role,
		   const char *without, struct aisp_err *err);

#endif

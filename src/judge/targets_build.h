/* SPDX-License-Identifier: MIT
 *
 * targets_build.h - bring the objects of selected targets up to date.
 */
#ifndef AISP_TARGETS_BUILD_H
#define AISP_TARGETS_BUILD_H

#include "catalogue.h"
#include "compile/compile.h"

/*
 * The objects that the selected targets need: their workload, baseline and variant, and
 * those of the library variants that are measured beside them.  What this machine
 * cannot build, and a file that does not compile, gets a .why file and is no
 * error.  0, or -1 with *err filled.
 */
int aisp_targets_build(const struct aisp_builder *b, const struct aisp_catalogue *c,
		       struct aisp_err *err);

/* Their workloads alone, which name parameters and inputs.  Likewise. */
int aisp_workloads_build(const struct aisp_builder *b, const struct aisp_catalogue *c,
			 struct aisp_err *err);

/* One object of t, by its path; -1 with the reason in *err if it cannot be built. */
int aisp_target_build(const struct aisp_builder *b, const struct aisp_target *t,
		      const char *object, struct aisp_err *err);

#endif

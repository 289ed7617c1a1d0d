/* SPDX-License-Identifier: MIT
 *
 * targets_build.h - bring the objects of selected targets up to date.
 */
#ifndef AISP_TARGETS_BUILD_H
#define AISP_TARGETS_BUILD_H

#include "catalogue.h"
#include "compile/compile.h"

/*
 * Build what the selected targets need: workload, baseline and variant, and the library
 * variants that are measured with them.  A file that this machine cannot build, or that
 * does not compile, gets a .why file and is no error.  Returns 0, or -1 with *err
 * filled.
 */
int aisp_targets_build(const struct aisp_builder *b, const struct aisp_catalogue *c,
		       struct aisp_err *err);

/* Build only their workloads, which name parameters and inputs.  Returns the same. */
int aisp_workloads_build(const struct aisp_builder *b, const struct aisp_catalogue *c,
			 struct aisp_err *err);

/* Build one object of t, by its path.  Returns 0, or -1 with the reason in *err. */
int aisp_target_build(const struct aisp_builder *b, const struct aisp_target *t,
		      const char *object, struct aisp_err *err);

#endif

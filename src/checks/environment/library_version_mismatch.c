/* SPDX-License-Identifier: MIT
 *
 * Libraries are identified by the build ids that the linker wrote into them.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_libraries_differ > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f of %.0f libraries are other builds than in the "
				 "group's first launches",
				 ev->n_libraries_differ, ev->n_libraries);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_environment_library_version_mismatch = {
	.id = "environment.library_version_mismatch",
	.cheat = "compares variants that use different builds of the same library",
	.defence = "the libraries that each worker maps have the same names and build "
		   "ids in all launches",
	.n_needs = 2,
	.needs = { AISP_FACT_n_libraries, AISP_FACT_n_libraries_differ },
	.judge = judge,
};

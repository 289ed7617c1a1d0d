/* SPDX-License-Identifier: MIT
 *
 * On the CPU the kernel and its microcode are the driver.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->driver != ev->driver_first)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "not the versions of the first launch");
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_environment_driver_version_mismatch = {
	.id = "environment.driver_version_mismatch",
	.cheat = "compares variants under different drivers",
	.defence = "versions of kernel, microcode and NVIDIA's driver, "
		   "the same in all launches",
	.n_needs = 2,
	.needs = { AISP_FACT_driver, AISP_FACT_driver_first },
	.judge = judge,
};

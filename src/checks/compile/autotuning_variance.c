/* SPDX-License-Identifier: MIT
 *
 * In C: an autotuner in setup(), whose choice differs from launch to launch.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_samples == ev->n_samples_planned)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "no launch and no sample is left out");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "%.0f of %.0f samples", ev->n_samples,
			 ev->n_samples_planned);
}

const struct aisp_check aisp_check_compile_autotuning_variance = {
	.id = "compile.autotuning_variance",
	.cheat = "tunes by chance, and the launch with the lucky choice counts",
	.defence = "every launch tunes anew, and every sample of every launch counts",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_n_samples, AISP_FACT_n_samples_planned },
	.judge = judge,
};

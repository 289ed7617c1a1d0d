/* SPDX-License-Identifier: MIT
 *
 * doctor_saved.c - the data that aisp keeps about this machine: noise and peaks.
 */
#include <math.h>

#include "doctor_parts.h"
#include "noise.h"

void aisp_symptom_noise(const struct aisp_view *v, struct aisp_symptom *s)
{
	struct aisp_err err = { "" };
	struct aisp_noise n;
	int rc = aisp_noise_load(&n, &err);

	(void)v;
	if (rc > 0) {
		aisp_found(s, AISP_HARM_UNKNOWN, "not measured: `aisp doctor --noise`");
		return;
	}
	if (rc < 0) {
		aisp_found(s, AISP_HARM_WARN, "ignored: %.140s", err.msg);
		aisp_advise(s, "aisp doctor --noise; or --noise --forget");
		return;
	}
	aisp_found(s, AISP_HARM_OK,
		   "%.2g %%: %d comparisons, grade %c, %.0f days ago (%s)",
		   100 * expm1(n.floor), n.n_comparisons, n.grade,
		   fmax(0, aisp_noise_age_days(&n, time(NULL))), n.measured);
}

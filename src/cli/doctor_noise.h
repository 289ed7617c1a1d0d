/* SPDX-License-Identifier: MIT
 *
 * doctor_noise.h - `aisp doctor --noise`.
 */
#ifndef AISP_DOCTOR_NOISE_H
#define AISP_DOCTOR_NOISE_H

/*
 * Compare baselines of the selected targets with themselves n_comparisons
 * times, print what came of it and keep the noise floor for later runs, or say why
 * not.  The exit status: AISP_EXIT_INCONCLUSIVE if it is not kept.
 */
int doctor_noise(int n_comparisons, const char *pattern, int is_json);

/* Remove what is kept.  The exit status. */
int doctor_forget_noise(void);

#endif

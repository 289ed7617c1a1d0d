/* SPDX-License-Identifier: MIT
 *
 * doctor_noise.h - `aisp doctor --noise`.
 */
#ifndef AISP_DOCTOR_NOISE_H
#define AISP_DOCTOR_NOISE_H

/*
 * Compares baselines of the selected targets with themselves n_comparisons times,
 * prints the result, and keeps the noise floor for later runs or says why not.  Returns
 * the exit status: AISP_EXIT_INCONCLUSIVE if it is not kept.
 */
int doctor_noise(int n_comparisons, const char *pattern, int is_json);

/* Removes the kept noise floor.  Returns the exit status. */
int doctor_forget_noise(void);

#endif

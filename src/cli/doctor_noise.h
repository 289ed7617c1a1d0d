/* SPDX-License-Identifier: MIT
 *
 * doctor_noise.h - `aisp doctor --noise`.
 */
#ifndef AISP_DOCTOR_NOISE_H
#define AISP_DOCTOR_NOISE_H

/*
 * Compare baselines of the selected targets with themselves n_comparisons
 * times, print what came of it and keep the noise floor for later runs.  The
 * exit status.
 */
int doctor_noise(int n_comparisons, const char *pattern, int is_json);

#endif

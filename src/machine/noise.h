/* SPDX-License-Identifier: MIT
 *
 * noise.h - the A/A noise floor of this machine: by how much launches of identical code
 * differ. `aisp doctor --noise` measures it.
 */
#ifndef AISP_NOISE_H
#define AISP_NOISE_H

#include <time.h>

#include "base/err.h"
#include "machine/hw.h"
#include "machine/machine_id.h"

/*
 * One in twenty comparisons exceeds the 95 % quantile.  Of fewer than 20 none may: then
 * the quantile would be just the largest of them, which is chance.
 */
#define AISP_NOISE_COMPARISONS_MIN 20

/* After this time, neighbours on the host and other load have changed. */
#define AISP_NOISE_DAYS_MAX 30

struct aisp_noise {
	double floor; /* 95 % quantile of |mean ln ratio| over the comparisons */
	int n_comparisons;
	int n_differing;   /* comparisons wrongly called FASTER or SLOWER */
	char measured[32]; /* when, ISO 8601, UTC */
	char grade;        /* of the environment during the run, 'A' to 'D' or '?' */
	char machine[AISP_MACHINE_ID_SIZE];
	char cpu[128], kernel[128], version[32]; /* version: of aisp */
};

/* Fills in the machine's part: the CPU, the kernel and aisp's version. */
void aisp_noise_describe(struct aisp_noise *n, const struct aisp_hw *hw);

/* 0 if *n may decide later runs; else -1, and *err says why not and what helps. */
int aisp_noise_accept(const struct aisp_noise *n, struct aisp_err *err);

/* Age in days; below 0 if the date lies in the future, NaN if it is no date. */
double aisp_noise_age_days(const struct aisp_noise *n, time_t now);

/* 0 if *n holds for this machine now; else -1, and *err says why it is ignored. */
int aisp_noise_check(const struct aisp_noise *n, const struct aisp_hw *hw, time_t now,
		     struct aisp_err *err);

/*
 * Loads <cache>/machines/<id>/noise.json.  Returns 0, 1 if none is saved, or -1 if it
 * does not hold now: *err, which may be NULL, says why.
 */
int aisp_noise_load(struct aisp_noise *n, struct aisp_err *err);
int aisp_noise_save(const struct aisp_noise *n, struct aisp_err *err);

/* Returns 0, 1 if there was none, or -1 with *err filled. */
int aisp_noise_forget(struct aisp_err *err);

/* A new reference; NULL without memory. */
json_t *aisp_noise_json(const struct aisp_noise *n);

#endif

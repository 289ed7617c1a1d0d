/* SPDX-License-Identifier: MIT
 *
 * heldout.h - a variant at sizes and under a distribution that nobody announced.
 */
#ifndef AISP_HELDOUT_H
#define AISP_HELDOUT_H

#include "measure_group.h"

/*
 * Launches of arm a at the small preset, under two distributions, and far from all
 * presets, for their values alone; then near the public parameters, under another
 * distribution for values, under the public one for time as well; where it is slow or
 * hangs up to five more of these that tell, up to fifteen before it is accused.  Each
 * parameter of AISP_HELDOUT_LEAST and more is a little smaller, by an amount drawn from
 * the run's seed, so that the work is of the same kind.  Needs the arm's pilot.  Fills
 * the arm's heldout.  0, whatever became of the variant; 1 if the run was stopped
 * before all was seen; -1 with *err filled if the harness failed.
 */
#define AISP_HELDOUT_LEAST 16

int aisp_heldout_launch(const struct aisp_group *g, struct aisp_arm *a,
			struct aisp_harness *harness, struct aisp_err *err);

/*
 * Before a further launch of arm a at the public parameters: these may have shown since
 * that it is slow near them, which its pilot did not tell if that was slow too.
 * Launches there as above, as many as are left.  As aisp_heldout_launch().
 */
int aisp_heldout_again(const struct aisp_group *g, struct aisp_arm *a,
		       struct aisp_harness *harness, struct aisp_err *err);

/* What one launch near the public parameters showed, under the public distribution or
 * another. */
void aisp_heldout_take(struct aisp_heldout *h, const struct aisp_measured *m,
		       bool is_public);

/* The same far from them, where a variant may be slow, and may decline. */
void aisp_heldout_take_far(struct aisp_heldout *h, const struct aisp_measured *m);

/*
 * The parameters of *public, each of AISP_HELDOUT_LEAST and more a little smaller;
 * false if the workload refuses all draws, or none is so large.
 */
bool aisp_heldout_choose(struct aisp_contract *c, const struct aisp_contract *public,
			 uint64_t bits);

/*
 * Parameters of which those in `larger` (1 << index, or'ed) are larger than in *public
 * and all others are about those of the small preset, at not much more work than
 * *public's, or at AISP_HELDOUT_WORK; false if the workload refuses all draws.
 */
#define AISP_HELDOUT_MORE 1.25
#define AISP_HELDOUT_WORK 1e8 /* flops and bytes */

bool aisp_heldout_choose_far(struct aisp_contract *c,
			     const struct aisp_contract *public, unsigned larger,
			     uint64_t bits);

/*
 * As *public, but each parameter of AISP_HELDOUT_LEAST and more a multiple of 64, where
 * tiles end, or those that the workload lets; the default preset.  False if the
 * workload refuses that, the number of threads changes, it is *public itself, or it is
 * more work than AISP_HELDOUT_CHEAP.
 */
#define AISP_HELDOUT_CHEAP 3e7 /* flops and bytes */

bool aisp_heldout_choose_tiles(struct aisp_contract *c,
			       const struct aisp_contract *public);
bool aisp_heldout_choose_announced(struct aisp_contract *c,
				   const struct aisp_contract *public,
				   enum aisp_device device);

/* What it showed, as facts about arm a of g. */
void aisp_heldout_note(const struct aisp_group *g, const struct aisp_arm *a,
		       struct aisp_evidence *e);

/* The same for all launches so far: each at the public sizes says more of all. */
void aisp_heldout_note_all(struct aisp_group *g);

#endif

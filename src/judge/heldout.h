/* SPDX-License-Identifier: MIT
 *
 * heldout.h - a variant at sizes and under a distribution that nobody announced.
 */
#ifndef AISP_HELDOUT_H
#define AISP_HELDOUT_H

#include "measure_group.h"

/*
 * Launch arm a at the small preset, under two distributions, and far from all presets,
 * only for its values; then near the public parameters, under another distribution for
 * values, under the public one for its time, too.  If it is slow or hangs there, up to
 * five more such launches follow, up to fifteen before it is accused.  Parameters of at
 * least AISP_HELDOUT_LEAST are a little smaller, by an amount drawn from the run's
 * seed, so that the work is of the same kind.  Needs the arm's pilot.  Fills the arm's
 * heldout.  Returns 0, whatever became of the variant; 1 if the run was stopped first,
 * or if a->contract says that the contract is to blame; -1 with *err filled.
 */
#define AISP_HELDOUT_LEAST 16

int aisp_heldout_launch(const struct aisp_group *g, struct aisp_arm *a,
			struct aisp_harness *harness, struct aisp_err *err);

/*
 * Call it before a further launch of arm a at the public parameters: those launches may
 * have shown since that it is slow near them, which a slow pilot hid.  Launches as
 * above, as many as are left.  Makes the group's contract that of a.  Returns what
 * aisp_heldout_launch() returns.
 */
int aisp_heldout_again(struct aisp_group *g, struct aisp_arm *a,
		       struct aisp_harness *harness, struct aisp_err *err);

/* Take what one launch near the public parameters showed, under the public distribution
 * or another. */
void aisp_heldout_take(struct aisp_heldout *h, const struct aisp_measured *m,
		       bool is_public);

/* The same far from them, where a variant may be slow, and may decline. */
void aisp_heldout_take_far(struct aisp_heldout *h, const struct aisp_measured *m);

/*
 * Set *c to *public with each parameter of at least AISP_HELDOUT_LEAST a little
 * smaller; false if the workload refuses all draws, or no parameter is that large.
 */
bool aisp_heldout_choose(struct aisp_contract *c, const struct aisp_contract *public,
			 uint64_t bits);

/*
 * Set *c to parameters of which those in `larger` (1 << index, or'ed) are larger than
 * in *public, and all others are about those of the small preset, with not much more
 * work than *public, or AISP_HELDOUT_WORK; false if the workload refuses all draws.
 */
#define AISP_HELDOUT_MORE 1.25
#define AISP_HELDOUT_WORK 1e8 /* flops and bytes */

bool aisp_heldout_choose_far(struct aisp_contract *c,
			     const struct aisp_contract *public, unsigned larger,
			     uint64_t bits);

/*
 * Set *c to *public, but parameters of at least AISP_HELDOUT_LEAST are multiples of 64,
 * where tiles end, or as many as the workload allows; or to the default preset.  False
 * if the workload refuses it, it changes the number of threads, equals *public, or is
 * more work than AISP_HELDOUT_CHEAP.
 */
#define AISP_HELDOUT_CHEAP 3e7 /* flops and bytes */

bool aisp_heldout_choose_tiles(struct aisp_contract *c,
			       const struct aisp_contract *public);
bool aisp_heldout_choose_announced(struct aisp_contract *c,
				   const struct aisp_contract *public,
				   enum aisp_device device);

/* Note in *e what the launches showed of arm a of g. */
void aisp_heldout_note(const struct aisp_group *g, const struct aisp_arm *a,
		       struct aisp_evidence *e);

/* Note it in all launches so far: each launch at the public sizes tells more. */
void aisp_heldout_note_all(struct aisp_group *g);

#endif

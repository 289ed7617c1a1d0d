/* SPDX-License-Identifier: MIT
 *
 * measure.h - one launch of one variant: fresh inputs for every call, the
 * outside clock, and the outputs of the timed calls verified.
 */
#ifndef AISP_MEASURE_H
#define AISP_MEASURE_H

#include "base/npy.h"
#include "base/rng.h"
#include "contract.h"
#include "decide/measured.h"
#include "device/evict_test.h"
#include "launch.h"
#include "machine/lock.h"
#include "verify.h"

/* An input that the user gave: the same contents in every call. */
struct aisp_user_input {
	const char *name;
	struct aisp_npy npy;
};

/* The open devices of a kind: the first is opened when a target first needs it, others
 * when ranks do. */
struct aisp_harness_device {
	struct aisp_open_device open[AISP_MAX_RANKS];
	int n_open;
	struct aisp_open_device group; /* of the first n_members of them */
	struct aisp_err why;           /* why none could be opened; empty: not tried */
	struct aisp_bias bias;         /* its workers', if one serves a suite */
	bool has_bias, bias_is_spin, bias_is_gated;
	int bias_n_ranks;
	struct aisp_evict_times evict; /* of the host's caches */
	bool has_evict;
};

/* All that stays the same from launch to launch. */
struct aisp_harness {
	const struct aisp_paths *paths;
	struct aisp_seed seed;
	bool is_seed_given; /* by the user, who may have told the variant */
	int dist;
	const struct aisp_user_input *user_inputs;
	int n_user_inputs;
	struct aisp_placement where;
	struct aisp_bias bias;
	const struct aisp_open_device *device; /* where the next targets run */
	struct aisp_harness_device devices[AISP_N_DEVICES];
	struct aisp_locks *locks; /* for devices that are opened; may be NULL */

	const char *scratch_dir; /* for inputs that lie in files */
	uint64_t n_launches;     /* so far; they are numbered by it */
	/* Launches at other sizes have their own numbers: disturbed ones are repeated,
	 * which must not change the inputs of the others. */
	uint64_t n_heldout;
	struct aisp_journal *journal; /* where launches are entered; NULL: nowhere */
	int part;                     /* of the run, in the journal */
};

/*
 * Choose where the next targets run, which have n_ranks ranks: each rank gets a device
 * of its own, except on the CPU.  Returns 0, or -1 with *err filled if there are not
 * enough; then it is the CPU.
 */
int aisp_harness_use(struct aisp_harness *harness, enum aisp_device device, int n_ranks,
		     struct aisp_err *err);
/* Call it before buffers are made for the next launches: draws which rank has which
 * device, if each has one.  Returns 0, or -1 with *err filled. */
int aisp_harness_deal(struct aisp_harness *harness, struct aisp_err *err);
void aisp_harness_release(struct aisp_harness *harness);

/* Are enough devices open for the ranks of these targets at another size? */
bool aisp_harness_serves(const struct aisp_harness *harness,
			 const struct aisp_problem *pr);

/* Measure the costs of the doorbell under harness->where. 0, or -1 with *err filled. */
int aisp_bias_measure(struct aisp_harness *harness, struct aisp_err *err);

/* What an eviction leaves in the host's caches, if *pr asks for one; once a process. */
int aisp_bias_note_eviction(struct aisp_harness *harness, const struct aisp_problem *pr,
			    struct aisp_err *err);

/*
 * Launch `object` on buffers whose slots suffice for s->calls_per_sample. `number`
 * makes this launch's inputs unique.  Returns 0 with *m filled, whatever became of the
 * variant; -1 with *err filled if the harness failed.
 */
int aisp_measure(struct aisp_measured *m, const struct aisp_harness *harness,
		 const struct aisp_contract *c, struct aisp_buffers *b,
		 const char *object, const struct aisp_sampling *s, uint64_t number,
		 struct aisp_err *err);

#endif

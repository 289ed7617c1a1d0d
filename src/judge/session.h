/* SPDX-License-Identifier: MIT
 *
 * session.h - one launch under way: what measure.c and its parts share.
 */
#ifndef AISP_SESSION_H
#define AISP_SESSION_H

#include "answers.h"
#include "decide/freshness.h"
#include "late_writes.h"
#include "launch_conditions.h"
#include "measure.h"
#include "node_clock.h"

#define AISP_N_LOOKS 64

/* What a set of inputs is for. */
enum aisp_stage {
	AISP_STAGE_SETUP,
	AISP_STAGE_WARMUP,
	AISP_STAGE_TIMED,
	AISP_STAGE_HOSTILE,     /* before one of the timed, on other data */
	AISP_STAGE_OTHER_CACHE, /* with the device's cache in the other state */
	AISP_STAGE_EXPLAIN,     /* finds which inputs wrong outputs ignore */
	AISP_STAGE_DELAYED,     /* one rank is held back (rank_delay.h) */
};

/*
 * The number of a set of inputs: the same seed, launch and number make the same inputs,
 * however many sets were made before.
 */
static inline uint64_t aisp_set_of(enum aisp_stage stage, int index, int attempt)
{
	return (uint64_t)stage << 48 | (uint64_t)(uint32_t)index << 16 |
	       (uint64_t)attempt;
}

/* State of a launch whose ranks lie on several nodes (across.h). */
struct aisp_apart {
	struct aisp_meet *meet;                    /* NULL: all ranks are here */
	struct aisp_offset before[AISP_MAX_NODES]; /* clocks at its beginning, */
	int64_t begun_ns;                          /* which was at this time */
	int64_t bell_ns;     /* when the next bell rings, by the clock here */
	bool is_late;        /* on some node a bell of this sample rang late */
	bool is_lost;        /* the judges cannot meet any more, */
	struct aisp_err err; /* and why */
};

struct aisp_session {
	const struct aisp_harness *harness;
	const struct aisp_contract *contract;
	struct aisp_buffers *buffers;
	const struct aisp_sampling *sampling;
	struct aisp_launch launch;
	struct aisp_apart across;
	uint64_t number;              /* of the launch */
	uint64_t n_filled;            /* sets of inputs made so far */
	int n_tries;                  /* beyond the first try of each sample */
	int n_spoilt;                 /* timed samples in which others had the CPUs */
	int most_tries;               /* of one sample, with the first */
	int64_t retake_ns;            /* spent on these tries */
	double tried_log_ns;          /* sum over all tries, without waits for a CPU */
	int n_tried;                  /* the number of tries in that sum */
	int n_crowded;                /* tries in which others took the judge's CPU */
	int n_looks;                  /* at the idle device, so far */
	double look_ns[AISP_N_LOOKS]; /* time of the latest of these looks */
	int n_woken;                  /* timed samples so far whose wake_ns is known */
	double *timed_ns;             /* time of a call in each of them, */
	double *wake_ns, *free_ns, *after_ns; /* and per call */
	double cpu_ns;                        /* the least of a timed call */
	double running_ns;  /* the least of a timed call without waits for a CPU */
	int chosen;         /* the timed sample that is compared at any cost */
	int64_t verify_ns;  /* time of the dearest comparison */
	int64_t refill_ns;  /* time per slot, the last time */
	bool is_hostile;    /* the next inputs are of another kind */
	double fresh_ns;    /* time of a call on new inputs, if the user's repeat */
	int hostile_before; /* the sample before which hostile data come; -1: none */
	int delayed_before; /* the sample before which a rank is held back; -1: none */
	bool is_delayed;    /* while its sample is taken */
	struct aisp_launch *delayed; /* that rank, if it is here; else NULL */
	int delayed_slot;            /* in this call of the sample, */
	int64_t delay_ns;            /* and for how long; */
	int delay_changes;           /* again at this change; 0: at none */
	double after_delay_ns;       /* from its end to all answers; NaN: unknown */
	int64_t n_delayed_broken;    /* invariants broken in delayed calls */
	struct aisp_tally tally, hostile_tally, delayed_tally;
	char wrong[256];  /* the first wrong outputs, in words; empty if none */
	char apart[400];  /* likewise, in samples with tallies of their own */
	char beside[80];  /* where the first of n_canary is */
	char broken[120]; /* what invariant() said of the first of n_invariant */
	struct aisp_late_writes late_writes;
	struct aisp_conditions conditions;
	struct aisp_device_health health; /* right after the samples */
	uint64_t poison[AISP_MAX_SLOTS];  /* keys of the sample under way */
	struct aisp_freshness freshness;
	struct aisp_digests in_digest[AISP_MAX_SLOTS], out_digest[AISP_MAX_SLOTS];
	int64_t n_early_pages; /* of input files, the most; -1: there are none */
	double energy_j;       /* sum over calls of timed samples; NaN: no counter */
	double n_unsynced;     /* of written files, the most; -1: none is */
	double n_flushes;      /* of their device, the least of a call; NaN: unknown */
	int n_compared;        /* timed samples, so far */
	int compared; /* 1 + the index of the last sample, 0 if it was not timed */
	int64_t n_poison, n_late, n_canary, n_invariant, n_in_changed;
	struct aisp_answers answers; /* of the call under way, */
	bool has_answers;            /* copies of outputs are judged */
	struct aisp_scores *scores;  /* of timed calls so far; NULL: time judges */
	int64_t n_kept; /* bytes of workspace without poison before the first call */
};

/*
 * After a sample with a tally of its own: what was wrong in it moves to `apart`, unless
 * `wrong` tells of timed samples (then was_right is false).
 */
void aisp_session_set_apart(struct aisp_session *s, bool was_right);

/* The key of inputs' digests, the same for all calls of the launch. */
uint64_t aisp_session_digest_key(const struct aisp_session *s);

/* The distribution of the inputs that are made and compared next. */
enum aisp_dist aisp_session_dist(const struct aisp_session *s);

/* Make set `set` of inputs, and fresh poison, for the slots of the next sample. */
int aisp_session_refill(struct aisp_session *s, uint64_t set, bool is_cold,
			struct aisp_err *err);

/*
 * Compare the outputs of sample `index` (-1: it is not timed), as many calls as the
 * sampling's budget allows, in an order and in parts chosen by bits, and add the
 * results to the tally; also check their poison, canaries and invariant.
 */
int aisp_session_verify(struct aisp_session *s, int index, uint64_t bits,
			struct aisp_err *err);

/* Count the bytes beside the slot's outputs that changed, and note where one is. */
int aisp_session_check_canaries(struct aisp_session *s, int slot, uint64_t key,
				struct aisp_err *err);

/* Score sample `index` (-1: it is not timed, and has none), if all of it is right. */
void aisp_session_score(struct aisp_session *s, int index);

/*
 * Call them around the comparison of a sample's outputs: keep what is there when the
 * worker has answered, and note afterwards what changed or is not as it should be.
 */
int aisp_session_snapshot(struct aisp_session *s, struct aisp_err *err);
int aisp_session_check_snapshot(struct aisp_session *s, struct aisp_err *err);

/* After the last sample: what the worker, or a rank, holds, and how it was confined. */
void aisp_session_isolation_facts(const struct aisp_session *s,
				  const struct aisp_launch *l, struct aisp_evidence *e);

/* Likewise: what its outputs were, and what the process did between two readings. */
void aisp_session_output_facts(const struct aisp_session *s, struct aisp_evidence *e);
void aisp_session_process_facts(const struct aisp_session *s,
				const struct aisp_process *before,
				const struct aisp_process *after,
				struct aisp_evidence *e);

/* What the device reports of its state while it is still warm. */
void aisp_session_health_facts(struct aisp_session *s, struct aisp_evidence *e);

/* How the launch went and what it took, however it ended. */
void aisp_session_launch_facts(const struct aisp_session *s,
			       const struct aisp_measured *m, struct aisp_evidence *e);

#endif

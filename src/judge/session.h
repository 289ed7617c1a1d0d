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
	AISP_STAGE_HOSTILE,     /* among them, on data of another kind */
	AISP_STAGE_OTHER_CACHE, /* with the device's cache in the other state */
	AISP_STAGE_EXPLAIN,     /* what wrong outputs do not follow */
	AISP_STAGE_DELAYED,     /* one rank is held back (rank_delay.h) */
};

/*
 * The number of a set: the same seed and launch make the same inputs for the same
 * number, however many sets were made before.
 */
static inline uint64_t aisp_set_of(enum aisp_stage stage, int index, int attempt)
{
	return (uint64_t)stage << 48 | (uint64_t)(uint32_t)index << 16 |
	       (uint64_t)attempt;
}

/* Of a launch whose ranks lie on several nodes (across.h). */
struct aisp_apart {
	struct aisp_meet *meet;                    /* NULL: it is all here */
	struct aisp_offset before[AISP_MAX_NODES]; /* clocks, when it began, */
	int64_t begun_ns;                          /* which was then */
	int64_t bell_ns;     /* when the next bell rings, by the clock here */
	bool is_late;        /* a bell of the sample rang late somewhere */
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
	uint64_t number;   /* of the launch */
	uint64_t n_filled; /* sets of inputs made so far */
	int n_tries;       /* beyond the first of each sample */
	int n_spoilt;      /* timed samples in which others had the CPUs */
	bool is_blind; /* others had the CPUs each time that something was looked at */
	int64_t retake_ns;            /* for these tries */
	double tried_log_ns;          /* sum over all tries, without waits for a CPU */
	int n_tried;                  /* how many these are */
	int n_crowded;                /* of them in which others took the judge's CPU */
	int n_looks;                  /* at the idle device, so far */
	double look_ns[AISP_N_LOOKS]; /* that the latest of them took */
	int n_woken;                  /* timed samples so far, of which it is known */
	double *timed_ns;             /* of a call in each of them, */
	double *wake_ns, *free_ns, *after_ns; /* and for each call */
	double cpu_ns;                        /* the least that a timed call ran */
	double running_ns;  /* the least of a timed call without waits for a CPU */
	int chosen;         /* the timed sample that is compared, whatever that costs */
	int64_t verify_ns;  /* what the dearest comparison took */
	int64_t refill_ns;  /* what a slot took, the last time */
	bool is_hostile;    /* the inputs that are made next are of another kind */
	double fresh_ns;    /* of a call on such, where the user's repeat */
	int hostile_before; /* the sample before which hostile data come; -1: none */
	int delayed_before; /* the sample before which a rank is held back; -1: none */
	bool is_delayed;    /* while its sample is taken */
	struct aisp_launch *delayed; /* that rank, if it is here; NULL: elsewhere */
	int delayed_slot;            /* in which of the sample's calls, */
	int64_t delay_ns;            /* and for how long; */
	int delay_changes;           /* at which change again; 0: at none */
	double after_delay_ns;    /* from its end to the answer of all; NaN: unknown */
	int64_t n_delayed_broken; /* that call breaks the invariant */
	struct aisp_tally tally, hostile_tally, delayed_tally;
	char wrong[256]; /* the first wrong outputs, in words; empty if none */
	char apart[400]; /* the first of those with tallies of their own */
	struct aisp_late_writes late_writes;
	struct aisp_conditions conditions;
	struct aisp_device_health health; /* right after the samples */
	uint64_t poison[AISP_MAX_SLOTS];  /* keys of the sample under way */
	struct aisp_freshness freshness;
	struct aisp_digests in_digest[AISP_MAX_SLOTS], out_digest[AISP_MAX_SLOTS];
	int64_t n_early_pages; /* of input files, most; -1: there are none */
	double energy_j;   /* of a call, of all timed samples so far; NaN: no counter */
	double n_unsynced; /* pages of written files at an answer, most; -1: none is */
	double n_flushes;  /* of their device in a call, least; infinite before the
			    * first; NaN: nobody counts */
	int n_compared;    /* timed samples, so far */
	int compared;      /* 1 + the index of the last sample, 0 if it was not timed */
	int64_t n_poison, n_late, n_canary, n_invariant, n_in_changed;
	struct aisp_answers answers; /* of the call under way, */
	bool has_answers;            /* copies of outputs are what is judged */
	struct aisp_scores *scores;  /* of the timed calls so far; NULL: time judges */
	int64_t n_kept; /* bytes of workspace without poison before the first call */
};

/*
 * What was wrong in a sample that has a tally of its own says `apart`; what timed
 * samples have shown before, was_right of them, says `wrong`.
 */
void aisp_session_set_apart(struct aisp_session *s, bool was_right);

/* The key of fingerprints of inputs, the same for all calls of the launch. */
uint64_t aisp_session_digest_key(const struct aisp_session *s);

/* Of the inputs that are made next, and compared. */
enum aisp_dist aisp_session_dist(const struct aisp_session *s);

/* Set number `set` of inputs, and fresh poison, for the slots of the next sample. */
int aisp_session_refill(struct aisp_session *s, uint64_t set, bool is_cold,
			struct aisp_err *err);

/*
 * Random parts of a call's outputs against the reference, until the budget is spent;
 * bits choose them.  What it finds is added to the tally.
 */
int aisp_session_compare(struct aisp_session *s, int slot, uint64_t bits,
			 int64_t budget_ns, struct aisp_err *err);

/*
 * The same for calls of sample `index`, of which -1 is not timed, as many
 * as the sampling's budget reaches; with their poison, canaries and invariant.
 */
int aisp_session_verify(struct aisp_session *s, int index, uint64_t bits,
			struct aisp_err *err);

/* The score of sample `index`, of which -1 is not timed, if all of it is right. */
void aisp_session_score(struct aisp_session *s, int index);

/*
 * Around the comparison of a sample's outputs: what is there the moment that the
 * worker has answered, and what of that is not as it should be afterwards.
 */
int aisp_session_snapshot(struct aisp_session *s, struct aisp_err *err);
int aisp_session_check_snapshot(struct aisp_session *s, struct aisp_err *err);

/* After the last sample: what the worker, or one of the ranks, holds, and which layers
 * held it. */
void aisp_session_isolation_facts(const struct aisp_session *s,
				  const struct aisp_launch *l, struct aisp_evidence *e);

/* Likewise: what its outputs were, and what the process did between two looks. */
void aisp_session_output_facts(const struct aisp_session *s, struct aisp_evidence *e);
void aisp_session_process_facts(const struct aisp_session *s,
				const struct aisp_process *before,
				const struct aisp_process *after,
				struct aisp_evidence *e);

/* What the device says of itself while it is still warm. */
void aisp_session_health_facts(struct aisp_session *s, struct aisp_evidence *e);

/* What the launch took and was, however it ended. */
void aisp_session_launch_facts(const struct aisp_session *s,
			       const struct aisp_measured *m, struct aisp_evidence *e);

#endif

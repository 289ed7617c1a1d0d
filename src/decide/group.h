/* SPDX-License-Identifier: MIT
 *
 * group.h - a baseline and all optimized variants of one workload at one set of
 * parameters, measured together: each block launches every arm once, in random
 * order, so that each comparison is paired within blocks.
 */
#ifndef AISP_GROUP_H
#define AISP_GROUP_H

#include <aisp/variant.h>
#include <aisp/workload.h>
#include <limits.h>
#include <signal.h>

#include "base/file_identity.h"
#include "decide.h"
#include "device/device.h"
#include "machine/gpu_peak.h"
#include "machine/peak.h"
#include "measured.h"
#include "probes/gpu_trace.h"
#include "run/word.h"
#include "tier.h"

enum aisp_arm_status {
	AISP_ARM_NOT_RUN, /* the run ended before */
	AISP_ARM_OK,
	AISP_ARM_SKIPPED, /* not built, or this machine lacks what it needs */
	AISP_ARM_FAILED,  /* a launch did not end well */
};

const char *aisp_arm_status_name(enum aisp_arm_status s);

/* How two variants were compiled; flags.h. */
struct aisp_flags {
	int n_slower; /* that keep the compiler from optimising: of the first alone */
	int n_own;    /* of the second alone, whatever they do */
};

/* One launch at sizes that nobody announced; heldout.h. */
struct aisp_heldout {
	struct aisp_sampling sampling; /* the pilot's, whenever it is launched */
	bool is_tried;
	bool is_declined;     /* setup() does not support them */
	bool has_ended_badly; /* crashed, hung, or returned an error */
	bool has_hung;        /* the last time */
	int n_tries;          /* launches near the public sizes, for their time; */
	int n_timed;          /* of these, that a bound of it below is made of */
	int64_t n_elems, n_wrong;
	double call_ns;    /* of the launches that others did not disturb; NaN: none */
	double running_ns; /* the least of these without waits for a CPU; NaN: none */
	double least_ns;   /* CPU time, */
	double most_ns;    /* and time, of those that others did; NaN: none */
	bool is_disturbed; /* the last launch */
	char fault[400];   /* the first that was wrong: where, its element; "": none */
	char end[400];     /* the first that ended badly: where, and how; "": none */
};

/* One variant. */
struct aisp_arm {
	const char *name;    /* "optimized_transpose_tiled" */
	const char *target;  /* "ch07:transpose_tiled@cpu"; NULL for the baseline */
	const char *pattern; /* that selects the target on a command line */
	const char *source;  /* path */
	const char *object;
	enum aisp_tier tier;
	struct aisp_walls walls; /* that its source asks for */
	bool is_wanted; /* selected by the user; the others only serve comparisons */
	enum aisp_arm_status status;
	char why[600]; /* why it is not OK */
	enum aisp_fault fault;
	bool is_settled; /* no further launches needed */
	uint32_t cls;    /* enum aisp_class, by its own word */
	char summary[160], library[64];
	char after[128]; /* the arm that its source says it comes after; "": none */
	struct aisp_gpu_trace trace; /* of one call on a GPU */
	bool has_trace;
	char no_trace[512];     /* why not */
	double pilot_ns;        /* of one call, before the plan was made */
	char asks[160];         /* what its source says of that, on this line; */
	int asks_line;          /* 0: nothing */
	size_t workspace_bytes; /* that it asks for, or the workload gives */
	struct aisp_heldout heldout;
	struct aisp_file_identity files[AISP_N_FILES];
	struct aisp_flags flags; /* beside the baseline's */
	bool has_flags;
	int n_journaled; /* launches entered into the journal */
	int n_launches;
	struct aisp_measured *launches; /* the first is the pilot, block -1 */
};

/* One optimized arm against another arm. */
struct aisp_match {
	int other;
	struct aisp_comparison result; /* outcome INVALID if a check failed */
	struct aisp_forecast forecast; /* if INCONCLUSIVE for want of pairs */
	double forecast_s;             /* what that many pairs may take; NaN unknown */
	char advice[1800];             /* what to do about it; "" if nothing */
};

struct aisp_contract;
struct aisp_limits;

/* What the verdict is on: time, where it is no score (aisp/score.h). */
struct aisp_merit {
	bool is_score, more_is_better;
	bool is_clocked; /* the score is made of stamps: of time after all */
	double max_times;
	char name[80];
};

#define AISP_MAX_ARMS   20
#define AISP_MAX_BLOCKS AISP_MAX_PAIRS
/* Of an arm: the pilot, too.  A saved run may have none, and several of a block. */
#define AISP_MAX_LAUNCHES (AISP_MAX_BLOCKS + 1)

#define AISP_GROUP_NAME (NAME_MAX + 8) /* "labs/" and a file's name */

struct aisp_group {
	struct aisp_contract *contract;     /* the judge's; */
	const struct aisp_problem *problem; /* and what it asks of a call */
	char chapter[AISP_GROUP_NAME];
	char workload[AISP_GROUP_NAME];
	char outside[PATH_MAX]; /* the pair's directory; "" for chapters and labs */
	enum aisp_device device;
	int n_arms;
	struct aisp_arm arms[AISP_MAX_ARMS]; /* [0] is the baseline */
	int library;                         /* index of the library arm, or 0 */
	struct aisp_match versus_baseline[AISP_MAX_ARMS]; /* n_pairs 0: not measured */
	struct aisp_match versus_library[AISP_MAX_ARMS];
	double loose;       /* wrong outputs that the contract lets pass, a mask */
	double loose_share; /* of its terms, what an output may lack */
	struct aisp_merit merit;
	struct aisp_sampling sampling;
	struct aisp_bias bias;
	const char *narrow; /* an input of integers that gets 8 bits, or NULL */
	double margin; /* the user's, or more where samples are too short for the clock
			*/
	bool is_spin;
	bool is_gated; /* a variant is device code alone: every call waits at a gate */
	bool is_cut;   /* Ctrl-C or the suite's deadline came before the end */
	int n_blocks;
	const struct aisp_host_mark *since; /* when measuring began */
	char busy[160]; /* who else used the CPUs since then; empty if hardly anyone */
	char options[512]; /* of a command that measures the same; "" if by default */
	size_t slot_bytes;
	size_t workspace_room; /* the most that an arm asks for */
	bool can_stage;        /* inputs can be kept from a worker until their call */
	const struct aisp_limits *limits;
	int first_arm;          /* index in the record of arms[0] */
	int position, n_groups; /* of this group in the suite, for progress */
};

#define AISP_MAX_LEFT_OUT 16

/* What the user may set. */
struct aisp_limits {
	int n_samples;     /* --iterations; 0: the judge decides */
	int n_warmup;      /* --warmup; -1: the judge decides */
	int n_pairs;       /* --pairs: so many, looked at once; 0: the plan's looks */
	double min_time_s; /* --min-time: of timed samples of each arm, before a look */
	double until_s;    /* --until-decided: a comparison's limit; 0: the usual one */
	double timeout_multiplier;
	const char *timeout_option; /* of the command, that sets it; NULL: none */
	int64_t deadline_ns; /* of the whole suite, on aisp_now_ns()'s clock; 0: none */
	double margin;       /* least region of practical equivalence */
	struct aisp_known_peaks peaks;
	/* Optional: look for higher CPU peaks; false if `peaks` are as they were. */
	bool (*raise_peaks)(void *arg);
	void *raise_arg;
	const struct aisp_check *left_out[AISP_MAX_LEFT_OUT]; /* --without-check */
	int n_left_out;
	bool is_survey;     /* one launch of each arm: figures, and no comparison */
	bool has_arrivals;  /* note in each sample which rank answers last */
	bool is_cold_start; /* the first call of each launch is the sample */
	const volatile sig_atomic_t *is_stopped; /* set by Ctrl-C */
};

/* The arm may be launched: it was built, and no launch of it ended badly. */
bool aisp_is_active(const struct aisp_group *g, int arm);

#endif

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
	AISP_ARM_NOT_RUN, /* the run ended before its launches */
	AISP_ARM_OK,
	AISP_ARM_SKIPPED, /* not built, or this machine lacks what it needs */
	AISP_ARM_FAILED,  /* a launch did not end well */
};

const char *aisp_arm_status_name(enum aisp_arm_status s);

/* How the flags of two variants differ; flags.h. */
struct aisp_flags {
	int n_slower; /* flags of the first alone that keep the compiler from optimising
		       */
	int n_own;    /* flags of the second alone, of any kind */
};

/* Launches at sizes that were not announced; heldout.h. */
struct aisp_heldout {
	struct aisp_sampling sampling; /* the pilot's, whenever it is launched */
	bool is_tried;
	bool is_declined;     /* setup() does not support them */
	bool has_ended_badly; /* it crashed, hung, or returned an error */
	bool has_hung;        /* in the last launch */
	int n_tries;          /* launches near the public sizes, for their time; */
	int n_timed;          /* those of them that a bound below comes from */
	int64_t n_elems, n_wrong;
	double call_ns;    /* of undisturbed launches; NaN: none */
	double running_ns; /* the least of these without waits for a CPU; NaN: none */
	double least_ns;   /* least CPU time, */
	double most_ns;    /* and most time, of disturbed launches; NaN: none */
	bool is_disturbed; /* others disturbed the last launch */
	char fault[400];   /* the first wrong output: at which sizes, which element; "":
			      none */
	char end[400];     /* the first bad end: at which sizes, and how; "": none */
};

#define AISP_TAG_WORDS 128

/* One variant. */
struct aisp_arm {
	const char *name;    /* "optimized_transpose_tiled" */
	const char *target;  /* "ch07:transpose_tiled@cpu"; NULL for the baseline */
	const char *pattern; /* that selects this target on a command line */
	const char *source;  /* path */
	const char *object;
	enum aisp_tier tier;
	struct aisp_walls walls; /* the sandbox exceptions that its source asks for */
	bool is_wanted; /* selected by the user; other arms only serve comparisons */
	enum aisp_arm_status status;
	char why[600]; /* why its status is not OK */
	enum aisp_fault fault;
	bool is_settled; /* no further launches needed */
	uint32_t cls;    /* enum aisp_class, as it says itself */
	char summary[160], library[64];
	/* By its source: the arm after which it comes, and the sizes that it says it
	 * serves; "": none, all. */
	char after[AISP_TAG_WORDS], only[AISP_TAG_WORDS];
	struct aisp_gpu_trace trace; /* of one call on a GPU */
	bool has_trace;
	char no_trace[512];     /* why there is no trace */
	double pilot_ns;        /* time of one call, before the plan was made */
	char asks[160];         /* value of the WORKSPACE line of its source, */
	int asks_line;          /* and the number of that line; 0: none */
	size_t workspace_bytes; /* that it asks for, or that the workload grants */
	struct aisp_heldout heldout;
	char contract[576]; /* why a fault is its contract's; "": none is */
	struct aisp_file_identity files[AISP_N_FILES];
	struct aisp_flags flags; /* compared with the baseline's */
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
	double forecast_s;             /* wall time for that many pairs; NaN unknown */
	char advice[1800];             /* what to do about it; "" if nothing */
};

struct aisp_contract;
struct aisp_limits;

/* What the verdict is about: time, unless the workload has a score (aisp/score.h). */
struct aisp_merit {
	bool is_score, more_is_better;
	bool is_clocked; /* the score is made of time stamps */
	double max_times;
	char name[80];
};

#define AISP_MAX_ARMS   20
#define AISP_MAX_BLOCKS AISP_MAX_PAIRS
/* Launches of an arm; saved runs may lack the pilot and have several per block. */
#define AISP_MAX_LAUNCHES (AISP_MAX_BLOCKS + 1)

#define AISP_GROUP_NAME (NAME_MAX + 8) /* "labs/" and a file's name */

struct aisp_group {
	struct aisp_contract *contract;     /* owned by the judge; */
	const struct aisp_problem *problem; /* what the contract asks of a call */
	char chapter[AISP_GROUP_NAME];
	char workload[AISP_GROUP_NAME];
	char outside[PATH_MAX]; /* directory of the pair; "" for chapters and labs */
	enum aisp_device device;
	int n_arms;
	struct aisp_arm arms[AISP_MAX_ARMS]; /* [0] is the baseline */
	int library;                         /* index of the library arm, or 0 */
	struct aisp_match versus_baseline[AISP_MAX_ARMS]; /* n_pairs 0: not measured */
	struct aisp_match versus_library[AISP_MAX_ARMS];
	double loose;       /* mask: wrong outputs that the contract tolerates */
	double loose_share; /* share of its terms that an output may lack */
	struct aisp_merit merit;
	struct aisp_sampling sampling;
	struct aisp_rival *rival; /* the baseline's outputs; NULL: not kept */
	struct aisp_bias bias;
	const char *narrow; /* name of an integer input that gets 8 bits, or NULL */
	const char *alike; /* name of an input that is the same in each call, or NULL */
	double alike_share; /* of that input */
	double margin; /* the user's, or more where samples are too short for the clock
			*/
	bool is_spin;
	bool is_gated;  /* a variant is device code alone: every call waits at a gate */
	bool is_cut;    /* Ctrl-C or the suite's deadline ended it early */
	char ended[80]; /* which of the two, before it was decided; or "" */
	int n_blocks;
	const struct aisp_host_mark *since; /* when measuring began */
	char busy[160]; /* who else used the CPUs since then; empty if hardly anyone */
	char options[512]; /* command-line options that measure the same; "" if defaults
			    */
	size_t slot_bytes;
	size_t workspace_room; /* the most that an arm asks for */
	bool can_stage;        /* inputs can be kept from a worker until their call */
	const struct aisp_limits *limits;
	int first_arm;          /* index of arms[0] in the record */
	int position, n_groups; /* of this group in the suite, for progress */
};

#define AISP_MAX_LEFT_OUT 16

/* Options that the user may set. */
struct aisp_limits {
	int n_samples;     /* --iterations; 0: the judge decides */
	int n_warmup;      /* --warmup; -1: the judge decides */
	int n_pairs;       /* --pairs: one look, after so many; 0: the plan's looks */
	double min_time_s; /* --min-time: timed seconds of each arm before a look */
	double until_s;    /* --until-decided: limit per comparison; 0: the default */
	double timeout_multiplier;
	const char *timeout_option; /* the command's option that sets it; NULL: none */
	int64_t deadline_ns; /* of the whole suite, on aisp_now_ns()'s clock; 0: none */
	double margin;       /* least region of practical equivalence */
	struct aisp_known_peaks peaks;
	/* Optional: measures CPU peaks again; returns false if none of `peaks` rose. */
	bool (*raise_peaks)(void *arg);
	void *raise_arg;
	const struct aisp_check *left_out[AISP_MAX_LEFT_OUT]; /* --without-check */
	int n_left_out;
	bool has_waited;    /* --wait-quiet: until other programs left the CPUs alone */
	bool is_survey;     /* one launch of each arm: times without comparison */
	bool has_arrivals;  /* note in each sample which rank answers last */
	bool is_cold_start; /* the first call of each launch is the sample */
	const volatile sig_atomic_t *is_stopped; /* set by Ctrl-C */
};

/* The arm was built, and no launch of it ended badly: it may be launched. */
bool aisp_is_active(const struct aisp_group *g, int arm);

#endif

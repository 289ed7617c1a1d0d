/* SPDX-License-Identifier: MIT
 *
 * check.h - what one validity check implements.
 *
 * A check judges; it never measures.  Probes write plain facts while a variant
 * runs; a check reads them and decides, so that it works on saved evidence
 * and on hand-made evidence alike.
 */
#ifndef AISP_CHECK_H
#define AISP_CHECK_H

#include <stdbool.h>
#include <stddef.h>

/* The facts of one launch; NaN where unknown.  See facts.h for each. */
struct aisp_evidence {
#define FACT(name, unit, meaning) double name;
#include <aisp/facts.h>
#undef FACT
	char undeclared[64]; /* the first of n_undeclared, cut short; or "" */
	char beside[80];  /* where the first of n_canary is: "behind output 'x'"; or ""
			   */
	char broken[120]; /* what invariant() said of the first of n_invariant; or "" */
};

enum aisp_fact {
#define FACT(name, unit, meaning) AISP_FACT_##name,
#include <aisp/facts.h>
#undef FACT
	AISP_N_FACTS
};

/*
 * The longest that waking up may take where an empty variant takes wake_empty_ns.  It
 * takes longer when the data have driven the kernel out of the caches: honest
 * variants took up to 200 us where an empty one took 18 (2-core VM, EPYC).
 */
static inline double aisp_wake_limit_ns(double wake_empty_ns)
{
	return 10 * wake_empty_ns + 500e3;
}

/*
 * By how much a single launch may beat the measured peaks: a plain triad exceeded that
 * of DRAM by 3 % (2-core VM, EPYC).
 */
#define AISP_ROOF_ERROR 1.05

/* Launches that are this improbable by chance were not made so fast by chance. */
#define AISP_CHANCE 1e-3

/* The fact `ignored`: enum aisp_part of parts.h, or one of these. */
enum {
	AISP_IGNORED_NOTHING = 0,
	AISP_IGNORED_ALL = 100,
	AISP_IGNORED_OTHER_RANKS, /* each rank's outputs follow its own inputs alone */
};

/* Outputs that a workload's error model is tried on; the fact `loose` counts bits. */
enum aisp_control {
	AISP_CONTROL_ROUNDED, /* the reference, rounded to the output's type: right */
	AISP_CONTROL_ZEROS,   /* from here on wrong */
	AISP_CONTROL_CONSTANT,
	AISP_CONTROL_INPUT,     /* a copy of the first input */
	AISP_CONTROL_PREVIOUS,  /* the right output for other inputs */
	AISP_CONTROL_PRECISION, /* inputs rounded to the next-lower precision */
	AISP_CONTROL_TAIL,      /* the last sixteenth is missing */
	AISP_CONTROL_ONE,       /* one element is its neighbour's */
	/* Of each output that is updated in place: */
	AISP_CONTROL_LEFT,  /* it is what it started as, all others are right */
	AISP_CONTROL_TWICE, /* it was updated twice */
	/* Of the inputs' numbers: */
	AISP_CONTROL_TERMS,    /* a sixth counts as zero, in all inputs */
	AISP_CONTROL_SMALLER,  /* the smaller ones do, in one input */
	AISP_CONTROL_ESTIMATE, /* every second one is the one before it, in one input */
	AISP_N_CONTROLS
};

/* Zero, the value of what nobody set, is UNKNOWN. */
enum aisp_verdict {
	AISP_VERDICT_UNKNOWN, /* this machine could not observe it */
	AISP_VERDICT_PASS,
	AISP_VERDICT_FAIL,      /* the result is INVALID */
	AISP_VERDICT_PARTIAL,   /* holds as far as the reason says */
	AISP_VERDICT_PREVENTED, /* impossible by the interface, seen to be in force */
	AISP_VERDICT_ATTESTED,  /* recorded and compared, not enforceable */
	AISP_VERDICT_NA,        /* no meaning on this device */
};

struct aisp_finding {
	char why[200];
};

#define AISP_MAX_NEEDS   6
#define AISP_MAX_CLAUSES 4
#define AISP_MAX_VALUES  3

/* If it applies, the verdict and what is said about it (src/checks/guarantee.h). */
struct aisp_clause {
	enum aisp_verdict verdict;
	bool (*applies)(const struct aisp_evidence *ev); /* NULL: always */
	const char *says;                                /* as for printf() */
	struct {
		enum aisp_fact fact;
		double unit;
		bool is_of_call; /* a share of the call's time */
	} values[AISP_MAX_VALUES];
};

struct aisp_check {
	const char *id;       /* "category.name": also its symbol */
	const char *cheat;    /* what the benchmark does */
	const char *defence;  /* how the evidence shows it */
	const char *incident; /* where it happened, or NULL */
	bool is_majority; /* noise can fail a launch: only most launches fail an arm */
	bool is_of_machine; /* a FAIL blames the machine: INCONCLUSIVE, not INVALID */
	bool is_of_roof;    /* the same if the machine's peaks are in doubt */
	bool is_of_gpu;     /* about a GPU: N/A elsewhere */
	bool is_prevented;  /* the interface leaves its exploit nothing to win */
	/* Optional: a FAIL on such evidence may be noise, and blames the machine. */
	bool (*is_noise)(const struct aisp_evidence *ev);
	int n_needs;
	enum aisp_fact needs[AISP_MAX_NEEDS]; /* any of them missing: UNKNOWN */
	/* A rule, in src/checks/<category>/<name>.c; else clauses, the last of which
	 * always applies: a guarantee, in src/checks/<category>/guarantees.c. */
	enum aisp_verdict (*judge)(const struct aisp_evidence *ev,
				   struct aisp_finding *f);
	struct aisp_clause clauses[AISP_MAX_CLAUSES];
};

/* Can it FAIL, or is it a guarantee of the interface? */
static inline bool aisp_is_rule(const struct aisp_check *c)
{
	return c->judge != NULL;
}

/* All checks in order of their ids, ending in NULL; made by the build. */
extern const struct aisp_check *const aisp_checks[];

/* The check of that id, or NULL. */
const struct aisp_check *aisp_check_of(const char *id);

/* All facts NaN, all names "". */
void aisp_evidence_init(struct aisp_evidence *ev);

double aisp_evidence_get(const struct aisp_evidence *ev, enum aisp_fact fact);
void aisp_evidence_put(struct aisp_evidence *ev, enum aisp_fact fact, double value);

/* "n_wrong", "elements", "of those, ..." */
const char *aisp_fact_name(enum aisp_fact fact);
const char *aisp_fact_unit(enum aisp_fact fact);
const char *aisp_fact_meaning(enum aisp_fact fact);

const char *aisp_verdict_name(enum aisp_verdict v);
const char *aisp_control_name(enum aisp_control c);

/* Judge, or UNKNOWN with the missing fact's name as the reason. */
enum aisp_verdict aisp_check_run(const struct aisp_check *c,
				 const struct aisp_evidence *ev,
				 struct aisp_finding *f);

/* Did the launch run on a GPU?  No if it is not known. */
static inline bool aisp_is_on_gpu(const struct aisp_evidence *ev)
{
	return ev->is_gpu == 1;
}

/*
 * Do others use the GPU?  Lists of processes are empty where a container has process
 * numbers of its own; but a kernel of the judge's, whose time does not depend on the
 * variant, waits for the others' time slices.  No if it is not known.
 */
static inline bool aisp_is_gpu_busy(const struct aisp_evidence *ev)
{
	return ev->gpu_busy_share > 0.2;
}

/* Does the workload mark such a part of its inputs (enum aisp_part)? */
static inline bool aisp_has_part(const struct aisp_evidence *ev, int part)
{
	return (unsigned)ev->parts >> part & 1;
}

/*
 * FAIL if wrong outputs do not follow that part of the inputs (enum aisp_part), N/A
 * if the workload marks none.
 */
enum aisp_verdict aisp_judge_ignored(const struct aisp_evidence *ev,
				     struct aisp_finding *f, int part,
				     const char *what);

/* Fill f->why, return v. */
__attribute__((format(printf, 3, 4))) enum aisp_verdict
aisp_find(struct aisp_finding *f, enum aisp_verdict v, const char *fmt, ...);

#endif

/* SPDX-License-Identifier: MIT
 *
 * guarantee.h - the table of what a cheat cannot win, because of the interface.
 *
 * A rule can FAIL and has a file of its own; a guarantee cannot, and is one entry of
 * its category's guarantees.c.  The facts say whether the interface is in force in a
 * launch: PREVENTED if it is, else PARTIAL.  The exploits that try are, as those of
 * rules, the files of tests/exploits/<category>/ whose names end in the guarantee's.
 */
#ifndef AISP_GUARANTEE_H
#define AISP_GUARANTEE_H

#include <aisp/check.h>

/*
 * AISP_GUARANTEE(category, name, cheat, defence, incident or NULL, facts, clauses...):
 * the first clause that applies decides, so the last one has no condition.  The build
 * makes the table of all checks from lines that begin with this name.
 */
#define AISP_GUARANTEE(category, name, does, stopped, where, facts, ...)               \
	const struct aisp_check aisp_check_##category##_##name = {                     \
		.id = #category "." #name,                                             \
		.cheat = does,                                                         \
		.defence = stopped,                                                    \
		.incident = where,                                                     \
		.is_prevented = true,                                                  \
		facts,                                                                 \
		.clauses = { __VA_ARGS__ },                                            \
	}

/* One to four facts that are needed; if one is missing: UNKNOWN. */
#define AISP_NEEDS(...)                                                                \
	AISP_FIFTH(__VA_ARGS__, AISP_NEEDS_4, AISP_NEEDS_3, AISP_NEEDS_2,              \
		   AISP_NEEDS_1)                                                       \
	(__VA_ARGS__)
#define AISP_FIFTH(a, b, c, d, e, ...) e
#define AISP_NEEDS_1(a)                .n_needs = 1, .needs = { AISP_FACT_##a }
#define AISP_NEEDS_2(a, b)             .n_needs = 2, .needs = { AISP_FACT_##a, AISP_FACT_##b }
#define AISP_NEEDS_3(a, b, c)                                                          \
	.n_needs = 3, .needs = { AISP_FACT_##a, AISP_FACT_##b, AISP_FACT_##c }
#define AISP_NEEDS_4(a, b, c, d)                                                       \
	.n_needs = 4,                                                                  \
	.needs = { AISP_FACT_##a, AISP_FACT_##b, AISP_FACT_##c, AISP_FACT_##d }

/* Clauses: a condition or AISP_ELSE, a sentence as for printf(), its values. */
#define AISP_HOLDS(when, ...)      AISP_CLAUSE(PREVENTED, when, __VA_ARGS__)
#define AISP_PARTLY(when, ...)     AISP_CLAUSE(PARTIAL, when, __VA_ARGS__)
#define AISP_PASSES(when, ...)     AISP_CLAUSE(PASS, when, __VA_ARGS__)
#define AISP_NO_MEANING(when, ...) AISP_CLAUSE(NA, when, __VA_ARGS__)
#define AISP_ELSE                  NULL
#define AISP_CLAUSE(verdict, when, sentence, ...)                                      \
	{                                                                              \
		AISP_VERDICT_##verdict, when, sentence,                                \
		{                                                                      \
			__VA_ARGS__                                                    \
		}                                                                      \
	}

/* Values: a fact; in a larger unit; as a share of the call's time. */
#define AISP_N(fact)                                                                   \
	{                                                                              \
		AISP_FACT_##fact, 1, false                                             \
	}
#define AISP_PER(fact, unit)                                                           \
	{                                                                              \
		AISP_FACT_##fact, unit, false                                          \
	}
#define AISP_OF_CALL(fact)                                                             \
	{                                                                              \
		AISP_FACT_##fact, 1, true                                              \
	}

/* Texts that many guarantees share. */
#define AISP_GPU_ONLY AISP_NO_MEANING(aisp_is_on_cpu, "")
#define AISP_FILES_OPEN                                                                \
	AISP_PARTLY(AISP_ELSE, "this kernel has no Landlock: files stay open to it")
#define AISP_UNFILTERED                                                                \
	AISP_PARTLY(AISP_ELSE, "system calls are not filtered while it loads")
#define AISP_UNSEALED AISP_PARTLY(AISP_ELSE, "calls are not sealed")
#define AISP_REPEATED AISP_PARTLY(AISP_ELSE, "inputs given by the user repeat")
#define AISP_SOME_COMPARED                                                             \
	AISP_PARTLY(AISP_ELSE, "%.0f of %.0f samples compared", AISP_N(n_compared),    \
		    AISP_N(n_samples))
#define AISP_SOME_SAMPLES                                                              \
	AISP_PARTLY(AISP_ELSE, "%.0f of %.0f samples", AISP_N(n_samples),              \
		    AISP_N(n_samples_planned))

/* Conditions that show that the interface is in force. */
static inline bool aisp_is_on_cpu(const struct aisp_evidence *ev)
{
	return !aisp_is_on_gpu(ev);
}

static inline bool aisp_has_landlock(const struct aisp_evidence *ev)
{
	return ev->has_landlock == 1;
}

static inline bool aisp_has_load_filter(const struct aisp_evidence *ev)
{
	return ev->has_load_filter == 1;
}

static inline bool aisp_is_shut_off(const struct aisp_evidence *ev)
{
	return ev->has_landlock == 1 && ev->has_load_filter == 1;
}

static inline bool aisp_is_sealed(const struct aisp_evidence *ev)
{
	return ev->n_filters >= 2;
}

static inline bool aisp_is_fresh(const struct aisp_evidence *ev)
{
	return ev->is_fresh == 1;
}

static inline bool aisp_inputs_repeat(const struct aisp_evidence *ev)
{
	return ev->is_fresh != 1;
}

static inline bool aisp_seed_is_known(const struct aisp_evidence *ev)
{
	return ev->is_seed_secret != 1;
}

static inline bool aisp_compared_all(const struct aisp_evidence *ev)
{
	return ev->n_compared == ev->n_samples;
}

static inline bool aisp_sampled_all(const struct aisp_evidence *ev)
{
	return ev->n_samples == ev->n_samples_planned;
}

static inline bool aisp_has_limit(const struct aisp_evidence *ev)
{
	return ev->limit_ns > 0;
}

#endif

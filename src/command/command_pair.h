/* SPDX-License-Identifier: MIT
 *
 * command_pair.h - two shell commands as a pair: runs in alternating order, their
 * outputs compared, and the judge's rule (decide/decide.h) on their times.
 *
 * Unlike a pair of variants, it has no new inputs for every call, no reference for
 * outputs, and no sandbox around what is timed.
 */
#ifndef AISP_COMMAND_PAIR_H
#define AISP_COMMAND_PAIR_H

#include <jansson.h>
#include <stdio.h>

#include "base/rng.h"
#include "command_run.h"
#include "decide/group.h"
#include "machine/grade.h"

#define COMMAND_TIER "command"

struct command_block {
	struct command_run run[2]; /* of A and B */
	int first;                 /* which of them ran first */
};

/* Figures of one command over the runs that count; medians. */
struct command_figures {
	double wall_ns, cpu_ns;
};

struct command_pair {
	/* Input: */
	const char *text[2];
	const char *prepare; /* run before each run, untimed; may be NULL */
	bool is_output_ignored;
	double limit_s;  /* of one run */
	bool has_waited; /* for a quiet machine, as far as there was one */
	struct aisp_limits limits;
	void (*progress)(void *arg, int block, int next_look); /* may be NULL */
	void *arg;
	/* Results: */
	char *line[2]; /* what the shell is given */
	struct aisp_seed seed;
	int n_blocks;
	struct command_block blocks[AISP_MAX_BLOCKS];
	struct aisp_comparison wall, cpu; /* A's time over B's; wall decides */
	struct command_figures figures[2];
	struct aisp_forecast forecast;
	double forecast_s; /* NaN: not known */
	double shell_ns;   /* time of a shell that does nothing */
	bool is_invalid;   /* outputs differ, or some process had not ended */
	bool is_cut;       /* by Ctrl-C */
	char why[900];
	long long output_bytes;
	int exit_status; /* of both */
	double wall_s;   /* in all */
	int n_disturbed; /* pairs that do not count: others had the CPUs */
	char busy[160];  /* the load of others; "" if small */
	struct aisp_grading grading;
};

/*
 * Release it in any case. Returns 0, also if the commands' outputs differ; -1 with *err
 * filled if there is no result: a usage error if a command does not run.
 */
int command_pair_measure(struct command_pair *p, struct aisp_err *err);

void command_pair_release(struct command_pair *p);

/* FASTER means that B is faster.  A verdict, or the status if it was not measured. */
enum aisp_outcome command_pair_outcome(const struct command_pair *p);

/* Prints for a terminal; `again`: the command line that measured it. */
void command_pair_print(const struct command_pair *p, const char *again, FILE *f);

/* A new reference; NULL without memory. */
json_t *command_pair_json(const struct command_pair *p, const char *again);

/* Says what to do about it, like aisp_advice_text(); "" if nothing. */
void command_pair_advise(const struct command_pair *p, const char *again, char *buf,
			 size_t size);

#endif

/* SPDX-License-Identifier: MIT
 *
 * suite_options.h - the options that select what to run, shared by the commands that
 * run targets; an argp child.
 */
#ifndef AISP_SUITE_OPTIONS_H
#define AISP_SUITE_OPTIONS_H

#include <argp.h>

#include "base/paths.h"
#include "build_line.h"
#include "judge/suite.h"

#define AISP_MAX_PATTERNS 64

/* The options, and the memory behind suite's pointers. */
struct suite_options {
	struct aisp_suite suite;
	struct build_line building;
	struct aisp_paths paths;
	const char *patterns[AISP_MAX_PATTERNS];
	struct aisp_sweep sweeps[AISP_MAX_SWEEPS];
	struct aisp_extra extras[AISP_MAX_SWEEPS];
	struct aisp_user_input user_inputs[AISP_MAX_IO];
	char given_names[AISP_MAX_IO][64];
	char scratch[4200];
	const char *seed_from; /* the option that gave the seed, or NULL */
	int n_broken; /* selected files that are no targets; the user was told */
};

/* Children of a command's argp; their input is a struct suite_options, zeroed. */
extern const struct argp_child suite_options_children[];
/* Only the options that select targets and set their sizes: nothing runs. */
extern const struct argp_child suite_options_of_problem[];
/* The parser of all, for use beside others. */
extern const struct argp suite_options_argp;

/* Sets defaults and paths, before argp_parse().  0, or -1 with *err filled. */
int suite_options_init(struct suite_options *o, struct aisp_err *err);

/* Has the user set that parameter? */
bool suite_options_has_param(const struct suite_options *o, const char *name);

/*
 * Sets defaults for a command that runs targets at that preset, and parses the words
 * into `input`, which contains *o.  Returns 0, or -1 with *err filled.
 */
int suite_options_parse(struct suite_options *o, enum aisp_preset preset,
			const struct argp *parser, int argc, char **argv, void *input,
			struct aisp_err *err);
/* The exit status, made INVALID by broken files unless it is worse. */
int suite_options_status(const struct suite_options *o, int status);
/* Prints what failed; returns the exit status. */
int suite_options_fail(const char *command, const struct aisp_err *err);
/* Makes the scratch directory, after suite_options_init(). */
int suite_options_make_scratch(struct suite_options *o, struct aisp_err *err);
void suite_options_release(struct suite_options *o);

#endif

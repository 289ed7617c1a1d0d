/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "stop.h"
#include "store/tree.h"
#include "suite_options.h"

enum {
	OPT_PARAM = 0x100,
	OPT_DIST,
	OPT_INPUT,
	OPT_SEED,
	OPT_REPRODUCIBLE,
	OPT_PRESET,
	OPT_EXTRA,
	OPT_TIER
};

/* What is selected, and how large it is. */
static const struct argp_option problem_options[] = {
	{ "targets", 't', "PATTERN", 0,
	  "Select targets, as PATTERN alone does: a chapter (ch07), a pair "
	  "(ch07:transpose), some "
	  "of its variants (ch07:transpose_t*@cpu) or a directory of pairs; "
	  "repeatable; default: all",
	  1 },
	{ "preset", OPT_PRESET, "small|default|large", 0,
	  "Choose the sizes (default; with bare and verify: small)", 1 },
	{ "param", OPT_PARAM, "NAME=VALUE[,VALUE...]", 0,
	  "Set a parameter; several values make a sweep; repeatable", 1 },
	{ "target-extra-arg", OPT_EXTRA, "PATTERN=NAME=VALUE", 0,
	  "Set a parameter of matching targets only; repeatable", 1 },
	{ 0 }
};

/* What variants get, and which may run. */
static const struct argp_option run_options[] = {
	{ "dist", OPT_DIST, "normal|uniform|adversarial|structured", 0,
	  "Draw inputs from this distribution; adversarial: numbers that cancel, huge "
	  "and tiny ones; structured: rows that are equal, sorted, of one sign, of few "
	  "values, nearly zero, huge, sparse, usual but for one number, or nearly "
	  "alike (normal)",
	  1 },
	{ "input", OPT_INPUT, "NAME=FILE.npy", 0,
	  "Read an input from a file; repeatable", 1 },
	{ "seed", OPT_SEED, "HEX", 0,
	  "Make the inputs of the run with this seed, 32 hexadecimal digits (a new one "
	  "in each run)",
	  1 },
	{ "tier", OPT_TIER, "kernel|sandboxed|trusted", 0,
	  "Choose whose host code may run: kernel: only aisp's own, which starts "
	  "kernels of a GPU; sandboxed: also that of variants, in a sandbox; trusted: "
	  "also that of your pairs that ask for a wider sandbox (sandboxed, and aisp's "
	  "own pairs with a vendor's MPI or NCCL; docs/tiers.md)",
	  1 },
	{ "reproducible", OPT_REPRODUCIBLE, NULL, 0,
	  "Use the same inputs and order in each run: the seed is zero", 1 },
	{ 0 }
};

static int add_pattern(struct suite_options *o, const char *arg, struct aisp_err *err)
{
	if (o->suite.n_patterns == AISP_MAX_PATTERNS)
		return aisp_err_set(
			err,
			"--targets: at most %d; a glob selects many, as 'ch01:gemm*'",
			AISP_MAX_PATTERNS);
	o->patterns[o->suite.n_patterns++] = arg;
	return 0;
}

bool suite_options_has_param(const struct suite_options *o, const char *name)
{
	for (int i = 0; i < o->suite.n_sweeps; i++)
		if (!strcmp(o->sweeps[i].name, name))
			return true;
	return false;
}

static int add_sweep(struct suite_options *o, const char *arg, struct aisp_err *err)
{
	int n = o->suite.n_sweeps;

	if (n == AISP_MAX_SWEEPS)
		return aisp_err_set(err, "--param: at most %d", AISP_MAX_SWEEPS);
	if (aisp_sweep_parse(&o->sweeps[n], arg, err))
		return -1;
	if (suite_options_has_param(o, o->sweeps[n].name))
		return aisp_err_usage(err,
				      "--param %s: given twice; several values stand "
				      "in one list: %s=1,2",
				      o->sweeps[n].name, o->sweeps[n].name);
	o->suite.n_sweeps++;
	return 0;
}

static int add_extra(struct suite_options *o, const char *arg, struct aisp_err *err)
{
	if (o->suite.n_extras == AISP_MAX_SWEEPS)
		return aisp_err_set(err, "--target-extra-arg: at most %d",
				    AISP_MAX_SWEEPS);
	return aisp_extra_parse(&o->extras[o->suite.n_extras++], arg, err);
}

static int add_input(struct suite_options *o, const char *arg, struct aisp_err *err)
{
	const char *equals = strchr(arg, '=');
	struct aisp_user_input *g;
	char *name;

	if (o->suite.n_user_inputs == AISP_MAX_IO)
		return aisp_err_set(err, "--input: at most %d", AISP_MAX_IO);
	if (!equals || equals == arg || equals - arg >= (int)sizeof(o->given_names[0]))
		return aisp_err_set(err, "--input %s: want NAME=FILE.npy", arg);
	g = &o->user_inputs[o->suite.n_user_inputs];
	name = o->given_names[o->suite.n_user_inputs];
	memcpy(name, arg, (size_t)(equals - arg));
	g->name = name;
	if (aisp_npy_load(equals + 1, &g->npy, err))
		return -1;
	o->suite.n_user_inputs++;
	return 0;
}

static int claim_seed(struct suite_options *o, const char *option, struct aisp_err *err)
{
	if (o->seed_from && strcmp(o->seed_from, option) != 0)
		return aisp_err_set(err,
				    "--seed and --reproducible, whose seed is zero, "
				    "exclude each other");
	o->seed_from = option;
	o->suite.is_seed_given = true;
	return 0;
}

static int parse(int key, const char *arg, struct suite_options *o,
		 struct aisp_err *err)
{
	switch (key) {
	case ARGP_KEY_ARG:
	case 't':
		return add_pattern(o, arg, err);
	case OPT_PRESET:
		return aisp_preset_parse(&o->suite.preset, arg, err);
	case OPT_PARAM:
		return add_sweep(o, arg, err);
	case OPT_EXTRA:
		return add_extra(o, arg, err);
	case OPT_DIST:
		o->suite.has_dist = true;
		return aisp_dist_parse(&o->suite.dist, arg, err);
	case OPT_TIER:
		o->suite.tier.is_said = true;
		return aisp_tier_parse(&o->suite.tier.most, arg, err);
	case OPT_INPUT:
		return add_input(o, arg, err);
	case OPT_SEED:
		return claim_seed(o, "--seed", err) ||
				       aisp_seed_parse(&o->suite.seed, arg, err)
			       ? -1
			       : 0;
	case OPT_REPRODUCIBLE:
		memset(&o->suite.seed, 0, sizeof(o->suite.seed));
		return claim_seed(o, "--reproducible", err);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct aisp_err err;
	int rc;

	if (key == ARGP_KEY_INIT && state->child_inputs)
		state->child_inputs[0] = state->input;
	if (key != ARGP_KEY_ARG && key < 't')
		return ARGP_ERR_UNKNOWN;
	rc = parse(key, arg, state->input, &err);
	if (rc == -1)
		argp_error(state, "%s", err.msg);
	return rc;
}

static const struct argp problem_argp = { .options = problem_options,
					  .parser = parse_opt };

const struct argp_child suite_options_of_problem[] = { { &problem_argp, 0, NULL, 0 },
						       { 0 } };
const struct argp suite_options_argp = { .options = run_options,
					 .parser = parse_opt,
					 .children = suite_options_of_problem };
const struct argp_child suite_options_children[] = {
	{ &suite_options_argp, 0, NULL, 0 }, { 0 }
};

/* Makes folders of written files removable (written_files.h). */
static void open_written(const char *scratch)
{
	char pattern[4700];
	glob_t found = { 0 };

	snprintf(pattern, sizeof(pattern), "%s/written.*", scratch);
	if (!glob(pattern, 0, NULL, &found))
		for (size_t i = 0; i < found.gl_pathc; i++)
			chmod(found.gl_pathv[i], 0700);
	globfree(&found);
}

/* Removes scratch directories of killed runs, whose names are ids of dead processes. */
static void remove_dead_scratch(const char *parent)
{
	DIR *d = opendir(parent);
	struct dirent *e;
	char path[4600];

	while (d && (e = readdir(d))) {
		int pid = (int)strtol(e->d_name, NULL, 10);

		if (pid <= 0 || !kill(pid, 0) || errno != ESRCH)
			continue;
		snprintf(path, sizeof(path), "%s/%s", parent, e->d_name);
		open_written(path);
		aisp_tree_remove(path, NULL);
	}
	if (d)
		closedir(d);
}

/* Scratch is on a disk, not in memory, so that reading its files reads a disk. */
int suite_options_make_scratch(struct suite_options *o, struct aisp_err *err)
{
	struct aisp_err why;

	snprintf(o->scratch, sizeof(o->scratch), "%s/scratch", o->paths.cache);
	remove_dead_scratch(o->scratch);
	snprintf(o->scratch, sizeof(o->scratch), "%s/scratch/%d", o->paths.cache,
		 (int)getpid());
	o->suite.scratch_dir = o->scratch;
	if (!aisp_mkdirs(o->scratch, &why))
		return 0;
	return aisp_err_set(err, "%.400s; choose another cache with $XDG_CACHE_HOME",
			    why.msg);
}

/* Names each broken file once, however often the folder is read; other targets run. */
static void tell_broken(void *arg, char *const *problems, int n)
{
	struct suite_options *o = arg;

	for (int i = o->n_broken; i < n; i++)
		fprintf(stderr, "aisp: %s\n", problems[i]);
	o->n_broken = n > o->n_broken ? n : o->n_broken;
}

int suite_options_status(const struct suite_options *o, int status)
{
	bool is_worse = status == AISP_EXIT_USAGE || status == AISP_EXIT_HARNESS;

	return o->n_broken && !is_worse ? AISP_EXIT_INVALID : status;
}

int suite_options_init(struct suite_options *o, struct aisp_err *err)
{
	o->suite.paths = &o->paths;
	o->suite.patterns = o->patterns;
	o->suite.sweeps = o->sweeps;
	o->suite.extras = o->extras;
	o->suite.user_inputs = o->user_inputs;
	o->suite.preset = AISP_PRESET_DEFAULT;
	o->suite.limits.n_warmup = -1;
	o->suite.limits.timeout_multiplier = 1;
	o->suite.limits.margin = AISP_MARGIN_MIN;
	o->suite.limits.is_stopped = stop_flag();
	o->suite.building = build_line_show;
	o->suite.building_arg = &o->building;
	o->suite.broken = tell_broken;
	o->suite.broken_arg = o;
	return aisp_seed_new(&o->suite.seed, err) || aisp_paths_find(&o->paths, err)
		       ? -1
		       : 0;
}

int suite_options_parse(struct suite_options *o, enum aisp_preset preset,
			const struct argp *parser, int argc, char **argv, void *input,
			struct aisp_err *err)
{
	if (suite_options_init(o, err))
		return -1;
	o->suite.preset = preset;
	argp_parse(parser, argc, argv, 0, NULL, input);
	return 0;
}

int suite_options_fail(const char *command, const struct aisp_err *err)
{
	fprintf(stderr, "aisp %s: %s\n", command, err->msg);
	return aisp_err_status(err);
}

void suite_options_release(struct suite_options *o)
{
	for (int i = 0; i < o->suite.n_user_inputs; i++)
		aisp_npy_release(&o->user_inputs[i].npy);
	if (o->scratch[0])
		rmdir(o->scratch);
}

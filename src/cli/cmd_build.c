/* SPDX-License-Identifier: MIT
 *
 * cmd_build.c - compile pairs without running them: for all GPUs, or to see that all
 * compile.  Commands that run targets build what they need themselves.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "compile/toolchain.h"
#include "judge/targets_build.h"
#include "suite_options.h"

#define MAX_REASONS 8

enum { OPT_ALL_GPUS = 0x200, OPT_GPU, OPT_STRICT };

struct build {
	struct suite_options suite;
	int is_all_gpus, is_strict;
	const char *gpu; /* NULL: the GPUs of this machine */
	int n_ready, n_skipped, n_broken;
	struct {
		const char *why;
		int n;
	} skipped[MAX_REASONS];
};

static const struct argp_option options[] = {
	{ "targets", 't', "PATTERN", 0,
	  "Select targets, as PATTERN alone does; repeatable; default: all", 0 },
	{ "all-gpus", OPT_ALL_GPUS, NULL, 0,
	  "Compile .cu files for all GPUs that they are written for, not only for "
	  "those of this machine",
	  0 },
	{ "gpu", OPT_GPU, "sm_NN", 0,
	  "Compile .cu files for this GPU, such as sm_90, which need not be in this "
	  "machine",
	  0 },
	{ "strict", OPT_STRICT, NULL, 0, "Treat a compiler's warning as an error", 0 },
	{ 0 }
};

/* A name without the final 'a' of model-specific code, since a GPU runs both. */
static bool is_gpu_name(const char *s)
{
	return !strncmp(s, "sm_", 3) && strlen(s) >= 5 &&
	       strspn(s + 3, "0123456789") == strlen(s) - 3;
}

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct build *b = state->input;

	switch (key) {
	case 't':
	case ARGP_KEY_ARG:
		if (b->suite.suite.n_patterns == AISP_MAX_PATTERNS)
			argp_error(state, "at most %d patterns", AISP_MAX_PATTERNS);
		b->suite.patterns[b->suite.suite.n_patterns++] = arg;
		return 0;
	case OPT_ALL_GPUS:
		b->is_all_gpus = 1;
		return 0;
	case OPT_GPU:
		if (!is_gpu_name(arg))
			argp_error(state, "--gpu %s: want a name such as sm_90", arg);
		b->gpu = arg;
		return 0;
	case OPT_STRICT:
		b->is_strict = 1;
		return 0;
	case ARGP_KEY_END:
		if (b->gpu && b->is_all_gpus)
			argp_error(state, "--gpu or --all-gpus, not both");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_opt,
	.args_doc = "[PATTERN...]",
	.doc = "Compile pairs without running them.  The commands that run targets "
	       "compile what they need by themselves; this one also compiles for GPUs "
	       "of other machines.\vExit status: 0 fine, 2 usage, 4 something does not "
	       "compile or asks for an option that is not allowed.",
};

static bool was_seen(const struct aisp_catalogue *c, int n, const char *object)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(c->targets[i].workload_object, object) ||
		    !strcmp(c->targets[i].baseline_object, object))
			return true;
	return false;
}

/* Counts skipped objects by reason: hundreds may lack the same thing. */
static void count_skipped(struct build *b, const char *why)
{
	int i = 0;

	b->n_skipped++;
	while (i < MAX_REASONS - 1 && b->skipped[i].why &&
	       strcmp(b->skipped[i].why, why) != 0)
		i++;
	b->skipped[i].why = b->skipped[i].why ? b->skipped[i].why : why;
	b->skipped[i].n++;
}

static void count(struct build *b, const char *object, const char *why)
{
	if (!why) {
		b->n_ready++;
	} else if (aisp_build_is_broken(why)) {
		b->n_broken++;
		printf("%s: %s\n", object, why);
	} else {
		count_skipped(b, why);
	}
}

static void report(struct build *b, const struct aisp_catalogue *c)
{
	for (int i = 0; i < c->n; i++) {
		const struct aisp_target *t = &c->targets[i];

		if (!was_seen(c, i, t->workload_object))
			count(b, t->workload_object, t->workload_why);
		if (!was_seen(c, i, t->baseline_object))
			count(b, t->baseline_object, t->baseline_why);
		count(b, t->optimized_object, t->optimized_why);
	}
	for (int i = 0; i < c->n_problems; i++, b->n_broken++)
		printf("%s\n", c->problems[i]);
	for (int i = 0; i < MAX_REASONS && b->skipped[i].n; i++)
		printf("skipped, %d: %s\n", b->skipped[i].n, b->skipped[i].why);
	printf("%d ready, %d skipped, %d broken\n", b->n_ready, b->n_skipped,
	       b->n_broken);
}

static int load(struct build *b, struct aisp_catalogue *c, struct aisp_err *err)
{
	const struct aisp_suite *s = &b->suite.suite;

	if (!aisp_catalogue_load(c, s->paths, s->patterns, s->n_patterns, err))
		return 0;
	err->is_usage = true;
	return -1;
}

static bool has_cuda(const struct aisp_catalogue *c)
{
	for (int i = 0; i < c->n; i++)
		if (c->targets[i].device == AISP_DEVICE_CUDA)
			return true;
	return false;
}

/* If the user named a GPU, reports before compiling whether there is code for it. */
static int check_gpu(const struct build *b, const struct aisp_catalogue *c,
		     struct aisp_err *err)
{
	struct aisp_toolchain tools = { 0 };
	int rc;

	if (!b->gpu)
		return 0;
	if (!has_cuda(c))
		return aisp_err_usage(err,
				      "--gpu %s: none of these targets runs on a GPU; "
				      "`aisp bench list-targets '*@cuda'` lists those "
				      "that do",
				      b->gpu);
	rc = aisp_toolchain_check_gpu(&tools, b->gpu, err);
	aisp_toolchain_release(&tools);
	return rc;
}

static int build(struct build *b, struct aisp_err *err)
{
	struct aisp_builder how = aisp_suite_builder(&b->suite.suite);
	struct aisp_catalogue c;
	int rc;

	how.is_all_archs = b->is_all_gpus;
	how.gpu = b->gpu;
	how.is_strict = b->is_strict;
	if (load(b, &c, err))
		return -1;
	rc = check_gpu(b, &c, err) ? -1 : aisp_targets_build(&how, &c, err);
	aisp_catalogue_release(&c);
	if (rc || load(b, &c, err))
		return -1;
	report(b, &c);
	aisp_catalogue_release(&c);
	return 0;
}

static int run(int argc, char **argv)
{
	struct build b = { 0 };
	struct aisp_err err = { 0 };
	int status = AISP_EXIT_HARNESS;

	if (suite_options_init(&b.suite, &err))
		goto out;
	argp_parse(&argp, argc, argv, 0, NULL, &b);
	if (!build(&b, &err))
		status = b.n_broken ? AISP_EXIT_HARNESS : AISP_EXIT_OK;
out:
	if (err.msg[0])
		fprintf(stderr, "aisp build: %s\n", err.msg);
	if (err.is_usage)
		status = AISP_EXIT_USAGE;
	suite_options_release(&b.suite);
	return status;
}

const struct aisp_command aisp_cmd_build = {
	.name = "build",
	.summary = "compile pairs without running them",
	.argp = &argp,
	.run = run,
};

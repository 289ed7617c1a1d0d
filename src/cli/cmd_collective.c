/* SPDX-License-Identifier: MIT
 *
 * cmd_collective.c - measure a collective over a range of sizes, and its ranks' health.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "collective/collective.h"
#include "output_place.h"
#include "suite_options.h"
#include "take_turn.h"
#include "whole_option.h"

#define ERASE "\r\033[K"

enum {
	OPT_RANKS = 0x100,
	OPT_DEVICE,
	OPT_SIZES,
	OPT_ITERATIONS,
	OPT_WARMUP,
	OPT_PAIRS,
	OPT_NO_WAIT,
	OPT_IN_PLACE,
	OPT_CSV,
	OPT_JSON
};

struct options {
	struct suite_options suite;
	struct collective c;
	struct aisp_sweep sweeps[2];
	struct aisp_locks locks;
	struct aisp_gpus gpus;
	struct aisp_gpu_peaks peaks[AISP_MAX_PEAK_GPUS]; /* those that are known */
	int n_peaks;
	const char *output;
	bool is_json, is_csv, is_in_place;
};

static const struct argp_option option_list[] = {
	{ "ranks", OPT_RANKS, "N", 0, "Use N processes (2)", 0 },
	{ "device", OPT_DEVICE, "cpu|cuda", 0,
	  "Measure the variants for this device: ranks on CPUs, or with a GPU each "
	  "(cpu)",
	  0 },
	{ "sizes", OPT_SIZES, "FROM:TO[:FACTOR]", 0,
	  "Measure sizes from FROM to TO bytes, each FACTOR times the one before; "
	  "a size is the larger of a rank's inputs and outputs; K, M and G are powers "
	  "of 1024 (4K:4M:4)",
	  0 },
	{ "iterations", OPT_ITERATIONS, "N", 0, "Time N calls of each variant (20)",
	  0 },
	{ "warmup", OPT_WARMUP, "N", 0, "First make N untimed calls (5)", 0 },
	{ "pairs", OPT_PAIRS, "N", 0,
	  "Measure N pairs of launches, with all checks of `aisp bench run` (one "
	  "launch of each variant, and no sizes held out)",
	  0 },
	{ "in-place", OPT_IN_PLACE, NULL, 0,
	  "Write sums in place, over the ranks' inputs (allreduce)", 0 },
	{ "no-wait", OPT_NO_WAIT, NULL, 0,
	  "Fail, with status 4, if another aisp measures on these CPUs (wait)", 0 },
	{ "output", 'o', "FILE.svg", 0, "Draw time and bandwidth by size into FILE.svg",
	  0 },
	{ "csv", OPT_CSV, NULL, 0, "Print CSV", 0 },
	{ "json", OPT_JSON, NULL, 0, "Print JSON, with which rank answered last", 0 },
	{ 0 }
};

static error_t parse_more(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_NO_WAIT:
		o->locks.is_impatient = true;
		return 0;
	case OPT_IN_PLACE:
		o->is_in_place = true;
		return 0;
	case 'o':
		o->output = arg;
		return 0;
	case OPT_CSV:
	case OPT_JSON:
		o->is_csv |= key == OPT_CSV;
		o->is_json |= key == OPT_JSON;
		if (o->is_csv && o->is_json)
			argp_error(state, "--csv or --json, not both");
		return 0;
	case ARGP_KEY_ARG:
		if (o->c.op)
			argp_error(state, "'%s' is a second collective", arg);
		o->c.op = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	struct aisp_limits *limits = &o->suite.suite.limits;
	struct aisp_err err;

	switch (key) {
	case OPT_RANKS:
		o->c.n_ranks = whole_option(state, "--ranks", arg, 2, AISP_MAX_RANKS);
		return 0;
	case OPT_DEVICE:
		o->suite.suite.only_on = aisp_device_named(arg);
		if (!o->suite.suite.only_on)
			argp_error(state, "--device: '%s' is neither cpu nor cuda",
				   arg);
		return 0;
	case OPT_SIZES:
		if (collective_sizes_parse(&o->c.sizes, arg, &err))
			argp_error(state, "%s", err.msg);
		return 0;
	case OPT_ITERATIONS:
		limits->n_samples =
			whole_option(state, "--iterations", arg, 1, AISP_MAX_SAMPLES);
		return 0;
	case OPT_WARMUP:
		limits->n_warmup =
			whole_option(state, "--warmup", arg, 0, AISP_MAX_SAMPLES);
		return 0;
	case OPT_PAIRS:
		limits->n_pairs =
			whole_option(state, "--pairs", arg, 3, AISP_MAX_PAIRS);
		o->c.is_paired = true;
		return 0;
	default:
		return parse_more(key, arg, state);
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.args_doc = "[allreduce|allgather|reducescatter|alltoall|PATTERN]",
	.doc = "Measure a collective between processes over a range of sizes, as "
	       "nccl-tests do: each variant's time until the last rank's answer, "
	       "algorithm and bus bandwidth, and wrong elements of the timed calls "
	       "themselves.  Then say whether one rank delays the others, and, on "
	       "GPUs, whether driver, library and links are in order.  A PATTERN names "
	       "a pair of yours with the parameter `ranks` and one that sets its "
	       "size: `pages`, or the only other one.\vA rank is "
	       "called slow if it answers last in three of four calls of every "
	       "variant, by a tenth of the time or more.  Exit status: 0 nothing "
	       "wrong, 1 a wrong answer, a variant that failed, a slow rank or GPU, or "
	       "a bad link, 2 usage, 4 the harness failed, 5 stopped, or nothing ran.",
};

static void show_block(void *arg, const struct aisp_group *g, int block, int next_look)
{
	(void)arg;
	(void)block;
	(void)next_look;
	if (isatty(STDERR_FILENO))
		fprintf(stderr, ERASE "size %d of %d", g->position + 1, g->n_groups);
}

static int draw(const struct options *o, struct aisp_err *err)
{
	FILE *f;

	if (!o->output)
		return 0;
	f = fopen(o->output, "we");
	if (!f)
		return aisp_err_errno(err, "write %s", o->output);
	collective_svg(&o->c, f);
	return fclose(f) ? aisp_err_errno(err, "write %s", o->output) : 0;
}

static int print(const struct options *o, const struct collective_verdict *v,
		 struct aisp_err *err)
{
	json_t *document;
	int rc = 0;

	if (o->is_json) {
		document = collective_json(&o->c, v);
		rc = document ? json_dumpf(document, stdout, JSON_INDENT(1)) : -1;
		putchar('\n');
		json_decref(document);
	} else if (o->is_csv) {
		collective_print_csv(&o->c, stdout);
	} else {
		collective_print(&o->c, v, stdout);
	}
	return rc ? aisp_err_set(err, "the JSON cannot be written") : draw(o, err);
}

static bool has_figure(const struct collective *c)
{
	for (int i = 0; i < c->n_rows; i++)
		if (c->rows[i].n_calls)
			return true;
	return false;
}

/* Runs in a child, before this process uses CUDA. */
static void load_peaks(struct options *o)
{
	struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS];
	int n = aisp_gpu_list(aisp_gpu_open_plugin, gpus, NULL);

	for (int i = 0; i < n; i++)
		o->n_peaks +=
			!aisp_gpu_peaks_load(&o->peaks[o->n_peaks], &gpus[i], NULL);
}

static void judge(struct options *o, struct collective_verdict *v)
{
	collective_judge(&o->c, v);
	if (o->c.is_host)
		return;
	aisp_gpus_read(&o->gpus);
	collective_judge_machine(&o->c, &o->gpus, o->peaks, o->n_peaks, v);
}

static int measure(struct options *o, struct aisp_err *err)
{
	struct aisp_suite *s = &o->suite.suite;
	struct collective_verdict v;

	if (output_place_check(o->output, err) ||
	    collective_plan(&o->c, s, o->sweeps, err) ||
	    suite_options_make_scratch(&o->suite, err))
		return -1;
	if (!o->c.is_host)
		load_peaks(o);
	o->locks.is_stopped = s->limits.is_stopped;
	s->locks = &o->locks;
	if (take_turn(&o->locks, "collective", err) ||
	    collective_measure(&o->c, s, err))
		return -1;
	if (isatty(STDERR_FILENO))
		fputs(ERASE, stderr);
	judge(o, &v);
	if (print(o, &v, err))
		return -1;
	if (v.health == COLLECTIVE_UNHEALTHY)
		return AISP_EXIT_REGRESSION;
	return o->c.is_stopped || !has_figure(&o->c) ? AISP_EXIT_INCONCLUSIVE
						     : AISP_EXIT_OK;
}

static int run(int argc, char **argv)
{
	static struct options o; /* too large for a stack */
	struct aisp_limits *limits = &o.suite.suite.limits;
	struct aisp_err err = { "" };
	int status = -1;

	if (suite_options_init(&o.suite, &err))
		return suite_options_fail("collective", &err);
	o.c.n_ranks = 2;
	o.c.sizes = (struct collective_sizes){ 4 << 10, 4 << 20, 4 };
	limits->n_samples = 20;
	limits->n_warmup = 5;
	o.suite.suite.progress.block = show_block;
	o.suite.suite.only_on = aisp_device_kind(AISP_DEVICE_CPU);
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	o.c.op = o.c.op ? o.c.op : "allreduce";
	if (!collective_target(o.c.op, o.is_in_place, o.c.target, sizeof(o.c.target),
			       &err)) {
		o.suite.patterns[o.suite.suite.n_patterns++] = o.c.target;
		status = measure(&o, &err);
	}
	collective_release(&o.c);
	aisp_locks_release(&o.locks);
	suite_options_release(&o.suite);
	return status < 0 ? suite_options_fail("collective", &err) : status;
}

const struct aisp_command aisp_cmd_collective = {
	.name = "collective",
	.summary = "sweep a collective over sizes, verified; find wrong or slow ranks",
	.argp = &argp,
	.run = run,
};

/* SPDX-License-Identifier: MIT
 *
 * aisp tune - search a space of variants; the judge measures them.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "cli.h"
#include "judge/catalogue.h"
#include "stop.h"
#include "suite_options.h"
#include "tune_missing.h"
#include "tuning/tuning.h"
#include "tuning/tuning_text.h"
#include "whole_option.h"

enum {
	OPT_SPACE = 0x100,
	OPT_TEMPLATE,
	OPT_PROPOSER,
	OPT_BUDGET,
	OPT_PAIRS,
	OPT_FINALISTS,
	OPT_SEED,
	OPT_ANSWER,
	OPT_ARTIFACTS,
	OPT_RESUME,
	OPT_REPLAY,
	OPT_JSON
};

struct tune {
	const char *target, *space, *template, *proposer, *seed, *artifacts, *resume;
	const char *replay;
	int budget, pairs, n_finalists;
	double answer_s;
	int is_json;
	bool has_search_option; /* an option that a continued search has already */
};

static const struct argp_option options[] = {
	{ "space", OPT_SPACE, "FILE", 0,
	  "Search the space in FILE (space_PAIR.txt beside the pair; for a GPU "
	  "space_PAIR_cuda.txt)",
	  0 },
	{ "template", OPT_TEMPLATE, "FILE", 0,
	  "Make candidates from this template (template_PAIR.c or .cu beside the pair)",
	  0 },
	{ "proposer", OPT_PROPOSER, "NAME|COMMAND", 0,
	  "Choose candidates by this strategy: exhaustive, random, climb, halving, "
	  "model (random), or by a command that answers questions in JSON lines "
	  "(docs/tune.md)",
	  0 },
	{ "budget", OPT_BUDGET, "N", 0, "Screen at most N candidates (64)", 0 },
	{ "pairs", OPT_PAIRS, "N", 0,
	  "Screen each with N pairs of launches, 3 to 1000 (5)", 0 },
	{ "finalists", OPT_FINALISTS, "N", 0, "Race the best N, 1 to 32 (4)", 0 },
	{ "seed", OPT_SEED, "HEX", 0,
	  "Draw the proposals with this seed (32 digits); the judge's inputs are new "
	  "in each run anyway",
	  0 },
	{ "answer-timeout", OPT_ANSWER, "SECONDS", 0,
	  "Wait this long for each answer of a command (60)", 0 },
	{ "artifacts-dir", OPT_ARTIFACTS, "DIR", 0,
	  "Write the search's folder into DIR (artifacts)", 0 },
	{ "resume", OPT_RESUME, "FOLDER", 0,
	  "Continue a search that was killed or stopped, with its options", 0 },
	{ "replay", OPT_REPLAY, "FOLDER", 0,
	  "Measure nothing: print how near to the best each proposer comes on the "
	  "record of a search that screened every point",
	  0 },
	{ "json", OPT_JSON, NULL, 0, "Print what was found as JSON", 0 },
	{ 0 }
};

static double seconds(struct argp_state *state, const char *arg)
{
	char *end;
	double x = strtod(arg, &end);

	if (end == arg || *end || !(x > 0) || !(x <= 1e6))
		argp_error(state, "--answer-timeout: '%s' is no number of seconds",
			   arg);
	return x;
}

/* Options for a new search only. */
static error_t parse_search(int key, char *arg, struct argp_state *state)
{
	struct tune *o = state->input;

	switch (key) {
	case OPT_SPACE:
		o->space = arg;
		break;
	case OPT_TEMPLATE:
		o->template = arg;
		break;
	case OPT_PROPOSER:
		o->proposer = arg;
		break;
	case OPT_BUDGET:
		o->budget =
			whole_option(state, "--budget", arg, 1, AISP_SPACE_MAX_POINTS);
		break;
	case OPT_PAIRS:
		o->pairs = whole_option(state, "--pairs", arg, 3, 1000);
		break;
	case OPT_FINALISTS:
		o->n_finalists = whole_option(state, "--finalists", arg, 1,
					      AISP_TUNE_MAX_FINALISTS);
		break;
	case OPT_SEED:
		o->seed = arg;
		break;
	case OPT_ANSWER:
		o->answer_s = seconds(state, arg);
		break;
	case OPT_ARTIFACTS:
		o->artifacts = arg;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	o->has_search_option = true;
	return 0;
}

static void check(struct argp_state *state, const struct tune *o)
{
	if (!o->target && !o->resume && !o->replay)
		argp_error(state, "name a pair, as labs/generate:gemm");
	if (o->replay && (o->resume || o->target || o->has_search_option))
		argp_error(state, "--replay reads a search's record alone; leave out "
				  "the others");
	if (o->resume && (o->target || o->has_search_option))
		argp_error(state, "--resume has the search's own pair and options; "
				  "leave out the others");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct tune *o = state->input;

	switch (key) {
	case OPT_RESUME:
		o->resume = arg;
		return 0;
	case OPT_REPLAY:
		o->replay = arg;
		return 0;
	case OPT_JSON:
		o->is_json = 1;
		return 0;
	case ARGP_KEY_ARG:
		if (o->target)
			argp_error(state, "one pair at a time; '%s' is a second", arg);
		o->target = arg;
		return 0;
	case ARGP_KEY_END:
		check(state, o);
		return 0;
	default:
		return parse_search(key, arg, state);
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "PAIR\n--resume=FOLDER\n--replay=FOLDER",
	.doc = "Search for the fastest variant of a pair that its space allows.  A "
	       "candidate is a source file, made of a template and a point of the "
	       "space, or handed in whole by a program; the judge compiles, verifies "
	       "and times it as any stranger's.  Candidates are screened by short "
	       "runs, the best of them race against each other, and the winner is "
	       "measured again with new inputs, also at sizes that the search did not "
	       "use.\vExit status: 0 a candidate is faster than the baseline at all "
	       "sizes, 2 usage, 3 what is resumed was edited, 4 the harness failed (go "
	       "on with --resume), 5 no "
	       "candidate is.  docs/tune.md describes spaces, programs that propose "
	       "and the search's folder.",
};

static void say(void *arg, const char *text)
{
	(void)arg;
	fprintf(stderr, "aisp tune: %s\n", text);
}

/* Gets "gemm" from "baseline_gemm.c", and the search's description. */
static void name_search(struct tuning *t, const struct aisp_target *target)
{
	const char *name = target->baseline + strlen("baseline_");

	snprintf(t->pair, sizeof(t->pair), "%.*s", (int)strcspn(name, "."), name);
	snprintf(t->target, sizeof(t->target), "%s:%s@%s", target->chapter, t->pair,
		 aisp_device_name(target->device));
	t->search.target = t->target;
	t->search.pair = t->pair;
	t->search.seed = t->seed;
	t->search.extension = strstr(name, ".cu") ? ".cu" : ".c";
}

/* Finds the one pair that the word names. */
static int find_pair(const struct aisp_catalogue *c, const char *word,
		     struct aisp_err *err)
{
	for (int i = 1; i < c->n; i++) {
		const struct aisp_target *t = &c->targets[i];

		if (strcmp(t->dir, c->targets[0].dir) != 0 ||
		    strcmp(t->baseline, c->targets[0].baseline) != 0)
			return aisp_err_usage(err,
					      "%s names %s, %s and perhaps more; name "
					      "one pair and its device, as "
					      "labs/generate:gemm@cpu",
					      word, c->targets[0].id, t->id);
	}
	return 0;
}

static int find_beside(char *path, size_t size, const char *given, const char *dir,
		       const char *what, const char *pair, const char *extension,
		       struct aisp_err *err)
{
	if (given)
		snprintf(path, size, "%s", given);
	else
		snprintf(path, size, "%s/%s_%s%s", dir, what, pair, extension);
	if (!access(path, R_OK))
		return 0;
	return aisp_err_usage(err,
			      "there is no %s %.400s; write it, or name it with --%s",
			      what, path, what);
}

static int begin_pair(struct tuning *t, const struct tune *o,
		      const struct aisp_target *target, struct aisp_err *err)
{
	char space[4400], template[4400];
	const struct tuning_source from = { target->dir, target->baseline, space,
					    template };
	struct tuning_search *s = &t->search;

	if (find_beside(space, sizeof(space), o->space, target->dir, "space", s->pair,
			strcmp(s->extension, ".cu") ? ".txt" : "_cuda.txt", err) ||
	    find_beside(template, sizeof(template), o->template, target->dir,
			"template", s->pair, s->extension, err))
		return -1;
	s->device = aisp_device_name(target->device);
	s->proposer = o->proposer;
	s->budget = o->budget;
	s->pairs = o->pairs;
	s->n_finalists = o->n_finalists;
	s->answer_s = o->answer_s;
	return tuning_begin(t, &from, o->artifacts, err);
}

static int check_proposer(const struct tune *o, struct aisp_err *err)
{
	const char *c = o->proposer;

	if (aisp_proposer_find(c))
		return 0;
	while (isalnum((unsigned char)*c))
		c++;
	if (*c || !*o->proposer)
		return 0;
	return aisp_err_usage(
		err,
		"--proposer %s: want exhaustive, random, climb, halving, model, "
		"or a command with a path (./%s) or arguments",
		o->proposer, o->proposer);
}

static int make_seed(const struct tune *o, char hex[33], struct aisp_err *err)
{
	struct aisp_seed seed;

	if (o->seed && aisp_seed_parse(&seed, o->seed, err)) {
		err->is_usage = true;
		return -1;
	}
	if (!o->seed && aisp_seed_new(&seed, err))
		return -1;
	aisp_seed_format(&seed, hex);
	return 0;
}

static int search(struct tuning *t, const struct tune *o, struct aisp_err *err)
{
	int rc;

	say(NULL, t->folder);
	rc = tuning_run(t, err);
	if (rc && !err->is_usage)
		fprintf(stderr,
			"aisp tune: what was measured is kept: `aisp tune "
			"--resume=%s`\n",
			t->folder);
	if (rc || tuning_save(t, err))
		return -1;
	return o->is_json ? tuning_print_json(t, stdout) : tuning_print(t, stdout);
}

static int replay(struct tuning *t, const struct tune *o, struct aisp_err *err)
{
	if (tuning_resume(t, o->replay, err))
		return -1;
	return tuning_replay(t, o->is_json, stdout, err);
}

static int begin(struct tuning *t, const struct tune *o, struct aisp_err *err)
{
	struct aisp_catalogue c = { 0 };
	struct aisp_paths paths;
	int rc;

	if (aisp_paths_find(&paths, err) || check_proposer(o, err) ||
	    make_seed(o, t->seed, err))
		return -1;
	if (aisp_catalogue_load(&c, &paths, &o->target, 1, err)) {
		tune_explain_missing(o->target, err);
		err->is_usage = true;
		return -1;
	}
	name_search(t, &c.targets[0]);
	rc = find_pair(&c, o->target, err) || begin_pair(t, o, &c.targets[0], err);
	aisp_catalogue_release(&c);
	return rc ? -1 : search(t, o, err);
}

static int run(int argc, char **argv)
{
	struct tune o = { .proposer = "random",
			  .artifacts = "artifacts",
			  .budget = 64,
			  .pairs = 5,
			  .n_finalists = 4,
			  .answer_s = 60 };
	struct aisp_err err = { "out of memory" };
	struct tuning t;
	int rc;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	err.is_usage = false;
	tuning_init(&t);
	t.say = say;
	t.is_stopped = stop_flag();
	if (o.replay)
		rc = replay(&t, &o, &err);
	else if (o.resume)
		rc = tuning_resume(&t, o.resume, &err) || tuning_check(&t, &err) ||
		     search(&t, &o, &err);
	else
		rc = begin(&t, &o, &err);
	if (!rc && !o.replay && aisp_tune_outcome(&t.history, &t.plan).winner < 0)
		rc = AISP_EXIT_INCONCLUSIVE;
	else if (rc)
		fprintf(stderr, "aisp tune: %s\n", err.msg);
	tuning_release(&t);
	return rc == AISP_EXIT_INCONCLUSIVE ? rc
	       : !rc                        ? AISP_EXIT_OK
					    : aisp_err_status(&err);
}

const struct aisp_command aisp_cmd_tune = {
	.name = "tune",
	.summary = "search a space of variants for the fastest one",
	.argp = &argp,
	.run = run,
};

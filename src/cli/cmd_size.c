/* SPDX-License-Identifier: MIT
 *
 * cmd_size.c - how many GPUs a model needs, from measurements.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/regular.h"
#include "cli.h"
#include "positive_option.h"
#include "size/size_text.h"

enum {
	OPT_MODEL = 0x100,
	OPT_TABLE,
	OPT_PROMPT,
	OPT_OUTPUT,
	OPT_REQUESTS,
	OPT_FIRST,
	OPT_TOKEN,
	OPT_PRICE,
	OPT_WEIGHTS,
	OPT_RESERVE,
	OPT_LOAD,
	OPT_JSON
};

struct options {
	const char *model, *table;
	struct aisp_size_demand demand;
	bool is_json;
};

static const struct argp_option option_list[] = {
	{ "model", OPT_MODEL, "MODEL", 0,
	  "Size this model: llama-3.1-8b, llama-3.1-70b, mistral-7b, or a file in the "
	  "form of docs/size/models.txt (required)",
	  0 },
	{ "table", OPT_TABLE, "FILE", 0,
	  "Read the measured rates of a GPU from this file, as tools/size_table.pl "
	  "writes it (docs/size/h200.txt, of an NVIDIA H200)",
	  0 },
	{ "prompt", OPT_PROMPT, "TOKENS", 0, "Assume prompts of this length (1024)",
	  0 },
	{ "output", OPT_OUTPUT, "TOKENS", 0, "Assume answers of this length (256)", 0 },
	{ "requests", OPT_REQUESTS, "PER_SECOND", 0,
	  "Serve this many requests a second (1)", 0 },
	{ "first", OPT_FIRST, "MS", 0, "Give the first token within MS (1000)", 0 },
	{ "token", OPT_TOKEN, "MS", 0, "Give each further token within MS (50)", 0 },
	{ "price", OPT_PRICE, "PRICE", 0,
	  "Assume this price of a GPU per hour, in any currency", 0 },
	{ "weights", OPT_WEIGHTS, "bf16|fp8", 0,
	  "Store the weights in this format (bf16)", 0 },
	{ "reserve", OPT_RESERVE, "PERCENT", 0,
	  "Leave this share of the memory for everything else (10)", 0 },
	{ "load", OPT_LOAD, "PERCENT", 0,
	  "Use this share of the capacity: requests arrive unevenly (70)", 0 },
	{ "json", OPT_JSON, NULL, 0, "Print JSON", 0 },
	{ 0 }
};

static double share(struct argp_state *state, const char *option, const char *arg)
{
	double percent = positive_option(state, option, arg);

	if (percent > 100)
		argp_error(state, "%s: %s %% is more than all", option, arg);
	return percent / 100;
}

static void choose_weights(struct argp_state *state, struct aisp_size_demand *d,
			   const char *name)
{
	d->is_fp8 = !strcmp(name, "fp8");
	if (!d->is_fp8 && strcmp(name, "bf16") != 0)
		argp_error(state, "--weights %s: want bf16 or fp8", name);
}

static error_t parse_limits(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	struct aisp_size_demand *d = &o->demand;

	switch (key) {
	case OPT_PROMPT:
		d->prompt = floor(positive_option(state, "--prompt", arg));
		return 0;
	case OPT_OUTPUT:
		d->output = floor(positive_option(state, "--output", arg));
		return 0;
	case OPT_REQUESTS:
		d->requests_per_s = positive_option(state, "--requests", arg);
		return 0;
	case OPT_FIRST:
		d->first_s = positive_option(state, "--first", arg) / 1e3;
		return 0;
	case OPT_TOKEN:
		d->token_s = positive_option(state, "--token", arg) / 1e3;
		return 0;
	case ARGP_KEY_END:
		if (!o->model)
			argp_error(state, "--model is missing: a name or a file");
		if (d->prompt < 1 || d->output < 1)
			argp_error(state,
				   "a prompt and an answer have a token at least");
		if (!(d->reserve < 1))
			argp_error(state, "--reserve 100 leaves no memory");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_MODEL:
		o->model = arg;
		return 0;
	case OPT_TABLE:
		o->table = arg;
		return 0;
	case OPT_PRICE:
		o->demand.price_per_hour = positive_option(state, "--price", arg);
		return 0;
	case OPT_WEIGHTS:
		choose_weights(state, &o->demand, arg);
		return 0;
	case OPT_RESERVE:
		o->demand.reserve = share(state, "--reserve", arg);
		return 0;
	case OPT_LOAD:
		o->demand.load = share(state, "--load", arg);
		return 0;
	case OPT_JSON:
		o->is_json = true;
		return 0;
	default:
		return parse_limits(key, arg, state);
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.doc = "Say how many GPUs serve a language model within a service level, and "
	       "what that costs, from rates that were measured; every step of the "
	       "arithmetic is printed, and what it leaves out.\vExit status: 0 fine, 2 "
	       "usage, or a file is wrong, 4 failed, 5 no plan keeps the limits.",
};

#define MAX_FILE_BYTES (16 << 20)

/* Reads the text of a file; NULL with *err filled. */
static char *read_text(const char *path, struct aisp_err *err)
{
	size_t n = 0;
	char *text = aisp_regular_read(path, MAX_FILE_BYTES, &n, err);

	if (!text || n)
		return text;
	aisp_err_set(err, "%.300s: the file is empty", path);
	free(text);
	return NULL;
}

/* A slash, or a dot in the last part, means a file: in model names only digits follow a
 * dot. */
static bool is_file(const char *model)
{
	const char *end = strrchr(model, '.');

	return strchr(model, '/') || (end && !strcmp(end, ".txt"));
}

static int load_model(const char *name, struct aisp_size_model *m, struct aisp_err *err)
{
	struct aisp_err why;
	char *text;
	int rc;

	if (!is_file(name))
		return aisp_size_model_parse(m, aisp_size_models_text, name, err);
	text = read_text(name, err);
	if (!text)
		return -1;
	rc = aisp_size_model_parse(m, text, NULL, &why);
	free(text);
	return rc ? aisp_err_set(err, "%.200s: %.300s", name, why.msg) : 0;
}

static int load_table(const char *path, struct aisp_size_table *t, struct aisp_err *err)
{
	struct aisp_err why;
	char *text;
	int rc;

	if (!path)
		return aisp_size_table_parse(t, aisp_size_h200_text, err);
	text = read_text(path, err);
	if (!text)
		return -1;
	rc = aisp_size_table_parse(t, text, &why);
	free(text);
	return rc ? aisp_err_set(err, "%.200s: %.300s", path, why.msg) : 0;
}

static int print(const struct options *o, const struct aisp_size_plan *p,
		 const struct aisp_size_model *m, const struct aisp_size_table *t)
{
	json_t *document;
	int rc;

	if (!o->is_json) {
		aisp_size_print(p, m, t, &o->demand, stdout);
		return 0;
	}
	document = aisp_size_json(p, m, t, &o->demand);
	rc = document ? json_dumpf(document, stdout, JSON_INDENT(1)) : -1;
	putchar('\n');
	json_decref(document);
	return rc;
}

static int run(int argc, char **argv)
{
	struct options o = { .demand = { .prompt = 1024,
					 .output = 256,
					 .requests_per_s = 1,
					 .first_s = 1,
					 .token_s = 0.05,
					 .price_per_hour = NAN,
					 .reserve = 0.1,
					 .load = 0.7 } };
	struct aisp_size_model model;
	struct aisp_size_table table;
	struct aisp_size_plan plan;
	struct aisp_err err;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if (load_model(o.model, &model, &err) || load_table(o.table, &table, &err) ||
	    aisp_size_plan(&plan, &model, &table, &o.demand, &err)) {
		fprintf(stderr, "aisp size: %s\n", err.msg);
		return AISP_EXIT_USAGE;
	}
	if (print(&o, &plan, &model, &table))
		return AISP_EXIT_HARNESS;
	return plan.best < 0 ? AISP_EXIT_INCONCLUSIVE : AISP_EXIT_OK;
}

const struct aisp_command aisp_cmd_size = {
	.name = "size",
	.summary = "say how many GPUs a language model needs, from measured rates",
	.argp = &argp,
	.run = run,
};

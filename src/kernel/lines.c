/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "expr.h"
#include "lines.h"
#include "lines_parts.h"

#define MAX_TEXT 2000 /* characters of a line with its continuations */

/* Parses x or <word>(x[, y[, z]]); missing values are 1. */
static int read_dims(struct aisp_reader *r, const char *word, const int64_t high[3],
		     const char *what, uint32_t dims[3])
{
	bool is_list = aisp_reader_take(r, word);
	int64_t value;

	dims[0] = dims[1] = dims[2] = 1;
	if (is_list && aisp_reader_want(r, "("))
		return -1;
	for (int i = 0; i < 3; i++) {
		if (aisp_expr_integer(r, what, 1, high[i], &value))
			return -1;
		dims[i] = (uint32_t)value;
		if (!is_list || !aisp_reader_take(r, ","))
			break;
	}
	return is_list ? aisp_reader_want(r, ")") : 0;
}

static int read_real(struct aisp_reader *r, struct aisp_kernel_arg *arg)
{
	struct aisp_value v;

	if (aisp_reader_want(r, "(") || aisp_expr_read(r, &v) ||
	    aisp_reader_want(r, ")"))
		return -1;
	if (v.kind > AISP_VALUE_REAL)
		return aisp_reader_fail(r, "an address is no number");
	arg->real = v.kind == AISP_VALUE_REAL ? v.real : (double)v.integer;
	return 0;
}

static int read_arg(struct aisp_reader *r, struct aisp_kernel_arg *arg)
{
	struct aisp_value v;

	*arg = (struct aisp_kernel_arg){ .kind = AISP_ARG_F32 };
	if (aisp_reader_take(r, "f32"))
		return read_real(r, arg);
	arg->kind = AISP_ARG_F64;
	if (aisp_reader_take(r, "f64"))
		return read_real(r, arg);
	if (aisp_expr_read(r, &v))
		return -1;
	if (v.kind == AISP_VALUE_REAL)
		return aisp_reader_fail(r, "a real argument is f32(...) or f64(...)");
	arg->kind = v.kind == AISP_VALUE_ADDRESS ? AISP_ARG_ADDRESS
		    : v.kind == AISP_VALUE_MAP   ? AISP_ARG_MAP
		    : v.kind == AISP_VALUE_PEERS ? AISP_ARG_PEERS
						 : AISP_ARG_INTEGER;
	arg->number = v.number;
	arg->integer = v.integer;
	if (v.kind == AISP_VALUE_ADDRESS && v.integer < 0)
		return aisp_reader_fail(r, "an address before its buffer");
	return 0;
}

static int read_args(struct aisp_reader *r, struct aisp_kernel_launch *l)
{
	if (aisp_reader_want(r, "("))
		return -1;
	if (aisp_reader_take(r, ")"))
		return 0;
	do {
		if (l->n_args == AISP_MAX_KERNEL_ARGS)
			return aisp_reader_fail(r, "more than %d arguments",
						AISP_MAX_KERNEL_ARGS);
		if (read_arg(r, &l->arg[l->n_args++]))
			return -1;
	} while (aisp_reader_take(r, ","));
	return aisp_reader_want(r, ")");
}

static int read_options(struct aisp_reader *r, struct aisp_kernel_launch *l)
{
	static const int64_t most[3] = { 16, 16, 16 };

	for (;;) {
		const char *before = r->at;

		if (aisp_reader_take(r, "cooperative")) {
			l->is_cooperative = 1;
		} else if (aisp_reader_take(r, "programmatic")) {
			l->is_programmatic = 1;
		} else if (aisp_reader_take(r, "cluster")) {
			r->at = before;
			if (read_dims(r, "cluster", most, "the cluster", l->cluster))
				return -1;
		} else {
			return 0;
		}
	}
}

static int read_config(struct aisp_reader *r, struct aisp_kernel_launch *l)
{
	static const int64_t grid[3] = { INT32_MAX, 65535, 65535 };
	static const int64_t block[3] = { 1024, 1024, 64 };
	int64_t shared = 0;

	if (aisp_reader_want(r, "<<<") ||
	    read_dims(r, "dim3", grid, "the grid", l->grid) ||
	    aisp_reader_want(r, ",") ||
	    read_dims(r, "dim3", block, "the block", l->block))
		return -1;
	if ((uint64_t)l->block[0] * l->block[1] * l->block[2] > 1024)
		return aisp_reader_fail(r, "a block of more than 1024 threads");
	if (aisp_reader_take(r, ",") &&
	    aisp_expr_integer(r, "the shared memory", 0, 1 << 20, &shared))
		return -1;
	l->shared_bytes = (uint32_t)shared;
	return aisp_reader_want(r, ">>>");
}

static int check_cluster(struct aisp_reader *r, const struct aisp_kernel_launch *l)
{
	if (!l->cluster[0])
		return 0;
	if (l->cluster[0] * l->cluster[1] * l->cluster[2] > 16)
		return aisp_reader_fail(r, "a cluster of more than 16 blocks");
	for (int i = 0; i < 3; i++)
		if (l->grid[i] % l->cluster[i] && l->grid[i] > 1)
			return aisp_reader_fail(r, "the grid is no multiple of the "
						   "cluster");
	return 0;
}

static int read_launch(struct aisp_reader *r, struct aisp_kernel_reading *g)
{
	struct aisp_kernel_launch *l = &g->plan->launch[g->plan->n_launches];

	if (g->plan->n_launches == AISP_MAX_KERNELS)
		return aisp_reader_fail(r, "more than %d launches", AISP_MAX_KERNELS);
	g->plan->n_launches++;
	l->line = (uint32_t)r->line;
	if (aisp_reader_name(r, l->name, sizeof(l->name)) || read_config(r, l) ||
	    read_args(r, l) || read_options(r, l) || check_cluster(r, l))
		return -1;
	if (l->is_programmatic && g->plan->n_launches == 1)
		return aisp_reader_fail(r, "the first launch follows no other");
	return 0;
}

static int read_scratch(struct aisp_reader *r, struct aisp_kernel_reading *g)
{
	int64_t bytes;

	if (aisp_expr_integer(r, "scratch", 1, AISP_MAX_SCRATCH_BYTES, &bytes))
		return -1;
	g->plan->scratch_bytes = (uint64_t)bytes;
	g->has_scratch = true;
	return 0;
}

static int read_class(struct aisp_reader *r, struct aisp_kernel_reading *g)
{
	static const struct {
		const char *name;
		enum aisp_class cls;
	} classes[] = { { "optimized", AISP_CLASS_OPTIMIZED },
			{ "naive", AISP_CLASS_NAIVE },
			{ "common", AISP_CLASS_COMMON },
			{ "library", AISP_CLASS_LIBRARY } };

	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		if (aisp_reader_take(r, classes[i].name)) {
			g->plan->cls = classes[i].cls;
			return 0;
		}
	return aisp_reader_fail(r, "want naive, common, library or optimized");
}

static int read_timed(struct aisp_reader *r, struct aisp_kernel_reading *g)
{
	g->plan->is_graph = aisp_reader_take(r, "graph");
	return g->plan->is_graph || aisp_reader_take(r, "launches")
		       ? 0
		       : aisp_reader_fail(r, "want graph or launches");
}

static int read_summary(struct aisp_reader *r, struct aisp_kernel_reading *g)
{
	r->at += strspn(r->at, " \t");
	snprintf(g->plan->summary, sizeof(g->plan->summary), "%s", r->at);
	r->at += strlen(r->at);
	return 0;
}

static const struct {
	const char *name;
	int (*read)(struct aisp_reader *r, struct aisp_kernel_reading *g);
} tags[] = {
	{ "CLASS", read_class },     { "SUMMARY", read_summary },
	{ "SCRATCH", read_scratch }, { "TENSORMAP", aisp_kernel_read_map },
	{ "LAUNCH", read_launch },   { "TIMED", read_timed },
};

/* The tag of " * TAG: text", and the text; -1: not one of ours. */
static int tag_of(const char *line, const char **text)
{
	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags); i++) {
		size_t n = strlen(tags[i].name);

		if (!strncmp(line, " * ", 3) && !strncmp(line + 3, tags[i].name, n) &&
		    line[3 + n] == ':') {
			*text = line + 4 + n;
			return (int)i;
		}
	}
	return -1;
}

bool aisp_kernel_is_launch(const char *line)
{
	const char *text;
	int tag = tag_of(line, &text);

	return tag >= 0 && tags[tag].read == read_launch;
}

/* Appends without trailing blanks. */
static void append(char *text, const char *more)
{
	size_t used = strlen(text), n = strlen(more);

	while (n && strchr(" \t\r\n", more[n - 1]))
		n--;
	if (used + n < MAX_TEXT)
		snprintf(text + used, MAX_TEXT - used, "%.*s", (int)n, more);
}

static int obey(struct aisp_kernel_reading *g, int tag, const char *text,
		const char *file, int line, struct aisp_err *err)
{
	struct aisp_reader r = { .at = text,
				 .file = file,
				 .line = line,
				 .tag = tags[tag].name,
				 .find = aisp_kernel_find,
				 .world = g,
				 .err = err };

	if (tags[tag].read(&r, g))
		return -1;
	r.at += strspn(r.at, " \t");
	return *r.at ? aisp_reader_fail(&r, "more than it may hold") : 0;
}

/* A line that may be continued. */
struct pending {
	int tag, line; /* tag -1: none */
	char text[MAX_TEXT];
};

static int flush(struct pending *p, struct aisp_kernel_reading *g, const char *file,
		 struct aisp_err *err)
{
	int tag = p->tag;

	p->tag = -1;
	return tag < 0 ? 0 : obey(g, tag, p->text, file, p->line, err);
}

static bool goes_on(const char *line)
{
	return !strncmp(line, " *  ", 4) || !strncmp(line, " *\t", 3);
}

static int take_line(struct pending *p, const char *line, int number,
		     struct aisp_kernel_reading *g, const char *file,
		     struct aisp_err *err)
{
	const char *words;

	if (p->tag >= 0 && goes_on(line)) {
		append(p->text, line + 2);
		return 0;
	}
	if (flush(p, g, file, err))
		return -1;
	p->tag = tag_of(line, &words);
	p->line = number;
	p->text[0] = '\0';
	if (p->tag >= 0)
		append(p->text, words);
	return 0;
}

int aisp_kernel_lines_read(struct aisp_kernel_plan *plan, FILE *f, const char *file,
			   const struct aisp_kernel_world *world, struct aisp_err *err)
{
	struct aisp_kernel_reading g = { .plan = plan, .world = world };
	struct pending pending = { .tag = -1 };
	char *line = NULL;
	size_t size = 0;
	int rc = 0;

	memset(plan, 0, sizeof(*plan));
	for (int number = 1; !rc && getline(&line, &size, f) > 0; number++) {
		rc = take_line(&pending, line, number, &g, file, err);
		if (strstr(line, "*/"))
			break;
	}
	if (!rc)
		rc = flush(&pending, &g, file, err);
	free(line);
	return rc;
}

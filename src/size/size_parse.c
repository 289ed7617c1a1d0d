/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/embed.h"
#include "size.h"

AISP_EMBED(aisp_size_models_text, "docs/size/models.txt");
AISP_EMBED(aisp_size_h200_text, "docs/size/h200.txt");

static const char *const rate_names[AISP_SIZE_N_RATES] = {
	[AISP_SIZE_MEMORY] = "memory_bytes", [AISP_SIZE_READ] = "memory_rate",
	[AISP_SIZE_KV] = "kv_rate",          [AISP_SIZE_GEMM_BF16] = "gemm_bf16",
	[AISP_SIZE_GEMM_FP8] = "gemm_fp8",   [AISP_SIZE_ATTENTION] = "attention_bf16",
};

static const struct {
	const char *name;
	size_t offset;
} fields[] = {
	{ "layers", offsetof(struct aisp_size_model, layers) },
	{ "hidden", offsetof(struct aisp_size_model, hidden) },
	{ "heads", offsetof(struct aisp_size_model, heads) },
	{ "kv_heads", offsetof(struct aisp_size_model, kv_heads) },
	{ "head_dim", offsetof(struct aisp_size_model, head_dim) },
	{ "ffn", offsetof(struct aisp_size_model, ffn) },
	{ "vocab", offsetof(struct aisp_size_model, vocab) },
};

#define N_FIELDS (sizeof(fields) / sizeof(fields[0]))

const char *aisp_size_rate_name(enum aisp_size_rate r)
{
	return rate_names[r];
}

/* The next line without comment, split into its first word and the rest. */
struct line {
	const char *next;
	int number;
	char word[96], rest[400];
};

/* 1, or 0 at the end; -1 with *err filled for a line that is too long. */
static int next_line(struct line *l, struct aisp_err *err)
{
	while (*l->next) {
		size_t n = strcspn(l->next, "\n"), word;
		const char *at = l->next;

		l->next += n + (at[n] == '\n');
		l->number++;
		if (!n || *at == '#')
			continue;
		word = strcspn(at, " \n");
		if (word >= sizeof(l->word) || n >= sizeof(l->rest))
			return aisp_err_set(err, "line %d is too long", l->number);
		snprintf(l->word, sizeof(l->word), "%.*s", (int)word, at);
		at += word;
		n -= word;
		while (n && *at == ' ') {
			at++;
			n--;
		}
		snprintf(l->rest, sizeof(l->rest), "%.*s", (int)n, at);
		return 1;
	}
	return 0;
}

/* Parses a number above 0 and below 1e30; returns the text after it, or NULL. */
static const char *take_number(const char *text, double *x)
{
	char *end;

	*x = strtod(text, &end);
	if (end == text || !(*x > 0) || !(*x < 1e30) || (*end && *end != ' '))
		return NULL;
	return end + strspn(end, " ");
}

static double *field_at(const struct aisp_size_model *m, size_t i)
{
	return (double *)((char *)m + fields[i].offset);
}

static double *field_of(const struct aisp_size_model *m, const char *name)
{
	for (size_t i = 0; i < N_FIELDS; i++)
		if (!strcmp(fields[i].name, name))
			return field_at(m, i);
	return NULL;
}

static int take_field(struct aisp_size_model *m, const struct line *l,
		      struct aisp_err *err)
{
	double *x = field_of(m, l->word);
	const char *rest;

	if (!strcmp(l->word, "source")) {
		snprintf(m->source, sizeof(m->source), "%.150s", l->rest);
		return 0;
	}
	if (!strcmp(l->word, "tied")) {
		m->is_tied = !strcmp(l->rest, "yes");
		return m->is_tied || !strcmp(l->rest, "no")
			       ? 0
			       : aisp_err_set(err, "line %d: tied is yes or no",
					      l->number);
	}
	if (!x)
		return aisp_err_set(
			err,
			"line %d: '%.40s' is none of source, layers, "
			"hidden, heads, kv_heads, head_dim, ffn, vocab, tied",
			l->number, l->word);
	rest = take_number(l->rest, x);
	return rest && !*rest && *x == floor(*x)
		       ? 0
		       : aisp_err_set(err, "line %d: %s is a whole number above 0",
				      l->number, l->word);
}

static int check_model(const struct aisp_size_model *m, struct aisp_err *err)
{
	for (size_t i = 0; i < N_FIELDS; i++)
		if (!(*field_at(m, i) > 0))
			return aisp_err_set(err, "model '%s' has no %s", m->name,
					    fields[i].name);
	return 0;
}

/* "[llama-3.1-8b]" begins a model; its name, which is looked for, into *m. */
static bool is_wanted(struct aisp_size_model *m, const char *heading, const char *name,
		      char *names, size_t size)
{
	size_t n = strlen(heading), used = strlen(names);

	if (n < 3 || heading[n - 1] != ']')
		return false;
	snprintf(names + used, size - used, "%s%.*s", used ? ", " : "", (int)n - 2,
		 heading + 1);
	if (m->name[0] ||
	    (name && (strlen(name) != n - 2 || strncmp(name, heading + 1, n - 2) != 0)))
		return false;
	snprintf(m->name, sizeof(m->name), "%.*s", (int)n - 2, heading + 1);
	return true;
}

int aisp_size_model_parse(struct aisp_size_model *m, const char *text, const char *name,
			  struct aisp_err *err)
{
	struct line l = { .next = text };
	char names[300] = "";
	bool is_in = false;
	int rc;

	*m = (struct aisp_size_model){ 0 };
	while ((rc = next_line(&l, err)) > 0) {
		if (l.word[0] == '[')
			is_in = is_wanted(m, l.word, name, names, sizeof(names));
		else if (!names[0])
			return aisp_err_set(err, "line %d: want [NAME] above a model",
					    l.number);
		else if (is_in && take_field(m, &l, err))
			return -1;
	}
	if (rc < 0)
		return -1;
	if (!m->name[0])
		return aisp_err_set(err, "no model '%.64s'; there are: %s",
				    name ? name : "", names[0] ? names : "none");
	return check_model(m, err);
}

static enum aisp_size_rate rate_of(const char *name)
{
	int r = 0;

	while (r < AISP_SIZE_N_RATES && strcmp(rate_names[r], name) != 0)
		r++;
	return (enum aisp_size_rate)r;
}

/* VALUE UNIT SOURCE; a rate without source is no measurement. */
static int take_rate(struct aisp_size_table *t, const struct line *l,
		     struct aisp_err *err)
{
	enum aisp_size_rate r = rate_of(l->word);
	const char *rest;

	if (r == AISP_SIZE_N_RATES)
		return aisp_err_set(err, "line %d: '%.40s' is no rate", l->number,
				    l->word);
	rest = take_number(l->rest, &t->value[r]);
	if (!rest)
		return aisp_err_set(err, "line %d: %s is a number above 0", l->number,
				    l->word);
	rest += strcspn(rest, " ");
	rest += strspn(rest, " ");
	if (!*rest)
		return aisp_err_set(
			err, "line %d: want NAME VALUE UNIT and where it is from",
			l->number);
	snprintf(t->source[r], sizeof(t->source[r]), "%.290s", rest);
	return 0;
}

int aisp_size_table_parse(struct aisp_size_table *t, const char *text,
			  struct aisp_err *err)
{
	struct line l = { .next = text };
	int rc;

	*t = (struct aisp_size_table){ 0 };
	while ((rc = next_line(&l, err)) > 0) {
		if (!strcmp(l.word, "machine"))
			snprintf(t->machine, sizeof(t->machine), "%.250s", l.rest);
		else if (take_rate(t, &l, err))
			return -1;
	}
	if (!rc && !t->machine[0])
		return aisp_err_set(err, "no line `machine`: whose figures are these?");
	return rc;
}

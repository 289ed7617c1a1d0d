/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/regular.h"
#include "claim_judge.h"
#include "report/format.h"
#include "target_filter.h"

#define FILE_MAX (16 << 20) /* bytes */

static char *read_text(const char *file, struct aisp_err *err)
{
	char *text = aisp_regular_read(file, FILE_MAX, NULL, err);

	if (!text)
		err->is_usage = true;
	return text;
}

static json_t *number(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

/* Writes a figure, and says so if it has no interval. */
static void figure_text(char *buf, size_t size, enum aisp_quantity_id id,
			const struct aisp_quantity *q)
{
	char text[160];

	aisp_quantity_interval_text(text, sizeof(text), id, q);
	snprintf(buf, size, "%s%s", text, isnan(q->lo) ? ", no interval" : "");
}

/* No claim holds of figures that the judge does not stand behind, nor a gain by a
 * result that is WORSE: its score took more time than is allowed. */
static enum aisp_claim_state judge_figure(const struct aisp_claim *c,
					  const struct claim_item *item)
{
	enum aisp_claim_state state = aisp_claim_judge(c, &item->q[c->figure]);
	bool is_gain = c->figure == AISP_QUANTITY_SCORE_RATIO &&
		       (c->op == AISP_CLAIM_GT || c->op == AISP_CLAIM_GE);

	if (item->word == AISP_WORD_INVALID)
		return AISP_CLAIM_INVALID;
	if (state == AISP_CLAIM_HOLDS && item->word == AISP_WORD_INCONCLUSIVE)
		return AISP_CLAIM_UNDECIDED;
	if (state == AISP_CLAIM_HOLDS && item->word == AISP_WORD_WORSE && is_gain)
		return AISP_CLAIM_FAILS;
	return state;
}

static const char *why_of(enum aisp_claim_state state, const struct claim_item *item)
{
	if (state == AISP_CLAIM_HOLDS)
		return "";
	if (claim_item_is_doubted(item))
		return item->why;
	if (state != AISP_CLAIM_NOT_MEASURED)
		return "";
	return *item->why ? item->why : "it has no such figure";
}

static enum aisp_claim_state judge_item(json_t *results, const struct aisp_claim *c,
					const struct claim_item *item)
{
	const struct aisp_quantity *q = &item->q[c->figure];
	enum aisp_claim_state state = judge_figure(c, item);
	char text[200] = "";

	if (state != AISP_CLAIM_INVALID && !isnan(q->value))
		figure_text(text, sizeof(text), c->figure, q);
	json_array_append_new(
		results,
		json_pack("{ss ss ss ss so so so ss}", "target", item->target, "params",
			  item->params, "state", aisp_claim_state_name(state), "text",
			  text, "value", number(q->value), "lo", number(q->lo), "hi",
			  number(q->hi), "why", why_of(state, item)));
	return state;
}

/* Sets a claim's state if there are no results. */
static enum aisp_claim_state say(json_t *row, enum aisp_claim_state state,
				 const char *why)
{
	json_object_set_new(row, "state", json_string(aisp_claim_state_name(state)));
	json_object_set_new(row, "why", json_string(why));
	return state;
}

static enum aisp_claim_state judge_items(json_t *row, const struct aisp_claim *c,
					 const struct claim_evidence *e,
					 const bool *is_meant)
{
	enum aisp_claim_state state = AISP_CLAIM_HOLDS, one;
	json_t *results = json_object_get(row, "results");
	char why[800];
	int n_meant = 0;

	for (int i = 0; i < e->n; i++) {
		n_meant += is_meant[i];
		if (!is_meant[i] ||
		    (c->over != AISP_N_KINDS && c->over != e->items[i].over))
			continue;
		one = judge_item(results, c, &e->items[i]);
		state = one > state ? one : state;
	}
	if (json_array_size(results))
		return say(row, state, "");
	snprintf(why, sizeof(why),
		 n_meant ? "no result of %s is over that class" : "no result is of %s",
		 c->target);
	return say(row, AISP_CLAIM_NOT_MEASURED, why);
}

/* Returns AISP_N_CLAIM_STATES if memory is short. */
static enum aisp_claim_state judge_claim(json_t *row, const char *text,
					 const struct claim_evidence *e,
					 const struct aisp_paths *paths)
{
	enum aisp_claim_state state;
	bool *is_meant = calloc((size_t)e->n + 1, sizeof(*is_meant));
	struct aisp_claim c;
	struct aisp_err wrong;

	if (!is_meant)
		return AISP_N_CLAIM_STATES;
	if (aisp_claim_parse(&c, text, &wrong)) {
		state = say(row, AISP_CLAIM_MALFORMED, wrong.msg);
	} else {
		target_filter_mark(c.target, paths, e->ids, e->n, is_meant);
		state = judge_items(row, &c, e, is_meant);
	}
	free(is_meant);
	return state;
}

/* Copies text as one line, without blanks at its ends. */
static void one_line(char *buf, size_t size, const char *text, size_t n)
{
	size_t used = 0;

	for (size_t i = 0; i < n && used + 1 < size; i++) {
		bool is_blank = strchr(" \t\r\n", text[i]) != NULL;

		if (!is_blank)
			buf[used++] = text[i];
		else if (used && buf[used - 1] != ' ')
			buf[used++] = ' ';
	}
	while (used && buf[used - 1] == ' ')
		used--;
	buf[used] = '\0';
}

static json_t *row_of(const char *file, const struct aisp_claim_mark *m,
		      const char *claim)
{
	char sentence[1024], clean[1024];

	one_line(sentence, sizeof(sentence), m->sentence, m->n_sentence);
	aisp_format_text(clean, sizeof(clean), sentence);
	return json_pack("{ss si ss ss s[]}", "file", file, "line", m->line, "sentence",
			 clean, "claim", claim, "results");
}

static int judge_mark(struct claims *claims, const char *file,
		      const struct aisp_claim_mark *m, const struct claim_evidence *e,
		      const struct aisp_paths *paths, struct aisp_err *err)
{
	enum aisp_claim_state state;
	char claim[1024], clean[1024];
	json_t *row;

	one_line(claim, sizeof(claim), m->claim, m->n_claim);
	aisp_format_text(clean, sizeof(clean), claim);
	row = row_of(file, m, clean);
	if (!row || json_array_append_new(claims->list, row))
		return aisp_err_set(err, "%.300s:%d: no UTF-8, or no memory", file,
				    m->line);
	state = m->is_open ? say(row, AISP_CLAIM_MALFORMED, "the comment does not end")
			   : judge_claim(row, clean, e, paths);
	if (state == AISP_N_CLAIM_STATES)
		return aisp_err_set(err, "out of memory");
	claims->n[state]++;
	return 0;
}

int claim_judge_file(struct claims *claims, const char *file,
		     const struct claim_evidence *e, const struct aisp_paths *paths,
		     struct aisp_err *err)
{
	struct aisp_claim_mark m = { 0 };
	char *text = read_text(file, err);
	const char *at = text;
	int rc = text ? 0 : -1;

	while (!rc && aisp_claim_next(&m, text, &at))
		rc = judge_mark(claims, file, &m, e, paths, err);
	free(text);
	return rc;
}

/* SPDX-License-Identifier: MIT
 *
 * tuning_propose.c - make candidates of proposals: a source file in the folder, and a
 * line of the history.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "tune/dialogue.h"
#include "tune/template.h"
#include "tuning_parts.h"

#define MAX_BARREN 16 /* answers in a row that are no new candidate */

static int end(struct tuning *t, enum aisp_tune_end why, const char *words,
	       struct aisp_err *err)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_ENDED);

	r.end = why;
	r.why = words;
	tuning_say(t, "%s%s%s", aisp_tune_end_name(why), *words ? ": " : "", words);
	return tuning_add(t, &r, err);
}

static int add_repeated(struct tuning *t, struct aisp_tune_record r, int same,
			struct aisp_err *err)
{
	char why[64];

	snprintf(why, sizeof(why), "it is candidate %d", same);
	r.fate = AISP_TUNE_REPEATED;
	r.why = why;
	return tuning_add(t, &r, err);
}

/* Writes the source first: a line of the history needs an existing file. */
static int add_source(struct tuning *t, struct aisp_tune_record r, const char *source,
		      struct aisp_err *err)
{
	const struct aisp_tune_candidate *same;
	char path[TUNING_MAX_PATH], hash[65];

	r.candidate = t->history.n_candidates;
	aisp_hash_text(source, hash);
	same = aisp_tune_find_source(&t->history, hash);
	if (same)
		return add_repeated(t, r, same->id, err);
	r.sha256 = hash;
	tuning_candidate_path(t, (int)r.candidate, path, sizeof(path));
	return tuning_write_file(path, source, err) ? -1 : tuning_add(t, &r, err);
}

static int add_point(struct tuning *t, const struct aisp_tune_proposal *p,
		     struct aisp_err *err)
{
	const struct aisp_tune_candidate *known =
		aisp_tune_find_point(&t->history, p->point);
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_PROPOSED);
	char *source;
	int rc;

	r.point = p->point;
	r.pairs = p->pairs;
	r.note = p->note;
	if (known && known->fate == AISP_TUNE_ALIVE && p->pairs > known->pairs) {
		r.candidate = known->id;
		return tuning_add(t, &r, err);
	}
	source = aisp_template_render(t->template, &t->space, p->point);
	if (!source)
		return aisp_err_set(err, "out of memory");
	rc = add_source(t, r, source, err);
	free(source);
	return rc;
}

static int propose_by_strategy(struct tuning *t, struct aisp_err *err)
{
	struct aisp_tune_proposal proposals[AISP_TUNE_BATCH];
	const struct aisp_tune_history *h = &t->history;
	int n = t->strategy->next(h, &t->plan, proposals);

	for (int i = 0; i < n; i++)
		if (add_point(t, &proposals[i], err))
			return -1;
	if (n)
		return 0;
	return end(t,
		   h->n_candidates >= t->space.n_feasible ? AISP_TUNE_EXHAUSTED
		   : h->n_candidates >= t->plan.budget    ? AISP_TUNE_BUDGET
							  : AISP_TUNE_DONE,
		   "", err);
}

static int add_outside(struct tuning *t, const struct aisp_tune_answer *a,
		       struct aisp_err *err)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_PROPOSED);

	r.candidate = t->history.n_candidates;
	r.fate = AISP_TUNE_OUTSIDE;
	r.why = a->why;
	r.note = a->note;
	return tuning_add(t, &r, err);
}

static int add_answer(struct tuning *t, const struct aisp_tune_answer *a,
		      struct aisp_err *err)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_PROPOSED);
	const struct aisp_tune_proposal point = { a->point, t->plan.pairs, a->note };

	switch (a->kind) {
	case AISP_ANSWER_DONE:
		return end(t, AISP_TUNE_DONE, a->note, err);
	case AISP_ANSWER_OUTSIDE:
		return add_outside(t, a, err);
	case AISP_ANSWER_POINT:
		return add_point(t, &point, err);
	default:
		r.point = -1;
		r.pairs = t->plan.pairs;
		r.note = a->note;
		return add_source(t, r, a->source, err);
	}
}

static bool is_barren(const struct aisp_tune_history *h)
{
	int n = 0;

	while (n < h->n_candidates) {
		const struct aisp_tune_candidate *c =
			&h->candidates[h->n_candidates - 1 - n];

		if (c->fate != AISP_TUNE_OUTSIDE && c->fate != AISP_TUNE_REPEATED)
			break;
		n++;
	}
	return n >= MAX_BARREN;
}

static int start(struct tuning *t, struct aisp_err *err)
{
	char log[TUNING_MAX_PATH];

	if (t->program)
		return 0;
	snprintf(log, sizeof(log), "%s/proposer.log", t->folder);
	t->program = tuning_program_start(t->search.proposer, log, err);
	return t->program ? 0 : -1;
}

static char *question(const struct tuning *t)
{
	json_t *q = aisp_tune_question(&t->history, &t->plan, t->search.target,
				       t->template);
	char *text = q ? json_dumps(q, JSON_COMPACT) : NULL;

	json_decref(q);
	return text;
}

/* Records how a dialogue ended without an answer. */
static int end_dialogue(struct tuning *t, enum tuning_reply reply,
			const struct aisp_err *why, struct aisp_err *err)
{
	if (*t->is_stopped)
		return aisp_err_set(err, "interrupted");
	return end(t,
		   reply == TUNING_DIED     ? AISP_TUNE_DIED
		   : reply == TUNING_SILENT ? AISP_TUNE_TIMED_OUT
					    : AISP_TUNE_RUBBISH,
		   why->msg, err);
}

static int ask_program(struct tuning *t, struct aisp_err *err)
{
	char *text = question(t);
	struct aisp_tune_answer a;
	struct aisp_err why = { "" };
	enum tuning_reply reply;
	const char *line = "";
	size_t n = 0;
	int rc;

	if (!text)
		return aisp_err_set(err, "out of memory");
	reply = tuning_ask(t->program, text, t->search.answer_s, t->is_stopped, &line,
			   &n, &why);
	free(text);
	if (reply)
		return end_dialogue(t, reply, &why, err);
	if (aisp_tune_answer_parse(&a, line, n, &t->space, &why))
		return end(t, AISP_TUNE_RUBBISH, why.msg, err);
	rc = add_answer(t, &a, err);
	aisp_tune_answer_release(&a);
	return rc;
}

int tuning_propose(struct tuning *t, struct aisp_err *err)
{
	if (t->strategy)
		return propose_by_strategy(t, err);
	if (t->history.n_candidates >= t->plan.budget)
		return end(t, AISP_TUNE_BUDGET, "", err);
	if (is_barren(&t->history))
		return end(t, AISP_TUNE_RUBBISH, "nothing new in 16 answers", err);
	return start(t, err) ? -1 : ask_program(t, err);
}

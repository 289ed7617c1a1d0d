/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "prove_judge.h"

#define MAX_CLAIMS 5

static const struct prove_side no_memory = { .status = PROVE_STATUS_ERROR,
					     .verdict = AISP_WORD_NONE,
					     .why = "out of memory",
					     .speedup = NAN,
					     .state =
						     (enum aisp_verdict)PROVE_LINE_NONE,
					     .state_why = "" };

static const char *copy(const char *text, struct aisp_arena *a)
{
	size_t size = strlen(text) + 1;
	char *kept = aisp_arena_take(a, size, 1);

	return kept ? memcpy(kept, text, size) : no_memory.why;
}

static bool has_failed(const struct prove_side *side, const char *id)
{
	for (int i = 0; i < side->failed.n; i++)
		if (!strcmp(side->failed.at[i], id))
			return true;
	return false;
}

static const struct aisp_run_result *find_result(const struct aisp_run *run,
						 const char *target)
{
	for (int i = 0; i < run->n_results; i++)
		if (!target || !strcmp(run->results[i].target, target))
			return &run->results[i];
	return NULL;
}

/* The check's line in the ledger of the optimized arm. */
static const struct aisp_run_finding *find_entry(const struct aisp_run_result *r,
						 const char *id)
{
	for (int i = 0; i < r->n_ledger; i++)
		if (r->ledger[i].arm == AISP_OPTIMIZED &&
		    !strcmp(r->ledger[i].check, id))
			return &r->ledger[i];
	return NULL;
}

/* 0, or -1 without memory. */
static int copy_failed(struct prove_side *side, const struct aisp_run_result *r,
		       struct aisp_arena *a)
{
	side->failed.at = aisp_arena_take(a, (size_t)r->n_ledger, sizeof(char *));
	if (!side->failed.at)
		return -1;
	for (int i = 0; i < r->n_ledger; i++)
		if (r->ledger[i].verdict == AISP_VERDICT_FAIL &&
		    !has_failed(side, r->ledger[i].check))
			side->failed.at[side->failed.n++] = copy(r->ledger[i].check, a);
	return 0;
}

static enum prove_status status_of(enum aisp_word status)
{
	switch (status) {
	case AISP_WORD_MEASURED:
		return PROVE_STATUS_MEASURED;
	case AISP_WORD_SKIPPED:
		return PROVE_STATUS_SKIPPED;
	case AISP_WORD_NOT_RUN:
		return PROVE_STATUS_NOT_RUN;
	default: /* src/run/shapes.c knows no other */
		return PROVE_STATUS_FAILED;
	}
}

const struct prove_side *prove_side(const struct aisp_run *run, const char *target,
				    const char *id, struct aisp_arena *a)
{
	const struct aisp_run_result *r = find_result(run, target);
	const struct aisp_run_comparison *c = r ? r->comparison : NULL;
	const struct aisp_run_finding *entry = r ? find_entry(r, id) : NULL;
	struct prove_side *side = aisp_arena_take(a, 1, sizeof(*side));

	if (!r)
		return prove_no_side(PROVE_STATUS_ERROR, "the run does not mention it",
				     a);
	if (!side || copy_failed(side, r, a))
		return &no_memory;
	side->status = status_of(r->status);
	side->verdict = aisp_result_verdict(r);
	side->why = copy(*r->reason || !c ? r->reason : c->why, a);
	side->speedup = c ? c->speedup : NAN;
	side->state = entry ? entry->verdict : (enum aisp_verdict)PROVE_LINE_NONE;
	side->state_why = entry ? copy(entry->why, a) : "";
	return side;
}

const struct prove_side *prove_no_side(enum prove_status status, const char *why,
				       struct aisp_arena *a)
{
	struct prove_side *side = aisp_arena_take(a, 1, sizeof(*side));

	if (!side)
		return &no_memory;
	*side = no_memory;
	side->status = status;
	side->why = copy(why, a);
	return side;
}

const char *prove_outcome(const struct prove_side *side)
{
	if (!side)
		return "";
	return side->verdict != AISP_WORD_NONE ? aisp_word_name(side->verdict)
					       : prove_status_name(side->status);
}

bool prove_is_disturbed(const struct prove_side *side)
{
	return side && side->verdict == AISP_WORD_INCONCLUSIVE && side->failed.n;
}

bool prove_is_accepted(const struct prove_side *side)
{
	return side && side->verdict != AISP_WORD_NONE &&
	       side->verdict != AISP_WORD_INVALID && !side->failed.n;
}

/* Was the twin rejected?  A disturbed run counts only if the exploit's own check failed
 * it. */
static bool is_alarm(const struct prove_side *side, const char *id)
{
	return !prove_is_accepted(side) &&
	       (!prove_is_disturbed(side) || has_failed(side, id));
}

int prove_count_alarms(const struct prove_record *record)
{
	int n = 0;

	for (int i = 0; i < record->n_twins; i++)
		n += is_alarm(&record->twins[i], record->check);
	return n;
}

bool prove_is_twin_accepted(const struct prove_record *record)
{
	int n_accepted = 0;

	for (int i = 0; i < record->n_twins; i++)
		n_accepted += prove_is_accepted(&record->twins[i]);
	return n_accepted > prove_count_alarms(record);
}

static bool is_by_this_alone(const struct prove_side *side, const char *id)
{
	return side && side->failed.n == 1 && has_failed(side, id);
}

/* A check that blames the machine makes the comparison INCONCLUSIVE. */
static bool is_rejected(const struct prove_side *side, const char *id)
{
	return side &&
	       (side->verdict == AISP_WORD_INVALID ||
		(side->verdict == AISP_WORD_INCONCLUSIVE && has_failed(side, id)));
}

bool prove_is_win(const struct prove_side *side)
{
	return side && aisp_word_is_win(side->verdict);
}

bool prove_is_stopped(const struct prove_record *record)
{
	const struct prove_side *attack = record->attack;

	if (record->kind == PROVE_PREVENTS)
		return attack && attack->status != PROVE_STATUS_ERROR &&
		       !prove_is_win(attack);
	return is_rejected(attack, record->check);
}

/* The first run of the twin that was accepted, or was not; the first run if there is
 * none. */
static const struct prove_side *twin_of(const struct prove_record *record,
					bool is_accepted)
{
	for (int i = 0; i < record->n_twins; i++)
		if (prove_is_accepted(&record->twins[i]) == is_accepted)
			return &record->twins[i];
	return record->n_twins ? &record->twins[0] : NULL;
}

/* The check's verdict on the twin. */
static enum aisp_verdict twin_state(const struct prove_record *record)
{
	const struct prove_side *twin = twin_of(record, true);

	return twin ? twin->state : (enum aisp_verdict)PROVE_LINE_NONE;
}

bool prove_is_prevented(const struct prove_record *record, const struct aisp_check *c)
{
	return c->is_prevented || twin_state(record) == AISP_VERDICT_PREVENTED;
}

/* "INVALID by output.x: 3 of 4 elements are wrong" */
static void describe(char *buf, size_t size, const struct prove_side *side)
{
	size_t n;

	n = (size_t)snprintf(buf, size, "%s", side ? prove_outcome(side) : "nothing");
	for (int i = 0; side && i < side->failed.n; i++)
		if (n < size)
			n += (size_t)snprintf(buf + n, size - n, "%s%s",
					      i ? " " : " by ", side->failed.at[i]);
	if (side && *side->why && n < size)
		snprintf(buf + n, size - n, ": %s", side->why);
}

/* prove_judge() made room for MAX_CLAIMS. */
static void claim(struct prove_record *record, const char *text, bool holds,
		  const struct prove_side *side, struct aisp_arena *a)
{
	char got[700];

	describe(got, sizeof(got), side);
	record->claims[record->n_claims++] =
		(struct prove_claim){ text, holds, copy(got, a) };
}

static void claim_twin(struct prove_record *record, struct aisp_arena *a)
{
	claim(record, "the honest twin is accepted", prove_is_twin_accepted(record),
	      twin_of(record, false), a);
}

static bool is_left_out(const struct prove_side *side)
{
	return side && side->state == AISP_VERDICT_UNKNOWN &&
	       !strcmp(side->state_why, AISP_CHECK_LEFT_OUT);
}

static void claim_detection(struct prove_record *record, struct aisp_arena *a)
{
	const struct prove_side *attack = record->attack;
	const struct prove_side *without = record->without;

	claim(record, "the exploit is rejected", is_rejected(attack, record->check),
	      attack, a);
	claim(record, "by this check alone", is_by_this_alone(attack, record->check),
	      attack, a);
	claim(record, "without it the exploit wins", prove_is_win(without), without, a);
	claim(record, "and the ledger says that it was left out", is_left_out(without),
	      without, a);
}

static const struct prove_claim *first_broken(const struct prove_record *record)
{
	for (int i = 0; i < record->n_claims; i++)
		if (!record->claims[i].holds)
			return &record->claims[i];
	return NULL;
}

/* A check that says the same of the exploit and of its twin sees neither. */
static bool is_unseen(const struct prove_record *record)
{
	const struct prove_side *attack = record->attack;
	const struct prove_side *twin = twin_of(record, true);

	if (!attack || !twin || twin->state != attack->state ||
	    prove_is_stopped(record))
		return false;
	return attack->state == AISP_VERDICT_UNKNOWN ||
	       attack->state == AISP_VERDICT_NA ||
	       (attack->state == AISP_VERDICT_PARTIAL &&
		!strcmp(twin->state_why, attack->state_why));
}

static enum prove_state state_of(const struct prove_record *record, bool is_prevented,
				 char *why, size_t size)
{
	const struct prove_claim *broken = first_broken(record);
	const struct prove_side *attack = record->attack;
	const struct prove_side *twin = twin_of(record, true);
	enum aisp_verdict state = twin_state(record);

	if (attack && attack->status == PROVE_STATUS_SKIPPED) {
		snprintf(why, size, "%s", attack->why);
		return PROVE_SKIPPED;
	}
	if (broken && !is_prevented && is_unseen(record)) {
		snprintf(why, size, "%s", attack->state_why);
		return PROVE_NOT_SEEN;
	}
	if (broken) {
		snprintf(why, size, "%s: no, %s", broken->claim, broken->got);
		return PROVE_NOT_PROVEN;
	}
	if (!is_prevented)
		return PROVE_PROVEN;
	if (state == AISP_VERDICT_PREVENTED || state == AISP_VERDICT_PASS)
		return PROVE_PREVENTED;
	snprintf(why, size, "the check says %s: %s", prove_line_name(state),
		 twin ? twin->state_why : "");
	return PROVE_PARTIAL;
}

void prove_judge(struct prove_record *record, const struct aisp_check *c,
		 struct aisp_arena *a)
{
	bool is_prevented = prove_is_prevented(record, c);
	char why[900] = "";

	record->n_claims = 0;
	record->claims = aisp_arena_take(a, MAX_CLAIMS, sizeof(*record->claims));
	if (!record->claims) {
		record->state = PROVE_NOT_PROVEN;
		record->why = no_memory.why;
		return;
	}
	record->kind = is_prevented ? PROVE_PREVENTS : PROVE_DETECTS;
	if (is_prevented)
		claim(record, "the exploit does not win", prove_is_stopped(record),
		      record->attack, a);
	else
		claim_detection(record, a);
	claim_twin(record, a);
	record->state = state_of(record, is_prevented, why, sizeof(why));
	record->why = copy(why, a);
}

/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/field.h"
#include "prove_judge.h"

static bool has_word(const json_t *words, const char *word)
{
	const json_t *w;
	size_t i;

	json_array_foreach(words, i, w)
		if (!strcmp(json_string_value(w), word))
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

/* The optimized arm's line of a check. */
static const struct aisp_run_finding *find_entry(const struct aisp_run_result *r,
						 const char *id)
{
	for (int i = 0; i < r->n_ledger; i++)
		if (r->ledger[i].arm == AISP_OPTIMIZED &&
		    !strcmp(r->ledger[i].check, id))
			return &r->ledger[i];
	return NULL;
}

static json_t *failed_checks(const struct aisp_run_result *r)
{
	json_t *failed = json_array();

	for (int i = 0; i < r->n_ledger; i++)
		if (r->ledger[i].verdict == AISP_VERDICT_FAIL &&
		    !has_word(failed, r->ledger[i].check))
			json_array_append_new(failed, json_string(r->ledger[i].check));
	return failed;
}

json_t *prove_side(const struct aisp_run *run, const char *target, const char *id)
{
	const struct aisp_run_result *r = find_result(run, target);
	const struct aisp_run_comparison *c = r ? r->comparison : NULL;
	const struct aisp_run_finding *entry = r ? find_entry(r, id) : NULL;

	if (!r)
		return NULL;
	return json_pack("{ss ss? ss so so ss ss}", "status", aisp_word_name(r->status),
			 "verdict", c ? aisp_word_name(c->verdict) : NULL, "why",
			 *r->reason || !c ? r->reason : c->why, "speedup",
			 aisp_number_json(c ? c->speedup : NAN), "failed",
			 failed_checks(r), "state",
			 entry ? aisp_finding_word(entry) : "", "state_why",
			 entry ? entry->why : "");
}

json_t *prove_no_side(const char *status, const char *why)
{
	return json_pack("{ss sn ss sn s[] ss ss}", "status", status, "verdict", "why",
			 why, "speedup", "failed", "state", "", "state_why", "");
}

const char *prove_outcome(const json_t *side)
{
	const char *verdict = aisp_field_text(side, "verdict");

	return *verdict ? verdict : aisp_field_text(side, "status");
}

bool prove_is_disturbed(const json_t *side)
{
	return aisp_field_is(side, "verdict", "INCONCLUSIVE") &&
	       json_array_size(json_object_get(side, "failed"));
}

bool prove_is_accepted(const json_t *side)
{
	const char *verdict = aisp_field_text(side, "verdict");

	return *verdict && strcmp(verdict, "INVALID") != 0 &&
	       !json_array_size(json_object_get(side, "failed"));
}

/* The check that the exploit is of may not blame its twin, nor the machine. */
static bool is_alarm(const json_t *side, const char *id)
{
	return !prove_is_accepted(side) &&
	       (!prove_is_disturbed(side) ||
		has_word(json_object_get(side, "failed"), id));
}

int prove_count_alarms(const json_t *record)
{
	const char *id = aisp_field_text(record, "check");
	const json_t *side;
	int n = 0;
	size_t i;

	json_array_foreach(json_object_get(record, "twins"), i, side)
		n += is_alarm(side, id);
	return n;
}

bool prove_is_twin_accepted(const json_t *record)
{
	const json_t *side;
	int n_accepted = 0;
	size_t i;

	json_array_foreach(json_object_get(record, "twins"), i, side)
		n_accepted += prove_is_accepted(side);
	return n_accepted > prove_count_alarms(record);
}

static bool is_by_this_alone(const json_t *side, const char *id)
{
	const json_t *failed = json_object_get(side, "failed");

	return json_array_size(failed) == 1 && has_word(failed, id);
}

/* A check that blames the machine leaves the comparison open. */
static bool is_rejected(const json_t *side, const char *id)
{
	return aisp_field_is(side, "verdict", "INVALID") ||
	       (aisp_field_is(side, "verdict", "INCONCLUSIVE") &&
		has_word(json_object_get(side, "failed"), id));
}

bool prove_is_win(const json_t *side)
{
	return aisp_field_is(side, "verdict", "FASTER") ||
	       aisp_field_is(side, "verdict", "BETTER");
}

bool prove_is_stopped(const json_t *record)
{
	const json_t *attack = json_object_get(record, "attack");

	if (aisp_field_is(record, "kind", "prevents"))
		return json_is_object(attack) &&
		       !aisp_field_is(attack, "status", "error") &&
		       !prove_is_win(attack);
	return is_rejected(attack, aisp_field_text(record, "check"));
}

/* The first run of the twin that was accepted, else the first one. */
static const json_t *twin_of(const json_t *record)
{
	const json_t *twins = json_object_get(record, "twins"), *side;
	size_t i;

	json_array_foreach(twins, i, side)
		if (prove_is_accepted(side))
			return side;
	return json_array_get(twins, 0);
}

bool prove_is_prevented(const json_t *record, const struct aisp_check *c)
{
	return c->is_prevented || aisp_field_is(twin_of(record), "state", "PREVENTED");
}

/* "INVALID by output.x: 3 of 4 elements are wrong" */
static void describe(char *buf, size_t size, const json_t *side)
{
	const json_t *failed = json_object_get(side, "failed"), *id;
	const char *why = aisp_field_text(side, "why");
	size_t i, n;

	n = (size_t)snprintf(buf, size, "%s",
			     json_is_object(side) ? prove_outcome(side) : "nothing");
	json_array_foreach(failed, i, id)
		if (n < size)
			n += (size_t)snprintf(buf + n, size - n, "%s%s",
					      i ? " " : " by ", json_string_value(id));
	if (*why && n < size)
		snprintf(buf + n, size - n, ": %s", why);
}

static void claim(json_t *claims, const char *text, bool holds, const json_t *side)
{
	char got[700];

	describe(got, sizeof(got), side);
	json_array_append_new(claims, json_pack("{ss sb ss}", "claim", text, "holds",
						holds, "got", got));
}

static void claim_twin(json_t *claims, const json_t *record)
{
	const json_t *twins = json_object_get(record, "twins"), *side, *shown;
	size_t i;

	shown = json_array_get(twins, 0);
	json_array_foreach(twins, i, side)
		if (!prove_is_accepted(side)) {
			shown = side;
			break;
		}
	claim(claims, "the honest twin is accepted", prove_is_twin_accepted(record),
	      shown);
}

static void claim_detection(json_t *claims, const json_t *record, const char *id)
{
	const json_t *attack = json_object_get(record, "attack");
	const json_t *without = json_object_get(record, "without");

	claim(claims, "the exploit is rejected", is_rejected(attack, id), attack);
	claim(claims, "by this check alone", is_by_this_alone(attack, id), attack);
	claim(claims, "without it the exploit wins", prove_is_win(without), without);
	claim(claims, "and the ledger says that it was left out",
	      aisp_field_is(without, "state", "UNKNOWN") &&
		      aisp_field_is(without, "state_why",
				    "left out by --without-check"),
	      without);
}

static const json_t *first_broken(const json_t *claims)
{
	const json_t *c;
	size_t i;

	json_array_foreach(claims, i, c)
		if (!json_is_true(json_object_get(c, "holds")))
			return c;
	return NULL;
}

/* The check says of the exploit what it says of the twin: it sees neither. */
static bool is_unseen(const json_t *record)
{
	const json_t *attack = json_object_get(record, "attack");
	const json_t *twin = twin_of(record);
	const char *state = aisp_field_text(attack, "state");

	if (!aisp_field_is(twin, "state", state) || prove_is_stopped(record))
		return false;
	return !strcmp(state, "UNKNOWN") || !strcmp(state, "N/A") ||
	       (!strcmp(state, "PARTIAL") &&
		aisp_field_is(twin, "state_why", aisp_field_text(attack, "state_why")));
}

static const char *state_of(const json_t *record, bool is_prevented, char *why,
			    size_t size)
{
	const json_t *attack = json_object_get(record, "attack");
	const json_t *twin = twin_of(record);
	const json_t *broken = first_broken(json_object_get(record, "claims"));
	const char *state = aisp_field_text(twin, "state");

	if (aisp_field_is(attack, "status", "skipped")) {
		snprintf(why, size, "%s", aisp_field_text(attack, "why"));
		return "SKIPPED";
	}
	if (broken && !is_prevented && is_unseen(record)) {
		snprintf(why, size, "%s", aisp_field_text(attack, "state_why"));
		return "NOT-SEEN";
	}
	if (broken) {
		snprintf(why, size, "%s: no, %s", aisp_field_text(broken, "claim"),
			 aisp_field_text(broken, "got"));
		return "NOT-PROVEN";
	}
	if (!is_prevented)
		return "PROVEN";
	if (!strcmp(state, "PREVENTED") || !strcmp(state, "PASS"))
		return "PREVENTED";
	snprintf(why, size, "the check says %s: %s", state,
		 aisp_field_text(twin, "state_why"));
	return "PARTIAL";
}

void prove_judge(json_t *record, const struct aisp_check *c)
{
	bool is_prevented = prove_is_prevented(record, c);
	json_t *claims = json_array();
	char why[900] = "";
	const char *state;

	json_object_set_new(record, "claims", claims);
	json_object_set_new(record, "kind",
			    json_string(is_prevented ? "prevents" : "detects"));
	if (is_prevented)
		claim(claims, "the exploit does not win", prove_is_stopped(record),
		      json_object_get(record, "attack"));
	else
		claim_detection(claims, record, c->id);
	claim_twin(claims, record);
	state = state_of(record, is_prevented, why, sizeof(why));
	json_object_set_new(record, "state", json_string(state));
	json_object_set_new(record, "why", json_string(why));
}

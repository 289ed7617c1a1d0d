/* SPDX-License-Identifier: MIT
 *
 * What runs of an exploit prove: the committed proofs are read, written and judged
 * again without a difference; each rule is tried on made-up runs.
 */
#include <glob.h>
#include <math.h>
#include <string.h>

#include "prove/prove_json.h"
#include "prove/prove_judge.h"
#include "tap.h"

static struct aisp_arena arena;

/* Where a record and its document differ, or NULL. */
static const char *differs(const struct prove_record *record, const json_t *saved)
{
	/* The check as it was when it was proven. */
	const struct aisp_check c = { .id = record->check,
				      .is_prevented = record->kind == PROVE_PREVENTS };
	struct prove_record again = *record;
	json_t *written = prove_record_json(record);
	const char *why = json_equal(written, saved) ? NULL : "written again";

	json_decref(written);
	again.state = PROVE_N_STATES;
	again.kind = PROVE_N_KINDS;
	prove_judge(&again, &c, &arena);
	written = prove_record_json(&again);
	if (!why && !json_equal(written, saved))
		why = "judged again";
	json_decref(written);
	return why;
}

static bool are_lines_same(const struct prove_file *f, const json_t *states)
{
	bool is_same = true;

	for (int d = 0; d < AISP_N_DEVICES; d++) {
		const char *device = aisp_device_name((enum aisp_device)d);
		const json_t *saved = json_object_get(states, device);
		json_t *written = prove_lines_json(&f->lines[d]);

		if (saved || f->lines[d].n)
			is_same &= json_equal(written, saved);
		json_decref(written);
	}
	return is_same;
}

static void test_saved(const char *path)
{
	json_t *document = json_load_file(path, 0, NULL);
	const json_t *list = json_object_get(document, "exploits");
	struct prove_file f;
	int n_same = 0;

	ok(document && !prove_file_parse(&f, document), path);
	for (int i = 0; i < f.n; i++) {
		const char *why =
			differs(&f.records[i], json_array_get(list, (size_t)i));

		n_same += !why;
		if (why)
			printf("# %s: %s\n", f.records[i].exploit, why);
	}
	ok(f.n > 0 && n_same == f.n && f.n == (int)json_array_size(list),
	   "its records, written and judged again");
	ok(are_lines_same(&f, json_object_get(document, "states")), "its ledgers");
	prove_file_release(&f);
	json_decref(document);
}

#define ID    "output.stale_cache"
#define OTHER "output.invalid_values_nan"

static const char *by_this[] = { ID }, *by_other[] = { OTHER },
		  *by_both[] = { OTHER, ID };

static struct prove_side side(enum aisp_word verdict, enum aisp_verdict state,
			      const char **failed, int n_failed)
{
	return (struct prove_side){ .status = PROVE_STATUS_MEASURED,
				    .verdict = verdict,
				    .why = "",
				    .speedup = NAN,
				    .failed = { failed, n_failed },
				    .state = state,
				    .state_why = "" };
}

/* A record of one exploit and one twin, judged. */
static struct prove_record judged(bool is_prevented, const struct prove_side *attack,
				  const struct prove_side *without,
				  struct prove_side *twin)
{
	const struct aisp_check c = { .id = ID, .is_prevented = is_prevented };
	struct prove_record r = { .check = ID,
				  .attack = attack,
				  .without = without,
				  .twins = twin,
				  .n_twins = twin != NULL,
				  .state = PROVE_N_STATES };

	prove_judge(&r, &c, &arena);
	return r;
}

static void test_rule(void)
{
	struct prove_side twin = side(AISP_WORD_SAME, AISP_VERDICT_PASS, NULL, 0);
	struct prove_side attack =
		side(AISP_WORD_INVALID, AISP_VERDICT_FAIL, by_this, 1);
	struct prove_side without =
		side(AISP_WORD_FASTER, AISP_VERDICT_UNKNOWN, NULL, 0);
	struct prove_record r;

	without.state_why = AISP_CHECK_LEFT_OUT;
	r = judged(false, &attack, &without, &twin);
	ok(r.state == PROVE_PROVEN && r.n_claims == 5 && prove_is_stopped(&r),
	   "rejected by its check alone, and let through without it");
	without.verdict = AISP_WORD_BETTER;
	ok(judged(false, &attack, &without, &twin).state == PROVE_PROVEN,
	   "a score is a win, too");
	without.verdict = AISP_WORD_SAME;
	r = judged(false, &attack, &without, &twin);
	ok(r.state == PROVE_NOT_PROVEN &&
		   !strcmp(r.why, "without it the exploit wins: no, SAME"),
	   "one that wins nothing without the check");
	without.verdict = AISP_WORD_FASTER;
	without.state_why = "";
	ok(judged(false, &attack, &without, &twin).state == PROVE_NOT_PROVEN,
	   "a ledger that does not say what was left out");
	without.state_why = AISP_CHECK_LEFT_OUT;
	ok(judged(false, &attack, NULL, &twin).state == PROVE_NOT_PROVEN,
	   "nothing tried without the check");
	ok(judged(false, &attack, &without, NULL).state == PROVE_NOT_PROVEN, "no twin");
	attack.failed = (struct aisp_texts){ by_other, 1 };
	r = judged(false, &attack, &without, &twin);
	ok(r.state == PROVE_NOT_PROVEN &&
		   !strcmp(r.why, "by this check alone: no, INVALID by " OTHER),
	   "another check rejects it");
	attack.failed = (struct aisp_texts){ by_both, 2 };
	ok(judged(false, &attack, &without, &twin).state == PROVE_NOT_PROVEN,
	   "so does another");
	attack = side(AISP_WORD_INCONCLUSIVE, AISP_VERDICT_FAIL, by_this, 1);
	r = judged(false, &attack, &without, &twin);
	ok(r.state == PROVE_PROVEN, "a check that blames the machine");
	attack = side(AISP_WORD_INCONCLUSIVE, AISP_VERDICT_FAIL, by_other, 1);
	r = judged(false, &attack, &without, &twin);
	ok(!prove_is_stopped(&r), "but not another one that does");
}

static void test_unseen(void)
{
	struct prove_side twin = side(AISP_WORD_SAME, AISP_VERDICT_PARTIAL, NULL, 0);
	struct prove_side attack =
		side(AISP_WORD_FASTER, AISP_VERDICT_UNKNOWN, NULL, 0);
	struct prove_record r;

	attack.state_why = "no such counter";
	ok(judged(false, &attack, NULL, &twin).state == PROVE_NOT_PROVEN,
	   "the check knows the twin");
	twin.state = AISP_VERDICT_UNKNOWN;
	r = judged(false, &attack, NULL, &twin);
	ok(r.state == PROVE_NOT_SEEN && !strcmp(r.why, "no such counter"),
	   "the check sees neither");
	twin.state = attack.state = AISP_VERDICT_NA;
	ok(judged(false, &attack, NULL, &twin).state == PROVE_NOT_SEEN, "no meaning");
	twin.state = attack.state = AISP_VERDICT_PARTIAL;
	ok(judged(false, &attack, NULL, &twin).state == PROVE_NOT_PROVEN,
	   "it says two things of them");
	twin.state_why = "no such counter";
	ok(judged(false, &attack, NULL, &twin).state == PROVE_NOT_SEEN, "it says one");
	twin.state = attack.state = AISP_VERDICT_PASS;
	ok(judged(false, &attack, NULL, &twin).state == PROVE_NOT_PROVEN,
	   "it passes both");
	attack.status = PROVE_STATUS_SKIPPED;
	attack.why = "no such clock";
	r = judged(false, &attack, NULL, NULL);
	ok(r.state == PROVE_SKIPPED && !strcmp(r.why, "no such clock"), "not tried");
}

static void test_guarantee(void)
{
	struct prove_side twin = side(AISP_WORD_SAME, AISP_VERDICT_PASS, NULL, 0);
	struct prove_side attack = side(AISP_WORD_SAME, AISP_VERDICT_PASS, NULL, 0);
	struct prove_record r = judged(true, &attack, NULL, &twin);

	ok(r.state == PROVE_PREVENTED && r.kind == PROVE_PREVENTS && r.n_claims == 2,
	   "what wins nothing is prevented");
	twin.state = AISP_VERDICT_PREVENTED;
	ok(judged(false, &attack, NULL, &twin).kind == PROVE_PREVENTS,
	   "as a rule says of its twin");
	twin.state = AISP_VERDICT_UNKNOWN;
	twin.state_why = "no filter";
	r = judged(true, &attack, NULL, &twin);
	ok(r.state == PROVE_PARTIAL &&
		   !strcmp(r.why, "the check says UNKNOWN: no filter"),
	   "its defence may not be in force");
	attack.verdict = AISP_WORD_FASTER;
	ok(judged(true, &attack, NULL, &twin).state == PROVE_NOT_PROVEN, "it won");
	attack = side(AISP_WORD_NONE, AISP_VERDICT_PASS, NULL, 0);
	attack.status = PROVE_STATUS_ERROR;
	ok(judged(true, &attack, NULL, &twin).state == PROVE_NOT_PROVEN,
	   "it left no run");
	attack.status = PROVE_STATUS_FAILED;
	ok(judged(true, &attack, NULL, &twin).state == PROVE_PARTIAL, "it failed");
}

static void test_alarms(void)
{
	struct prove_side twins[3];
	struct prove_record r = { .check = ID, .twins = twins, .n_twins = 3 };

	twins[0] = side(AISP_WORD_INVALID, AISP_VERDICT_FAIL, by_this, 1);
	twins[1] = side(AISP_WORD_INCONCLUSIVE, AISP_VERDICT_PASS, by_other, 1);
	twins[2] = side(AISP_WORD_SLOWER, AISP_VERDICT_PASS, NULL, 0);
	ok(prove_count_alarms(&r) == 1 && prove_is_disturbed(&twins[1]),
	   "a disturbed run is no alarm");
	ok(!prove_is_twin_accepted(&r), "one of each: not accepted");
	twins[1].failed.at = by_this;
	ok(prove_count_alarms(&r) == 2, "but one that this check blames is");
	twins[0] = twins[2];
	ok(prove_is_twin_accepted(&r), "two of three are accepted");
	twins[2] = side(AISP_WORD_NONE, AISP_VERDICT_UNKNOWN, NULL, 0);
	ok(!prove_is_accepted(&twins[2]) &&
		   !strcmp(prove_outcome(&twins[2]), "measured"),
	   "what was not compared is not accepted");
}

/* Words of a later version are not taken for known ones. */
static void test_unknown_words(void)
{
	json_t *document = json_pack("{s[{ss ss s{ss ss}}]}", "exploits", "check", ID,
				     "state", "MORE-THAN-PROVEN", "attack", "verdict",
				     "BRAVER", "status", "rained off");
	struct prove_file f;

	ok(!prove_file_parse(&f, document) && f.n == 1, "a later version's file");
	ok(f.records[0].state == PROVE_N_STATES && f.records[0].attack &&
		   f.records[0].attack->status == PROVE_N_STATUSES &&
		   f.records[0].attack->verdict == AISP_WORD_NONE &&
		   f.records[0].device == AISP_N_DEVICES && !f.records[0].without,
	   "its words are none");
	prove_file_release(&f);
	json_decref(document);
}

int main(void)
{
	glob_t saved = { 0 };

	ok(!glob("docs/proofs/*.json", 0, NULL, &saved) && saved.gl_pathc >= 3,
	   "the committed proofs");
	for (size_t i = 0; i < saved.gl_pathc; i++)
		test_saved(saved.gl_pathv[i]);
	globfree(&saved);
	test_rule();
	test_unseen();
	test_guarantee();
	test_alarms();
	test_unknown_words();
	aisp_arena_release(&arena);
	return done();
}

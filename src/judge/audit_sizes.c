/* SPDX-License-Identifier: MIT
 *
 * audit_sizes.c - try a variant at other sizes than the one that is audited.
 */
#include <stdio.h>

#include "audit_parts.h"
#include "fault_text.h"
#include "heldout.h"
#include "only.h"

/* No fault: the limit follows from another size, and this one may just take long. */
static void note_silence(struct aisp_subject *s, const char *what,
			 const struct aisp_contract *c)
{
	char why[300] = "";

	s->is_silent = true;
	aisp_fault_keep(why, sizeof(why), c, s->harness->dist,
			"no answer at this size: others are not tried");
	aisp_audit_tell(s, what, AISP_CONTROL_NA, why);
}

/* 1 if setup() declines c's size. */
static int declines(struct aisp_subject *s, const struct aisp_contract *c,
		    const struct aisp_target *t, int64_t limit_ns, struct aisp_err *err)
{
	struct aisp_measured m = { 0 };
	int rc;

	if (!aisp_harness_serves(s->harness, &c->problem))
		return 0;
	rc = aisp_audit_measure_once(s, c, t->optimized_object, 1, limit_ns, &m, err);
	if (!rc && m.status == AISP_LAUNCH_HUNG)
		note_silence(s, t->optimized, c);
	if (!rc)
		rc = m.status == AISP_LAUNCH_UNSUPPORTED;
	aisp_measured_release(&m);
	return rc;
}

/*
 * A variant that serves this size but not one near it, or another but not this one,
 * leaves out what the contract asks for: then the result is 1, with the size in *size.
 * A variant that serves neither lacks something on this machine.
 */
static int leaves_out_sizes(struct aisp_subject *s, const struct aisp_target *t,
			    struct aisp_contract *size, struct aisp_err *err)
{
	struct aisp_contract other = s->contract;
	struct aisp_err refused;
	int rc;

	if (s->is_silent || s->harness->dist || s->harness->n_user_inputs)
		return 0;
	*size = s->contract;
	if (!s->has_declined)
		return aisp_heldout_choose(size, &s->contract,
					   aisp_seed_key(&s->suite->seed, 0, 0, 0))
			       ? declines(s, size, t, s->limit_ns, err)
			       : 0;
	aisp_contract_preset(&other, AISP_PRESET_DEFAULT, s->target->device);
	if (aisp_contract_evaluate(&other, &refused))
		return 0;
	rc = declines(s, &other, t, AISP_AUDIT_LIMIT_NS, err);
	return rc < 0 ? -1 : !rc && !s->is_silent;
}

static int audit_declined(struct aisp_subject *s, const struct aisp_target *t,
			  struct aisp_err *err)
{
	struct aisp_contract size;
	struct aisp_err unreadable;
	char only[160], why[256];
	int rc = leaves_out_sizes(s, t, &size, err);

	if (rc <= 0)
		return rc;
	switch (aisp_only_says(size.variant, &size, only, sizeof(only), &unreadable)) {
	case AISP_ONLY_UNSAID:
		snprintf(why, sizeof(why),
			 "it declines sizes that the contract allows: say which it "
			 "serves in its opening comment, ` * ONLY: elems >= 100000`");
		break;
	case AISP_ONLY_UNREADABLE: /* audit_words() */
		return 0;
	case AISP_ONLY_SERVES:
		snprintf(why, sizeof(why),
			 "it declines a size that it says it serves: %s", only);
		break;
	case AISP_ONLY_DECLINES:
		snprintf(why, sizeof(why), "it declines other sizes, as it says: %s",
			 only);
		aisp_audit_tell(s, t->optimized, AISP_CONTROL_NA, why);
		return 0;
	}
	aisp_audit_tell(s, t->optimized, AISP_CONTROL_WRONG, why);
	return 0;
}

/* Launch once at c's size; only a fault is told. */
static int try_at(struct aisp_subject *s, const struct aisp_target *t,
		  const struct aisp_contract *c, struct aisp_err *err)
{
	struct aisp_measured m = { 0 };
	struct aisp_finding found;
	const char *fault = NULL;
	char why[700] = "";
	bool has_hung;
	int rc;

	if (!aisp_harness_serves(s->harness, &c->problem))
		return 0;
	rc = aisp_audit_measure_once(s, c, t->optimized_object, 2, s->limit_ns, &m,
				     err);
	has_hung = !rc && m.status == AISP_LAUNCH_HUNG;
	if (!rc && !has_hung && m.status != AISP_LAUNCH_UNSUPPORTED)
		fault = aisp_audit_fault(&m, &found);
	if (has_hung)
		note_silence(s, t->optimized, c);
	if (fault)
		aisp_fault_keep(why, sizeof(why), c, s->harness->dist, fault);
	if (why[0])
		aisp_audit_tell(s, t->optimized, AISP_CONTROL_WRONG, why);
	aisp_measured_release(&m);
	return rc;
}

/* Small sizes are odd: they miss code for whole tiles or the announced size. */
static int audit_tiles(struct aisp_subject *s, const struct aisp_target *t,
		       struct aisp_err *err)
{
	struct aisp_contract tiles, announced;
	int rc = 0;

	if (s->is_silent || s->has_declined || s->is_wrong || s->harness->dist ||
	    s->harness->n_user_inputs)
		return 0;
	if (aisp_heldout_choose_tiles(&tiles, &s->contract))
		rc = try_at(s, t, &tiles, err);
	if (!rc && !s->is_silent &&
	    aisp_heldout_choose_announced(&announced, &s->contract, t->device))
		rc = try_at(s, t, &announced, err);
	return rc;
}

/* Returns 1 if its ONLY: line cannot be read, whatever it declines. */
static int audit_words(struct aisp_subject *s, const struct aisp_target *t)
{
	struct aisp_err unreadable;
	char only[160];

	if (s->harness->dist ||
	    aisp_only_says(s->contract.variant, &s->contract, only, sizeof(only),
			   &unreadable) != AISP_ONLY_UNREADABLE)
		return 0;
	aisp_audit_tell(s, t->optimized, AISP_CONTROL_WRONG, unreadable.msg);
	return 1;
}

int aisp_audit_sizes(struct aisp_subject *s, const struct aisp_target *t,
		     struct aisp_err *err)
{
	if (audit_words(s, t))
		return 0;
	return audit_declined(s, t, err) || audit_tiles(s, t, err) ? -1 : 0;
}

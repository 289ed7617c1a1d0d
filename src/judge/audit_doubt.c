/* SPDX-License-Identifier: MIT
 *
 * audit_doubt.c - if neither the baseline nor any variant agrees with the reference,
 * the contract is more likely at fault than all of them.
 */
#include <stdio.h>

#include "audit_parts.h"
#include "decide/bound_words.h"

void aisp_audit_vote(struct aisp_subject *s, const struct aisp_measured *m,
		     bool is_baseline)
{
	if (m->status != AISP_LAUNCH_OK)
		return;
	if (is_baseline)
		s->is_baseline_wrong = m->wrong[0] != '\0';
	else
		s->n_right += !m->wrong[0];
}

void aisp_audit_doubt(struct aisp_subject *s)
{
	s->is_doubted |= s->is_baseline_wrong && !s->n_right;
	s->is_baseline_wrong = false;
	s->n_right = 0;
}

void aisp_audit_tell_doubt(const struct aisp_subject *s)
{
	char text[300], bound[96];

	if (!s->is_doubted || !s->audit->doubt)
		return;
	snprintf(text, sizeof(text),
		 "no program agrees with the reference, not even the baseline: "
		 "the contract is likely at fault: reference() is wrong%s "
		 "(docs/write_a_pair.md)",
		 aisp_bound_words(&s->contract.problem, bound));
	s->audit->doubt(s->audit->arg, s->name, s->params, text);
}

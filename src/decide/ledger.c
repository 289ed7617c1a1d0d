/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "ledger.h"

static int badness(enum aisp_verdict v)
{
	switch (v) {
	case AISP_VERDICT_FAIL:
		return 4;
	case AISP_VERDICT_UNKNOWN:
		return 3;
	case AISP_VERDICT_PARTIAL:
		return 2;
	case AISP_VERDICT_ATTESTED:
		return 1;
	default:
		return 0;
	}
}

/* Does that launch count for the check? */
static bool says(const struct aisp_measured *m, const struct aisp_check *c)
{
	return m->status == AISP_LAUNCH_OK &&
	       (!c->is_majority || aisp_measured_counts(m));
}

enum aisp_verdict aisp_arm_check(const struct aisp_arm *a, const struct aisp_check *c,
				 struct aisp_finding *f)
{
	enum aisp_verdict worst = AISP_VERDICT_UNKNOWN;
	int n = 0, n_failed = 0;

	aisp_find(f, worst,
		  a->n_launches ? "others had the CPUs in all launches" : "no launch");
	for (int i = 0; i < a->n_launches; i++) {
		struct aisp_finding found;
		enum aisp_verdict v;

		if (!says(&a->launches[i], c))
			continue;
		v = aisp_check_run(c, &a->launches[i].evidence, &found);
		n_failed += v == AISP_VERDICT_FAIL;
		if (!n++ || badness(v) > badness(worst)) {
			worst = v;
			*f = found;
		}
	}
	if (c->is_majority && worst == AISP_VERDICT_FAIL && 2 * n_failed <= n)
		return AISP_VERDICT_PARTIAL;
	return worst;
}

bool aisp_arm_fails_by_noise(const struct aisp_arm *a, const struct aisp_check *c)
{
	int n = 0, n_sure = 0;

	for (int i = 0; c->is_noise && i < a->n_launches; i++) {
		const struct aisp_measured *m = &a->launches[i];
		struct aisp_finding f;

		if (!says(m, c))
			continue;
		n++;
		n_sure += aisp_check_run(c, &m->evidence, &f) == AISP_VERDICT_FAIL &&
			  !c->is_noise(&m->evidence);
	}
	return c->is_noise && (c->is_majority ? 2 * n_sure <= n : !n_sure);
}

bool aisp_is_left_out(const struct aisp_limits *limits, const struct aisp_check *c)
{
	for (int i = 0; i < limits->n_left_out; i++)
		if (limits->left_out[i] == c)
			return true;
	return false;
}

int aisp_leave_out(struct aisp_limits *limits, const char *id)
{
	const struct aisp_check *c = aisp_check_of(id);

	if (!c || limits->n_left_out == AISP_MAX_LEFT_OUT)
		return -1;
	limits->left_out[limits->n_left_out++] = c;
	return 0;
}

/* SPDX-License-Identifier: MIT
 *
 * The ledger's verdict from those of an arm's launches.
 */
#include <string.h>

#include "decide/ledger.h"
#include "tap.h"

#define N 5

static struct aisp_measured launches[N];
static struct aisp_arm arm = { .n_launches = N, .launches = launches };

/* A check whose verdict is the launch's number of NaN. */
static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	return aisp_find(f, (enum aisp_verdict)ev->n_nan, "block %.0f", ev->n_elems);
}

static struct aisp_check check = { .id = "test.test", .judge = judge };
static struct aisp_finding f;

/* The ledger's verdict of launches with these verdicts. */
static enum aisp_verdict of(int n, const enum aisp_verdict *v)
{
	arm.n_launches = n;
	for (int i = 0; i < n; i++) {
		launches[i] = (struct aisp_measured){ .status = AISP_LAUNCH_OK };
		launches[i].evidence.n_nan = v[i];
		launches[i].evidence.n_elems = i;
	}
	return aisp_arm_check(&arm, &check, &f);
}

#define P AISP_VERDICT_PASS
#define F AISP_VERDICT_FAIL

static void test_worst(void)
{
	static const enum aisp_verdict better_first[] = {
		AISP_VERDICT_PASS, AISP_VERDICT_ATTESTED, AISP_VERDICT_PARTIAL,
		AISP_VERDICT_UNKNOWN, AISP_VERDICT_FAIL
	};
	int n_right = 0;

	for (int worse = 1; worse < 5; worse++)
		for (int better = 0; better < worse; better++) {
			enum aisp_verdict v[] = { better_first[better],
						  better_first[worse],
						  better_first[better] };

			n_right += of(3, v) == better_first[worse] &&
				   !strcmp(f.why, "block 1");
		}
	ok(n_right == 10, "the worst launch decides, and says why");
	ok(of(2, (enum aisp_verdict[]){ AISP_VERDICT_PREVENTED, P }) ==
		   AISP_VERDICT_PREVENTED,
	   "of equals the first");
	ok(of(0, NULL) == AISP_VERDICT_UNKNOWN && !strcmp(f.why, "no launch"),
	   "without launches nothing is known");
	of(2, (enum aisp_verdict[]){ F, P });
	launches[0].status = AISP_LAUNCH_CRASHED;
	ok(aisp_arm_check(&arm, &check, &f) == P, "a launch that crashed has no say");
}

static void test_majority(void)
{
	check.is_majority = true;
	ok(of(4, (enum aisp_verdict[]){ F, F, P, P }) == AISP_VERDICT_PARTIAL,
	   "half of the launches do not fail an arm");
	ok(of(5, (enum aisp_verdict[]){ F, P, F, F, P }) == F, "more than half do");
	ok(of(1, (enum aisp_verdict[]){ F }) == F, "the only one does");
	ok(of(3, (enum aisp_verdict[]){ P, P, P }) == P, "none fails");
	check.is_majority = false;
	ok(of(3, (enum aisp_verdict[]){ P, F, P }) == F,
	   "where noise is no excuse, one is enough");
}

/* A check that noise can fail ignores launches whose CPUs others took. */
static void test_disturbed(void)
{
	check.is_majority = true;
	of(3, (enum aisp_verdict[]){ F, F, P });
	launches[0].evidence.is_disturbed = launches[1].evidence.is_disturbed = 1;
	ok(aisp_arm_check(&arm, &check, &f) == P, "a disturbed launch has no say");
	launches[2].evidence.is_disturbed = 1;
	ok(aisp_arm_check(&arm, &check, &f) == AISP_VERDICT_UNKNOWN &&
		   !strcmp(f.why, "others had the CPUs in all launches"),
	   "and if all are, nothing is known");
	check.is_majority = false;
	ok(aisp_arm_check(&arm, &check, &f) == F, "where noise is no excuse, it has");
}

static bool is_noise(const struct aisp_evidence *ev)
{
	return ev->n_inf == 1;
}

/* Does noise fail it if the first n_noisy launches are noisy? */
static bool by_noise(int n, const enum aisp_verdict *v, int n_noisy)
{
	of(n, v);
	for (int i = 0; i < n_noisy; i++)
		launches[i].evidence.n_inf = 1;
	return aisp_arm_fails_by_noise(&arm, &check);
}

static void test_noise(void)
{
	ok(!by_noise(1, (enum aisp_verdict[]){ F }, 1),
	   "a check that noise cannot fail is not failed by it");
	check.is_noise = is_noise;
	ok(by_noise(3, (enum aisp_verdict[]){ F, F, P }, 2) &&
		   !by_noise(3, (enum aisp_verdict[]){ F, F, P }, 1),
	   "one launch that noise does not explain is enough");
	check.is_majority = true;
	ok(by_noise(4, (enum aisp_verdict[]){ F, F, F, P }, 1) &&
		   !by_noise(4, (enum aisp_verdict[]){ F, F, F, F }, 1),
	   "of a majority, more than half must fail without noise");
	check.is_majority = false;
	check.is_noise = NULL;
}

static void test_left_out(void)
{
	struct aisp_limits limits = { 0 };

	ok(aisp_leave_out(&limits, "test.nothing") == -1 && !limits.n_left_out,
	   "a check that does not exist cannot be left out");
	ok(!aisp_leave_out(&limits, aisp_checks[3]->id) &&
		   aisp_is_left_out(&limits, aisp_checks[3]) &&
		   !aisp_is_left_out(&limits, aisp_checks[2]),
	   "one that does, it alone");
	limits.left_out[1] = aisp_checks[2];
	ok(!aisp_is_left_out(&limits, aisp_checks[2]),
	   "what lies behind the last is not left out");
	ok(!aisp_leave_out(&limits, aisp_checks[0]->id) &&
		   aisp_is_left_out(&limits, aisp_checks[0]) &&
		   aisp_is_left_out(&limits, aisp_checks[3]),
	   "nor does a second one replace the first");
	while (limits.n_left_out < AISP_MAX_LEFT_OUT)
		aisp_leave_out(&limits, aisp_checks[limits.n_left_out]->id);
	ok(aisp_leave_out(&limits, aisp_checks[40]->id) == -1,
	   "not more than there is room for");
}

int main(void)
{
	test_worst();
	test_majority();
	test_disturbed();
	test_noise();
	test_left_out();
	return done();
}

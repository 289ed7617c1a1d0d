/* SPDX-License-Identifier: MIT
 *
 * The state of an arm after launches of each kind.
 */
#include <string.h>

#include "decide/arms.h"
#include "decide/ledger.h"
#include "tap.h"

static struct aisp_limits limits;
static struct aisp_measured m;
static struct aisp_arm a;

static void make(enum aisp_launch_status status)
{
	limits = (struct aisp_limits){ 0 };
	a = (struct aisp_arm){ .status = AISP_ARM_OK, .cls = 7, .summary = "old" };
	m = (struct aisp_measured){ .status = status, .cls = 3, .cause = "no luck" };
	aisp_evidence_init(&m.evidence);
}

static void test_settle(void)
{
	make(AISP_LAUNCH_OK);
	aisp_arm_settle(&limits, &a, &m);
	ok(!a.is_settled && a.status == AISP_ARM_OK && !a.why[0],
	   "what nothing speaks against goes on");
	m.evidence.n_late = 3;
	aisp_arm_settle(&limits, &a, &m);
	ok(a.is_settled && a.status == AISP_ARM_OK && !a.why[0],
	   "a failed check settles the arm; the verdict says why");
	make(AISP_LAUNCH_OK);
	m.evidence.n_late = 3;
	aisp_leave_out(&limits, "timing.incomplete_async_ops");
	aisp_arm_settle(&limits, &a, &m);
	ok(!a.is_settled, "one that was left out does not");
	make(AISP_LAUNCH_OK);
	m.evidence.n_heat_events = 3;
	aisp_arm_settle(&limits, &a, &m);
	ok(!a.is_settled, "nor one that noise can fail: most launches decide");
	make(AISP_LAUNCH_CRASHED);
	aisp_arm_settle(&limits, &a, &m);
	ok(a.is_settled && a.status == AISP_ARM_FAILED &&
		   !strcmp(a.why, "crashed: no luck"),
	   "a launch that ended badly fails its arm");
	make(AISP_LAUNCH_UNSUPPORTED);
	aisp_arm_settle(&limits, &a, &m);
	ok(a.is_settled && a.status == AISP_ARM_SKIPPED &&
		   !strcmp(a.why, "unsupported: no luck"),
	   "what the machine cannot do is skipped");
}

static void test_report(void)
{
	make(AISP_LAUNCH_OK);
	aisp_arm_settle(&limits, &a, &m);
	ok(a.cls == 7 && !strcmp(a.summary, "old"), "a variant may say nothing");
	strncpy(m.summary, "new", sizeof(m.summary));
	strncpy(m.library, "BLAS", sizeof(m.library));
	aisp_arm_settle(&limits, &a, &m);
	ok(a.cls == 3 && !strcmp(a.summary, "new") && !strcmp(a.library, "BLAS"),
	   "what it says is the arm's");
}

static void test_clean(void)
{
	make(AISP_LAUNCH_OK);
	ok(aisp_is_clean(&m), "nothing is wrong");
	m.wrong[0] = 'x';
	ok(!aisp_is_clean(&m), "an output is");
	make(AISP_LAUNCH_HUNG);
	ok(!aisp_is_clean(&m), "it did not end well");
	make(AISP_LAUNCH_OK);
	m.evidence.n_late = 3;
	ok(!aisp_is_clean(&m), "a check fails");
}

static void test_group(void)
{
	static struct aisp_group g;

	g.n_arms = 4;
	for (int i = 0; i < 5; i++)
		g.arms[i] = (struct aisp_arm){ .status = AISP_ARM_OK,
					       .cls = AISP_CLASS_LIBRARY };
	g.arms[1].status = AISP_ARM_SKIPPED;
	aisp_group_find_library(&g);
	ok(g.library == 2, "the first variant that runs and calls itself a library");
	aisp_group_blame_baseline(&g);
	ok(g.arms[2].status == AISP_ARM_OK, "a baseline that runs is nobody's fault");
	g.arms[0].status = AISP_ARM_FAILED;
	snprintf(g.arms[0].why, sizeof(g.arms[0].why), "crashed");
	aisp_group_blame_baseline(&g);
	ok(g.arms[3].status == AISP_ARM_FAILED &&
		   g.arms[3].fault == AISP_FAULT_BASELINE &&
		   !strcmp(g.arms[3].why, "its baseline crashed") &&
		   !g.arms[1].why[0] && g.arms[4].status == AISP_ARM_OK,
	   "one that does not takes with it what else would run");
	aisp_group_skip(&g, "no GPU");
	ok(g.arms[1].status == AISP_ARM_SKIPPED && !strcmp(g.arms[1].why, "no GPU") &&
		   !strcmp(g.arms[0].why, "crashed") && g.arms[4].status == AISP_ARM_OK,
	   "without its device a group is skipped, but for what failed before");
	aisp_group_fail(&g, "workload_x.h: a fault");
	ok(g.arms[1].status == AISP_ARM_FAILED &&
		   !strcmp(g.arms[1].why,
			   "its workload is broken: workload_x.h: a fault") &&
		   !strcmp(g.arms[0].why, "crashed") && g.arms[4].status == AISP_ARM_OK,
	   "with a broken workload all fail, but for what failed before");
}

int main(void)
{
	test_settle();
	test_report();
	test_clean();
	test_group();
	return done();
}

/* SPDX-License-Identifier: MIT
 *
 * A fault of the baseline is its contract's, and ends the group.
 */
#include <stdio.h>
#include <string.h>

#include "decide/ledger.h"
#include "judge/common_fault.h"
#include "judge/hostile.h"
#include "tap.h"

static const struct aisp_workload workload = { .n_params = 1, .params = { { "n" } } };
static struct aisp_contract c = { .workload = &workload, .param = { 7 } };
static struct aisp_limits limits;
static struct aisp_group g;
static struct aisp_sampling s;
static struct aisp_harness harness;

static struct aisp_measured pilot;

/* The baseline was wrong on structured data. */
static int ask(const char *pattern)
{
	const struct aisp_faulty x = { .c = &c, .s = &s, .fault = "out[3] is 2" };
	struct aisp_err err;

	memset(&g, 0, sizeof(g));
	g.limits = &limits;
	g.n_arms = 2;
	g.arms[0].status = g.arms[1].status = AISP_ARM_OK;
	g.arms[0].launches = &pilot;
	g.arms[0].n_launches = 1;
	g.arms[1].pattern = pattern;
	harness.dist = AISP_DIST_STRUCTURED;
	return aisp_common_fault_ask(&g, &g.arms[0], &harness, &x, &err);
}

static void test_ask(void)
{
	char deep[300] = "";

	ok(ask("a:b@cpu") == 1 &&
		   strstr(g.arms[0].contract, "out[3] is 2; the baseline is wrong "),
	   "the baseline's fault is the contract's");
	ok(strstr(g.arms[0].contract, "`aisp bench verify --variants --dist structured "
				      "--param n=7 -t a:b@cpu`") != NULL,
	   "with a command that tries such data");
	ok(ask("my pair") == 1 && strstr(g.arms[0].contract, " -t 'my pair'`"),
	   "which a shell understands");
	memset(deep, 'd', sizeof(deep) - 1);
	ok(ask(deep) == 1 &&
		   strstr(g.arms[0].contract, "`aisp bench verify --variants`"),
	   "and is never half a command");
	aisp_leave_out(&limits, "compile.symbolic_shape_exploit");
	ok(ask("a:b@cpu") == 0 && !g.arms[0].contract[0],
	   "who leaves out the check hears nothing");
	limits.n_left_out = 0;
	pilot.wrong[0] = 'x';
	ok(ask("a:b@cpu") == 0 && !g.arms[0].contract[0],
	   "nor is a baseline asked that is wrong on the run's own data");
	pilot.wrong[0] = '\0';
}

static void test_end(void)
{
	ask("a:b@cpu");
	g.arms[0].contract[0] = '\0';
	aisp_common_fault_end(&g);
	ok(g.arms[0].status == AISP_ARM_OK && g.arms[1].status == AISP_ARM_OK,
	   "a group without such a fault goes on");
	snprintf(g.arms[1].contract, sizeof(g.arms[1].contract), "a fault");
	aisp_common_fault_end(&g);
	ok(g.arms[0].status == AISP_ARM_FAILED && g.arms[1].status == AISP_ARM_FAILED &&
		   !strcmp(g.arms[1].why, "its workload is broken: a fault"),
	   "else all arms have failed");
}

static void test_faulty(void)
{
	struct aisp_measured m = { .status = AISP_LAUNCH_OK };

	aisp_evidence_init(&m.evidence);
	ok(!aisp_is_faulty(&m, &s), "a right launch");
	snprintf(m.wrong, sizeof(m.wrong), "out[3] is 2");
	ok(aisp_is_faulty(&m, &s), "wrong at other sizes");
	s.has_hostile = true;
	ok(!aisp_is_faulty(&m, &s), "wrong on the run's own data is not meant");
	m.evidence.hostile_wrong = 1;
	ok(aisp_is_faulty(&m, &s), "wrong on hostile data");
	m.status = AISP_LAUNCH_CRASHED;
	ok(!aisp_is_faulty(&m, &s), "a crash has no values");
	s.has_hostile = false;
}

static void test_dist(void)
{
	struct aisp_sampling adversarial = { .is_adversarial = true };

	ok(aisp_hostile_dist(&s, AISP_DIST_NORMAL) == AISP_DIST_STRUCTURED &&
		   aisp_hostile_dist(&adversarial, AISP_DIST_NORMAL) ==
			   AISP_DIST_ADVERSARIAL &&
		   aisp_hostile_dist(&adversarial, AISP_DIST_ADVERSARIAL) ==
			   AISP_DIST_STRUCTURED,
	   "hostile data are of another kind than the run's");
}

int main(void)
{
	test_ask();
	test_end();
	test_faulty();
	test_dist();
	return done();
}

/* SPDX-License-Identifier: MIT
 *
 * What a group's launches have in common, and how an arm differs.
 */
#include <math.h>
#include <string.h>

#include "decide/group_facts.h"
#include "tap.h"

#define N      6 /* launches of an arm, the pilot too */
#define N_ARMS 3

/* One launch and one arm more than the group has, full of facts that must not count. */
static struct aisp_measured launches[N_ARMS + 1][N + 1];
static struct aisp_group g;

/* In each: what nobody asks for, then two libraries, then what nobody asks for. */
static struct aisp_build libraries[N_ARMS + 1][4];

static const double steal[N_ARMS + 1][N + 1] = {
	{ 9, 0.1, 0.1, 0.1, 0.1, 0.1, 9 },
	{ 9, 0.7, 0.6, 0.4, 0.5, 0.3, 9 },
	{ 9, 0.3, 0.3, 0.3, 0.3, 0.3, 9 },
	{ 9, 9, 9, 9, 9, 9, 9 },
};

static void make_launch(int arm, int k)
{
	struct aisp_measured *m = &launches[arm][k];

	*m = (struct aisp_measured){ .block = k - 1,
				     .status = AISP_LAUNCH_OK,
				     .start_ns = 10 * (k + 1) + arm,
				     .libraries = &libraries[arm][1],
				     .n_libraries = 2 };
	aisp_evidence_init(&m->evidence);
	m->evidence.sample_ns = k ? 5000 : 10;
	m->evidence.priority = 20 + arm;
	m->evidence.quota_cpus = arm;
	m->evidence.steal_share = steal[arm][k];
	m->evidence.cpu_mhz = 1000 * (arm + 1);
}

static void make_group(void)
{
	g = (struct aisp_group){
		.n_arms = N_ARMS,
		.margin = 0.01,
		.bias = { .residual_ns = -60, .tick_ns = 40, .ns_per_tick = 0.5 }
	};
	for (int i = 0; i <= N_ARMS; i++) {
		libraries[i][0] = (struct aisp_build){ "libm.so", "before" };
		libraries[i][1] = (struct aisp_build){ "libc.so", "1" };
		libraries[i][2] = (struct aisp_build){ "libm.so", "1" };
		libraries[i][3] = (struct aisp_build){ "libz.so", "behind" };
		for (int k = 0; k <= N; k++)
			make_launch(i, k);
		if (i < N_ARMS)
			g.arms[i] = (struct aisp_arm){ .n_launches = N,
						       .launches = launches[i] };
	}
	launches[N_ARMS][0].start_ns = 1;
	launches[N_ARMS][1].evidence.sample_ns = 1;
	g.arms[N_ARMS] =
		(struct aisp_arm){ .n_launches = N, .launches = launches[N_ARMS] };
}

static const struct aisp_evidence *evidence(int arm, int k)
{
	aisp_group_facts_note(&g);
	return &launches[arm][k].evidence;
}

static void test_first(void)
{
	make_group();
	ok(evidence(2, 3)->quota_cpus_first == 0 &&
		   launches[0][0].evidence.quota_cpus_first == 0 &&
		   launches[2][3].evidence.priority_first == 20,
	   "the first launch saw what all are compared with");
	ok(isnan(launches[1][1].evidence.governor_first),
	   "what it did not see stays unknown");
	ok(isnan(launches[0][N].evidence.quota_cpus_first) &&
		   isnan(launches[N_ARMS][0].evidence.quota_cpus_first),
	   "what is no launch of the group gets no facts");
	launches[2][0].start_ns = 2;
	ok(evidence(0, 1)->quota_cpus_first == 2, "the earliest, whichever arm's");
	launches[2][0].status = AISP_LAUNCH_CRASHED;
	ok(evidence(0, 1)->quota_cpus_first == 0, "if it ended well");
	g.arms[0] = (struct aisp_arm){ 0 };
	ok(evidence(1, 1)->quota_cpus_first == 1, "of the arms that were launched");
}

/* By hand: sd^2 of arm 1 is 0.1 / 4, of the others' ten launches 0.1 / 9. */
static void test_shared(void)
{
	const struct aisp_evidence *e;

	make_group();
	e = evidence(1, 3);
	ok(fabs(e->steal_share_arm - 0.5) < 1e-12 &&
		   fabs(e->steal_share_rest - 0.2) < 1e-12,
	   "means without the pilots");
	ok(fabs(e->steal_share_t - 0.3 / (sqrt(0.025 / 5 + 0.1 / 90) + 1e-9)) < 1e-6,
	   "their difference in standard errors, by Welch");
	ok(launches[0][1].evidence.steal_share_t < -4, "seen from the other side too");
	ok(fabs(launches[2][1].evidence.cpu_mhz_arm - 3000) < 1e-9 &&
		   fabs(launches[2][1].evidence.cpu_mhz_rest - 1500) < 1e-9,
	   "of each such fact");
	launches[1][2].evidence.is_disturbed = 1;
	launches[1][3].evidence.steal_share = NAN;
	launches[1][4].status = AISP_LAUNCH_HUNG;
	ok(fabs(evidence(1, 1)->steal_share_arm - 0.5) < 1e-12 &&
		   launches[1][0].evidence.n_pairs == 3,
	   "of the launches that count and know");
	g.merit.is_score = true;
	for (int k = 0; k <= N; k++)
		launches[1][k].scores.n = 1;
	ok(evidence(1, 1)->n_pairs == 4, "a score's counts in spite of others");
	g.n_arms = 2;
	ok(fabs(evidence(1, 1)->cpu_mhz_t - 1e12) < 1,
	   "finite where nothing varies, as JSON wants it");
	g.n_arms = 1;
	ok(isnan(evidence(0, 1)->steal_share_t),
	   "with nothing to compare with nothing is known");
}

static void test_margin(void)
{
	make_group();
	ok(evidence(0, 1)->margin == 100 / 5000.0 && g.margin == 100 / 5000.0,
	   "the margin holds what the clock cannot tell of the shortest sample");
	launches[0][1].evidence.sample_ns = 4000;
	launches[2][3].evidence.sample_ns = 0;
	launches[2][4].evidence.sample_ns = NAN;
	ok(evidence(0, 1)->margin == 100 / 4000.0, "of all arms and blocks");
	launches[0][1].evidence.sample_ns = 0.5;
	ok(evidence(0, 1)->margin == 200, "however short");
	make_group();
	g.margin = 0.05;
	ok(evidence(0, 1)->margin == 0.05, "the user's is not made smaller");
	make_group();
	g.merit.is_score = true;
	ok(evidence(0, 1)->margin == 0.01, "a score is not of a sample's time");
}

static void test_own(void)
{
	const struct aisp_evidence *e;

	make_group();
	launches[1][0].evidence.sm_mhz = 1500;
	g.bias.evict_ns = 7000;
	g.bias.drop_ns = 9000;
	e = evidence(1, 0);
	ok(e->evict_ns == 7000 && e->drop_ns == 9000, "what its caches and pages cost");
	ok(e->resolution_ns == 100 && e->clock_ns_per_tick_before == 0.5,
	   "what the bell told before the first launch");
	ok(e->n_pairs == N - 1, "launches that count");
	ok(e->cpu_mhz == 1500 && launches[1][1].evidence.cpu_mhz == 2000,
	   "the clock that counts is the multiprocessors', where there are any");
}

static void test_libraries(void)
{
	make_group();
	ok(evidence(2, 1)->n_libraries_differ == 0 &&
		   launches[0][0].evidence.n_libraries_differ == 0,
	   "the same builds everywhere");
	libraries[2][2].id[0] = '2';
	ok(evidence(2, 1)->n_libraries_differ == 1 &&
		   launches[0][0].evidence.n_libraries_differ == 0,
	   "a library of that name was another build");
	libraries[1][2].id[0] = '2';
	ok(evidence(2, 1)->n_libraries_differ == 1, "than in the first launch");
	libraries[1][2].id[0] = '1';
	libraries[0][2].name[3] = 'x';
	ok(evidence(2, 1)->n_libraries_differ == 1,
	   "or the next, if that one has none");
	libraries[2][1].id[0] = '2';
	ok(evidence(2, 1)->n_libraries_differ == 2, "each counts");
	libraries[2][2].name[3] = 'z';
	ok(evidence(2, 1)->n_libraries_differ == 1, "one that no other has does not");
	launches[2][1].libraries = NULL;
	launches[2][1].n_libraries = 0;
	launches[2][1].evidence.n_libraries_differ = NAN;
	ok(isnan(evidence(2, 1)->n_libraries_differ), "nobody looked: nobody knows");
	g.arms[0] = (struct aisp_arm){ 0 };
	ok(evidence(2, 2)->n_libraries_differ == 1, "an arm without launches has none");
}

int main(void)
{
	test_first();
	test_shared();
	test_margin();
	test_own();
	test_libraries();
	return done();
}

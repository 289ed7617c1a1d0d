/* SPDX-License-Identifier: MIT
 *
 * The verdict on scores: the better direction, the launches that count, and the time
 * that a better score may take.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "decide/advice.h"
#include "decide/score.h"
#include "tap.h"

#define N 12

/* Arms with a pilot, which does not count, and N launches in as many blocks. */
static struct aisp_measured launches[2][N + 1];
static struct aisp_group *g;

/* Sets scores a and b, times a factor for the block's inputs. */
static void measure(double a, double b, double a_ns, double b_ns)
{
	const double score[2] = { a, b }, ns[2] = { a_ns, b_ns };

	memset(launches, 0, sizeof(launches));
	for (int arm = 0; arm < 2; arm++) {
		for (int i = 0; i <= N; i++) {
			struct aisp_measured *m = &launches[arm][i];
			double inputs = 1 + 0.3 * (i % 4);

			m->block = i - 1;
			m->status = AISP_LAUNCH_OK;
			m->evidence.own_bytes = -1;
			m->scores.n = 3;
			m->scores.value = i ? score[arm] * inputs : 1000;
			m->median_ns = ns[arm] * (1 + 0.01 * ((i + arm) % 3));
		}
		g->arms[arm].launches = launches[arm];
		g->arms[arm].n_launches = N + 1;
	}
}

static struct aisp_comparison decide(void)
{
	struct aisp_comparison c = { 0 };

	aisp_score_decide(g, 0, 1, &c);
	return c;
}

/* The score of a launch, charged for the memory that it holds beyond the baseline's. */
static double charged(double base_bytes, double own_bytes)
{
	double each[3] = { 4096, 4096, 4096 };
	struct aisp_measured m = { .scores = { .n = 3, .value = 4096, .each = each } };

	launches[0][0].evidence.own_bytes = base_bytes;
	m.evidence.own_bytes = own_bytes;
	aisp_score_charge(g, &m);
	return each[2] - m.scores.value ? NAN : m.scores.value;
}

static void test_charge(void)
{
	measure(2, 1, 100, 100);
	ok(charged(16384, 16384 + 40960) == 4096 + 40960,
	   "own memory counts as asked for");
	ok(charged(16384, 16384 + 32768) == 4096, "but what honest arms differ by");
	ok(charged(90112, 16384) == 4096, "nobody is paid for less");
	ok(charged(-1, -1) == 4096, "nor is who is judged by time");
	ok(charged(NAN, 1e6) == 4096, "or where it is not known");
	g->arms[0].n_launches = 0;
	ok(charged(0, 1e6) == 4096, "the baseline's first launch has none before it");
}

/* Memory is judged: the baseline has so many bytes, the variant 4096. */
static struct aisp_comparison decide_memory(double bytes, double own_bytes)
{
	measure(bytes, 4096, 100, 100);
	launches[0][0].evidence.own_bytes = 1e6;
	launches[1][0].evidence.own_bytes = own_bytes;
	return decide();
}

static void test_spare(void)
{
	struct aisp_comparison c = decide_memory(24576, 16384);

	ok(c.outcome == AISP_OUTCOME_INCONCLUSIVE && strstr(c.why, "up to 32768"),
	   "uncounted memory could hold the rest");
	c = decide_memory(36864 + 4096, 16384);
	ok(c.outcome == AISP_OUTCOME_BETTER, "but not this much");
	ok(c.speedup_lo > 1 && c.speedup_lo < 2, "though the interval begins there");
	c = decide_memory(98304, 196608);
	ok(c.outcome == AISP_OUTCOME_INCONCLUSIVE && strstr(c.why, "up to 196608"),
	   "what is held and not charged could, too: a baseline's threads have more");
}

static double charged_gpu(double own_bytes, double host_bytes)
{
	double each[3] = { 4096, 4096, 4096 };
	struct aisp_measured m = { .scores = { .n = 3, .value = 4096, .each = each } };

	launches[0][0].evidence.own_bytes = 1e9;
	launches[0][0].evidence.own_host_bytes = 100e6;
	m.evidence.is_gpu = 1;
	m.evidence.own_bytes = own_bytes;
	m.evidence.own_host_bytes = host_bytes;
	aisp_score_charge(g, &m);
	return each[2] - m.scores.value ? NAN : m.scores.value;
}

static void test_charge_gpu(void)
{
	const double free = 16 << 20;

	measure(2, 1, 100, 100);
	ok(charged_gpu(free, 100e6 + free) == 4096, "what kernels and libraries take");
	ok(charged_gpu(free + 2e6, 0) == 4096 + 2e6,
	   "more of a GPU's memory counts, whatever the baseline holds");
	ok(charged_gpu(0, 100e6 + free + 5e6) == 4096 + 5e6,
	   "and of the host's, beyond the baseline's");
	ok(charged_gpu(-1, NAN) == 4096, "by time");
	g->arms[0].n_launches = 0;
	ok(charged_gpu(free + 2e6, 1e9) == 4096 + 2e6,
	   "the baseline's first launch counts, too");
}

static void test_less(void)
{
	struct aisp_comparison c;

	g->merit = (struct aisp_merit){ .is_score = true };
	measure(2, 1, 100, 100);
	c = decide();
	ok(c.outcome == AISP_OUTCOME_BETTER, "half the score, where less is better");
	ok(fabs(c.speedup - 2) < 1e-12, "is twice as good, whatever the inputs");
	ok(c.n_pairs == N, "by all launches but the pilots");
	ok(fabs(c.margin - AISP_MARGIN_MIN) < 1e-12, "within the least margin");
	measure(1, 1.2, 100, 10);
	ok(decide().outcome == AISP_OUTCOME_WORSE, "WORSE, however short it takes");
	measure(1, 1.001, 100, 10);
	ok(decide().outcome == AISP_OUTCOME_SAME, "SAME");
}

static void test_more(void)
{
	g->merit = (struct aisp_merit){ .is_score = true, .more_is_better = true };
	measure(1, 2, 100, 100);
	ok(decide().outcome == AISP_OUTCOME_BETTER, "twice, where more is better");
	ok(fabs(decide().speedup - 2) < 1e-12, "is twice as good");
	measure(2, 1, 100, 100);
	ok(decide().outcome == AISP_OUTCOME_WORSE, "half of it is WORSE");
}

static void test_clocked(void)
{
	g->merit = (struct aisp_merit){ .is_score = true, .is_clocked = true };
	g->margin = 0.03;
	measure(1, 0.98, 100, 100);
	ok(decide().outcome == AISP_OUTCOME_SAME, "stamps have the margin of times");
	g->merit.is_clocked = false;
	ok(decide().outcome == AISP_OUTCOME_BETTER, "other scores have none of noise");
}

/* In each launch of an arm the score would change by that share, had the clock run. */
static void let_clock_stand(int arm, double share)
{
	for (int i = 0; i <= N; i++) {
		launches[arm][i].evidence.stood_share = share;
		launches[arm][i].evidence.free_ns = 1e9;
		launches[arm][i].evidence.call_ns = 1;
	}
}

static void test_stood(void)
{
	g->merit = (struct aisp_merit){ .is_score = true, .is_clocked = true };
	g->margin = 0.01;
	measure(8, 1, 1e6, 1e3);
	let_clock_stand(0, 9);
	let_clock_stand(1, 0.02);
	ok(decide().outcome == AISP_OUTCOME_BETTER &&
		   fabs(decide().margin - 0.02) < 1e-9,
	   "BETTER allows for the variant's score alone, however short its steps");
	let_clock_stand(1, 9);
	ok(decide().outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(decide().why, "margin of 900 %") &&
		   strstr(decide().why, "clock ran between steps") &&
		   !strstr(decide().why, "SAME"),
	   "which could explain it: the reason says so");
	measure(1, 8, 1e6, 1e3);
	let_clock_stand(0, 0.02);
	let_clock_stand(1, 9);
	ok(decide().outcome == AISP_OUTCOME_WORSE, "WORSE for the baseline's alone");
	let_clock_stand(0, NAN);
	ok(decide().outcome == AISP_OUTCOME_INCONCLUSIVE,
	   "in an older run the share is of a call");
	g->merit.is_clocked = false;
	ok(decide().outcome == AISP_OUTCOME_WORSE, "a score without times has none");
}

/* That share of a call before its bell. */
static void let_work_outside(int arm, double share)
{
	for (int i = 0; i <= N; i++) {
		launches[arm][i].evidence.free_ns = share * 100;
		launches[arm][i].evidence.call_ns = 100;
	}
}

static void test_time(void)
{
	g->merit = (struct aisp_merit){ .is_score = true, .max_times = 3 };
	measure(2, 1, 100, 250);
	ok(decide().outcome == AISP_OUTCOME_BETTER, "in less time than is allowed");
	measure(2, 1, 100, 400);
	ok(decide().outcome == AISP_OUTCOME_WORSE, "in more");
	ok(strstr(decide().why, "3 are allowed") != NULL, "which it says");
	measure(2, 1, 100, 300.1);
	ok(decide().outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(decide().why, "2x of the score, in 3 [2.9") &&
		   strstr(decide().why, "the interval crosses the limit of 3"),
	   "in about as much: the interval says so");
	measure(2, 1, 100, 250);
	let_work_outside(1, 0.1);
	ok(decide().outcome == AISP_OUTCOME_BETTER, "a tenth outside of calls is not");
	let_work_outside(1, 0.3);
	ok(decide().outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(decide().why, "30 % of that could be worked while no clock"),
	   "what could be worked outside of calls is time, too");
	measure(2, 1, 100, 400);
	let_work_outside(0, 0.5);
	ok(decide().outcome == AISP_OUTCOME_INCONCLUSIVE, "also of the baseline's");
	let_work_outside(0, 0);
	measure(1, 1, 100, 300.1);
	ok(decide().outcome == AISP_OUTCOME_SAME &&
		   strstr(decide().why,
			  "crosses the limit of 3; SAME is the score alone"),
	   "SAME says what it is of");
	measure(1, 1, 100, 100);
	ok(decide().outcome == AISP_OUTCOME_SAME && !decide().why[0],
	   "and nothing within the limit");
}

/* Others disturb the variant's launches from that block on: for 1000 times as long. */
static void disturb(int from)
{
	for (int i = from + 1; i <= N; i++) {
		launches[1][i].median_ns *= i % 2 ? 1000 : 1;
		launches[1][i].evidence.is_disturbed = 1;
	}
}

static const char *advice(void)
{
	static struct aisp_match m;

	m = (struct aisp_match){ .result = decide() };
	g->arms[1].pattern = "e:bandit_copy@cpu";
	aisp_match_advise(g, 1, &m);
	return m.advice;
}

static void test_disturbed_time(void)
{
	g->merit = (struct aisp_merit){ .is_score = true, .max_times = 3 };
	measure(2, 1, 100, 100);
	disturb(10);
	ok(decide().outcome == AISP_OUTCOME_BETTER,
	   "ten launches that nobody disturbed tell the time");
	disturb(5);
	ok(decide().outcome == AISP_OUTCOME_INCONCLUSIVE && decide().is_time_open &&
		   decide().n_pairs == N,
	   "of five the time is open, of all the score is not");
	ok(strstr(advice(), "others disturbed 7 of 12 pairs: a quieter machine") !=
		   NULL,
	   "what helps is quiet");
	measure(2, 1, 100, 300.1);
	ok(strstr(advice(), "needs about ") ||
		   strstr(advice(), "too small for the noise"),
	   "or more pairs, if nobody was there");
}

static void test_counts(void)
{
	g->merit = (struct aisp_merit){ .is_score = true };
	measure(2, 1, 100, 100);
	launches[1][4].evidence.is_disturbed = 1;
	ok(decide().n_pairs == N, "others on the CPUs change no score");
	launches[1][4].scores.n = 0;
	ok(decide().n_pairs == N - 1, "a launch without a score does not count");
	launches[0][7].status = AISP_LAUNCH_CRASHED;
	ok(decide().n_pairs == N - 2, "nor one that crashed");
}

static void test_words(void)
{
	ok(!strcmp(aisp_outcome_name(AISP_OUTCOME_BETTER), "BETTER"), "BETTER");
	ok(!strcmp(aisp_outcome_name(AISP_OUTCOME_WORSE), "WORSE"), "WORSE");
	ok(aisp_outcome_is_win(AISP_OUTCOME_BETTER) &&
		   aisp_outcome_is_win(AISP_OUTCOME_FASTER) &&
		   !aisp_outcome_is_win(AISP_OUTCOME_SAME),
	   "what is a win");
}

int main(void)
{
	g = calloc(1, sizeof(*g));
	if (!g)
		return 1;
	g->n_arms = 2;
	test_less();
	test_charge();
	test_spare();
	test_charge_gpu();
	test_more();
	test_clocked();
	test_stood();
	test_time();
	test_disturbed_time();
	test_counts();
	test_words();
	free(g);
	return done();
}

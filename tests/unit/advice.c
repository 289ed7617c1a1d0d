/* SPDX-License-Identifier: MIT
 *
 * What the advice for a comparison without a verdict says, and how long that takes.
 */
#include <math.h>
#include <string.h>

#include "decide/advice.h"
#include "tap.h"

#define N_LAUNCHES 4 /* the pilot too, and one that is none of the arm's */

static struct aisp_measured launches[2][N_LAUNCHES];
static struct aisp_group g;
static struct aisp_match m;

/*
 * A match of two pairs, for which ten are forecast.  The arms' median launches take
 * base_s and opt_s; the pilot and launches that were never timed do not count.
 */
static void make_match(double base_s, double opt_s)
{
	g = (struct aisp_group){ .n_arms = 2, .options = " --cold" };
	m = (struct aisp_match){ .result = { .wants_pairs = true,
					     .n_pairs = 2,
					     .speedup = 1,
					     .margin = 0.01 },
				 .advice = "old" };
	for (int a = 0; a < 2; a++) {
		double s = a ? opt_s : base_s;
		const double wall_s[N_LAUNCHES] = { 1e4, s, 3 * s, 1e5 };

		g.arms[a] = (struct aisp_arm){ .pattern = "ch01:add@cpu",
					       .n_launches = 3,
					       .launches = launches[a] };
		for (int k = 0; k < N_LAUNCHES; k++)
			launches[a][k] = (struct aisp_measured){
				.block = k - 1, .wall_ns = (int64_t)(wall_s[k] * 1e9)
			};
	}
}

static bool advises(const char *text)
{
	aisp_match_advise(&g, 1, &m);
	if (strcmp(m.advice, text) != 0)
		printf("# %s\n", m.advice);
	return !strcmp(m.advice, text);
}

/* Does the advice for ten pairs of that many seconds each say this time? */
static bool says_time(double pair_s, const char *time)
{
	char text[200];

	make_match(pair_s / 4, pair_s / 4);
	snprintf(text, sizeof(text),
		 "needs about 10 pairs%s: run `aisp bench run --targets ch01:add@cpu "
		 "--cold --pairs 10`",
		 time);
	return advises(text);
}

static void test_time(void)
{
	ok(says_time(0.01, ", 1 s"), "a second at least");
	ok(says_time(0.1, ", 1 s") && says_time(9.9, ", 99 s"), "seconds");
	ok(says_time(10, ", 2 min") && says_time(599, ", 100 min"), "minutes");
	ok(says_time(600, ", 2 h"), "hours");
	make_match(1, 2);
	aisp_match_advise(&g, 1, &m);
	ok(fabs(m.forecast_s - 10 * (2 + 4)) < 1e-9, "ten launches of either arm");
	launches[0][1].wall_ns = 1;
	launches[0][2].wall_ns = 0;
	aisp_match_advise(&g, 1, &m);
	ok(fabs(m.forecast_s - 10 * (1e-9 + 4)) < 1e-12,
	   "of those that were timed, however short");
	launches[0][1].wall_ns = 0;
	ok(advises("needs about 10 pairs: run `aisp bench run --targets ch01:add@cpu "
		   "--cold --pairs 10`") &&
		   isnan(m.forecast_s),
	   "no word where no launch was timed");
}

static void test_quotes(void)
{
	make_match(0, 0);
	g.arms[1].pattern = "ch01:*@cpu";
	ok(advises("needs about 10 pairs: run `aisp bench run --targets 'ch01:*@cpu' "
		   "--cold --pairs 10`"),
	   "what a shell would change is quoted");
}

static void test_busy(void)
{
	make_match(0, 0);
	m.result.n_pairs = 0;
	m.result.wants_pairs = false;
	ok(advises(""), "no pairs, nobody knows why");
	snprintf(g.busy, sizeof(g.busy), "machine busy");
	ok(advises("other programs disturbed every pair of launches: run `aisp bench "
		   "run --targets "
		   "ch01:add@cpu --cold --wait-quiet`"),
	   "no pairs, since others had the CPUs");
	g.busy[0] = '\0';
}

static void test_silence(void)
{
	make_match(1, 1);
	g.arms[1].pattern = NULL;
	ok(advises(""), "what cannot be named cannot be run");
	make_match(1, 1);
	m.result.wants_pairs = false;
	ok(advises(""), "more pairs would not help");
	make_match(1, 1);
	m.result.outcome = AISP_OUTCOME_INVALID;
	ok(advises(""), "what is decided needs none");
}

/* The number of pairs forecast after ten, whose log ratios have that deviation. */
static double forecast(double speedup, double sd)
{
	double half = 3.19037 * sd / sqrt(10); /* t(0.9945, 9) */

	m.result.n_pairs = 10;
	m.result.speedup = speedup;
	m.result.speedup_lo = speedup * exp(-half);
	m.result.speedup_hi = speedup * exp(half);
	aisp_match_advise(&g, 1, &m);
	return m.forecast.n_pairs;
}

/* The number of pairs that the advice names, or -1. */
static int suggested(void)
{
	const char *at = strstr(m.advice, "--pairs ");

	return at ? (int)strtol(at + 8, NULL, 10) : -1;
}

static void test_numbers(void)
{
	int n_wrong = 0, n_tried = 0, n_most = 0;

	make_match(1, 1);
	for (double sd = 0.02; sd < 0.9; sd *= 1.0003) {
		int n = (int)forecast(1.1, sd);

		n_tried += n > 10 && n <= 1000;
		n_most += n == 1000;
		n_wrong +=
			n <= 1000 ? suggested() != (n + 4) / 5 * 5 : suggested() != -1;
	}
	ok(n_tried > 1000 && n_most && !n_wrong,
	   "the forecast, rounded up to fives; none above 1000");
	forecast(1.1, 0.9);
	ok(!strcmp(m.advice,
		   "the difference is too small for the noise here: 1000 pairs "
		   "would not tell either; a quieter machine (`--wait-quiet`, `aisp "
		   "doctor`) or larger sizes help"),
	   "what helps then");
}

static void test_on_margin(void)
{
	make_match(1, 1);
	forecast(1.0101, 0.005);
	ok(!strcmp(m.advice,
		   "1.01x lies on the margin of 1 %: no number of pairs will decide; "
		   "these 10 would show a change of 1.7 %"),
	   "an effect on the margin");
	m.result.margin = 0.05;
	forecast(1.052, 0.2);
	ok(!strcmp(m.advice,
		   "the interval is too wide to say how many pairs decide; about "
		   "113, 8 min make it as narrow as the margin of 5 %: run `aisp bench "
		   "run --targets ch01:add@cpu --cold --pairs 115`; a quieter machine "
		   "(`--wait-quiet`, `aisp doctor`) or larger sizes help, too"),
	   "an estimate that lies on it while the interval is wide");
}

#define N_TRIED 12

/* Two pairs of twelve count. */
static void make_disturbed(const char *options)
{
	static struct aisp_measured many[N_TRIED];

	make_match(1, 1);
	snprintf(g.options, sizeof(g.options), "%s", options);
	for (int k = 0; k < N_TRIED; k++)
		many[k] = (struct aisp_measured){ .status = AISP_LAUNCH_OK,
						  .block = k,
						  .evidence.is_disturbed = k > 1 };
	for (int a = 0; a < 2; a++) {
		g.arms[a].launches = many;
		g.arms[a].n_launches = N_TRIED;
	}
}

static void test_disturbed(void)
{
	make_disturbed("");
	ok(advises("others disturbed 10 of 12 pairs: a quieter machine (run `aisp "
		   "bench run --targets ch01:add@cpu --wait-quiet`), or longer samples "
		   "(larger sizes) help"),
	   "not the number of pairs that the run had");
	make_disturbed(" --wait-quiet");
	ok(advises("others disturbed 10 of 12 pairs: a quieter machine, or longer "
		   "samples (larger sizes) help"),
	   "nor to wait, if it did");
	m.result.n_pairs = 0;
	m.result.wants_pairs = false;
	snprintf(g.busy, sizeof(g.busy), "machine busy");
	ok(advises("other programs disturbed every pair of launches, although the run "
		   "waited for them: end them, or use another machine"),
	   "not even if no pair counts");
	make_disturbed("");
	for (int k = 0; k < N_TRIED; k++)
		g.arms[0].launches[k].evidence.is_disturbed = 0;
	m.result.n_pairs = N_TRIED;
	m.result.speedup_lo = 0.985;
	m.result.speedup_hi = 1.015;
	aisp_match_advise(&g, 1, &m);
	ok(suggested() > N_TRIED, "more pairs, if all of them count");
}

/* More pairs do not help where nothing is known of other sizes. */
static void test_untold(void)
{
	const struct aisp_heldout untold = { .is_tried = true,
					     .is_disturbed = true,
					     .call_ns = NAN };

	make_match(1, 1);
	g.arms[1].heldout = untold;
	ok(advises("other programs disturbed every launch at sizes that are not "
		   "announced: run `aisp bench run --targets ch01:add@cpu --cold "
		   "--wait-quiet`"),
	   "a variant's");
	make_match(1, 1);
	m.result.wants_pairs = false;
	g.arms[0].heldout = untold;
	snprintf(g.options, sizeof(g.options), " --wait-quiet");
	ok(advises("other programs disturbed every launch at sizes that are not "
		   "announced, although the run waited for them: end them, or use "
		   "another machine"),
	   "a baseline's, where the pairs had decided");
	g.merit.is_score = true;
	ok(advises(""), "a score needs no time there");
}

static void test_wide_margin(void)
{
	make_match(1, 1);
	m.result.margin = 0.12;
	forecast(1.1201, 0.05);
	ok(strstr(m.advice,
		  "the margin of 12 %, which is wide since the machine is "
		  "noisy (`aisp doctor`): no number of pairs will decide") != NULL,
	   "the cause of a wide margin");
	m.result.margin_of = AISP_MARGIN_OF_CLOCK;
	forecast(1.1201, 0.05);
	ok(strstr(m.advice, "since calls are short for the clock (larger sizes help): "
			    "no number") != NULL,
	   "short calls");
	m.result.margin_of = AISP_MARGIN_OF_BELL;
	forecast(1.1201, 0.05);
	ok(strstr(m.advice, "inputs are there before the bell (larger sizes help): no "
			    "number") != NULL &&
		   !strstr(m.advice, "noisy"),
	   "what a call can do before its bell is no noise");
}

int main(void)
{
	test_time();
	test_quotes();
	test_busy();
	test_silence();
	test_numbers();
	test_on_margin();
	test_disturbed();
	test_untold();
	test_wide_margin();
	return done();
}

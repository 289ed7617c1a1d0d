/* SPDX-License-Identifier: MIT
 *
 * Results of stamps: the requests that can have a token, the times of theirs, goodput,
 * and percentiles.
 */
#include <aisp/goodput.h>
#include <string.h>

#include "tap.h"

#define N     3
#define STEPS 5
#define SEATS 2

static const int32_t come[N] = { 0, 100, 5000 }, wanted[N] = { 2, 1, 1 };
static int32_t who[STEPS][SEATS], made[N];
static int64_t stamps[STEPS][2];

static struct aisp_serve made_serve(void)
{
	return (struct aisp_serve){ .n = N,
				    .n_steps = STEPS,
				    .seats = SEATS,
				    .come = come,
				    .wanted = wanted,
				    .who = who[0],
				    .clock = stamps[0],
				    .made = made };
}

/* Begins: each step takes 200 ns; its answer is what the test writes into its row. */
static void start(void)
{
	memset(made, 0, sizeof(made));
	memset(who, -1, sizeof(who));
	memset(stamps, 0, sizeof(stamps));
	stamps[0][AISP_ANSWERED] = 200;
}

static void go_on(int64_t step, int32_t a, int32_t b)
{
	struct aisp_serve s = made_serve();

	who[step - 1][0] = a;
	who[step - 1][1] = b;
	stamps[step][AISP_BEGAN] = stamps[step - 1][AISP_ANSWERED];
	aisp_serve_next(&s, stamps[0], step);
	stamps[step][AISP_ANSWERED] = stamps[step][AISP_BEGAN] + 200;
}

static void test_named(void)
{
	struct aisp_serve s = made_serve();

	start();
	who[0][0] = 1;
	ok(aisp_serve_named(&s, 0, 0) == AISP_NOBODY, "who has not come has no token");
	who[0][0] = N;
	ok(aisp_serve_named(&s, 0, 0) == AISP_NOBODY, "nor who does not exist");
	who[0][0] = who[0][1] = 0;
	ok(aisp_serve_named(&s, 0, 0) == 0, "who has come has one");
	ok(aisp_serve_named(&s, 0, 1) == AISP_NOBODY, "and no second in a step");
	made[0] = 2;
	ok(aisp_serve_named(&s, 0, 0) == AISP_NOBODY, "nor more than it wanted");
}

static void test_idle(void)
{
	start();
	go_on(1, 0, -1);
	ok(made[0] == 1 && stamps[1][AISP_BEGAN] == 200, "tokens are counted");
	go_on(2, 0, 1);
	ok(made[0] == 2 && made[1] == 1, "of all who were named");
	ok(stamps[2][AISP_BEGAN] == 5000, "when nobody waits the next one comes");
	go_on(3, -1, -1);
	ok(stamps[3][AISP_BEGAN] == 5200, "when somebody waits time passes");
	go_on(4, 2, -1);
	ok(made[2] == 1 && stamps[4][AISP_BEGAN] == 5400, "also when all are done");
}

static double goodput(struct aisp_slo slo, double *figures)
{
	struct aisp_serve s = made_serve();
	double x = aisp_serve_play(&s) ? aisp_serve_goodput(&s, &slo, figures) : NAN;

	free(s.first);
	return x;
}

static void test_goodput(void)
{
	double figures[8] = { 0 };

	test_idle();
	ok(goodput((struct aisp_slo){ 1000, 1000 }, figures) == 4 / 5400e-9,
	   "one more than all, over the time until the last token");
	ok(figures[0] == 1 && figures[1] == 0, "all in time");
	ok(fabs(figures[2] - 0.3) < 1e-12, "the median of 200, 300 and 400 ns");
	ok(isnan(figures[3]) && isnan(figures[5]), "no 99th percentile of three");
	ok(goodput((struct aisp_slo){ 350, 1000 }, figures) == 3 / 5400e-9,
	   "a late first token");
	ok(goodput((struct aisp_slo){ 1000, 150 }, figures) == 3 / 5400e-9,
	   "a late further one");
	who[3][0] = AISP_NOBODY;
	ok(goodput((struct aisp_slo){ 1000, 1000 }, figures) == 3 / 5000e-9,
	   "who is left out is late");
	ok(isnan(figures[2]) && figures[1] > 0.3, "and spoils all percentiles");
}

/* Requests that come at once and are answered in turn, a microsecond each. */
static void test_percentile(void)
{
	enum { MANY = 100 };
	static int32_t at[MANY], one[MANY], turn[MANY];
	static int64_t clock[MANY][2];
	struct aisp_serve s = { .n = MANY,
				.n_steps = MANY,
				.seats = 1,
				.come = at,
				.wanted = one,
				.who = turn,
				.clock = clock[0] };
	double figures[2] = { 0 };

	for (int i = 0; i < MANY; i++) {
		one[i] = 1;
		turn[i] = MANY - 1 - i;
		clock[i][AISP_ANSWERED] = INT64_C(1000) * (i + 1);
	}
	if (aisp_serve_play(&s))
		aisp_serve_spread(&s, aisp_first_ns, figures);
	free(s.first);
	ok(figures[0] == 50 && figures[1] == 99, "of a hundred, in whatever order");
}

int main(void)
{
	test_named();
	test_goodput();
	test_percentile();
	return done();
}

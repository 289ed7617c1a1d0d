/* SPDX-License-Identifier: MIT
 *
 * The cluster of ch17: a request is prefilled, sent, and makes its tokens on the named
 * machines, none of which has its data earlier; one machine alone waits as queueing
 * theory says; and a policy that drops requests gets no better score.
 */
#include "../../chapters/ch17_routing/cluster.h"
#include "../../chapters/ch17_routing/in_time.h"
#include "../../chapters/ch17_routing/trace.h"

#include "tap.h"

#define N      20000
#define TOKENS 1000.0 /* of a prompt, mean; each takes a microsecond */

static int32_t come[N], length[N], output[N], request[N][N_COLS], place[N][N_PLACE];
static int32_t seat[8];
static int64_t machine[2][N_MACHINE];

static const struct costs costs = { 2000, 1000000, 100000, 1000 };
static const struct answer first = { 0, 0, ALL }, both = { 0, 1, ALL },
			   nowhere = { NOBODY, NOBODY, ALL };

static struct cluster cluster_with(int64_t n, int64_t n_machines, int64_t seats)
{
	struct cluster c = { .n = n,
			     .n_machines = n_machines,
			     .seats = seats,
			     .send_ps = 500000,
			     .costs = { costs, costs },
			     .come = come,
			     .prompt = length,
			     .output = output,
			     .machine = machine,
			     .request = request,
			     .place = place,
			     .seat = seat };

	cluster_start(&c);
	return c;
}

static void play(const struct cluster *c, const struct answer *a)
{
	for (int64_t i = 0; i < c->n; i++) {
		cluster_show(c, i);
		cluster_give(c, i, a);
	}
	cluster_until(c, c->n, INT64_MAX);
}

/* The mean time to the first token, over the mean work, at a load of rho. */
static double mean_time(double rho, bool is_exponential)
{
	struct cluster c;
	double now = 0, sum = 0;

	for (int64_t i = 0; i < N; i++) {
		double work = is_exponential ? -log(trace_unit(7, 2 * i)) : 1;

		length[i] = 1 + (int32_t)(TOKENS * work);
		output[i] = 1;
		now -= TOKENS / rho * log(trace_unit(7, 2 * i + 1));
		come[i] = (int32_t)now;
	}
	c = cluster_with(N, 1, 1);
	c.costs[0] = (struct costs){ .token_ps = 1000000 };
	play(&c, &first);
	for (int64_t i = 0; i < N; i++)
		sum += first_us(request[i]);
	return sum / N / TOKENS;
}

/* The mean of many requests that wait for each other is off by a few percent. */
static void test_theory(void)
{
	static const double loads[] = { 0.2, 0.5 };

	for (size_t i = 0; i < sizeof(loads) / sizeof(*loads); i++) {
		double rho = loads[i];

		ok(fabs(mean_time(rho, true) * (1 - rho) - 1) < 0.06, "M/M/1");
		ok(fabs(mean_time(rho, false) / (1 + rho / (2 - 2 * rho)) - 1) < 0.06,
		   "M/D/1");
	}
}

/* n requests of 8 tokens, with answers of three, that come 10 us apart. */
static struct cluster few(int64_t n, int64_t n_machines)
{
	for (int64_t i = 0; i < n; i++) {
		come[i] = (int32_t)(10 * (i + 1));
		length[i] = 8;
		output[i] = 3;
	}
	return cluster_with(n, n_machines, 2);
}

static void test_together(void)
{
	struct cluster c = few(1, 1);

	play(&c, &first);
	ok(request[0][STATE] == ENDED && request[0][MADE] == 3, "it makes its tokens");
	ok(request[0][FIRST_US] == 18, "8 tokens of a prompt and 36 pairs");
	ok(request[0][LAST_US] == 23,
	   "two steps that read all weights and 9, 10 tokens");
	ok(machine[0][BUSY_NS] == 8036 + 2900 + 3000, "time that it worked");
	ok(!machine[0][N_SEATED] && !machine[0][N_WAITING], "and nobody is left");
}

static void test_apart(void)
{
	struct cluster c = few(2, 2);

	play(&c, &both);
	ok(request[0][FIRST_US] == 18 && place[0][READY_US] == 23,
	   "keys and values of 8 tokens are sent when they are there");
	ok(request[0][LAST_US] == 28, "and answers made when they came");
	ok(request[1][FIRST_US] == 28 && place[1][READY_US] == 33,
	   "the other one is filled in meanwhile");
	ok(machine[1][BUSY_NS] == 4 * 2000 + 2 * (900 + 1000),
	   "the second machine fills in nothing");
	few(2, 2);
	come[1] = 10;
	play(&c, &both);
	ok(place[1][READY_US] == place[0][READY_US] + 4, "one is sent after the other");
}

static void test_pieces(void)
{
	struct cluster c = few(2, 1);
	struct answer pieces = { 0, 0, 5 };

	cluster_show(&c, 0);
	cluster_give(&c, 0, &pieces);
	cluster_until(&c, 1, 10001);
	ok(request[0][FILLED] == 5 && !request[0][MADE], "a step has so many tokens");
	cluster_until(&c, 1, machine[0][NOW_NS] + 1);
	ok(request[0][MADE] == 1, "the next has the rest");
	cluster_until(&c, 1, 20000);
	ok(machine[0][NOW_NS] >= 20000, "steps end that began before");
	cluster_show(&c, 1);
	ok(request[1][PROMPT] == 8 && !request[1][STATE], "who comes is seen");
	cluster_give(&c, 1, &pieces);
	cluster_until(&c, 2, machine[0][NOW_NS] + 1);
	ok(request[1][FILLED] == 4, "answers come first, of so many tokens");
}

static void test_answers(void)
{
	struct cluster c = few(1, 2);

	ok(cluster_can(&c, &first) && cluster_can(&c, &both) &&
		   cluster_can(&c, &nowhere),
	   "answers that can be");
	ok(!cluster_can(&c, &(struct answer){ 2, 0, 1 }) &&
		   !cluster_can(&c, &(struct answer){ 0, 2, 1 }) &&
		   !cluster_can(&c, &(struct answer){ -2, -2, 1 }),
	   "no such machine");
	ok(!cluster_can(&c, &(struct answer){ NOBODY, 0, 1 }) &&
		   !cluster_can(&c, &(struct answer){ 0, NOBODY, 1 }),
	   "nobody is half rejected");
	ok(!cluster_can(&c, &(struct answer){ 0, 0, 0 }),
	   "a step has a token at least");
}

/* A policy that serves only one request has the best percentile and the worst score. */
static void test_dropped(void)
{
	struct limits l = { 30, 30 };
	struct cluster c = few(20, 1);
	struct server s = cluster_server(&c, 0);
	struct tally all, one;

	s.n = c.n;
	play(&c, &first);
	all = tally_of(&s, &l);
	cluster_start(&c);
	for (int64_t i = 0; i < c.n; i++) {
		cluster_show(&c, i);
		cluster_give(&c, i, i ? &nowhere : &first);
	}
	cluster_until(&c, c.n, INT64_MAX);
	one = tally_of(&s, &l);
	ok(one.first_ms < all.first_ms, "who drops requests pleases a percentile");
	ok(one.n_in_time == 1 && fabs(one.failed - 0.95) < 1e-9,
	   "and each of them has failed");
	ok(all.n_in_time > 1, "who serves them has a better score");
	ok(most_in_time(&s, &l, 1) >= all.n_in_time, "which the bound is not below");
}

int main(void)
{
	test_theory();
	test_together();
	test_apart();
	test_pieces();
	test_answers();
	test_dropped();
	return done();
}

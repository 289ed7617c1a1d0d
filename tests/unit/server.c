/* SPDX-License-Identifier: MIT
 *
 * The server of ch17 does what a command says, takes the time that its work costs, and
 * with one seat its requests wait as queueing theory says: arrivals at random, prompts
 * of exponential length (M/M/1) or all alike (M/D/1).
 */
#include "../../chapters/ch17_routing/server.h"
#include "../../chapters/ch17_routing/trace.h"

#include "tap.h"

#define N      100000
#define TOKENS 1000.0 /* of a prompt, mean; each takes a microsecond */

static int32_t come[N], length[N], output[N], request[N][N_COLS], seat[4];
static int64_t times[N_CLOCK];

static struct server server_with(int64_t n, int64_t seats, struct costs costs)
{
	struct server s = { .costs = costs,
			    .n = n,
			    .seats = seats,
			    .come = come,
			    .prompt = length,
			    .output = output,
			    .clock = times,
			    .request = request,
			    .seat = seat };

	server_start(&s);
	return s;
}

/* The request that comes first gets the only seat, and its whole prompt in a step. */
static void serve_in_order(struct server *s)
{
	for (int32_t i = 0; i < s->n; i++) {
		while (!server_can(s, ADMIT, i))
			server_do(s, STEP_ON, 0);
		server_do(s, ADMIT, i);
		server_do(s, STEP_ON, INT32_MAX);
	}
}

/* The mean time to the first token, over the mean work, at a load of rho. */
static double mean_time(double rho, bool is_exponential)
{
	struct server s;
	double now = 0, sum = 0;

	for (int64_t i = 0; i < N; i++) {
		double work = is_exponential ? -log(trace_unit(7, 2 * i)) : 1;

		length[i] = 1 + (int32_t)(TOKENS * work);
		output[i] = 1;
		now -= TOKENS / rho * log(trace_unit(7, 2 * i + 1));
		come[i] = (int32_t)now;
	}
	s = server_with(N, 1, (struct costs){ .token_ps = 1000000 });
	serve_in_order(&s);
	for (int64_t i = 0; i < N; i++)
		sum += request[i][FIRST_US] - request[i][COME_US];
	return sum / N / TOKENS;
}

/* The mean of many requests that wait for each other is off by a few percent. */
static void test_theory(void)
{
	static const double loads[] = { 0.2, 0.4, 0.6 };

	for (size_t i = 0; i < sizeof(loads) / sizeof(*loads); i++) {
		double rho = loads[i];

		ok(fabs(mean_time(rho, true) * (1 - rho) - 1) < 0.05, "M/M/1");
		ok(fabs(mean_time(rho, false) / (1 + rho / (2 - 2 * rho)) - 1) < 0.05,
		   "M/D/1");
	}
}

/* Three requests, of which the last comes at 50 us. */
static struct server three(void)
{
	static const struct costs costs = { 2000, 1000000, 100000, 1000 };

	come[0] = come[1] = 10;
	come[2] = 50;
	length[0] = length[1] = length[2] = 8;
	output[0] = output[1] = output[2] = 3;
	return server_with(3, 2, costs);
}

static void test_commands(void)
{
	struct server s = three();

	ok(times[NOW_NS] == 10000 && times[N_COME] == 2, "it begins with the first");
	ok(!request[2][STATE] && !request[2][PROMPT], "who has not come is unknown");
	ok(!server_can(&s, ADMIT, 2), "and gets no seat");
	ok(!server_can(&s, ADMIT, -1) && !server_can(&s, ADMIT, 3), "nor does nobody");
	ok(!server_can(&s, STOP, 0), "who has no seat is not stopped");
	ok(!server_can(&s, 0, 0) && !server_can(&s, STEP_ON, -1), "no command");
	server_do(&s, ADMIT, 1);
	server_do(&s, ADMIT, 0);
	ok(seat[0] == 1 && seat[1] == 0 && times[NOW_NS] == 10000,
	   "seats are taken at once, in order");
	ok(!server_can(&s, ADMIT, 0), "and once");
	server_do(&s, STEP_ON, 12);
	ok(request[1][FILLED] == 8 && request[0][FILLED] == 4,
	   "so many tokens of prompts, in the order of seats");
	ok(request[1][MADE] == 1 && !request[0][MADE], "a prompt's last makes a token");
	ok(times[NOW_NS] == 10000 + 12000 + 36 + 10, "12 tokens, 36 and 10 pairs");
	ok(request[1][FIRST_US] == 22, "when the step ends");
	server_do(&s, STEP_ON, 0);
	ok(times[NOW_NS] == 22046 + 2000 + 900 && request[1][MADE] == 2,
	   "a token looks back at all before; weights take longer than it");
	server_do(&s, STOP, 0);
	ok(times[N_SEATED] == 1 && seat[0] == 1 && request[0][STATE] == STOPPED,
	   "who is stopped leaves");
	server_do(&s, STEP_ON, 0);
	ok(request[1][STATE] == ENDED && request[1][LAST_US] == 27 && !times[N_SEATED],
	   "who has all its tokens, too");
	server_do(&s, STEP_ON, 0);
	ok(times[NOW_NS] == 50000 && request[2][STATE] == WAITS,
	   "an empty server waits for the next");
	server_do(&s, STEP_ON, 0);
	ok(times[NOW_NS] == 50000, "and for nobody after the last");
}

/* A machine with room for 19 tokens of keys and values, and two answers to prefilled
 * prompts of 8 tokens. */
static void test_room(void)
{
	static const struct costs costs = { 2000, 1000000, 100000, 1000 };
	struct server s = { .costs = costs,
			    .n = 2,
			    .seats = 2,
			    .room = 19,
			    .move_ps = 1000000,
			    .is_filled = true,
			    .come = come,
			    .prompt = length,
			    .output = output,
			    .clock = times,
			    .request = request,
			    .seat = seat };

	come[0] = come[1] = 10;
	length[0] = length[1] = 8;
	output[0] = output[1] = 3;
	server_start(&s);
	ok(request[0][FILLED] == 8 && request[0][MADE] == 1 &&
		   request[0][FIRST_US] == 10,
	   "a request comes with its first token");
	server_do(&s, ADMIT, 0);
	ok(times[NOW_NS] == 10000 + 9000, "its keys and values are moved in");
	ok(server_can(&s, ADMIT, 1), "the other has room beside it");
	length[1] = request[1][FILLED] = 11;
	ok(!server_can(&s, ADMIT, 1), "unless it is too long");
	length[1] = request[1][FILLED] = 8;
	server_do(&s, ADMIT, 1);
	server_do(&s, STEP_ON, 0);
	ok(times[N_SEATED] == 1 && request[1][STATE] == WAITS && request[1][MADE] == 1,
	   "where the next tokens have no room, who came last waits again");
	ok(request[0][MADE] == 2 && times[NOW_NS] == 37000 + 2000 + 1000 - 100,
	   "moved out in its time, and the other goes on");
	server_do(&s, STEP_ON, 0);
	server_do(&s, ADMIT, 1);
	s.room = 9;
	server_do(&s, STEP_ON, 0);
	ok(request[1][STATE] == STOPPED, "who outgrows the room alone is stopped");
}

/* A step of 3000 s is more than times of 32 bits hold. */
static void test_end_of_time(void)
{
	struct server s;

	come[0] = 10;
	length[0] = output[0] = 1;
	s = server_with(1, 1, (struct costs){ .weights_ns = INT64_C(3000000000000) });
	server_do(&s, ADMIT, 0);
	server_do(&s, STEP_ON, 1);
	ok(request[0][STATE] == ENDED && request[0][FIRST_US] == INT32_MAX,
	   "who is served behind the last time is late, not early");
}

int main(void)
{
	test_theory();
	test_commands();
	test_room();
	test_end_of_time();
	return done();
}

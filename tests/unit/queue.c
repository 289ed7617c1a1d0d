/* SPDX-License-Identifier: MIT
 *
 * The queues of ch17 wait as queueing theory says: one replica, random arrivals, and
 * work that is exponential (M/M/1) or constant (M/D/1); prefixes that were computed
 * last are kept.
 */
#include "../../chapters/ch17_routing/queue.h"
#include "../../chapters/ch17_routing/trace.h"

#include "tap.h"

#define N       400000
#define WORK_US 10000.0

/* The mean time from arrival to the end, over the mean work, at a load of rho. */
static double mean_time(double rho, bool is_exponential)
{
	int64_t memory[4] = { 0 };
	struct fleet f = fleet_at(memory, 1, 1);
	double now = 0, sum = 0;

	for (int64_t i = 0; i < N; i++) {
		double work = is_exponential ? -log(trace_unit(7, 2 * i)) : 1;
		struct job j = { .own = (int32_t)(WORK_US * work + 0.5) };

		now -= WORK_US / rho * log(trace_unit(7, 2 * i + 1));
		j.arrival = (int64_t)now;
		sum += (double)(fleet_serve(&f, 0, &j) - j.arrival);
	}
	return sum / N / WORK_US;
}

/* The mean of many requests that wait for each other is off by a few percent. */
static void test_theory(void)
{
	static const double loads[] = { 0.3, 0.5, 0.7 };

	for (size_t i = 0; i < sizeof(loads) / sizeof(*loads); i++) {
		double rho = loads[i];

		ok(fabs(mean_time(rho, true) * (1 - rho) - 1) < 0.03, "M/M/1");
		ok(fabs(mean_time(rho, false) / (1 + rho / (2 - 2 * rho)) - 1) < 0.03,
		   "M/D/1");
	}
}

static void test_prefixes(void)
{
	int64_t memory[16] = { 0 };
	struct fleet f = fleet_at(memory, 2, 2);
	struct job j = { .own = 1, .prefix = 5, .prefix_us = 100 };

	ok(fleet_serve(&f, 0, &j) == 101, "a prefix is computed");
	ok(fleet_serve(&f, 0, &j) == 102, "once");
	ok(fleet_serve(&f, 1, &j) == 101, "on each replica");
	j.prefix = 6;
	fleet_serve(&f, 0, &j);
	j.prefix = 5;
	ok(fleet_work(&f, 0, &j) == 1, "two are kept");
	j.prefix = 7;
	fleet_serve(&f, 0, &j);
	j.prefix = 5;
	ok(fleet_work(&f, 0, &j) == 101, "of three the one that was used first leaves");
	j.prefix = 6;
	ok(fleet_work(&f, 0, &j) == 1, "and no other");
	fleet_clear(&f);
	j.arrival = 1000;
	ok(fleet_done(&f, 1, &j) == 1101, "nothing is left of an episode before");
}

int main(void)
{
	test_theory();
	test_prefixes();
	return done();
}

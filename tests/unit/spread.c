/* SPDX-License-Identifier: MIT
 *
 * Parts of a piece of work: each once, all of it, at several places at once.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/spread.h"
#include "tap.h"

#define TOTAL 1003

static atomic_int n_visits[TOTAL], n_calls, n_elsewhere;
static int64_t unit;
static pthread_t own;

static void visit(void *arg, int64_t i, int64_t n)
{
	int64_t end = aisp_spread_begin(TOTAL, unit, i + 1, n);

	(void)arg;
	n_calls++;
	n_elsewhere += !pthread_equal(own, pthread_self());
	for (int64_t k = aisp_spread_begin(TOTAL, unit, i, n); k < end; k++)
		n_visits[k]++;
}

static int n_not_once(void)
{
	int n = 0;

	for (int k = 0; k < TOTAL; k++)
		n += n_visits[k] != 1;
	return n;
}

static int is_once(const cpu_set_t *cpus, int64_t most, int64_t of)
{
	memset(n_visits, 0, sizeof(n_visits));
	n_calls = n_elsewhere = 0;
	unit = of;
	aisp_spread(cpus, most, visit, NULL);
	return n_not_once() == 0;
}

static int is_begun_by_units(void)
{
	int is_so = 1;

	for (int64_t n = 1; n < 40; n++)
		for (int64_t i = 0; i <= n; i++) {
			int64_t at = aisp_spread_begin(TOTAL, 64, i, n);

			is_so &= at % 64 == 0 || at == TOTAL;
		}
	return is_so;
}

int main(void)
{
	static char from[3 << 20], to[sizeof(from)];
	cpu_set_t cpus;
	int n;

	own = pthread_self();
	sched_getaffinity(0, sizeof(cpus), &cpus);
	n = CPU_COUNT(&cpus);
	ok(is_once(&cpus, 1 << 20, 1) && n_calls == n && n_elsewhere == n - 1,
	   "a part for each CPU, one of them here");
	ok(is_once(NULL, 1 << 20, 7) && n_calls == n, "without CPUs the caller's own");
	ok(is_once(&cpus, 0, 1) && n_calls == 1 && !n_elsewhere,
	   "too little for two stays here");
	ok(is_once(&cpus, 1 << 20, TOTAL), "what stays together is one part's");
	ok(is_begun_by_units(), "parts begin with a whole unit, or at the end");
	for (size_t i = 0; i < sizeof(from); i++)
		from[i] = (char)(i * 7 + i / 251);
	aisp_spread_copy(to, from, sizeof(from) - 5);
	ok(!memcmp(to, from, sizeof(from) - 5) && !to[sizeof(to) - 1],
	   "a copy ends where it is to");
	return done();
}

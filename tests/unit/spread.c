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

static atomic_int n_visits[TOTAL], n_calls, n_elsewhere, n_odd;
static int64_t unit;
static pthread_t own;

static void count(void *arg, int64_t i, int64_t n)
{
	(void)arg, (void)i, (void)n;
	n_calls++;
	n_elsewhere += !pthread_equal(own, pthread_self());
}

static void visit(void *arg, int64_t first, int64_t end)
{
	(void)arg;
	count(NULL, 0, 0);
	n_odd += first % unit || (end % unit && end != TOTAL) || first >= end;
	for (int64_t k = first; k < end; k++)
		n_visits[k]++;
}

static int n_not_once(void)
{
	int n = 0;

	for (int k = 0; k < TOTAL; k++)
		n += n_visits[k] != 1;
	return n;
}

static void begin(int64_t of)
{
	memset(n_visits, 0, sizeof(n_visits));
	n_calls = n_elsewhere = n_odd = 0;
	unit = of;
}

static int is_once(const cpu_set_t *cpus, int64_t of)
{
	begin(of);
	aisp_spread_units(cpus, TOTAL, of, visit, NULL);
	return n_not_once() == 0;
}

/* As many parts as there may be, on the CPUs that there are. */
static int is_begun_by_units(void)
{
	int is_so = 1;

	for (int64_t of = 1; of < TOTAL; of++)
		is_so &= is_once(NULL, of) && n_odd == 0;
	return is_so;
}

static int is_elems(void)
{
	static const int64_t least = AISP_SPREAD_LEAST;

	begin(64);
	aisp_spread_elems(TOTAL, visit, NULL);
	return n_not_once() == 0 && n_calls == 1 && !n_elsewhere && least > TOTAL;
}

int main(void)
{
	static char from[3 << 20], to[sizeof(from)];
	cpu_set_t cpus;
	int n;

	own = pthread_self();
	sched_getaffinity(0, sizeof(cpus), &cpus);
	n = CPU_COUNT(&cpus);
	begin(1);
	aisp_spread(&cpus, 1 << 20, count, NULL);
	ok(n_calls == n && n_elsewhere == n - 1,
	   "a part for each CPU, one of them here");
	ok(is_once(&cpus, 1) && n_calls == n && n_elsewhere == n - 1,
	   "each thing once, on all of them");
	ok(is_once(NULL, 7) && n_calls == n, "without CPUs the caller's own");
	begin(1);
	aisp_spread(&cpus, 0, count, NULL);
	ok(n_calls == 1 && !n_elsewhere, "too little for two stays here");
	ok(is_elems(), "and so do few elements of a tensor");
	ok(is_once(&cpus, TOTAL) && n_calls == 1, "what stays together is one part's");
	ok(is_begun_by_units(), "parts begin with a whole unit, and none is empty");
	for (size_t i = 0; i < sizeof(from); i++)
		from[i] = (char)(i * 7 + i / 251);
	aisp_spread_copy(to, from, sizeof(from) - 5);
	ok(!memcmp(to, from, sizeof(from) - 5) && !to[sizeof(to) - 1],
	   "a copy ends where it is to");
	return done();
}

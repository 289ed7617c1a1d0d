/* SPDX-License-Identifier: MIT
 *
 * Parts of some work: each is done once, all are done, and several at a time.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/spread.h"
#include "tap.h"

#define LEAST AISP_SPREAD_LEAST
#define TOTAL (4 * LEAST + 3)
#define WORD  64

static _Atomic unsigned char n_visits[TOTAL];
static atomic_int n_calls, n_elsewhere, n_odd;
static _Atomic int64_t n_things;
static pthread_t own;

static void count(void *arg, int64_t i, int64_t n)
{
	(void)arg, (void)i, (void)n;
	n_calls++;
	n_elsewhere += !pthread_equal(own, pthread_self());
}

/* Notes elements [first, end) of as many as arg says. */
static void note(void *arg, int64_t first, int64_t end)
{
	count(NULL, 0, 0);
	n_odd += first % WORD || (end % WORD && end != *(int64_t *)arg) || first >= end;
	n_things += end - first;
}

static void visit(void *arg, int64_t first, int64_t end)
{
	note(arg, first, end);
	for (int64_t k = first; k < end; k++)
		n_visits[k]++;
}

static void begin(void)
{
	n_calls = n_elsewhere = n_odd = 0;
	n_things = 0;
}

static int n_not_once(int64_t total)
{
	int n = 0;

	for (int64_t k = 0; k < total; k++)
		n += n_visits[k] != 1;
	return n;
}

static int is_once(int64_t total)
{
	begin();
	memset((void *)n_visits, 0, sizeof(n_visits));
	aisp_spread_elems(total, visit, &total);
	return n_not_once(total) == 0 && n_odd == 0;
}

/* As many parts as are allowed, for any length of the last one. */
static int is_begun_by_words(void)
{
	int is_so = 1;

	for (int64_t total = 3 * LEAST; total < 3 * LEAST + 3 * WORD; total++) {
		begin();
		aisp_spread_elems(total, note, &total);
		is_so &= n_things == total && n_odd == 0;
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
	begin();
	aisp_spread(&cpus, 1 << 20, count, NULL);
	ok(n_calls == n && n_elsewhere == n - 1,
	   "a part for each CPU, one of them here");
	n = n < 4 ? n : 4;
	ok(is_once(TOTAL) && n_calls == n && n_elsewhere == n - 1,
	   "each element once, on all of the caller's own");
	begin();
	aisp_spread(&cpus, 0, count, NULL);
	ok(n_calls == 1 && !n_elsewhere, "too little for two stays here");
	ok(is_once(1003) && n_calls == 1 && !n_elsewhere,
	   "and so do few elements of a tensor");
	begin();
	aisp_spread_elems(0, note, NULL);
	ok(n_calls == 0, "of none there is no part");
	ok(is_begun_by_words(), "parts begin with a whole word, and none is empty");
	for (size_t i = 0; i < sizeof(from); i++)
		from[i] = (char)(i * 7 + i / 251);
	aisp_spread_copy(to, from, sizeof(from) - 5);
	ok(!memcmp(to, from, sizeof(from) - 5) && !to[sizeof(to) - 1],
	   "a copy ends where it is to");
	return done();
}

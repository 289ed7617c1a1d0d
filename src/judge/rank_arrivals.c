/* SPDX-License-Identifier: MIT */
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "rank_arrivals.h"
#include "ring.h"

#define SECOND_NS 1000000000

bool aisp_ranks_poll(struct aisp_launch *l)
{
	int64_t now_ns = 0;
	bool are_all = true;

	for (struct aisp_launch *m = l; m; m = m->next_rank) {
		if (m->seen_ns)
			continue;
		if (!aisp_has_answered(m)) {
			are_all = false;
			continue;
		}
		now_ns = now_ns ? now_ns : aisp_now_ns();
		m->seen_ns = now_ns;
	}
	return are_all;
}

static struct timespec until(const struct timespec *patience)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_nsec += patience->tv_nsec;
	t.tv_sec += patience->tv_sec + t.tv_nsec / SECOND_NS;
	t.tv_nsec %= SECOND_NS;
	return t;
}

long aisp_ranks_sleep(const struct aisp_launch *l, const struct timespec *patience)
{
	struct futex_waitv wait[AISP_MAX_RANKS] = { 0 };
	struct timespec end = until(patience);
	unsigned n = 0;

	for (const struct aisp_launch *m = l; m; m = m->next_rank)
		if (!m->seen_ns)
			wait[n++] = (struct futex_waitv){
				.val = m->number - 1,
				.uaddr = (uintptr_t)&m->report->done,
				.flags = FUTEX_32,
			};
	return syscall(SYS_futex_waitv, wait, n, 0, &end, CLOCK_MONOTONIC) < 0;
}

struct aisp_last_rank aisp_ranks_last(const struct aisp_launch *l)
{
	const struct aisp_launch *last = l;
	int64_t before_ns = 0;

	for (const struct aisp_launch *m = l->next_rank; m; m = m->next_rank) {
		if (m->seen_ns > last->seen_ns) {
			before_ns = last->seen_ns;
			last = m;
		} else if (m->seen_ns > before_ns) {
			before_ns = m->seen_ns;
		}
	}
	if (!before_ns || before_ns == last->seen_ns)
		return (struct aisp_last_rank){ -1, 0 };
	return (struct aisp_last_rank){ last->rank,
					(double)(last->seen_ns - before_ns) };
}

double aisp_ranks_skew_ns(const struct aisp_launch *l)
{
	int64_t first_ns = l->seen_ns, last_ns = first_ns;

	for (const struct aisp_launch *m = l->next_rank; m; m = m->next_rank) {
		first_ns = m->seen_ns < first_ns ? m->seen_ns : first_ns;
		last_ns = m->seen_ns > last_ns ? m->seen_ns : last_ns;
	}
	return (double)(last_ns - first_ns);
}

/* SPDX-License-Identifier: MIT
 *
 * peak_team.c - run one loop on several pinned threads at once, many times.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "peak_kernels.h"

/* Long against the tens of nanoseconds of the clock and of a team's start, but shorter
 * than a scheduler's tick of 4 or 10 ms, so that some repetition has no tick. */
#define REP_NS 2e6
/* In a repetition of this length, a tick or two does not matter. */
#define LONG_REP_NS 2e7
#define LONG_REPS   5

struct member {
	struct race *race;
	pthread_t thread;
	int index, failed;
	double lived_ns, ran_ns;
	int64_t start_ns[AISP_PEAK_REPS], end_ns[AISP_PEAK_REPS];
};

struct race {
	struct aisp_team *team;
	struct member *members;
	long passes;
	int n_reps;
	atomic_long n_arrived;
};

/* Spins, so that all leave within a cache miss; yields, in case two share a core. */
static void meet(struct race *race, int rep)
{
	long all = (long)(rep + 1) * race->team->n_threads;
	int n_spins = 0;

	atomic_fetch_add(&race->n_arrived, 1);
	while (atomic_load_explicit(&race->n_arrived, memory_order_acquire) < all)
		if (++n_spins > 10000)
			sched_yield();
}

static void *live(void *arg)
{
	struct member *m = arg;
	struct race *race = m->race;
	int64_t born_ns = aisp_now_ns();
	/* A thread never sleeps here: time without running was taken from it. */
	double ran_ns = aisp_cpu_ns(CLOCK_THREAD_CPUTIME_ID);
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(race->team->cpus[m->index], &set);
	m->failed = pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
	for (int r = 0; r < race->n_reps; r++) {
		meet(race, r);
		m->start_ns[r] = aisp_now_ns();
		race->team->work(race->team->arg, m->index, race->passes);
		m->end_ns[r] = aisp_now_ns();
	}
	m->lived_ns = (double)(aisp_now_ns() - born_ns);
	m->ran_ns = aisp_cpu_ns(CLOCK_THREAD_CPUTIME_ID) - ran_ns;
	return NULL;
}

static double elapsed_ns(const struct race *race, int rep)
{
	int64_t start = INT64_MAX, end = 0;

	for (int t = 0; t < race->team->n_threads; t++) {
		const struct member *m = &race->members[t];

		start = m->start_ns[rep] < start ? m->start_ns[rep] : start;
		end = m->end_ns[rep] > end ? m->end_ns[rep] : end;
	}
	return (double)(end - start);
}

/* A thread that cannot start would keep the others waiting: it counts as arrived. */
static int run(struct race *race, struct aisp_err *err)
{
	int n = race->team->n_threads, started = 0, rc = 0;

	atomic_store(&race->n_arrived, 0);
	for (int t = 0; t < n; t++, started++) {
		race->members[t].race = race;
		race->members[t].index = t;
		if (pthread_create(&race->members[t].thread, NULL, live,
				   &race->members[t]))
			break;
	}
	if (started < n) {
		atomic_fetch_add(&race->n_arrived, (long)race->n_reps * n);
		rc = aisp_err_set(err, "only %d of %d threads could be started",
				  started, n);
	}
	for (int t = 0; t < started; t++) {
		pthread_join(race->members[t].thread, NULL);
		race->team->lived_ns += race->members[t].lived_ns;
		race->team->ran_ns += race->members[t].ran_ns;
		if (race->members[t].failed && !rc)
			rc = aisp_err_set(err, "pin a thread to CPU %d: %s",
					  race->team->cpus[t],
					  strerror(race->members[t].failed));
	}
	return rc;
}

int aisp_team_time(struct aisp_team *team, double limit_ns,
		   struct aisp_team_times *times, struct aisp_err *err)
{
	struct race race = { .team = team, .passes = 1, .n_reps = 2 };
	double once;
	int rc = -1;

	if (team->is_stopped && *team->is_stopped)
		return aisp_err_set(err, "interrupted");
	race.members = calloc((size_t)team->n_threads, sizeof(*race.members));
	if (!race.members)
		return aisp_err_errno(err, "measure peaks");
	for (;;) {
		if (run(&race, err))
			goto out;
		once = elapsed_ns(&race, 1);
		if (once > REP_NS / 4)
			break;
		race.passes *= 2;
	}
	rc = once / (double)race.passes > limit_ns;
	if (rc)
		goto out;
	race.passes = (long)((double)race.passes * REP_NS / once);
	race.passes = race.passes < 1 ? 1 : race.passes;
	race.n_reps = once > LONG_REP_NS ? LONG_REPS : AISP_PEAK_REPS;
	rc = run(&race, err);
	times->n = race.n_reps;
	for (int r = 0; r < race.n_reps; r++)
		times->ns[r] = elapsed_ns(&race, r) / (double)race.passes;
out:
	free(race.members);
	return rc;
}

int aisp_team_once(struct aisp_team *team, struct aisp_err *err)
{
	struct race race = { .team = team, .passes = 1, .n_reps = 1 };
	int rc;

	race.members = calloc((size_t)team->n_threads, sizeof(*race.members));
	if (!race.members)
		return aisp_err_errno(err, "measure peaks");
	rc = run(&race, err);
	free(race.members);
	return rc;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void aisp_figure_rate(struct aisp_figure *f, const struct aisp_team_times *times,
		      double amount, const char *how)
{
	struct aisp_team_times sorted = *times;

	qsort(sorted.ns, (size_t)sorted.n, sizeof(sorted.ns[0]), by_value);
	if (!(amount / sorted.ns[0] * 1e9 > f->best))
		return;
	f->best = amount / sorted.ns[0] * 1e9;
	f->median = amount / sorted.ns[sorted.n / 2] * 1e9;
	strncpy(f->how, how, sizeof(f->how) - 1);
}

/* SPDX-License-Identifier: MIT
 *
 * If the judge sleeps until a worker answers, the answer counts from when it is first
 * seen, though the worker takes it back, goes on, and gives it again.  If the judge
 * spins, it does nothing else during a call of a few milliseconds, so that it sees the
 * end of such a call in time.
 */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probes/ran.h"

static double look(const struct aisp_threads *t);
static int see_who_ended(idtype_t type, id_t id, siginfo_t *info, int options);

/* Replaces a question that the judge asks before it sleeps and after the answer. */
#define aisp_threads_waited_ns look
#define waitid                 see_who_ended
#include "judge/ring.c" /* NOLINT(bugprone-suspicious-include) */
#undef waitid
#undef aisp_threads_waited_ns

#include "tap.h"

#define N_TRIES 20

static struct aisp_plan plan;
static struct aisp_report report;
static struct aisp_buffers buffers;
static int n_looks, n_health_looks;

static int see_who_ended(idtype_t type, id_t id, siginfo_t *info, int options)
{
	n_health_looks++;
	return waitid(type, id, info, options);
}

static double look(const struct aisp_threads *t)
{
	(void)t;
	if (++n_looks == 2)
		atomic_store(&report.done, 0);
	return 0;
}

static void *work(void *arg)
{
	while (!atomic_load(&plan.bell.go))
		usleep(1000);
	usleep(20000); /* the judge is asleep by then */
	atomic_store(&report.done, 1);
	syscall(SYS_futex, &report.done, FUTEX_WAKE, 1, NULL, NULL, 0);
	usleep(200000); /* longer than it sleeps at a time */
	atomic_store(&report.done, 1);
	return arg;
}

static void *work_for(void *us)
{
	while (!atomic_load(&plan.bell.go))
		usleep(1000);
	usleep(*(useconds_t *)us);
	atomic_store(&report.done, 1);
	return NULL;
}

/* The time of a call by that worker, or a negative value if it has none. */
static int64_t ring(void *(*by)(void *), void *arg)
{
	struct aisp_launch l = { .pid = getpid(),
				 .plan = &plan,
				 .report = &report,
				 .buffers = &buffers,
				 .limit_ns = INT64_C(60000000000) };
	pthread_t worker;
	int64_t ns;

	n_looks = n_health_looks = 0;
	atomic_store(&plan.bell.go, 0);
	atomic_store(&report.done, 0);
	if (pthread_create(&worker, NULL, by, arg))
		return -1;
	ns = aisp_launch_ring(&l, AISP_CMD_RUN);
	if (!atomic_load(&report.done))
		ns = 0; /* is never seen */
	pthread_join(worker, NULL);
	return ns;
}

static void test_answer_taken_back(void)
{
	int64_t ns = -1;

	n_looks = 0;
	for (int i = 0; i < N_TRIES && n_looks < 2; i++) /* until it was asleep */
		ns = ring(work, NULL);
	ok(ns == 0, "an answer that is taken back was one");
}

static void test_looks_while_it_spins(void)
{
	useconds_t few_ms = 3000, many_ms = 200000;
	int64_t ns = INT64_MAX;

	plan.is_spin = true;
	for (int i = 0; i < N_TRIES && ns > PATIENCE_NS / 2;
	     i++) /* on a busy machine */
		ns = ring(work_for, &few_ms);
	ok(ns > 0 && !n_health_looks, "it looks at nothing else during a short call");
	ok(ring(work_for, &many_ms) > 0 && n_health_looks,
	   "but after a while at the worker's health");
	plan.is_spin = false;
}

int main(void)
{
	test_answer_taken_back();
	test_looks_while_it_spins();
	return done();
}

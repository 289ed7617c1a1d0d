/* SPDX-License-Identifier: MIT
 *
 * Where the judge sleeps until a worker answers, the answer counts when it is first
 * seen: who takes it back, goes on, and gives it again has answered then.
 */
#include <pthread.h>
#include <unistd.h>

#include "probes/ran.h"

static double look(const struct aisp_threads *t);

/* The judge asks that before it sleeps, and again once it has seen the answer. */
#define aisp_threads_waited_ns look
#include "judge/ring.c" /* NOLINT(bugprone-suspicious-include) */
#undef aisp_threads_waited_ns

#include "tap.h"

#define N_TRIES 20

static struct aisp_plan plan;
static struct aisp_report report;
static struct aisp_buffers buffers;
static int n_looks;

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

/* Did the judge return while there was no answer any more? */
static bool has_returned_at_first(void)
{
	struct aisp_launch l = { .pid = getpid(),
				 .plan = &plan,
				 .report = &report,
				 .buffers = &buffers,
				 .limit_ns = INT64_C(60000000000) };
	pthread_t worker;
	int64_t ns;
	bool is_gone;

	n_looks = 0;
	atomic_store(&plan.bell.go, 0);
	atomic_store(&report.done, 0);
	if (pthread_create(&worker, NULL, work, NULL))
		return false;
	ns = aisp_launch_ring(&l, AISP_CMD_RUN);
	is_gone = !atomic_load(&report.done);
	pthread_join(worker, NULL);
	return ns > 0 && is_gone;
}

int main(void)
{
	bool is_first = false;

	n_looks = 0;
	for (int i = 0; i < N_TRIES && n_looks < 2; i++) /* until it was asleep */
		is_first = has_returned_at_first();
	ok(is_first, "an answer that is taken back was one");
	return done();
}

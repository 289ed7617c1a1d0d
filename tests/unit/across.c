/* SPDX-License-Identifier: MIT
 *
 * Data of another judge are not trusted: its orders, its opinions of a sample and its
 * failures are held within bounds.
 */
#include <arpa/inet.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "judge/across.h"
#include "judge/across_group.h"
#include "tap.h"

/* Joins two judges as if they had met, by a socket pair. */
static void join_two(struct aisp_meet m[2])
{
	int fd[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd))
		abort();
	for (int node = 0; node < 2; node++)
		m[node] = (struct aisp_meet){ .node = node,
					      .n_nodes = 2,
					      .fd = { -1, -1 },
					      .limit_ns = INT64_C(20000000000) };
	m[0].fd[1] = fd[0];
	m[1].fd[0] = fd[1];
}

/* The other judge, in a process of its own, gives these bytes at the point. */
static pid_t give(struct aisp_meet *m, enum aisp_point point, const void *mine,
		  size_t n_bytes)
{
	char all[AISP_MAX_NODES * 2048];
	pid_t pid = fork();

	if (!pid)
		_exit(aisp_meet_all(m, point, mine, n_bytes, all, NULL) < 0);
	return pid;
}

static struct aisp_order good_order(void)
{
	return (struct aisp_order){
		.sampling = { .calls_per_sample = 1, .n_samples = 1 },
	};
}

/* Follows an order whose group has one variant without anything to launch. */
static void follow(const struct aisp_order *o, const char *words, const char *what)
{
	struct aisp_harness harness = { 0 };
	struct aisp_group g = { .n_arms = 1 };
	struct aisp_limits limits = { 0 };
	struct aisp_err err = { 0 };
	struct aisp_meet m[2];
	pid_t pid;
	int rc;

	join_two(m);
	harness.where.meet = &m[1];
	pid = give(&m[0], AISP_AT_LAUNCH, o, sizeof(*o));
	rc = aisp_across_follow(&g, &harness, &limits, &err);
	ok(rc == -1 && strstr(err.msg, words), what);
	waitpid(pid, NULL, 0);
	close(m[0].fd[1]);
	close(m[1].fd[0]);
}

static void test_orders(void)
{
	struct aisp_order o = good_order();

	o.arm = 1;
	follow(&o, "variant 1 of 1", "a variant that is not there");
	o = good_order();
	o.dist = AISP_N_DISTS;
	follow(&o, "distribution", "no such distribution");
	o.dist = -1;
	follow(&o, "distribution", "nor one below");
	o = good_order();
	o.sampling.calls_per_sample = AISP_MAX_SLOTS + 1;
	follow(&o, "calls each", "more calls than there is room for");
	o.sampling.calls_per_sample = 0;
	follow(&o, "calls each", "none");
	o = good_order();
	o.sampling.n_samples = AISP_MAX_SAMPLES + 1;
	follow(&o, "samples", "more samples than any option asks for");
	o.sampling.n_samples = 0;
	follow(&o, "samples", "none of them");
	o = good_order();
	o.sampling.n_warmup = -1;
	follow(&o, "before them", "less than none before them");
}

/* How node 0 judges a clean sample if node 1 calls its own that. */
static enum aisp_sample_state judged(int32_t state)
{
	const struct aisp_opinion its = { .ns = 1, .state = state };
	struct aisp_session s = { 0 };
	struct aisp_sample x = { .ns = 1, .state = AISP_SAMPLE_CLEAN };
	struct aisp_meet m[2];
	bool wants_more = false;
	pid_t pid;

	join_two(m);
	s.across.meet = &m[0];
	pid = give(&m[1], AISP_AT_SAMPLE, &its, sizeof(its));
	if (aisp_across_judge(&s, &x, &wants_more))
		abort();
	waitpid(pid, NULL, 0);
	close(m[0].fd[1]);
	close(m[1].fd[0]);
	return x.state;
}

static void test_opinions(void)
{
	ok(judged(AISP_SAMPLE_MENDED) == AISP_SAMPLE_MENDED, "the worse word counts");
	ok(judged(7) == AISP_SAMPLE_SPOILT, "one that nobody knows is the worst");
	ok(judged(-1) == AISP_SAMPLE_SPOILT, "on either side");
}

/* How node 0 takes a failure of node 1 with that status. */
static int taken(int status)
{
	struct aisp_meet m[2];
	pid_t pid;
	int rc;

	join_two(m);
	pid = fork();
	if (!pid)
		_exit(aisp_meet_fail(&m[1], status, "it fell", NULL) != 1);
	rc = aisp_meet_all(&m[0], AISP_AT_BELL, NULL, 0, NULL, NULL);
	waitpid(pid, NULL, 0);
	close(m[0].fd[1]);
	close(m[1].fd[0]);
	return rc == 1 ? m[0].failure.status : -1;
}

static void test_failures(void)
{
	ok(taken(AISP_LAUNCH_CRASHED) == AISP_LAUNCH_CRASHED, "a failure has a word");
	ok(taken(99) == AISP_LAUNCH_FAILED && taken(-3) == AISP_LAUNCH_FAILED,
	   "one that there is none for failed");
}

/* Node 0 names a moment; node 1, whose clock is ahead by that much, follows. */
static bool comes_at(int64_t when, double ahead_ns)
{
	struct aisp_session s = { 0 };
	struct aisp_meet m[2];
	bool is_there;
	pid_t pid;

	join_two(m);
	s.across.meet = &m[1];
	s.across.before[1].lo_ns = s.across.before[1].hi_ns = ahead_ns;
	pid = give(&m[0], AISP_AT_BELL, &when, sizeof(when));
	is_there = !aisp_across_agree(&s);
	waitpid(pid, NULL, 0);
	close(m[0].fd[1]);
	close(m[1].fd[0]);
	return is_there;
}

static bool comes(int64_t from_now_ns)
{
	return comes_at(aisp_now_ns() + from_now_ns, 0);
}

static void test_bells(void)
{
	ok(comes(1000000), "a bell that rings soon");
	ok(!comes(INT64_C(3600000000000)), "nobody waits an hour for one");
	ok(comes(-INT64_C(3600000000000)) && comes_at(-1, 0),
	   "one that has rung rings");
	ok(!comes_at(INT64_MAX, 3e18) && !comes_at(INT64_MIN, -1e9) &&
		   !comes_at(0, 1e300) && !comes_at(0, -INFINITY),
	   "a moment that no clock has is none");
}

int main(void)
{
	test_orders();
	test_opinions();
	test_failures();
	test_bells();
	return done();
}

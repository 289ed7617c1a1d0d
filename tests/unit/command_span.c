/* SPDX-License-Identifier: MIT
 *
 * The time that others took from a shell command: known for one thread, else bounded.
 */
#include <math.h>

#include "decide/command_span.h"
#include "tap.h"

#define MS 1e6

/* A second of one thread, known at once; nothing is known of the other CPUs. */
static struct aisp_command_span single(void)
{
	return (struct aisp_command_span){ .wall_ns = 1000 * MS,
					   .cpu_ns = 900 * MS,
					   .shell_ran_ns = 899 * MS,
					   .others_ns = NAN,
					   .idle_ns = NAN };
}

/* A second of a tree of processes on two CPUs. */
static struct aisp_command_span tree(double others_ms, double idle_ms)
{
	return (struct aisp_command_span){ .wall_ns = 1000 * MS,
					   .cpu_ns = 1500 * MS,
					   .shell_ran_ns = 2 * MS,
					   .shell_waited_ns = 500 * MS,
					   .others_ns = others_ms * MS,
					   .idle_ns = idle_ms * MS,
					   .tick_ns = 20 * MS };
}

static int is(struct aisp_command_span s, enum aisp_sample_state state, double ns)
{
	double others_ns = -1;
	enum aisp_sample_state got = aisp_command_judge(&s, &others_ns);

	if (got != state || fabs(others_ns - ns) > 1)
		printf("# state %d, others %g ns\n", got, others_ns);
	return got == state && fabs(others_ns - ns) <= 1;
}

static void test_single(void)
{
	struct aisp_command_span s = single();

	ok(is(s, AISP_SAMPLE_CLEAN, 0), "a thread that never waited");
	s.shell_waited_ns = 0.09 * MS;
	s.judge_waited_ns = 0.09 * MS;
	ok(is(s, AISP_SAMPLE_CLEAN, 0), "to be scheduled at all is nobody's doing");
	s = single();
	s.shell_waited_ns = 100 * MS;
	ok(is(s, AISP_SAMPLE_MENDED, 100 * MS), "what it waited is subtracted");
	s.judge_waited_ns = 50 * MS;
	ok(is(s, AISP_SAMPLE_MENDED, 150 * MS), "so is what the judge waited after it");
	s = single();
	s.judge_waited_ns = 50 * MS;
	ok(is(s, AISP_SAMPLE_MENDED, 50 * MS), "the judge's own wait is subtracted");
	s = single();
	s.shell_waited_ns = 950 * MS;
	ok(is(s, AISP_SAMPLE_SPOILT, 0), "if too little is left it does not count");
}

static void test_tree(void)
{
	struct aisp_command_span s = tree(NAN, NAN);

	ok(is(s, AISP_SAMPLE_CLEAN, 0), "several threads wait for each other");
	ok(is(tree(400, 400), AISP_SAMPLE_CLEAN, 0), "others took what was idle");
	ok(is(tree(25, 0), AISP_SAMPLE_CLEAN, 0), "ticks are not exact");
	ok(is(tree(400, 100), AISP_SAMPLE_SPOILT, 0), "others took more");
	s.judge_waited_ns = 30 * MS;
	ok(is(s, AISP_SAMPLE_MENDED, 30 * MS),
	   "the judge's wait is subtracted here too");
	s = tree(400, 100);
	s.judge_waited_ns = 30 * MS;
	ok(is(s, AISP_SAMPLE_SPOILT, 0), "and mends nothing else");
	s = tree(NAN, NAN);
	s.shell_ran_ns = NAN;
	ok(is(s, AISP_SAMPLE_CLEAN, 0), "a kernel that does not tell");
}

int main(void)
{
	test_single();
	test_tree();
	return done();
}

/* SPDX-License-Identifier: MIT
 *
 * Facts of a launch, from a session made by hand.
 */
#include <math.h>
#include <string.h>

#include "judge/session.h"
#include "probes/process.h"
#include "tap.h"

enum { N = 10 };

static const char *invariant(const struct aisp_io *io)
{
	(void)io;
	return NULL;
}

static const struct aisp_workload workload = { .abi = AISP_ABI };
static const struct aisp_workload strict = { .abi = AISP_ABI, .invariant = invariant };
static struct aisp_contract contract;
static struct aisp_harness harness;
static struct aisp_buffers buffers;
static struct aisp_sampling sampling;
static double samples_ns[N], timed_ns[N], wake_ns[N], free_ns[N], after_ns[N];
static struct aisp_measured m;
static struct aisp_session s;
static struct aisp_evidence e;

/* Ten right samples, with calls of 1 to 10 us. */
static void make(void)
{
	contract = (struct aisp_contract){ .workload = &workload };
	contract.problem.n_threads = 2;
	harness = (struct aisp_harness){ 0 };
	harness.bias.spread_ns = 5;
	sampling = (struct aisp_sampling){ .calls_per_sample = 4, .n_samples = N + 1 };
	buffers = (struct aisp_buffers){ .device = &aisp_host_device };
	m = (struct aisp_measured){ .samples_ns = samples_ns,
				    .n_samples = N,
				    .calls_per_sample = 4,
				    .median_ns = 5500 };
	s = (struct aisp_session){ .harness = &harness,
				   .contract = &contract,
				   .buffers = &buffers,
				   .sampling = &sampling,
				   .timed_ns = timed_ns,
				   .wake_ns = wake_ns,
				   .free_ns = free_ns,
				   .after_ns = after_ns,
				   .n_woken = N,
				   .energy_j = 30,
				   .n_flushes = INFINITY };
	s.tally.n_elems = s.hostile_tally.n_elems = 100;
	s.tally.squares[0] = s.hostile_tally.squares[0] =
		(struct aisp_squares){ .n = 100, .bound = 1 };
	for (int i = 0; i < N; i++)
		samples_ns[i] = timed_ns[i] = 1000 * (i + 1);
}

static void note_launch(void)
{
	aisp_evidence_init(&e);
	aisp_session_launch_facts(&s, &m, &e);
}

static void note_outputs(void)
{
	aisp_evidence_init(&e);
	aisp_session_output_facts(&s, &e);
}

static void test_times(void)
{
	make();
	note_launch();
	ok(e.call_ns == 5500 && e.mean_ns == 5500 && e.sample_ns == 5500,
	   "a call, the mean of all, a ring");
	ok(e.n_samples == N && e.n_samples_planned == N + 1, "how many there are");
	ok(e.energy_j == 3, "of all samples' energy a call's");
	ok(isnan(e.n_flushes), "flushes that nobody counts");
	contract.problem.n_steps = 5;
	note_launch();
	ok(e.sample_ns == 1100, "each step of an episode is a ring");
}

static void test_disturbed(void)
{
	make();
	s.n_spoilt = N / 2;
	note_launch();
	ok(e.is_disturbed == 0, "half of the samples may be spoilt");
	s.n_spoilt++;
	note_launch();
	ok(e.is_disturbed == 1 && e.n_spoilt == N / 2 + 1, "not more");
}

static void test_fresh(void)
{
	make();
	note_launch();
	ok(e.is_fresh == 1, "no inputs came twice");
	s.freshness.n_repeated = 1;
	note_launch();
	ok(e.is_fresh == 0, "one set did");
	s.freshness.n_repeated = 0;
	harness.n_user_inputs = 1;
	note_launch();
	ok(e.is_fresh == 0, "the user's do always");
}

static void test_values(void)
{
	make();
	s.tally.n_low = 3;
	note_outputs();
	ok(e.n_low == 3 && !e.n_wrong && !e.n_flushed, "values of lower precision");
	s.tally.n_flushed = 2;
	note_outputs();
	ok(e.n_wrong == 5 && !e.n_low && !e.n_flushed,
	   "with some that are flushed they are neither");
	s.tally.n_low = 0;
	s.tally.n_wrong = 1;
	note_outputs();
	ok(e.n_wrong == 3 && !e.n_flushed, "what explains some explains all or none");
	make();
	s.tally.n_unwritten = 1;
	for (int row = 0; row < 20; row++)
		aisp_lefts_note(&s.tally.lefts, row, true);
	note_outputs();
	ok(e.n_unwritten == 21, "what was not written, or not updated");
	make();
	s.n_poison = 4;
	s.n_late = 5;
	s.n_canary = 6;
	s.n_invariant = 7;
	s.tally.n_nan = 8;
	s.tally.n_inf = 9;
	note_outputs();
	ok(e.n_poison == 4 && e.n_late == 5 && e.n_canary == 6 && e.n_nan == 8 &&
		   e.n_inf == 9 && e.n_elems == 100,
	   "each by its name");
	ok(e.n_invariant == -1, "a workload without an invariant has none");
	contract.workload = &strict;
	snprintf(s.broken, sizeof(s.broken), "no permutation");
	note_outputs();
	ok(e.n_invariant == 7 && !strcmp(e.broken, s.broken),
	   "of another, what it said stands beside the number");
	s.n_invariant = 0;
	note_outputs();
	ok(!e.broken[0], "unless it spoke of a delayed call alone");
}

/* Wrong values for other data count only if those for the announced data are right. */
static void test_hostile(void)
{
	make();
	note_outputs();
	ok(e.hostile_elems == 100 && e.hostile_wrong == 0, "right for other data");
	s.hostile_tally.n_wrong = 2;
	s.hostile_tally.n_unwritten = 3;
	note_outputs();
	ok(e.hostile_wrong == 2 && e.n_unwritten == 3,
	   "or wrong; what was not written counts as that");
	s.tally.n_wrong = 1;
	note_outputs();
	ok(e.hostile_wrong == 0, "who is wrong anyway is no case of it");
	make();
	s.hostile_tally.squares[0].error = 1;
	note_outputs();
	ok(e.hostile_wrong == 1, "a root mean square that is too large counts as one");
}

static void test_process(void)
{
	struct aisp_process before = { .n_threads = 3,
				       .n_minor_faults = 100,
				       .n_major_faults = 10,
				       .n_preempted = 7 };
	struct aisp_process after = { .n_threads = 2,
				      .n_minor_faults = 105,
				      .n_major_faults = 11,
				      .n_preempted = 9 };

	make();
	aisp_session_process_facts(&s, &before, &after, &e);
	ok(e.n_threads == 3 && e.n_threads_allowed == 2,
	   "the most threads that were seen");
	ok(e.n_minor_faults == 5 && e.n_major_faults == 1 && e.n_preempted == 2,
	   "what came between the two looks");
	after.n_threads = 9;
	harness.bias.n_driver_threads = 4;
	aisp_session_process_facts(&s, &before, &after, &e);
	ok(e.n_threads == 5, "without a driver's own");
	buffers.meets = AISP_MEETS_MPI;
	aisp_session_process_facts(&s, &before, &after, &e);
	ok(e.n_threads == 2, "and a library's");
}

int main(void)
{
	test_times();
	test_disturbed();
	test_fresh();
	test_values();
	test_hostile();
	test_process();
	return done();
}

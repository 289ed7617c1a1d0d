/* SPDX-License-Identifier: MIT
 *
 * In the sample that was drawn a slot's outputs meet the baseline's, unless all were
 * compared with the reference.
 */
#include <string.h>

#include "judge/rival.h"
#include "judge/session.h"
#include "tap.h"

enum { N = 1 << 16, SLOT = 1, SAMPLE = 2, KEY = 5 };

static struct aisp_buffers *b;
static struct aisp_rival rival;

static void want_ones(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)io, (void)o, (void)first;
	for (int64_t i = 0; i < n; i++)
		ref[i] = mag[i] = 1;
}

static const struct aisp_workload workload = { .abi = AISP_ABI,
					       .reference = want_ones };
static struct aisp_contract c = { .workload = &workload };
static struct aisp_sampling sampling = { .calls_per_sample = 2, .rival = &rival };
static const struct aisp_harness harness;
static struct aisp_session s;

/* A launch whose sample has right outputs, but for one element of that slot, far from
 * where those bits let the judge look.  Returns the number of wrong ones. */
static int64_t compare(bool is_rival, int slot, int sample)
{
	struct aisp_err err;

	memset(&s.tally, 0, sizeof(s.tally));
	memset(s.wrong, 0, sizeof(s.wrong));
	sampling.is_rival = is_rival;
	for (int i = 0; i < 2; i++)
		memset(b->io[i].out[0].data, 1, N);
	if (slot >= 0)
		((uint8_t *)b->io[slot].out[0].data)[N / 2 + 1] = 9;
	s.poison[SLOT] = KEY;
	if (aisp_session_verify(&s, sample, 1, &err))
		abort();
	return aisp_tally_bad(&s.tally);
}

static void test_met(void)
{
	ok(!compare(true, -1, SAMPLE - 1) && !rival.is_there,
	   "the baseline keeps nothing of other samples");
	ok(!compare(true, -1, SAMPLE) && rival.is_there && rival.key == KEY,
	   "it keeps the call that was drawn");
	ok(compare(false, SLOT, SAMPLE) == 1 && strstr(s.wrong, "y[32769] is 9"),
	   "one wrong element of others is found, and told");
	ok(!compare(false, !SLOT, SAMPLE) && !compare(false, SLOT, SAMPLE + 1),
	   "but not in other calls");
	s.is_hostile = true;
	ok(!compare(false, SLOT, SAMPLE), "nor on hostile data");
	s.is_hostile = false;
	s.poison[SLOT]++;
	sampling.rival = NULL;
	ok(!compare(false, SLOT, SAMPLE), "nor in other launches");
	sampling.rival = &rival;
}

static void test_all(void)
{
	sampling.verify_budget_ns = INT64_C(10000000000);
	rival.is_there = false; /* what is compared then would be seen */
	ok(compare(false, SLOT, SAMPLE) == 1,
	   "with time enough the reference finds it alone");
	rival.is_there = true;
	ok(compare(false, SLOT, SAMPLE) == 1, "and it is not asked once more");
}

int main(void)
{
	static const int64_t no_params[AISP_MAX_IO];

	c.problem = (struct aisp_problem){ .n_out = 1, .n_threads = 1 };
	c.problem.out[0] = (struct aisp_spec){ "y", AISP_U8, 1, { N } };
	b = aisp_buffers_new(&c.problem, no_params, 2, NULL, &aisp_host_device, NULL);
	if (!b)
		abort();
	s.contract = &c;
	s.buffers = b;
	s.sampling = &sampling;
	s.harness = &harness;
	rival.sample = SAMPLE;
	rival.slot = SLOT;
	test_met();
	test_all();
	aisp_rival_release(&rival);
	aisp_buffers_free(b);
	return done();
}

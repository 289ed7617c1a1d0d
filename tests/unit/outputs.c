/* SPDX-License-Identifier: MIT
 *
 * Outputs are compared in a worker's memory while it stands still, else in a copy,
 * which it cannot change between two looks.
 */
#include <stdlib.h>
#include <string.h>

#include "judge/session.h"
#include "tap.h"

enum { N = 100 };

static struct aisp_buffers *b;
static const void *seen; /* what the reference saw */

static void want_ones(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	(void)first;
	seen = io->out[0].data;
	memset(b->io[0].out[0].data, 0, N); /* a worker that goes on */
	for (int64_t i = 0; i < n; i++)
		ref[i] = mag[i] = 1;
}

static const struct aisp_workload workload = { .abi = AISP_ABI,
					       .reference = want_ones };

/* Compares a right sample of a worker that stands still, or does not. */
static void compare(struct aisp_session *s, bool is_paused)
{
	memset(b->io[0].out[0].data, 1, N);
	memset(&s->tally, 0, sizeof(s->tally));
	s->launch.is_paused = is_paused;
	if (aisp_session_verify(s, -1, 1, NULL))
		abort();
}

int main(void)
{
	static const int64_t no_params[AISP_MAX_IO];
	static struct aisp_session s;
	static struct aisp_contract c = { .workload = &workload };
	const struct aisp_sampling sampling = { .calls_per_sample = 1 };
	const struct aisp_harness harness = { 0 };

	c.problem = (struct aisp_problem){ .n_out = 1, .n_threads = 1 };
	c.problem.out[0] = (struct aisp_spec){ "y", AISP_U8, 1, { N }, .is_choice = 1 };
	b = aisp_buffers_new(&c.problem, no_params, 1, NULL, &aisp_host_device, NULL);
	if (!b)
		abort();
	s.contract = &c;
	s.buffers = b;
	s.sampling = &sampling;
	s.harness = &harness;
	compare(&s, true);
	ok(seen == b->io[0].out[0].data && aisp_tally_bad(&s.tally) == N,
	   "who stands still is compared where the outputs are");
	compare(&s, false);
	ok(seen != b->io[0].out[0].data && s.tally.n_elems == N &&
		   !aisp_tally_bad(&s.tally),
	   "who goes on by a copy");
	aisp_answers_release(&s.answers);
	aisp_buffers_free(b);
	return done();
}

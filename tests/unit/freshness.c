/* SPDX-License-Identifier: MIT
 *
 * Each call of a launch gets inputs that no call had before; if one does not, that is
 * found by the contents of the slots, whatever keys they were made from.
 */
#include <stdlib.h>
#include <string.h>

#include "judge/session.h"
#include "tap.h"

enum { SLOTS = 8, ELEMS = 5000 };

static const int64_t no_params[AISP_MAX_PARAMS];
static const struct aisp_workload plain;
static const struct aisp_sampling sampling = { .calls_per_sample = SLOTS };
static struct aisp_harness harness = { .seed = { { 1, 2 } } };
static struct aisp_contract contract = { .workload = &plain };
static struct aisp_err err;

/* A workload whose inputs are always the same. */
static void same_again(const struct aisp_io *io, uint64_t bits)
{
	(void)bits;
	memset(io->in[0].data, 7, ELEMS * sizeof(float));
}

static struct aisp_session *start(int64_t n_elems)
{
	struct aisp_session *s = calloc(1, sizeof(*s));
	struct aisp_problem *pr = &contract.problem;

	*pr = (struct aisp_problem){ .n_in = 1, .n_out = 1, .n_threads = 1 };
	pr->in[0] = (struct aisp_spec){ "a", AISP_F32, 1, { n_elems } };
	pr->out[0] = (struct aisp_spec){ "b", AISP_F32, 1, { n_elems } };
	s->harness = &harness;
	s->contract = &contract;
	s->sampling = &sampling;
	s->buffers =
		aisp_buffers_new(pr, no_params, SLOTS, NULL, &aisp_host_device, &err);
	return s;
}

static int refill(struct aisp_session *s, int sample)
{
	return aisp_session_refill(s, aisp_set_of(AISP_STAGE_TIMED, sample, 0), false,
				   &err);
}

static void stop(struct aisp_session *s)
{
	aisp_buffers_free(s->buffers);
	free(s);
}

static void test_generated(int64_t n_elems)
{
	struct aisp_session *s = start(n_elems);

	ok(!refill(s, 0) && !refill(s, 1), "two samples");
	ok(s->freshness.n_seen == 2 * SLOTS, "each slot of each has new inputs");
	ok(s->freshness.n_repeated == 0, "none was there before");
	ok(!refill(s, 1) && s->freshness.n_repeated == SLOTS,
	   "a sample with the same number has the same inputs: noticed");
	stop(s);
}

static void test_repeated(void)
{
	const struct aisp_workload constant = { .prepare = same_again };
	struct aisp_session *s = start(ELEMS);

	contract.workload = &constant;
	ok(!refill(s, 0), "inputs that the workload makes itself");
	ok(s->freshness.n_repeated == SLOTS - 1, "seen, whatever their keys were");
	contract.workload = &plain;
	stop(s);
}

static void test_digest(void)
{
	static unsigned char a[1 << 20], b[1 << 20];

	ok(aisp_freshness_digest(1, a, 4096, 5) == aisp_freshness_digest(1, b, 4096, 5),
	   "the same bytes, the same digest");
	b[4095] = 1;
	ok(aisp_freshness_digest(1, a, 4096, 5) != aisp_freshness_digest(1, b, 4096, 5),
	   "the last byte of what is small");
	memset(b, 1, sizeof(b));
	ok(aisp_freshness_digest(1, a, sizeof(a), 5) !=
		   aisp_freshness_digest(1, b, sizeof(b), 5),
	   "large ones by some lines");
}

static void test_full(void)
{
	struct aisp_freshness *f = calloc(1, sizeof(*f));

	for (uint64_t i = 1; i < 2 * AISP_N_DIGESTS; i++)
		aisp_freshness_note(f, i);
	ok(f->n_seen == AISP_N_DIGESTS - 1 && !f->n_repeated, "a full table ends");
	aisp_freshness_note(f, 1);
	ok(f->n_repeated == 1, "and still knows what it holds");
	free(f);
}

int main(void)
{
	test_generated(ELEMS);
	test_generated(3);
	test_repeated();
	test_digest();
	test_full();
	return done();
}

/* SPDX-License-Identifier: MIT
 *
 * In the pilots and in one block all arms get the same inputs, after the baseline.
 */
#include <string.h>

#include "judge/rival.h"
#include "judge/rival_group.h"
#include "tap.h"

enum { N_SEEDS = 64, N_SAMPLES = 5, N_SLOTS = 3, N_ARMS = 4, N_BLOCKS = 3 };

static const struct aisp_workload workload = { .abi = AISP_ABI };
static struct aisp_contract c = { .workload = &workload };
static struct aisp_harness harness;
static struct aisp_group g;

static void begin(uint64_t seed)
{
	struct aisp_err err;

	harness.seed.k[0] = seed;
	memset(&g, 0, sizeof(g));
	g.contract = &c;
	g.device = AISP_DEVICE_CPU;
	g.sampling.n_samples = N_SAMPLES;
	g.sampling.calls_per_sample = N_SLOTS;
	if (aisp_rival_begin(&g, &harness, &err))
		abort();
}

/* Do the arms' launches in this block share their inputs, the baseline's being kept? */
static bool is_shared(int block)
{
	bool is = true;

	for (int i = 0; i < N_ARMS; i++) {
		struct aisp_sampling s = aisp_rival_sampling(&g, &harness, i, block);

		is &= s.pair == block + 2 && s.rival == g.rival &&
		      s.is_rival == (i == 0);
	}
	return is;
}

static bool is_apart(int block)
{
	struct aisp_sampling s = aisp_rival_sampling(&g, &harness, 1, block);

	return !s.pair && !s.rival;
}

static void test_launches(void)
{
	bool drawn[N_BLOCKS] = { false }, is_pilot = true, is_one = true;

	for (int seed = 0; seed < N_SEEDS; seed++) {
		int n = 0;

		begin((uint64_t)seed);
		is_pilot &= is_shared(-1);
		for (int block = 0; block < 10; block++) {
			bool is = is_shared(block);

			n += is;
			is_one &= is ? block < N_BLOCKS : is_apart(block);
			if (is && block < N_BLOCKS)
				drawn[block] = true;
		}
		is_one &= n == 1;
		aisp_rival_end(&g);
	}
	ok(is_pilot, "the pilots share their inputs");
	ok(is_one && drawn[0] && drawn[1] && drawn[2],
	   "and so do the launches of one of the first blocks, which is drawn");
}

static void test_call(void)
{
	bool samples[N_SAMPLES] = { false }, slots[N_SLOTS] = { false }, all = true;
	bool is_anew = false;

	for (int seed = 0; seed < N_SEEDS; seed++) {
		int sample;

		begin((uint64_t)seed);
		aisp_rival_sampling(&g, &harness, 0, -1);
		sample = g.rival->sample;
		aisp_rival_sampling(&g, &harness, 0, g.rival->block);
		is_anew |= g.rival->sample != sample;
		samples[g.rival->sample] = slots[g.rival->slot] = true;
		aisp_rival_end(&g);
	}
	for (int i = 0; i < N_SAMPLES; i++)
		all &= samples[i];
	for (int i = 0; i < N_SLOTS; i++)
		all &= slots[i];
	ok(all && is_anew, "any call of them may be the one, in each launch anew");
}

static void test_order(void)
{
	int order[N_ARMS], n_first = 0, n_elsewhere = 0;
	bool is_first = true, has_all = true;

	for (int seed = 0; seed < N_SEEDS; seed++) {
		begin((uint64_t)seed);
		for (g.n_blocks = 0; g.n_blocks < N_BLOCKS; g.n_blocks++) {
			int seen = 0;

			aisp_rival_order(&g, &harness.seed, N_ARMS, order);
			for (int k = 0; k < N_ARMS; k++)
				seen |= 1 << order[k];
			has_all &= seen == (1 << N_ARMS) - 1;
			if (g.n_blocks == g.rival->block)
				is_first &= order[0] == 0;
			else if (order[0] == 0)
				n_first++;
			else
				n_elsewhere++;
		}
		aisp_rival_end(&g);
	}
	ok(is_first && has_all, "in that block the baseline is the first");
	ok(n_first && n_elsewhere, "and wherever it was drawn to be in others");
}

static void test_impossible(void)
{
	struct aisp_err err;
	int order[2];

	begin(1);
	aisp_rival_end(&g);
	g.device = AISP_DEVICE_CUDA;
	ok(!aisp_rival_begin(&g, &harness, &err) && !g.rival,
	   "nothing is kept of a device");
	ok(is_apart(-1) && is_apart(0), "then no launches share inputs");
	g.sampling.pair = 2;
	ok(aisp_rival_sampling(&g, &harness, 1, 0).pair == 2,
	   "unless a score wants them to");
	aisp_rival_order(&g, &harness.seed, 2, order);
	ok(order[0] + order[1] == 1, "and orders are the plan's");
}

int main(void)
{
	test_launches();
	test_call();
	test_order();
	test_impossible();
	return done();
}

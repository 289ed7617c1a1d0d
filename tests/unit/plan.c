/* SPDX-License-Identifier: MIT
 *
 * How many calls a sample has: enough for the clock, in no more slots than fit into
 * memory and can be filled.
 */
#include <math.h>
#include <string.h>

#include "decide/plan.h"
#include "tap.h"
#include "worker/protocol.h"

#define US INT64_C(1000)

static struct aisp_measured pilots[3]; /* the last is of no arm */
static struct aisp_group g;
static const struct aisp_problem problem;
static const struct aisp_limits limits = { .n_warmup = -1, .timeout_multiplier = 1 };

/* Two arms of 100 and 400 us, and slots of 1 MB that are filled in 1 ms. */
static void make_group(enum aisp_device device)
{
	g = (struct aisp_group){ .problem = &problem,
				 .device = device,
				 .is_spin = true,
				 .n_arms = 2,
				 .slot_bytes = 1 << 20,
				 .can_stage = true };
	for (int i = 0; i < 3; i++) {
		pilots[i] = (struct aisp_measured){ .refill_ns = 1000 * US };
		g.arms[i] = (struct aisp_arm){ .status = AISP_ARM_OK,
					       .pilot_ns = i ? 400e3 : 100e3,
					       .n_launches = 1,
					       .launches = &pilots[i] };
	}
	g.arms[2].pilot_ns = 1e12;
	pilots[2].refill_ns = 1000000 * US;
}

static int calls(void)
{
	aisp_group_plan(&g, &limits);
	return g.sampling.calls_per_sample;
}

static void test_clock(void)
{
	make_group(AISP_DEVICE_CPU);
	ok(calls() == 1, "a CPU's clock needs 50 us, which a call of 100 us is");
	g.arms[0].pilot_ns = 20e3;
	ok(calls() == 3, "and the fastest arm decides");
	g.can_stage = false;
	ok(calls() == 1, "inputs that would lie there together come one by one");
	g.can_stage = true;
	g.arms[0].status = AISP_ARM_FAILED;
	ok(calls() == 1, "of those that are measured");
	make_group(AISP_DEVICE_CPU);
	g.is_spin = false;
	ok(calls() == 10, "a CPU that may sleep before the bell wants a millisecond");
	make_group(AISP_DEVICE_CPU);
	g.bias.spread_ns = 5000;
	g.arms[0].pilot_ns = 5000;
	ok(calls() == AISP_MAX_SLOTS, "a call that the bell does not resolve is short");
	g.arms[1].pilot_ns = 50e6;
	ok(calls() == 10, "the slowest arm's sample takes half a second at most");
	g.arms[1].pilot_ns = 1e9;
	ok(calls() == 1, "one at least");
	make_group(AISP_DEVICE_CUDA);
	ok(calls() == 10, "launches want a millisecond");
	g.can_stage = false;
	ok(calls() == 10, "whose inputs a GPU may have there together");
}

static void test_slots(void)
{
	make_group(AISP_DEVICE_CUDA);
	g.slot_bytes = (size_t)2000e6;
	ok(calls() == 4, "8 GB for all slots");
	g.slot_bytes = (size_t)20000e6;
	ok(calls() == 1, "one at least");
	make_group(AISP_DEVICE_CUDA);
	pilots[1].refill_ns = 50000 * US;
	ok(calls() == 3, "150 ms to fill them, by the arm that took longest");
	pilots[0].refill_ns = 1000000 * US;
	ok(calls() == 1, "one at least");
}

static void test_dear_inputs(void)
{
	int n;

	make_group(AISP_DEVICE_CUDA);
	aisp_group_plan(&g, &limits);
	n = g.sampling.n_samples;
	pilots[1].refill_ns = 10000 * US;
	aisp_group_plan(&g, &limits);
	ok(n > 3 && g.sampling.n_samples == 3,
	   "fewer samples in a launch whose inputs the host prepares at length");
	make_group(AISP_DEVICE_CPU);
	aisp_group_plan(&g, &limits);
	n = g.sampling.n_samples;
	pilots[1].refill_ns = 10000 * US;
	aisp_group_plan(&g, &limits);
	ok(g.sampling.n_samples == n, "a busy CPU's fills take none of them");
}

static void test_fixed(void)
{
	const struct aisp_problem fixed = { .uses = AISP_USES_FIXED_IO };
	const struct aisp_problem stepped = { .n_steps = 7 };

	make_group(AISP_DEVICE_CUDA);
	g.problem = &fixed;
	ok(calls() == 1, "one slot where addresses are fixed");
	g.problem = &problem;
	ok(calls() == 10, "as many as there is time for where they are not");
	g.is_gated = true;
	ok(calls() == 1, "behind a gate they come one by one");
	make_group(AISP_DEVICE_CUDA);
	g.problem = &stepped;
	ok(calls() == 1, "an episode is a sample of its own");
}

static void test_samples(void)
{
	make_group(AISP_DEVICE_CPU);
	aisp_group_plan(&g, &limits);
	ok(g.sampling.n_samples > 3 && g.sampling.n_samples <= 11,
	   "as many samples as a launch has time for");
	pilots[1].evidence.n_spoilt = 1;
	aisp_group_plan(&g, &limits);
	ok(g.sampling.n_samples == 3, "three where others had a pilot's CPUs");
	g.arms[1].status = AISP_ARM_FAILED;
	aisp_group_plan(&g, &limits);
	ok(g.sampling.n_samples > 3, "if that arm is measured");
	make_group(AISP_DEVICE_CUDA);
	pilots[1].evidence.n_spoilt = 1;
	aisp_group_plan(&g, &limits);
	ok(g.sampling.n_samples > 3, "a GPU's launches are as they are");
	make_group(AISP_DEVICE_CPU);
	pilots[1].evidence.n_spoilt = 1;
	g.merit.is_score = true;
	aisp_group_plan(&g, &limits);
	ok(g.sampling.n_samples > 3, "nor has a score fewer: nothing is taken again");
	make_group(AISP_DEVICE_CPU);
	g.arms[1].pilot_ns = 1e9;
	aisp_group_plan(&g, &limits);
	ok(g.sampling.n_samples == 3 && g.sampling.n_warmup == 1, "three at least");
	ok(g.sampling.limit_ns == (int64_t)50e9, "50 times as long is too long");
	g.arms[0].pilot_ns = 3e9;
	aisp_group_plan(&g, &limits);
	ok(g.sampling.limit_ns == (int64_t)150e9, "as the slowest, whichever it is");
	g.arms[0].status = AISP_ARM_FAILED;
	aisp_group_plan(&g, &limits);
	ok(g.sampling.limit_ns == (int64_t)50e9, "of those that are measured");
	pilots[1].spawn_ns = INT64_C(18000000000);
	g.arms[1].pilot_ns = 1e6;
	aisp_group_plan(&g, &limits);
	ok(g.sampling.limit_ns == (int64_t)36e9,
	   "a long setup() has as long as its pilot");
}

static void test_before(void)
{
	const struct aisp_sampling few = { .n_warmup = 1,
					   .n_samples = 2,
					   .calls_per_sample = 3 };

	ok(aisp_plan_before(&few, 0) == 1 && aisp_plan_before(&few, 1) == 1,
	   "one call before those that count");
	ok(aisp_plan_before(&few, 2) == 2 && aisp_plan_before(&few, 4) == 8,
	   "twice as many where that was slow");
	ok(aisp_plan_before(&few, 12) == 9 && aisp_plan_before(&few, 40) == 9,
	   "and no more than at the public sizes");
}

/* The plan for one arm with calls of that length and slots of that size. */
static const struct aisp_sampling *plan(double pilot_ns, size_t slot_bytes,
					const struct aisp_limits *user)
{
	g.n_arms = 1;
	g.arms[0].pilot_ns = pilot_ns;
	g.slot_bytes = slot_bytes;
	aisp_group_plan(&g, user);
	return &g.sampling;
}

/* A launch has 30 ms on a CPU; a sample's outputs are compared for 2 ms. */
static void test_budget(void)
{
	make_group(AISP_DEVICE_CPU);
	ok(plan(1e6, 4000000, &limits)->n_samples == 6 && g.sampling.n_warmup == 1,
	   "a call of 1 ms, 2 ms to compare, 2 ms to fill 4 MB: six samples");
	ok(g.sampling.verify_budget_ns == 2000 * US, "of which comparing has 2 ms");
	ok(plan(1e6, 2000, &limits)->n_samples == 9, "nine where nothing is filled");
	ok(plan(999999, 2, &limits)->n_warmup == 1 &&
		   plan(999998, 2, &limits)->n_warmup == 2,
	   "a second one to warm up where a sample takes less than a tenth");
	ok(plan(100e3, 2, &limits)->n_samples == 11, "and no more than eleven");
	make_group(AISP_DEVICE_CUDA);
	ok(plan(1e6, 1000, &limits)->n_samples == 15, "fifteen at most on a GPU");
	ok(plan(4e6, 300000000, &limits)->n_samples == 13,
	   "4 ms, 2 to compare, 0.5 to look, 1 to fill: 13 of 7.5 ms");
}

static void test_user(void)
{
	const struct aisp_limits cold = { .n_warmup = -1,
					  .is_cold_start = true,
					  .timeout_multiplier = 3 };
	const struct aisp_limits own = { .n_warmup = 0,
					 .n_samples = 77,
					 .timeout_multiplier = 1 };

	make_group(AISP_DEVICE_CPU);
	plan(20e3, 1000, &cold);
	ok(g.sampling.calls_per_sample == 1 && g.sampling.n_samples == 1 &&
		   g.sampling.n_warmup == 0,
	   "a cold start is one call");
	ok(g.sampling.limit_ns == 30000000 * US,
	   "ten seconds at least, three times as long where the user says so");
	plan(20e3, 1000, &own);
	ok(g.sampling.n_samples == 77 && g.sampling.n_warmup == 0,
	   "the user's numbers, nothing to warm up too");
}

/* The planned cost of a comparison with a budget of 4 ms, if the pilots' took these. */
static int64_t cost(int64_t first_us, int64_t second_us)
{
	make_group(AISP_DEVICE_CPU);
	g.sampling.verify_budget_ns = 4000 * US;
	pilots[0].verify_ns = first_us * US;
	pilots[1].verify_ns = second_us * US;
	aisp_group_plan(&g, &limits);
	return g.sampling.verify_cost_ns;
}

static void test_verify_cost(void)
{
	ok(cost(1000, 6001) == 6001 * US && cost(7000, 6001) == 7000 * US,
	   "what took half as long again as it had could not take less");
	ok(cost(6000, 1000) == 1, "what did not may");
}

static bool is_order(const int *order, int n)
{
	unsigned seen = 0;

	for (int i = 0; i < n; i++)
		seen |= 1u << order[i];
	return seen == (1u << n) - 1;
}

/* The orders of three arms in 40 blocks: one bit for each of the six. */
static unsigned orders_of(const struct aisp_seed *seed, int order[40][3])
{
	unsigned seen = 0;

	for (int block = 0; block < 40; block++) {
		aisp_plan_order(seed, block, 3, order[block]);
		seen |= 1u << (2 * order[block][0] +
			       (order[block][1] > order[block][2]));
	}
	return seen;
}

static void test_order(void)
{
	const struct aisp_seed seed = { { 1, 2 } }, other = { { 1, 3 } };
	int a[40][3], b[40][3], n_mirrored = 0, n_orders = 0, n_same = 0;

	ok(orders_of(&seed, a) == 0x3f, "every order comes");
	for (int block = 0; block < 40; block++)
		n_orders += is_order(a[block], 3);
	ok(n_orders == 40, "each arm once a block");
	for (int block = 0; block < 40; block += 2)
		n_mirrored += a[block][0] == a[block + 1][2] &&
			      a[block][1] == a[block + 1][1];
	ok(n_mirrored == 20, "an odd block is the reverse of the one before");
	for (int block = 0; block < 40; block += 4)
		n_same += !memcmp(a[block], a[block + 2], sizeof(a[block]));
	ok(n_same < 6, "and only of that");
	orders_of(&other, b);
	ok(memcmp(a, b, sizeof(a)) != 0, "another seed, another order");
	orders_of(&seed, b);
	ok(!memcmp(a, b, sizeof(a)), "the same seed, the same");
}

static void test_shared(void)
{
	struct aisp_bias empty = { .start_ns = 300e6, .ring_ns = 12e3 };

	ok(aisp_shared_limit_ns(3000, &empty) == 3000, "a device alone: the limit");
	empty.start_ns = 8e9;
	ok(aisp_shared_limit_ns(3000, &empty) == 24000, "slow to start: so many times");
	empty.ring_ns = 3e6;
	ok(aisp_shared_limit_ns(3000, &empty) == 45000, "or slow to answer");
	empty.start_ns = INFINITY;
	ok(aisp_shared_limit_ns(3000, &empty) == 32 * 3000, "but it ends");
	empty.start_ns = empty.ring_ns = NAN;
	ok(aisp_shared_limit_ns(3000, &empty) == 3000, "or nothing is known");
}

int main(void)
{
	test_shared();
	test_clock();
	test_slots();
	test_dear_inputs();
	test_fixed();
	test_samples();
	test_before();
	test_budget();
	test_user();
	test_verify_cost();
	test_order();
	return done();
}

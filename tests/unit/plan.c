/* SPDX-License-Identifier: MIT
 *
 * How many calls a sample has: long enough for the clock, in as many slots as there is
 * memory for and as can be filled.
 */
#include <math.h>
#include <string.h>

#include "judge/plan.h"
#include "tap.h"

#define US INT64_C(1000)

static struct aisp_measured pilots[2];
static struct aisp_group g;
static const struct aisp_limits limits = { .n_warmup = -1, .timeout_multiplier = 1 };

/* Two arms of 100 and 400 us, slots of 1 MB that are filled in 1 ms. */
static void make_group(enum aisp_device device)
{
	g = (struct aisp_group){ .device = device, .n_arms = 2, .slot_bytes = 1 << 20 };
	for (int i = 0; i < 2; i++) {
		pilots[i] = (struct aisp_measured){ .refill_ns = 1000 * US };
		g.arms[i] = (struct aisp_arm){ .status = AISP_ARM_OK,
					       .pilot_ns = i ? 400e3 : 100e3,
					       .n_launches = 1,
					       .launches = &pilots[i] };
	}
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
	g.arms[0].status = AISP_ARM_FAILED;
	ok(calls() == 1, "of those that are measured");
	make_group(AISP_DEVICE_CPU);
	g.bias.spread_ns = 5000;
	g.arms[0].pilot_ns = 5000;
	ok(calls() == AISP_MAX_SLOTS, "a call that the bell does not resolve is short");
	make_group(AISP_DEVICE_CUDA);
	ok(calls() == 10, "launches want a millisecond");
}

static void test_slots(void)
{
	make_group(AISP_DEVICE_CUDA);
	g.slot_bytes = (size_t)2000e6;
	ok(calls() == 4, "8 GB for all slots");
	g.slot_bytes = (size_t)20000e6;
	ok(calls() == 1, "one at least");
	make_group(AISP_DEVICE_CUDA);
	pilots[1].refill_ns = 100000 * US;
	ok(calls() == 3, "300 ms to fill them, by the arm that took longest");
	pilots[0].refill_ns = 1000000 * US;
	ok(calls() == 1, "one at least");
}

static void test_fixed(void)
{
	make_group(AISP_DEVICE_CUDA);
	g.contract.problem.uses = AISP_USES_FIXED_IO;
	ok(calls() == 1, "one slot where addresses are fixed");
}

static void test_samples(void)
{
	make_group(AISP_DEVICE_CPU);
	aisp_group_plan(&g, &limits);
	ok(g.sampling.n_samples > 3 && g.sampling.n_samples <= 11,
	   "as many samples as a launch has time for");
	g.arms[1].pilot_ns = 1e9;
	aisp_group_plan(&g, &limits);
	ok(g.sampling.n_samples == 3 && g.sampling.n_warmup == 1, "three at least");
	ok(g.sampling.limit_ns == (int64_t)50e9, "50 times as long is too long");
}

static bool is_order(const int *order, int n)
{
	unsigned seen = 0;

	for (int i = 0; i < n; i++)
		seen |= 1u << order[i];
	return seen == (1u << n) - 1;
}

/* Three arms over 40 blocks: which of the six orders come, one bit each. */
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
	int a[40][3], b[40][3], n_mirrored = 0, n_orders = 0;

	ok(orders_of(&seed, a) == 0x3f, "every order comes");
	for (int block = 0; block < 40; block++)
		n_orders += is_order(a[block], 3);
	ok(n_orders == 40, "each arm once a block");
	for (int block = 0; block < 40; block += 2)
		n_mirrored += a[block][0] == a[block + 1][2] &&
			      a[block][1] == a[block + 1][1];
	ok(n_mirrored == 20, "an odd block is the reverse of the one before");
	orders_of(&other, b);
	ok(memcmp(a, b, sizeof(a)) != 0, "another seed, another order");
	orders_of(&seed, b);
	ok(!memcmp(a, b, sizeof(a)), "the same seed, the same");
}

int main(void)
{
	test_clock();
	test_slots();
	test_fixed();
	test_samples();
	test_order();
	return done();
}

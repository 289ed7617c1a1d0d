/* SPDX-License-Identifier: MIT
 *
 * Blocks of GGUF files have the values that the gguf package of Python (0.19) gave with
 * dequantize(), below; a block packed with seven others keeps them.
 */
#include "../../chapters/ch16_inference/workload_block_formats.h"

#include "tap.h"

/* Fills a block with bytes that tell all places apart, and halves of a usual size. */
static void make_block(int64_t f, uint8_t *block)
{
	const uint8_t halves[] = { 0x55, 0x2c, 0xa3, f == Q4_1 ? 0xab : 0x2b };

	for (int i = 0; i < format_of(f).bytes; i++)
		block[i] = (uint8_t)(i * 37 + 11);
	memcpy(block, halves, 2 * (size_t)format_of(f).halves);
}

static double weight(int64_t f, const uint8_t *block, int i)
{
	struct group g = group_of(f, block, i / GROUP);
	struct group h = half_group(g, f, i % GROUP / 16);

	return (double)g.scale * weight_of(&h, i % 16) + (double)g.least;
}

/* The sum of all weights, each times its place, counted from 1. */
static double by_place(int64_t f, const uint8_t *block)
{
	double sum = 0;

	for (int i = 0; i < format_of(f).weights; i++)
		sum += (i + 1) * weight(f, block, i);
	return sum;
}

static void test_meaning(int64_t f, double first, double later, double last, double sum)
{
	uint8_t block[144];

	make_block(f, block);
	ok(weight(f, block, 0) == first, "the first weight");
	ok(weight(f, block, 17) == later, "one in the second half of a group");
	ok(weight(f, block, format_of(f).weights - 1) == last, "the last one");
	ok(fabs(by_place(f, block) - sum) < 1e-6 * fabs(sum), "all, by their places");
}

/* Row 5 of 8: scales are packed byte by byte, weights four by four. */
static void test_packed(int64_t f)
{
	struct format is = format_of(f);
	uint8_t block[144], packed[8 * 144] = { 0 };
	int body = 2 * is.halves + is.scales, n_right = 0;

	make_block(f, block);
	pack_block(f, packed, block, 5);
	for (int i = body; i < is.bytes; i++)
		n_right +=
			packed[8 * body + (i - body) / 4 * 32 + 20 + (i - body) % 4] ==
			block[i];
	ok(n_right == is.bytes - body, "weights");
	ok(half_at(packed + 10) == half_at(block), "the first half");
	if (is.halves == 2)
		ok(half_at(packed + 16 + 10) == half_at(block + 2), "the second");
	for (int j = 0; j < is.scales * 2 / 3; j++)
		ok(scale_of(packed + 32 + 5, j, 8) == scale_of(block + 4, j, 1) &&
			   least_of(packed + 32 + 5, j, 8) == least_of(block + 4, j, 1),
		   "scale and minimum of a group");
}

int main(void)
{
	test_meaning(Q8_0, 5.75347900390625, -3.6551513671875, -3.2490234375,
		     -546.9189453125);
	test_meaning(Q4_1, 0.955657958984375, 0.752593994140625, 0.752593994140625,
		     238.09979248046875);
	test_meaning(Q4_K, 20.038848876953125, -3.042755126953125, 2.379241943359375,
		     488026.56298828125);
	for (int64_t f = 0; f < N_FORMATS; f++)
		test_packed(f);
	return done();
}

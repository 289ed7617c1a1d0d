/* SPDX-License-Identifier: MIT
 *
 * Vectors take 32 bits of the mask with 32 logits, where any of the bits is set.  Their
 * sums of weights say in which 32 the draw falls, and only these are walked through.
 * FLAGS: -O3
 */
#include "workload_guided.h"

#include <aisp/exp2.h>

#include "guided_word.h"

#define BLOCK 32
#define LOG2E 0x1.715476p+0f

/* Into the clones, which have better instructions. */
#define INLINE static inline __attribute__((always_inline))

/* Logits of block b, and which of them are allowed; none of those behind the last. */
struct block {
	const uint16_t *l;
	uint32_t allowed;
	uint16_t copy[BLOCK];
};

INLINE void find_block(const struct guided *g, int64_t b, struct block *x)
{
	int64_t n = g->vocab - b * BLOCK;

	x->allowed = (uint32_t)(load_word(g, b / 2) >> b % 2 * BLOCK);
	x->l = g->logits + b * BLOCK;
	if (n >= BLOCK)
		return;
	memset(x->copy, 0, sizeof(x->copy));
	memcpy(x->copy, x->l, (size_t)n * sizeof(*x->l));
	x->l = x->copy;
}

INLINE float weight_in(const struct block *x, int i, float largest, float scale)
{
	float w = aisp_exp2f((from_bf16(x->l[i]) - largest) * scale);

	return x->allowed >> i & 1 ? w : 0;
}

AISP_CLONES static float find_largest(const struct guided *g, int64_t n)
{
	float most[BLOCK], largest = -INFINITY;

	for (int i = 0; i < BLOCK; i++)
		most[i] = -INFINITY;
	for (int64_t b = 0; b < n; b++) {
		struct block x;

		find_block(g, b, &x);
		if (!x.allowed)
			continue;
		for (int i = 0; i < BLOCK; i++) {
			float l = x.allowed >> i & 1 ? from_bf16(x.l[i]) : -INFINITY;

			most[i] = l > most[i] ? l : most[i];
		}
	}
	for (int i = 0; i < BLOCK; i++)
		largest = most[i] > largest ? most[i] : largest;
	return largest;
}

/* Finds the sum of weights of each block; returns the sum of all. */
AISP_CLONES static double add_up(const struct guided *g, int64_t n, float largest)
{
	float scale = g->scale * LOG2E;
	double total = 0;

	for (int64_t b = 0; b < n; b++) {
		float part[BLOCK / 2] = { 0 }, sum = 0;
		struct block x;

		find_block(g, b, &x);
		if (x.allowed) {
			for (int h = 0; h < BLOCK; h += BLOCK / 2)
				for (int i = 0; i < BLOCK / 2; i++)
					part[i] += weight_in(&x, h + i, largest, scale);
			for (int i = 0; i < BLOCK / 2; i++)
				sum += part[i];
		}
		g->weights[b] = sum;
		total += (double)sum;
	}
	return total;
}

/* The first token of block b at which the sum, `sum` before the block, exceeds `most`,
 * else the last that is allowed. */
static int32_t walk(const struct guided *g, int64_t b, double sum, double most,
		    float largest)
{
	int last = 0;
	struct block x;

	find_block(g, b, &x);
	for (int i = 0; i < BLOCK && sum <= most; i++) {
		float w = weight_in(&x, i, largest, g->scale * LOG2E);

		sum += (double)w;
		last = w > 0 ? i : last;
	}
	return (int32_t)(b * BLOCK + last);
}

/* Is one token allowed and no other? */
static int is_forced(const struct guided *g)
{
	int64_t n = 0;

	for (int64_t i = 0; i < (g->vocab + WORD - 1) / WORD && n < 2; i++)
		n += __builtin_popcountll(load_word(g, i));
	return n == 1;
}

static int32_t draw_row(const struct guided *g)
{
	int64_t n = (g->vocab + BLOCK - 1) / BLOCK, from = 0;
	double total, sum = 0, before = 0;
	float largest;

	if (is_forced(g))
		return nth_allowed(g, 0);
	largest = find_largest(g, n);
	total = (double)g->u * add_up(g, n, largest);
	for (int64_t b = 0; b < n && sum <= total; b++) {
		if (!(g->weights[b] > 0))
			continue;
		from = b;
		before = sum;
		sum += (double)g->weights[b];
	}
	return walk(g, from, before, total, largest);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "32 mask bits and logits per vector, empty blocks skipped",
	.run = run,
};

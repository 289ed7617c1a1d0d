/* SPDX-License-Identifier: MIT
 *
 * fsdp_bf16.h - a layer in bf16 whose weights are divided among ranks: what its forward
 * and backward passes share.  x [ranks, rows, inputs]; w [ranks, outputs / ranks,
 * inputs], where a rank's part is outputs / ranks outputs.
 */
#ifndef FSDP_BF16_H
#define FSDP_BF16_H

#include <aisp/bf16.h>
#include <aisp/bf16_product.h>
#include <aisp/ranks.h>

enum { RANKS, ROWS, OUTPUTS, INPUTS };

static inline struct aisp_spec of_ranks(const char *name, const int64_t *p,
					int64_t rows, int64_t cols)
{
	return (struct aisp_spec){ .name = name,
				   .dtype = AISP_BF16,
				   .rank = 3,
				   .shape = { p[RANKS], rows, cols },
				   .part = { AISP_PART_RANKS } };
}

static inline void set_layer(const int64_t *p, struct aisp_problem *pr)
{
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.peers_write = 1;
	pr->compute = AISP_BF16;
	pr->uses = AISP_USES_STREAMS;
	pr->error_c = AISP_BF16_ONCE;
	if (p[INPUTS] % 8 || p[OUTPUTS] % (8 * p[RANKS]))
		pr->invalid = "inputs must be a multiple of 8, outputs of 8 for each "
			      "rank: rows start at 16 bytes";
}

/* In units of AISP_BF16_ONCE times the unit roundoff, 2^-8: of a sum of k products
 * whose absolute values add up to `sum`. */
static inline double layer_mag(double ref, int64_t k, double sum)
{
	return fabs(ref) + accumulated(k, sum) / AISP_BF16_ONCE * 0x1p8;
}

#define LAYER_PARAMS                                                                    \
	{                                                                               \
		[RANKS] = { "ranks", 2, 2, 2, "processes" },                            \
		[ROWS] = { "rows", 37, 256, 4096, "of the batch, of each rank", 2048 }, \
		[OUTPUTS] = { "outputs", 192, 512, 16384, "of the layer", 8192 },       \
		[INPUTS] = { "inputs", 136, 512, 8192, "of the layer", 4096 },          \
	}

#endif

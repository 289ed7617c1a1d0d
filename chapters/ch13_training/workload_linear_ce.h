/* SPDX-License-Identifier: MIT
 *
 * The end of a language model in training: rows h of the last layer meet the weights w
 * of a vocabulary, and the loss of the words that came is taken back to both:
 *
 *     x = h w^T,  loss = log(sum of exp(x)) - x[target]
 *     g = (exp(x) / sum of exp(x) - (1 at the target, else 0)) / rows
 *     dh = g w,  dw = g^T h
 *
 * Judged by memory: x and g are larger than all that goes in and comes out.
 */
#include "linear_ce_contract.h"

static const struct aisp_score score = AISP_MEMORY_SCORE(2);

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "loss of a linear layer over a vocabulary, and its gradients",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 37, 144, 288, "rows of h, each a token's" },
		    [VOCAB] = { "vocab", 251, 8192, 16384, "words, a row of w each" },
		    [INPUTS] = { "inputs", 24, 32, 64, "elements of a row" } },
	.problem = problem,
	.prepare = prepare,
	.prepare_part = prepare_part,
	.reference = reference,
	.score = &score,
};

/* SPDX-License-Identifier: MIT
 *
 * experts_layer.h - what contracts of a layer of experts share: weights, what comes of
 * tokens, room to work in.  After the names of parameters and tensors, and scores_of(),
 * where a call's scores lie, bf16[tokens][experts].
 */
#ifndef EXPERTS_LAYER_H
#define EXPERTS_LAYER_H

#include <aisp/bf16.h>
#include <aisp/draw.h>
#include <float.h>
#include <stdlib.h>

#include "chosen.h"

#define MOST_K 32
#define CHUNK  96 /* tokens that a thread of the CPU keeps side by side */

/* Experts that have a token, if they are drawn evenly. */
static inline double experts_hit(const int64_t *p)
{
	double e = (double)p[EXPERTS];

	return e * (1 - pow(1 - (double)p[K] / e, (double)p[TOKENS]));
}

static inline size_t room_of(const int64_t *p)
{
	int64_t rows = p[TOKENS] * p[K], chunk = CHUNK * (8 * p[WIDTH] + 2 * p[INNER]);

	return (size_t)(p[THREADS] * (4 * p[TOKENS] * p[WIDTH] + chunk) +
			rows * (2 * p[INNER] + 4 * p[WIDTH] + 32) + 32 * p[EXPERTS] +
			65536);
}

static inline const char *invalid_of(const int64_t *p)
{
	if (p[WIDTH] % 16 || p[INNER] % 8)
		return "width is a multiple of 16, inner of 8";
	if (p[EXPERTS] > MOST_EXPERTS || p[K] > MOST_K || p[K] > p[EXPERTS])
		return "experts must not exceed 1024, nor k 32 or experts";
	return p[TOKENS] > 65536 ? "tokens must not exceed 65536" : NULL;
}

/* Weights; ids and y; what a layer may use, and how exact it is. */
static inline void add_layer(struct aisp_problem *pr, const int64_t *p)
{
	int64_t e = p[EXPERTS], w = p[WIDTH], f = p[INNER];

	aisp_add_in(pr, (struct aisp_spec){ "w1", AISP_BF16, 3, { e, f, w } });
	aisp_add_in(pr, (struct aisp_spec){ "w3", AISP_BF16, 3, { e, f, w } });
	aisp_add_in(pr, (struct aisp_spec){ "w2", AISP_BF16, 3, { e, w, f } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "ids",
					     .dtype = AISP_I32,
					     .rank = 2,
					     .shape = { p[TOKENS], p[K] },
					     .is_choice = 1 });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_BF16, 2, { p[TOKENS], w } });
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes = room_of(p);
	pr->error_c = AISP_BF16_ONCE;
	pr->invalid = invalid_of(p);
}

/* x 2^-n, or 0 below the normal numbers. */
static inline uint16_t lowered(uint16_t x, int n)
{
	return (x >> 7 & 255) > n ? (uint16_t)(x - (n << 7)) : (uint16_t)(x & 0x8000);
}

/* So that products with x are about as large as weights are. */
static inline void lower_x(const struct aisp_io *io)
{
	uint16_t *x = (uint16_t *)io->in[X].data;
	int down = 0;

	while (INT64_C(1) << (2 * down) < io->param[WIDTH])
		down++;
	for (int64_t i = 0; i < aisp_elems(&io->in[X]); i++)
		x[i] = lowered(x[i], down);
}

#include "experts_reference.h"

#endif

/* SPDX-License-Identifier: MIT
 *
 * guided_cpu.h - a row of logits with the mask of its state; all rows, by the
 * draw_row() of the step that comes after.
 */
#ifndef GUIDED_CPU_H
#define GUIDED_CPU_H

#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>

struct guided {
	const uint16_t *logits;
	const uint8_t *mask;
	int64_t vocab;
	float u, scale; /* 1 / temperature */
	float *weights; /* room for as many as tokens */
};

static inline struct guided guided_of(const struct aisp_io *io, int64_t row)
{
	int64_t state = ((const int32_t *)io->in[STATE].data)[row];
	int64_t vocab = io->param[VOCAB];

	return (struct guided){
		(const uint16_t *)io->in[LOGITS].data + row * vocab,
		(const uint8_t *)io->in[MASK].data +
			state * words_of(io->param) * WORD / 8,
		vocab,
		aisp_in_f32(io, U)[row],
		1000 / (float)io->param[TEMPERATURE],
		io->workspace,
	};
}

static int32_t draw_row(const struct guided *g);

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t r = 0; r < io->param[ROWS]; r++) {
		struct guided g = guided_of(io, r);

		((int32_t *)io->out[TOKENS].data)[r] = draw_row(&g);
	}
	return 0;
}

#endif

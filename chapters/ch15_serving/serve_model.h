/* SPDX-License-Identifier: MIT
 *
 * serve_model.h - the model that is served: two layers over a state of small whole
 * numbers, folded after each product; and the judge's own run of it.
 *
 * A step puts a token's digits into the first numbers of the state and passes it
 * through both layers; the first numbers of what comes out are the next token's digits.
 */
#ifndef SERVE_MODEL_H
#define SERVE_MODEL_H

#include <aisp/draw.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PROMPT_TOKENS 2
#define VOCABULARY    512
#define DIGITS        3 /* of a token, each of 3 bits */
#define LAYERS        2

/* Weights are the same in every call, as those of a model are; from -4 to 3. */
static inline int serve_weight(uint64_t i)
{
	return (int)(aisp_draw(0x5e7e, i) & 7) - 4;
}

/* A sum becomes a number from -4 to 3. */
static inline int32_t fold(int32_t sum)
{
	return (sum & 7) - 4;
}

static inline int32_t digit_of(int32_t token, int k)
{
	return (token >> 3 * k & 7) - 4;
}

/* Of the first numbers of a state. */
static inline int32_t token_of(int32_t a, int32_t b, int32_t c)
{
	return (a + 4) | (b + 4) << 3 | (c + 4) << 6;
}

/* The judge's: weights row by row, a state, and the one that is made of it. */
struct serve_model {
	int64_t width;
	int8_t *weights, *state, *made;
};

static inline struct serve_model serve_model_new(int64_t width)
{
	int64_t n = LAYERS * width * width;
	struct serve_model m = { width, malloc((size_t)(n + 2 * width)), NULL, NULL };

	for (int64_t i = 0; i < n && m.weights; i++)
		m.weights[i] = (int8_t)serve_weight((uint64_t)i);
	m.state = m.weights ? m.weights + n : NULL;
	m.made = m.weights ? m.state + width : NULL;
	return m;
}

static inline void serve_model_free(struct serve_model *m)
{
	free(m->weights);
}

/* One token goes in; what comes out. */
static inline int32_t serve_model_step(struct serve_model *m, int32_t token)
{
	for (int k = 0; k < DIGITS; k++)
		m->state[k] = (int8_t)digit_of(token, k);
	for (int64_t row = 0; row < LAYERS * m->width; row++) {
		const int8_t *w = m->weights + row * m->width;
		int32_t sum = 0;

		for (int64_t j = 0; j < m->width; j++)
			sum += w[j] * m->state[j];
		m->made[row % m->width] = (int8_t)fold(sum);
		if (row % m->width == m->width - 1)
			memcpy(m->state, m->made, (size_t)m->width);
	}
	return token_of(m->state[0], m->state[1], m->state[2]);
}

/* The n tokens that follow a prompt. */
static inline void serve_model_answer(struct serve_model *m, const int32_t *prompt,
				      int32_t *answer, int64_t n)
{
	int32_t token = 0;

	if (!m->weights)
		return;
	memset(m->state, 0, (size_t)m->width);
	for (int k = 0; k < PROMPT_TOKENS; k++)
		token = serve_model_step(m, prompt[k]);
	for (int64_t i = 0; i < n; i++) {
		answer[i] = token;
		token = serve_model_step(m, token);
	}
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * serve_model.h - the model that is served: two layers over a state of small whole
 * numbers, folded after each product; and the judge's own run of it.
 *
 * A step puts a token's digits into the first numbers of the state and passes it
 * through both layers; the first numbers of what comes out are the next token's digits.
 * Folding drops a sum's lowest bits, so that no product of weights, made beforehand, is
 * two layers or two steps in one.
 */
#ifndef SERVE_MODEL_H
#define SERVE_MODEL_H

#include <aisp/draw.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PROMPT_TOKENS 2
#define DIGITS        8 /* of a token, each of 3 bits */
#define VOCABULARY    (1 << 3 * DIGITS)
#define LAYERS        2

/* Weights are the same in every call, as those of a model are; from -4 to 3. */
static inline int serve_weight(uint64_t i)
{
	return (int)(aisp_draw(0x5e7e, i) & 7) - 4;
}

/* Folds a sum to a number from -4 to 3. */
static inline int32_t fold(int32_t sum)
{
	return (sum >> 3 & 7) - 4;
}

static inline int32_t digit_of(int32_t token, int k)
{
	return (token >> 3 * k & 7) - 4;
}

/* The k-th number of a state as a digit of its token. */
static inline int32_t as_digit(int32_t number, int k)
{
	return (number + 4) << 3 * k;
}

/* The judge's: weights row by row, a state, and the one that is made of it; of 16 bits,
 * whose products one instruction adds in pairs. */
struct serve_model {
	int64_t width;
	int16_t *weights, *state, *made;
};

static inline struct serve_model serve_model_new(int64_t width)
{
	int64_t n = LAYERS * width * width;
	size_t bytes = (size_t)(n + 2 * width) * sizeof(int16_t);
	struct serve_model m = { width, malloc(bytes), NULL, NULL };

	if (!m.weights)
		abort();
	for (int64_t i = 0; i < n; i++)
		m.weights[i] = (int16_t)serve_weight((uint64_t)i);
	m.state = m.weights + n;
	m.made = m.state + width;
	return m;
}

static inline void serve_model_free(struct serve_model *m)
{
	free(m->weights);
}

static inline int32_t token_of(const int16_t *state)
{
	int32_t token = 0;

	for (int k = 0; k < DIGITS; k++)
		token |= as_digit(state[k], k);
	return token;
}

/* Feeds one token; returns the next one. */
static inline int32_t serve_model_step(struct serve_model *m, int32_t token)
{
	for (int k = 0; k < DIGITS; k++)
		m->state[k] = (int16_t)digit_of(token, k);
	for (int64_t row = 0; row < LAYERS * m->width; row++) {
		const int16_t *w = m->weights + row * m->width;
		int32_t sum = 0;

		for (int64_t j = 0; j < m->width; j++)
			sum += w[j] * m->state[j];
		m->made[row % m->width] = (int16_t)fold(sum);
		if (row % m->width == m->width - 1)
			memcpy(m->state, m->made, (size_t)m->width * sizeof(*m->made));
	}
	return token_of(m->state);
}

/* The n tokens that follow a prompt. */
static inline void serve_model_answer(struct serve_model *m, const int32_t *prompt,
				      int32_t *answer, int64_t n)
{
	memset(m->state, 0, (size_t)m->width * sizeof(*m->state));
	for (int k = 0; k < PROMPT_TOKENS; k++)
		answer[0] = serve_model_step(m, prompt[k]);
	for (int64_t i = 1; i < n; i++)
		answer[i] = serve_model_step(m, answer[i - 1]);
}

#endif

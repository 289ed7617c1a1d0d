/* SPDX-License-Identifier: MIT
 *
 * requests.h - made-up requests to servers of a model: prompts and answers of many
 * lengths, which come at random; and the tensors that such a closed loop has.
 */
#ifndef REQUESTS_H
#define REQUESTS_H

#include "trace.h"
#include <aisp/episode.h>

#define SPREAD       1.1 /* deviation of the logarithm of a prompt's length */
#define LEAST_PROMPT 16
#define MOST_PROMPT  8192
#define MOST_OUTPUT  1024

static inline void add_trace(struct aisp_problem *pr, const char *name, int64_t n)
{
	struct aisp_spec s = { name, AISP_I32, 1, { n }, AISP_FILL_INDEX, INT32_MAX };

	s.is_hidden = 1;
	aisp_add_in(pr, s);
}

static inline void add_state(struct aisp_problem *pr, struct aisp_spec s)
{
	s.fill = AISP_FILL_INDEX;
	s.limit = INT32_MAX;
	s.by_next = 1;
	aisp_add_in(pr, s);
}

static inline void add_answer(struct aisp_problem *pr, const char *name,
			      enum aisp_dtype type)
{
	struct aisp_spec s = { name, type, 1, { pr->n_steps } };

	s.is_choice = type == AISP_I32;
	s.by_step = 1;
	aisp_add_out(pr, s);
}

static inline int32_t within(double x, double least, double most)
{
	return (int32_t)fmin(fmax(x, least), most);
}

/* A number of a normal distribution. */
static inline double trace_normal(uint64_t bits, int64_t i)
{
	return sqrt(-2 * log(trace_unit(bits, i))) *
	       cos(6.283185307179586 * trace_unit(~bits, i));
}

/* Tokens of request i's prompt, and of its answer. */
static inline int32_t draw_prompt(uint64_t bits, int64_t i, double median)
{
	return within(median * exp(SPREAD * trace_normal(bits, 3 * i)), LEAST_PROMPT,
		      MOST_PROMPT);
}

static inline int32_t draw_output(uint64_t bits, int64_t i, double mean)
{
	return within(1 - mean * log(trace_unit(bits, 3 * i + 1)), 1, MOST_OUTPUT);
}

/* When n requests come. */
static inline void draw_come(uint64_t bits, int64_t n, double gap_us, int32_t *come)
{
	double now_us = 0;

	for (int64_t i = 0; i < n; i++) {
		now_us -= gap_us * log(trace_unit(bits, 3 * i + 2));
		come[i] = (int32_t)now_us;
	}
}

#endif

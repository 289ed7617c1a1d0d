/* SPDX-License-Identifier: MIT
 *
 * prefill_view.h - what policies of prefill_worker share: a step has enough tokens to
 * be worth a read of the weights.
 */
#ifndef PREFILL_VIEW_H
#define PREFILL_VIEW_H

/* Tokens that take as long to multiply as the weights to read. */
#define ENOUGH ((int32_t)(1000 * COST_WEIGHTS_NS / COST_TOKEN_PS))

/* Tokens of prompts that are in seats. */
static inline int64_t seated_tokens(const struct view *v)
{
	int64_t n = 0;

	for (int64_t i = 0; i < v->clock[N_SEATED]; i++) {
		const int32_t *r = v->request[v->seat[i]];

		n += r[PROMPT] - r[FILLED];
	}
	return n;
}

/* Seats who(v) until a step has enough tokens, or no request waits. */
static inline struct command pack(const struct view *v,
				  int32_t (*who)(const struct view *v))
{
	int32_t i = has_seat(v) && seated_tokens(v) < ENOUGH ? who(v) : NOBODY;

	return i == NOBODY ? (struct command){ STEP_ON, ALL }
			   : (struct command){ ADMIT, i };
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * classes_view.h - what policies of classes share: the tokens of a step that keeps what
 * was promised to those in seats, and which requests can still be in time.
 */
#ifndef CLASSES_VIEW_H
#define CLASSES_VIEW_H

#define FEW   64 /* tokens of a step, at least */
#define SHARE 0.9

static inline double due_us(const struct view *v, int32_t i)
{
	struct limits l = promised(v->param, i);

	return v->request[i][COME_US] + l.first_us;
}

static inline bool is_hopeless(const struct view *v, int32_t i)
{
	return 1e-3 * (double)v->clock[NOW_NS] + fill_us(v->request[i]) > due_us(v, i);
}

/* Prompt tokens that fit into the time of the strictest request that makes tokens. */
static inline int32_t tokens_as_promised(const struct view *v)
{
	double least_us = promised(v->param, 1).token_us, kv = 0, n = 0;

	for (int64_t k = 0; k < v->clock[N_SEATED]; k++) {
		int32_t i = v->seat[k];
		const int32_t *r = v->request[i];

		if (!r[MADE])
			continue;
		least_us = fmin(least_us, promised(v->param, i).token_us);
		kv += r[PROMPT] + r[MADE];
		n++;
	}
	return (int32_t)fmax((SHARE * 1e6 * least_us - (double)COST_KV_PS * kv) /
					     (double)COST_TOKEN_PS -
				     n,
			     FEW);
}

#endif

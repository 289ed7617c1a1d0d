/* SPDX-License-Identifier: MIT
 *
 * decode_view.h - what policies of decode_worker share: the room for keys and values,
 * and which requests may have a seat, given the estimated need of all in seats.
 */
#ifndef DECODE_VIEW_H
#define DECODE_VIEW_H

static inline int64_t kv_now(const int32_t *r)
{
	return r[PROMPT] + r[MADE];
}

/* Gives request i a seat if all fit by need(v, r), else makes a step. */
static inline struct command admit_if_room(const struct view *v, int32_t i,
					   int64_t (*need)(const struct view *v,
							   const int32_t *r))
{
	int64_t all = 0, now = 0;

	if (i == NOBODY || !has_seat(v))
		return (struct command){ STEP_ON, 0 };
	for (int64_t k = 0; k < v->clock[N_SEATED]; k++) {
		all += need(v, v->request[v->seat[k]]);
		now += kv_now(v->request[v->seat[k]]);
	}
	all += need(v, v->request[i]);
	now += kv_now(v->request[i]);
	return now < v->param[ROOM] && (all < v->param[ROOM] || !v->clock[N_SEATED])
		       ? (struct command){ ADMIT, i }
		       : (struct command){ STEP_ON, 0 };
}

static inline int64_t next_token(const struct view *v, const int32_t *r)
{
	(void)v;
	return kv_now(r) + 1;
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * server.h - a server that works in steps, on a clock of its own: what a command does
 * to its requests, and how long.  Times of requests are whole microseconds.
 */
#ifndef SERVER_H
#define SERVER_H

#include "costs.h"
#include "server_room.h"
#include <limits.h>
#include <string.h>

static inline struct costs measured_costs(void)
{
	return (struct costs){ COST_WEIGHTS_NS, COST_TOKEN_PS, COST_KV_PS,
			       COST_PAIR_PS };
}

/* Work of a step: tokens, of all sequences; those they look back at; pairs of them. */
struct work {
	int64_t tokens, kv, pairs;
};

/* Weights are read while tokens are multiplied with them. */
static inline int64_t work_ns(const struct costs *c, const struct work *w)
{
	int64_t multiply = w->tokens * c->token_ps / 1000;

	return (multiply > c->weights_ns ? multiply : c->weights_ns) +
	       (w->kv * c->kv_ps + w->pairs * c->pair_ps) / 1000;
}

/* Times of requests are capped where a request is late by any limit. */
static inline int32_t whole_us(int64_t ns)
{
	return ns / 1000 < INT32_MAX ? (int32_t)(ns / 1000) : INT32_MAX;
}

static inline void server_look(struct server *s)
{
	int64_t *k = &s->clock[N_COME];

	for (; *k < s->n && 1000 * (int64_t)s->come[*k] <= s->clock[NOW_NS]; ++*k) {
		s->request[*k][STATE] = WAITS;
		s->request[*k][COME_US] = s->come[*k];
		s->request[*k][PROMPT] = s->prompt[*k];
		if (!s->is_filled)
			continue;
		s->request[*k][FILLED] = s->prompt[*k];
		s->request[*k][MADE] = 1;
		s->request[*k][FIRST_US] = s->request[*k][LAST_US] = s->come[*k];
	}
}

/* The clock starts when the first request comes. */
static inline void server_start(struct server *s)
{
	memset(s->clock, 0, N_CLOCK * sizeof(*s->clock));
	memset(s->request, 0, (size_t)s->n * sizeof(*s->request));
	memset(s->seat, 0, (size_t)s->seats * sizeof(*s->seat));
	s->clock[NOW_NS] = 1000 * (int64_t)s->come[0];
	server_look(s);
}

static inline bool server_can(const struct server *s, int32_t command, int32_t of)
{
	int32_t state;

	if (command == STEP_ON)
		return of >= 0;
	if (of < 0 || of >= s->clock[N_COME])
		return false;
	state = s->request[of][STATE];
	return (command == ADMIT && state == WAITS && s->clock[N_SEATED] < s->seats &&
		(!s->room || kv_seated(s) + kv_of(s->request[of]) < s->room)) ||
	       (command == STOP && state == SITS);
}

/* Fills in at most `most` further tokens of a prompt; returns how many. */
static inline int64_t fill_some(int32_t *r, int64_t most, struct work *w)
{
	int64_t n = r[PROMPT] - r[FILLED] < most ? r[PROMPT] - r[FILLED] : most;

	w->tokens += n;
	w->pairs += n * r[FILLED] + n * (n + 1) / 2;
	r[FILLED] += (int32_t)n;
	return n;
}

/* Requests whose prompts are done make a token, the others fill in theirs in order. */
static inline struct work server_work(struct server *s, int64_t prompt_tokens)
{
	struct work w = { 0 };

	for (int64_t i = 0; i < s->clock[N_SEATED]; i++) {
		int32_t *r = s->request[s->seat[i]];

		if (r[MADE]) {
			w.tokens++;
			w.kv += r[PROMPT] + r[MADE];
		} else {
			prompt_tokens -= fill_some(r, prompt_tokens, &w);
		}
	}
	return w;
}

static inline void leave_seats(struct server *s)
{
	int64_t n = 0;

	for (int64_t i = 0; i < s->clock[N_SEATED]; i++)
		if (s->request[s->seat[i]][STATE] == SITS)
			s->seat[n++] = s->seat[i];
	s->clock[N_SEATED] = n;
}

/* The end of a step: the last token of a prompt makes the first of an answer. */
static inline void server_give(struct server *s)
{
	int32_t now_us = whole_us(s->clock[NOW_NS]);

	for (int64_t i = 0; i < s->clock[N_SEATED]; i++) {
		int32_t *r = s->request[s->seat[i]];

		if (r[FILLED] < r[PROMPT])
			continue;
		if (!r[MADE]++)
			r[FIRST_US] = now_us;
		r[LAST_US] = now_us;
		if (r[MADE] == s->output[s->seat[i]])
			r[STATE] = ENDED;
	}
	leave_seats(s);
}

/* Makes a step of so many prompt tokens; if no seat is taken, waits for a request. */
static inline void server_step(struct server *s, int64_t prompt_tokens)
{
	make_room(s);
	if (s->clock[N_SEATED]) {
		struct work w = server_work(s, prompt_tokens);

		s->clock[NOW_NS] += work_ns(&s->costs, &w);
		server_give(s);
	} else if (s->clock[N_COME] < s->n) {
		s->clock[NOW_NS] = 1000 * (int64_t)s->come[s->clock[N_COME]];
	}
	server_look(s);
}

/* Executes a command, which must be possible. */
static inline void server_do(struct server *s, int32_t command, int32_t of)
{
	if (command == STEP_ON) {
		server_step(s, of);
	} else if (command == ADMIT) {
		s->request[of][STATE] = SITS;
		s->seat[s->clock[N_SEATED]++] = of;
		move_kv(s, s->request[of]);
	} else {
		s->request[of][STATE] = STOPPED;
		leave_seats(s);
	}
}

#endif

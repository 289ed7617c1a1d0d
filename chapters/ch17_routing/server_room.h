/* SPDX-License-Identifier: MIT
 *
 * server_room.h - a server (server.h), and the room that it has for keys and values.
 */
#ifndef SERVER_ROOM_H
#define SERVER_ROOM_H

#include <stdbool.h>
#include <stdint.h>

/* The clock of a server, and its numbers of requests that have come or have seats. */
enum { NOW_NS, N_COME, N_SEATED, N_CLOCK };

/* Columns of a request; a row of zeros has not come yet. */
enum { STATE, COME_US, PROMPT, FILLED, MADE, FIRST_US, LAST_US, N_COLS };
enum { UNKNOWN, WAITS, SITS, ENDED, STOPPED };

/* Commands to a server: make a step; give a request a seat; take it away. */
enum { STEP_ON = 1, ADMIT, STOP };

struct costs {
	int64_t weights_ns, token_ps, kv_ps, pair_ps;
};

struct server {
	struct costs costs;
	int64_t n, seats;
	int64_t room;    /* tokens whose keys and values it holds; 0: no limit */
	int64_t move_ps; /* to move those of a token in or out */
	bool is_filled;  /* prompts were filled in elsewhere: a request comes with its
			    first token */
	const int32_t *come, *prompt, *output; /* of a request: us, tokens */
	int64_t *clock;
	int32_t (*request)[N_COLS];
	int32_t *seat; /* numbers of requests, in the order in which they sat down */
};

/* Tokens whose keys and values request r has. */
static inline int64_t kv_of(const int32_t *r)
{
	return r[FILLED] + r[MADE];
}

/* Tokens of all requests in seats whose keys and values are held. */
static inline int64_t kv_seated(const struct server *s)
{
	int64_t kv = 0;

	for (int64_t i = 0; i < s->clock[N_SEATED]; i++)
		kv += kv_of(s->request[s->seat[i]]);
	return kv;
}

static inline void move_kv(struct server *s, const int32_t *r)
{
	s->clock[NOW_NS] += s->move_ps * kv_of(r) / 1000;
}

/* If the next tokens of all do not fit, the request that was seated last waits again,
 * with its tokens; a single request that outgrows the room is stopped. */
static inline void make_room(struct server *s)
{
	int64_t *n = &s->clock[N_SEATED];

	while (s->room && *n && kv_seated(s) + *n > s->room) {
		int32_t *r = s->request[s->seat[--*n]];

		r[STATE] = *n ? WAITS : STOPPED;
		move_kv(s, r);
	}
}

#endif

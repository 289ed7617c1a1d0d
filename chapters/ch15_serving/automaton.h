/* SPDX-License-Identifier: MIT
 *
 * automaton.h - a suffix automaton over tokens, which grows at its end.  Edges of all
 * states lie in one hash table, and those of a state also in a list.
 */
#include <string.h>

#define NOBODY -1

/* N-grams that end at the same positions. */
struct state {
	int32_t longest; /* tokens of the longest of them */
	int32_t link, first_end;
	int32_t edges; /* the first one; NOBODY: none */
};

/* From a state by a token. */
struct edge {
	int32_t from, token, to; /* from: 1 + the state; 0: a free place */
	int32_t next;            /* of the same state */
};

struct automaton {
	struct state *states; /* the first is the empty n-gram */
	struct edge *edges;
	int32_t n_states, last; /* last: the state of the whole text */
	uint32_t mask;          /* places for edges - 1 */
	int shift;              /* 64 - the logarithm of the places */
};

/* A state that lost its shorter n-grams to a copy; NOBODY if none did. */
struct split {
	int32_t from, copy;
};

/* For a text of n tokens, in room for 2 n + 2 states and 8 n + 16 edges: there are at
 * most 3 n edges. */
static void automaton_init(struct automaton *m, int64_t n, void *room)
{
	*m = (struct automaton){ .edges = room, .n_states = 1, .mask = 1, .shift = 63 };
	while (m->mask + 1 < (uint64_t)(4 * n)) {
		m->mask = 2 * m->mask + 1;
		m->shift--;
	}
	m->states = (struct state *)(m->edges + m->mask + 1);
	m->states[0] = (struct state){ 0, NOBODY, NOBODY, NOBODY };
	memset(m->edges, 0, (m->mask + 1) * sizeof(*m->edges));
}

/* The edge from a state by a token, or the free place where it would be. */
static struct edge *next_of(const struct automaton *m, int32_t state, int32_t token)
{
	uint64_t key = (uint64_t)(uint32_t)state << 32 | (uint32_t)token;
	uint64_t at = key * 0x9e3779b97f4a7c15 >> m->shift;

	for (;; at++) {
		struct edge *e = m->edges + (at & m->mask);

		if (!e->from || (e->from == state + 1 && e->token == token))
			return e;
	}
}

static void lead(struct automaton *m, int32_t state, int32_t token, int32_t to)
{
	struct edge *e = next_of(m, state, token);

	if (!e->from) {
		*e = (struct edge){ state + 1, token, to, m->states[state].edges };
		m->states[state].edges = (int32_t)(e - m->edges);
	}
	e->to = to;
}

/* The n-grams of `from` up to n tokens get a state of their own; so do edges by token
 * from `state` and its suffixes. */
static int32_t split(struct automaton *m, int32_t from, int32_t n, int32_t state,
		     int32_t token)
{
	int32_t copy = m->n_states++;

	m->states[copy] = (struct state){ n, m->states[from].link,
					  m->states[from].first_end, NOBODY };
	for (int32_t i = m->states[from].edges; i != NOBODY; i = m->edges[i].next)
		lead(m, copy, m->edges[i].token, m->edges[i].to);
	m->states[from].link = copy;
	for (; state != NOBODY; state = m->states[state].link) {
		struct edge *e = next_of(m, state, token);

		if (e->to != from)
			break;
		e->to = copy;
	}
	return copy;
}

/* The text goes on with a token at position `at`. */
static struct split append_token(struct automaton *m, int32_t token, int32_t at)
{
	int32_t now = m->n_states++, state = m->last, link = 0, to;
	struct split s = { NOBODY, NOBODY };

	m->states[now] = (struct state){ m->states[state].longest + 1, 0, at, NOBODY };
	for (; state != NOBODY && !next_of(m, state, token)->from;
	     state = m->states[state].link)
		lead(m, state, token, now);
	if (state != NOBODY) {
		link = to = next_of(m, state, token)->to;
		if (m->states[to].longest != m->states[state].longest + 1) {
			s.from = to;
			link = s.copy = split(m, to, m->states[state].longest + 1,
					      state, token);
		}
	}
	m->states[now].link = link;
	m->last = now;
	return s;
}

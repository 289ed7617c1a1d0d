/* SPDX-License-Identifier: MIT
 *
 * experts_cpu.h - a call, where each token goes with which weight, and the rows of each
 * expert one behind the other.
 */
#ifndef EXPERTS_CPU_H
#define EXPERTS_CPU_H

#include <string.h>

#include "route_lanes.h"

struct experts {
	const int64_t *p;
	const uint16_t *x, *w1, *w3, *w2;
	float *weight;         /* of token t at its i-th expert: [t k + i] */
	int32_t *row;          /* expert after expert: which [t k + i] */
	int64_t *start, *next; /* where an expert's rows begin */
	float *sum;            /* [threads][tokens][width] */
	char *scratch;         /* of each thread, scratch_bytes */
	int64_t scratch_bytes;
};

static inline struct experts experts_of(const struct aisp_io *io)
{
	const int64_t *p = io->param;
	int64_t rows = p[TOKENS] * p[K];
	struct experts m = { p, io->in[X].data, io->in[W1].data, io->in[W3].data,
			     io->in[W2].data };

	m.sum = io->workspace;
	m.scratch = (char *)(m.sum + p[THREADS] * p[TOKENS] * p[WIDTH]);
	m.scratch_bytes = CHUNK * (8 * p[WIDTH] + 2 * p[INNER]);
	m.start = (int64_t *)(m.scratch + p[THREADS] * m.scratch_bytes);
	m.next = m.start + p[EXPERTS] + 1;
	m.weight = (float *)(m.next + p[EXPERTS] + 1);
	m.row = (int32_t *)(m.weight + rows);
	return m;
}

/* ids, weights, and rows in the order of experts, by counting. */
static inline void route_all(const struct aisp_io *io, const struct experts *m)
{
	int64_t experts = m->p[EXPERTS], k = m->p[K], n = m->p[TOKENS];
	const uint16_t *scores = scores_of(io)->data;
	int32_t *ids = io->out[IDS].data;

	memset(m->start, 0, sizeof(*m->start) * (size_t)(experts + 1));
	for (int64_t t = 0; t < n; t++) {
		route(scores + t * experts, experts, k, ids + t * k);
		route_weights(scores + t * experts, ids + t * k, k, m->weight + t * k);
		for (int64_t i = 0; i < k; i++)
			m->start[ids[t * k + i] + 1]++;
	}
	for (int64_t e = 0; e < experts; e++) {
		m->next[e] = m->start[e];
		m->start[e + 1] += m->start[e];
	}
	for (int64_t i = 0; i < n * k; i++)
		m->row[m->next[ids[i]]++] = (int32_t)i;
}

#endif

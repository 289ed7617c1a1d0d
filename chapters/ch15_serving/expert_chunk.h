/* SPDX-License-Identifier: MIT
 *
 * expert_chunk.h - tokens of an expert that are side by side.
 */
#ifndef EXPERT_CHUNK_H
#define EXPERT_CHUNK_H

#include <aisp/exp2.h>

#include "experts_cpu.h"

#define BLOCK 16 /* tokens that are a vector: a register, or as many as that takes */

#define INLINE static inline __attribute__((always_inline))

/* Tokens from n on repeat the first token. */
struct chunk {
	int n;
	const uint16_t *from[CHUNK];
	float *sum[CHUNK], weight[CHUNK];
	int32_t *x, *h; /* pairs: [width / 2][lanes], [inner / 2][lanes] */
};

typedef void chunk_function(const struct experts *m, int64_t e, const struct chunk *c);

/* silu(g) u; below -80 that of -80 is near enough to 0. */
INLINE float gate_of(float g, float u)
{
	float t = g > -80 ? g : -80;

	return g / (1 + aisp_exp2f(-0x1.715476p+0f * t)) * u;
}

/* Products and sums in fp32, of both halves of each lane. */
#define LOW(x)             ((lanes)((x) << ((pairs){ 0 } + 16)))
#define HIGH(x)            ((lanes)((x) & -65536))
#define DOT_F32(sum, x, w) ((sum) + LOW(x) * LOW(w) + HIGH(x) * HIGH(w))

/* Rows [from, from + n) of the order by experts, to sums of thread `part`. */
static inline struct chunk chunk_of(const struct experts *m, int64_t part, int64_t from,
				    int64_t n)
{
	int64_t width = m->p[WIDTH], k = m->p[K], tokens = m->p[TOKENS];
	char *room = m->scratch + part * m->scratch_bytes;
	struct chunk c = { .n = (int)n,
			   .x = (int32_t *)room,
			   .h = (int32_t *)(room + 2 * CHUNK * width) };

	for (int64_t i = 0; i < CHUNK; i++) {
		int64_t row = m->row[from + (i < n ? i : 0)];

		c.from[i] = m->x + row / k * width;
		c.sum[i] = m->sum + (part * tokens + row / k) * width;
		c.weight[i] = m->weight[row];
	}
	return c;
}

/* Rows [at, end) of an expert, in chunks of about as many vectors each. */
static inline void run_rows(const struct experts *m, int64_t part, int64_t e,
			    int64_t at, int64_t end, chunk_function *pass)
{
	while (at < end) {
		int64_t vectors = (end - at + BLOCK - 1) / BLOCK;
		int64_t chunks = (vectors * BLOCK + CHUNK - 1) / CHUNK;
		int64_t n = (vectors + chunks - 1) / chunks * BLOCK;
		struct chunk c = chunk_of(m, part, at, end - at < n ? end - at : n);

		pass(m, e, &c);
		at += c.n;
	}
}

static inline void clear_sums(const struct experts *m, int64_t part)
{
	int64_t n = m->p[TOKENS] * m->p[WIDTH];

	memset(m->sum + part * n, 0, sizeof(*m->sum) * (size_t)n);
}

/* Runs this part of all rows, in the order of experts. */
static inline void run_part(const struct experts *m, int64_t part, int64_t n_parts,
			    chunk_function *pass)
{
	int64_t n = m->p[TOKENS] * m->p[K], from = n * part / n_parts;
	int64_t end = n * (part + 1) / n_parts;

	clear_sums(m, part);
	for (int64_t e = 0; e < m->p[EXPERTS]; e++)
		run_rows(m, part, e, m->start[e] > from ? m->start[e] : from,
			 m->start[e + 1] < end ? m->start[e + 1] : end, pass);
}

/* y becomes the sum over all threads, for this part of all numbers. */
AISP_CLONES static void combine(const struct experts *m, int64_t part, int64_t n_parts,
				uint16_t *restrict y)
{
	int64_t n = m->p[TOKENS] * m->p[WIDTH];

	for (int64_t i = n * part / n_parts; i < n * (part + 1) / n_parts; i++) {
		float sum = m->sum[i];

		for (int64_t t = 1; t < n_parts; t++)
			sum += m->sum[t * n + i];
		y[i] = to_bf16(sum);
	}
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * mla_cpu.h - one token's latent attention on a CPU: where rows lie.
 */
#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>

/* 1/sqrt(SCALE_DIM) log2(e): scores as powers of two. */
#define MLA_SCALE (0x1.715476p+0f / sqrtf(SCALE_DIM))

/* Into the clones, which have better instructions. */
#define INLINE static inline __attribute__((always_inline))

/* A sequence, whose rows all heads share. */
struct latent {
	const int64_t *p;
	const uint16_t *q, *rows;
	uint16_t *o;
	const int32_t *table;
	int64_t tokens;
};

static inline struct latent latent_of(const struct aisp_io *io, int64_t sequence)
{
	const int64_t *p = io->param;
	int64_t first = sequence * p[HEADS];

	return (struct latent){
		p,
		(const uint16_t *)io->in[IN_Q].data + first * ROW_DIM,
		io->in[IN_ROWS].data,
		(uint16_t *)io->out[0].data + first * LATENT,
		(const int32_t *)io->in[IN_TABLE].data + sequence * pages_of(p),
		((const int32_t *)io->in[IN_LENGTH].data)[sequence],
	};
}

/* n numbers, times a factor. */
INLINE void widen(float *restrict to, const uint16_t *restrict from, int64_t n,
		  float factor)
{
	for (int64_t i = 0; i < n; i++)
		to[i] = factor * from_bf16(from[i]);
}

INLINE const uint16_t *row_at(const struct latent *l, int64_t j)
{
	int64_t page = l->p[PAGE];

	return l->rows + (l->table[j / page] * page + j % page) * ROW_DIM;
}

INLINE void finish(uint16_t *restrict o, const float *restrict sum, float total)
{
	for (int c = 0; c < LATENT; c++)
		o[c] = to_bf16(sum[c] / total);
}

/* SPDX-License-Identifier: MIT
 *
 * kv_cpu.h - heads of new tokens, on a CPU.
 */
#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>

/* A call. */
struct append {
	const int64_t *p;
	const float *q, *k, *v, *angle;
	const int32_t *position, *slot;
	uint16_t *q16, *pages_k, *pages_v;
};

static inline struct append append_of(const struct aisp_io *io)
{
	return (struct append){ io->param,
				aisp_in_f32(io, Q),
				aisp_in_f32(io, K),
				aisp_in_f32(io, V),
				aisp_in_f32(io, ANGLE),
				io->in[POSITION].data,
				io->in[SLOT].data,
				io->out[Q16].data,
				io->out[PAGES_K].data,
				io->out[PAGES_V].data };
}

/* Cosines of a token's position; sines behind them. */
static inline const float *angles_of(const struct append *a, int64_t token)
{
	return a->angle + 2 * HALF * a->position[token];
}

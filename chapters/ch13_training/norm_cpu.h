/* SPDX-License-Identifier: MIT
 *
 * norm_cpu.h - rows of a backward LayerNorm.
 */
#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>

/* A row of a call. */
struct norm_row {
	uint16_t *dx;
	const uint16_t *x, *dy, *gain;
	float mean, rstd;
	int64_t n;
};

static inline struct norm_row norm_row_of(const struct aisp_io *io, int64_t i)
{
	int64_t n = io->param[COLS];

	return (struct norm_row){ (uint16_t *)io->out[DX].data + i * n,
				  (const uint16_t *)io->in[X].data + i * n,
				  (const uint16_t *)io->in[DY].data + i * n,
				  io->in[GAIN].data,
				  aisp_in_f32(io, MEAN)[i],
				  aisp_in_f32(io, RSTD)[i],
				  n };
}

/* dx, once the means of h and h x' are known. */
AISP_CLONES static void finish_row(const struct norm_row *r, float h_mean,
				   float hx_mean)
{
	const uint16_t *restrict x16 = r->x, *restrict dy16 = r->dy;
	const uint16_t *restrict gain = r->gain;
	uint16_t *restrict dx = r->dx;
	float mean = r->mean, rstd = r->rstd;

	for (int64_t j = 0; j < r->n; j++) {
		float x = (from_bf16(x16[j]) - mean) * rstd;
		float h = from_bf16(dy16[j]) * from_bf16(gain[j]);

		dx[j] = to_bf16(rstd * (h - h_mean - x * hx_mean));
	}
}

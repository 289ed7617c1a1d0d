/* SPDX-License-Identifier: MIT
 *
 * adamw_cpu.h - the step on a range of elements in one pass.  Compilers vectorise the
 * loop: no element depends on another.
 */
#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>

/* Arrays of a call. */
struct adamw {
	float *p, *m, *v;
	uint16_t *p16;
	const uint16_t *g;
	const float *hyper;
};

static inline struct adamw adamw_of(const struct aisp_io *io)
{
	return (struct adamw){ aisp_out_f32(io, P), aisp_out_f32(io, M),
			       aisp_out_f32(io, V), io->out[P16].data,
			       io->in[G].data,      aisp_in_f32(io, HYPER) };
}

/* Updates elements [first, end), which lie in one tensor. */
AISP_CLONES static void adamw_range(const struct adamw *a, int64_t first, int64_t end,
				    float decay)
{
	const float *h = a->hyper, lr = h[LR], b1 = h[B1], b2 = h[B2], eps = h[EPS];
	const float clip = h[CLIP], bias1 = h[BIAS1], bias2 = h[BIAS2];
	float *restrict p = a->p, *restrict m = a->m, *restrict v = a->v;
	uint16_t *restrict p16 = a->p16;
	const uint16_t *restrict g16 = a->g;

	for (int64_t i = first; i < end; i++) {
		float g = clip * from_bf16(g16[i]);

		m[i] = b1 * m[i] + (1 - b1) * g;
		v[i] = b2 * v[i] + (1 - b2) * g * g;
		p[i] -= lr *
			(m[i] / bias1 / (sqrtf(v[i] / bias2) + eps) + decay * p[i]);
		p16[i] = to_bf16(p[i]);
	}
}

/* Updates elements [first, end) of all tensors, tensor by tensor. */
static inline void adamw_tensors(const struct aisp_io *io, int64_t first, int64_t end)
{
	const int64_t *start = io->in[START].data;
	const float *decay = aisp_in_f32(io, DECAY);
	struct adamw a = adamw_of(io);

	for (int64_t t = 0; t < n_tensors(io->param); t++) {
		int64_t from = start[t] > first ? start[t] : first;
		int64_t to = start[t + 1] < end ? start[t + 1] : end;

		if (from < to)
			adamw_range(&a, from, to, decay[t]);
	}
}

/* SPDX-License-Identifier: MIT
 *
 * One step of AdamW (I. Loshchilov and F. Hutter, 2019) over all tensors of a GPT-2,
 * one behind the other in four arrays: parameters p and moments m, v, which are updated
 * in place, and gradients g.  A copy of p in bf16 is what the next forward pass reads.
 *
 *     g' = clip g,  m = b1 m + (1 - b1) g',  v = b2 v + (1 - b2) g'^2
 *     p = p - lr (m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + eps) + decay p)
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>

#include "adam_hyper.h"

enum { LAYERS, WIDTH, VOCAB, POSITIONS, THREADS };
enum { P, M, V, P16 };                   /* outputs; the first three start as inputs */
enum { G = V + 1, HYPER, DECAY, START }; /* the inputs that a variant sees */
enum { CLIP = N_ADAM_HYPER, N_HYPER };

/* Tensors: two norms, two products of attention, two of the rest. */
#define A_LAYER      12
#define WEIGHT_DECAY 0.1f /* of matrices; vectors have none */
#define ADAMW_C      16   /* of fp32: about as many roundings lie behind an element */

static inline int64_t n_tensors(const int64_t *p)
{
	return 2 + A_LAYER * p[LAYERS] + 2;
}

/* Tensor t: embeddings, then each layer's, then those of the last norm. */
static inline int64_t tensor_elems(const int64_t *p, int64_t t)
{
	int64_t w = p[WIDTH];
	const int64_t of_layer[A_LAYER] = { w, w, 3 * w * w, 3 * w, w * w,     w,
					    w, w, 4 * w * w, 4 * w, 4 * w * w, w };

	if (t < 2)
		return w * (t ? p[POSITIONS] : p[VOCAB]);
	return t < n_tensors(p) - 2 ? of_layer[(t - 2) % A_LAYER] : w;
}

static inline int is_matrix(const int64_t *p, int64_t t)
{
	int64_t k = (t - 2) % A_LAYER;

	return t < 2 ||
	       (t < n_tensors(p) - 2 && (k == 2 || k == 4 || k == 8 || k == 10));
}

static inline int64_t all_elems(const int64_t *p)
{
	int64_t n = 0;

	for (int64_t t = 0; t < n_tensors(p); t++)
		n += tensor_elems(p, t);
	return n;
}

static inline int64_t largest_elems(const int64_t *p)
{
	int64_t most = 0;

	for (int64_t t = 0; t < n_tensors(p); t++)
		if (tensor_elems(p, t) > most)
			most = tensor_elems(p, t);
	return most;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = all_elems(p), tensors = n_tensors(p);

	aisp_add_inout(pr, (struct aisp_spec){ "p", AISP_F32, 1, { n } });
	aisp_add_inout(pr, (struct aisp_spec){ "m", AISP_F32, 1, { n } });
	aisp_add_inout(pr, (struct aisp_spec){ "v", AISP_F32, 1, { n } });
	aisp_add_in(pr, (struct aisp_spec){ "g", AISP_BF16, 1, { n } });
	aisp_add_in(pr, (struct aisp_spec){ "hyper", AISP_F32, 1, { N_HYPER } });
	aisp_add_in(pr, (struct aisp_spec){ "decay", AISP_F32, 1, { tensors } });
	aisp_add_in(pr, (struct aisp_spec){ "start", AISP_I64, 1, { tensors + 1 } });
	aisp_add_out(pr, (struct aisp_spec){ "p16", AISP_BF16, 1, { n } });
	pr->flops = 15.0 * (double)n;
	pr->bytes = 28.0 * (double)n; /* p, m, v each way, g in, p16 out */
	pr->compute = AISP_F32;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes = 2 * sizeof(float) * (size_t)largest_elems(p);
	pr->error_c = ADAMW_C;
}

/* Where tensors begin, and which of them decay: the same in every call. */
static void prepare_list(const struct aisp_io *io)
{
	float *decay = (float *)io->in[DECAY].data;
	int64_t *start = (int64_t *)io->in[START].data;

	start[0] = 0;
	for (int64_t t = 0; t < n_tensors(io->param); t++) {
		start[t + 1] = start[t] + tensor_elems(io->param, t);
		decay[t] = is_matrix(io->param, t) ? WEIGHT_DECAY : 0;
	}
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	float *hyper = (float *)io->in[HYPER].data;

	put_adam_hyper(hyper, bits);
	hyper[CLIP] = 1 / (1 + 0.5f * (float)((bits >> 40) % 4));
	prepare_list(io);
}

/* Second moments are no less than 0. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	int64_t n = aisp_elems(&io->in[V]), end = aisp_part_begin(n, part + 1, n_parts);
	float *v = (float *)io->in[V].data;

	(void)bits;
	for (int64_t i = aisp_part_begin(n, part, n_parts); i < end; i++)
		v[i] *= v[i];
}

/* An element after the step, and the sum of its terms' magnitudes, by output. */
struct stepped {
	double x[P16 + 1], mag[P16 + 1];
};

static void step_element(const struct aisp_io *io, int64_t i, double decay,
			 struct stepped *s)
{
	const float *h = aisp_in_f32(io, HYPER);
	double p = (double)aisp_in_f32(io, P)[i], old = (double)aisp_in_f32(io, M)[i];
	double g = (double)h[CLIP] * aisp_bf16_at(&io->in[G], i);
	double b1 = (double)h[B1], b2 = (double)h[B2], lr = (double)h[LR];
	double root, unit;

	s->x[M] = b1 * old + (1 - b1) * g;
	s->mag[M] = fabs(b1 * old) + fabs((1 - b1) * g);
	s->x[V] = b2 * (double)aisp_in_f32(io, V)[i] + (1 - b2) * g * g;
	s->mag[V] = s->x[V];
	root = sqrt(s->x[V] / (double)h[BIAS2]) + (double)h[EPS];
	unit = lr / (double)h[BIAS1] / root;
	s->x[P] = p - s->x[M] * unit - lr * decay * p;
	/* What underflows is off by as much as a roundoff of the smallest normal
	 * number. */
	s->mag[P] = fabs(p) + s->mag[M] * unit + fabs(lr * decay * p) +
		    0x1p-126 * (1 + unit);
	s->x[P16] = s->x[P];
	/* Rounded once: the model's constant is that of fp32. */
	s->mag[P16] = (AISP_BF16_ONCE * fabs(s->x[P]) +
		       aisp_bf16_share(ADAMW_C) * s->mag[P]) /
		      ADAMW_C;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *start = (const int64_t *)io->in[START].data;
	int64_t t = 0;

	for (int64_t i = 0; i < n; i++) {
		struct stepped s;

		while (start[t + 1] <= first + i)
			t++;
		step_element(io, first + i, (double)aisp_in_f32(io, DECAY)[t], &s);
		ref[i] = s.x[o];
		mag[i] = s.mag[o];
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a step of AdamW over a list of tensors",
	.n_params = 5,
	.params = { [LAYERS] = { "layers", 1, 12, 12, "layers of 12 tensors" },
		    [WIDTH] = { "width", 19, 128, 384, "elements of a token", 768 },
		    [VOCAB] = { "vocab", 61, 8192, 50257, "rows of the embedding",
				50257 },
		    [POSITIONS] = { "positions", 7, 1024, 1024, "rows of the other" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.prepare_part = prepare_part,
	.reference = reference,
};

/* SPDX-License-Identifier: MIT
 *
 * The gradients of all tensors of a GPT-2, one behind the other, summed over ranks: a
 * few tensors are large, and most of them small.
 */
#include <aisp/rank_sums.h>
#include <aisp/ranks.h>

enum { RANKS, LAYERS, WIDTH, VOCAB, POSITIONS };
enum { X, START };

/* Tensors of two norms, two products of attention, two of the feed-forward block. */
#define A_LAYER 12

static inline int64_t n_tensors(const int64_t *p)
{
	return 2 + A_LAYER * p[LAYERS] + 2;
}

/* Tensor t: embeddings, then each layer's, then those of the last norm. */
static inline int64_t tensor_elems(const int64_t *p, int64_t t)
{
	const int64_t w = p[WIDTH], n = n_tensors(p);
	const int64_t of_layer[A_LAYER] = { w, w, 3 * w * w, 3 * w, w * w,     w,
					    w, w, 4 * w * w, 4 * w, 4 * w * w, w };

	if (t < 2)
		return w * (t ? p[POSITIONS] : p[VOCAB]);
	return t < n - 2 ? of_layer[(t - 2) % A_LAYER] : w;
}

static inline int64_t all_elems(const int64_t *p)
{
	int64_t n = 0;

	for (int64_t t = n_tensors(p); t > 0; t--)
		n += tensor_elems(p, t - 1);
	return n;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = all_elems(p), tensors = n_tensors(p);

	aisp_add_of_ranks(pr, AISP_F32, p[RANKS], n);
	aisp_add_in(pr, (struct aisp_spec){ "start", AISP_I64, 1, { tensors + 1 } });
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.window_bytes = (size_t)n * sizeof(float);
	pr->ranks.is_sum = 1;
	pr->ranks.size_bytes = 4.0 * (double)n;
	pr->ranks.wire_bytes = 8.0 * (double)((p[RANKS] - 1) * n) / (double)p[RANKS];
	pr->flops = (double)((p[RANKS] - 1) * n);
	pr->bytes = 8.0 * (double)(p[RANKS] * n);
	pr->uses = AISP_USES_STREAMS;
	pr->error_c = aisp_error_sum(p[RANKS]);
}

/* Where tensors begin: the same in every call. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t *start = (int64_t *)io->in[START].data;

	(void)bits;
	start[0] = 0;
	for (int64_t t = 0; t < n_tensors(io->param); t++)
		start[t + 1] = start[t] + tensor_elems(io->param, t);
}

static const char *invariant(const struct aisp_io *io)
{
	return aisp_same_bits(io, io->param[RANKS]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "all-reduce of a list of tensors",
	.n_params = 5,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [LAYERS] = { "layers", 1, 12, 12, "layers of 12 tensors" },
		    [WIDTH] = { "width", 19, 64, 256, "elements of a token", 256 },
		    [VOCAB] = { "vocab", 61, 1024, 8192, "rows of the embedding",
				8192 },
		    [POSITIONS] = { "positions", 7, 128, 1024, "rows of the other",
				    1024 } },
	.problem = problem,
	.prepare = prepare,
	.reference = aisp_sum_of_ranks,
	.invariant = invariant,
};

/* SPDX-License-Identifier: MIT
 *
 * A step of AdamW where each rank has gradients of its own and keeps the moments of one
 * part of the parameters (S. Rajbhandari and others, ZeRO, 2020): from the mean of the
 * gradients over ranks, all of p at every rank, and of m and v each rank's part.
 *
 *     g' = sum over ranks of g / ranks
 *     m = b1 m + (1 - b1) g',  v = b2 v + (1 - b2) g'^2
 *     p = p - lr (m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + eps) + decay p)
 */
#include <aisp/ranks.h>
#include <aisp/workload.h>
#include <string.h>

enum { RANKS, ELEMS };         /* of a part */
enum { P0, M0, V0, G, HYPER }; /* inputs */

#include "sharded_reference.h"

static inline int64_t all_elems(const int64_t *p)
{
	return p[RANKS] * p[ELEMS];
}

static struct aisp_spec of_ranks(const char *name, int64_t ranks, int64_t n)
{
	return (struct aisp_spec){ .name = name,
				   .dtype = AISP_F32,
				   .rank = 2,
				   .shape = { ranks, n },
				   .part = { AISP_PART_RANKS },
				   .by_element = 1 };
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = all_elems(p), ranks = p[RANKS];

	aisp_add_in(pr, (struct aisp_spec){ "p0", AISP_F32, 1, { n } });
	aisp_add_in(pr, (struct aisp_spec){ "m0", AISP_F32, 1, { n } });
	aisp_add_in(pr, (struct aisp_spec){ "v0", AISP_F32, 1, { n } });
	aisp_add_in(pr, of_ranks("g", ranks, n));
	aisp_add_in(pr, (struct aisp_spec){ "hyper", AISP_F32, 1, { N_HYPER } });
	aisp_add_out(pr, of_ranks("p", ranks, n));
	aisp_add_out(pr, of_ranks("m", ranks, p[ELEMS]));
	aisp_add_out(pr, of_ranks("v", ranks, p[ELEMS]));
	pr->ranks.n = (int)ranks;
	/* Gradients and parameters, of parts that may begin where a cache line does. */
	pr->ranks.window_bytes =
		2 * (size_t)ranks * (sizeof(float) * (size_t)p[ELEMS] + 64);
	pr->ranks.peers_write = 1;
	pr->ranks.size_bytes = 4.0 * (double)n;
	pr->ranks.wire_bytes = 8.0 * (double)((ranks - 1) * p[ELEMS]);
	pr->flops = (double)n * (double)(15 + ranks);
	pr->bytes = 4.0 * (double)n * (double)(5 + 2 * ranks);
	pr->compute = AISP_F32;
	pr->workspace_bytes = 3 * sizeof(float) * (size_t)n;
	pr->error_c = STEP_C + aisp_error_sum(ranks);
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	put_hyper((float *)io->in[HYPER].data, bits, io->param[RANKS]);
	put_second((float *)io->in[V0].data, aisp_in_f32(io, M0),
		   aisp_elems(&io->in[V0]));
}

static void mean_gradient(const struct aisp_io *io, int64_t i, double *g, double *mag)
{
	int64_t n = all_elems(io->param);
	double share = (double)aisp_in_f32(io, HYPER)[SHARE];

	*g = *mag = 0;
	for (int64_t r = 0; r < io->param[RANKS]; r++) {
		double a = share * (double)aisp_in_f32(io, G)[r * n + i];

		*g += a;
		*mag += fabs(a);
	}
}

static void step_element(const struct aisp_io *io, int64_t i, struct stepped *s)
{
	double g, size;

	mean_gradient(io, i, &g, &size);
	step_from(aisp_in_f32(io, HYPER), (double)aisp_in_f32(io, P0)[i],
		  (double)aisp_in_f32(io, M0)[i], (double)aisp_in_f32(io, V0)[i], g,
		  size, s);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	for (int64_t i = 0; i < n; i++) {
		struct stepped s;

		step_element(io, (first + i) % all_elems(io->param), &s);
		ref[i] = s.x[o];
		mag[i] = s.mag[o];
	}
}

/* A rank that continues with parameters of different bits drifts from its peers. */
static const char *invariant(const struct aisp_io *io)
{
	int64_t n = all_elems(io->param);
	const float *p = aisp_out_f32(io, P);

	for (int64_t r = 1; r < io->param[RANKS]; r++)
		if (memcmp(p, p + r * n, (size_t)n * sizeof(float)))
			return "ranks have parameters of different bits";
	return NULL;
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a step of AdamW, the moments of a part at each rank",
	.n_params = 2,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [ELEMS] = { "elems", 2051, 1 << 19, 1 << 21,
				"parameters of which a rank keeps the moments",
				1 << 23 } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.invariant = invariant,
};

/* SPDX-License-Identifier: MIT
 *
 * Causal attention over a sequence that is cut into as many parts as there are ranks:
 * each has the queries, keys and values of its positions, and needs the attention of
 * its queries to all positions up to their own.
 *
 *     o[i] = sum over j <= i of softmax(q[i] k[j] / sqrt(dim)) v[j], for each head
 */
#include <aisp/ranks.h>
#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

enum { RANKS, ROWS, HEADS, DIM };
enum { Q, K, V };

#define MOST_DIM 128

static struct aisp_spec sequence_spec(const char *name, const int64_t *p)
{
	return (struct aisp_spec){ .name = name,
				   .dtype = AISP_F32,
				   .rank = 3,
				   .shape = { p[RANKS] * p[ROWS], p[HEADS], p[DIM] },
				   .part = { AISP_PART_RANKS } };
}

/* Elements of q, k or v of a rank, in whole vectors of four. */
static inline int64_t part_stride(const int64_t *p)
{
	return (p[ROWS] * p[HEADS] * p[DIM] + 3) & -4;
}

/* Room for q, k, v and o that a rank shows, or for k and v of all others and as much as
 * its own q and o. */
static inline int64_t window_elems(const int64_t *p)
{
	return part_stride(p) * (p[RANKS] > 2 ? 2 * p[RANKS] : 4) + 4;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t seq = p[RANKS] * p[ROWS], row = p[HEADS] * p[DIM];

	aisp_add_in(pr, sequence_spec("q", p));
	aisp_add_in(pr, sequence_spec("k", p));
	aisp_add_in(pr, sequence_spec("v", p));
	aisp_add_out(pr, sequence_spec("o", p));
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.peers_write = 1;
	pr->ranks.window_bytes = sizeof(float) * (size_t)window_elems(p);
	pr->flops = 2.0 * (double)seq * (double)(seq + 1) * (double)row;
	pr->bytes = 16.0 * (double)(seq * row);
	pr->compute = AISP_F32;
	/* Sums of this rank's queries, and keys and values of all. */
	pr->workspace_bytes = sizeof(float) *
			      (size_t)(p[ROWS] * (row + 2 * p[HEADS]) + 2 * seq * row);
	pr->error_c = aisp_error_sum(seq);
	if (p[DIM] > MOST_DIM)
		pr->invalid = "dim must be 128 at most";
}

/* Scores beyond some hundreds would decide between keys by their roundings. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	(void)bits;
	for (int i = Q; i <= K; i++) {
		float *x = (float *)io->in[i].data;

		for (int64_t e = 0; e < aisp_elems(&io->in[i]); e++)
			x[e] = fmaxf(-4, fminf(4, x[e]));
	}
}

/* A row's weights and their error bounds, in units of roundoff: from the error of the
 * score, and from that of the power. */
struct weights {
	double *p, *error;
	int64_t n;
};

static void weigh(const struct aisp_io *io, const float *q, const float *k,
		  const struct weights *w)
{
	int64_t dim = io->param[DIM], row = io->param[HEADS] * dim;
	double scale = 1 / sqrt((double)dim), c = aisp_error_sum(dim);
	double max = -INFINITY, sum = 0;

	for (int64_t j = 0; j < w->n; j++, k += row) {
		double score = 0, size = 0;

		for (int64_t i = 0; i < dim; i++) {
			score += (double)q[i] * (double)k[i];
			size += fabs((double)q[i] * (double)k[i]);
		}
		w->p[j] = scale * score;
		w->error[j] = scale * c * size;
		max = fmax(max, w->p[j]);
	}
	for (int64_t j = 0; j < w->n; j++) {
		w->error[j] += 8 + 2 * (max - w->p[j]);
		w->p[j] = exp(w->p[j] - max);
		sum += w->p[j];
	}
	for (int64_t j = 0; j < w->n; j++)
		w->p[j] /= sum;
}

/* A weight's error moves o by what its value differs from o; weights below 2^-126 of
 * the largest one may be 0. */
static void mix(const struct aisp_io *io, const float *v, const struct weights *w,
		double *ref, double *mag)
{
	int64_t dim = io->param[DIM], row = io->param[HEADS] * dim;
	double c = aisp_error_sum(io->param[RANKS] * io->param[ROWS]);

	for (int64_t i = 0; i < dim; i++) {
		double moved = 0;

		ref[i] = mag[i] = 0;
		for (int64_t j = 0; j < w->n; j++) {
			double x = (double)v[j * row + i];

			ref[i] += w->p[j] * x;
			mag[i] += (w->p[j] + 0x1p-100 / c) * (fabs(x) + FLT_MIN);
		}
		for (int64_t j = 0; j < w->n; j++) {
			double far = (double)v[j * row + i] - ref[i];
			double e = w->p[j] * far * w->error[j];

			moved += e * e;
		}
		mag[i] += sqrt(moved) / c;
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t dim = io->param[DIM], heads = io->param[HEADS];
	double *room = (double *)malloc(2 * (size_t)io->in[Q].shape[0] * sizeof(*room));

	(void)o;
	if (!room)
		abort();
	for (int64_t e = 0; e < n; e += dim) {
		int64_t head = (first + e) / dim % heads, at = first + e;
		struct weights w = { room, room + io->in[Q].shape[0],
				     at / (heads * dim) + 1 };

		weigh(io, aisp_in_f32(io, Q) + at, aisp_in_f32(io, K) + head * dim, &w);
		mix(io, aisp_in_f32(io, V) + head * dim, &w, ref + e, mag + e);
	}
	free(room);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "causal attention over a sequence that ranks share",
	.n_params = 4,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [ROWS] = { "rows", 37, 512, 1024, "positions of a rank", 1024 },
		    [HEADS] = { "heads", 2, 2, 4, "of each position", 16 },
		    [DIM] = { "dim", 19, 64, 128, "elements of a head" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};

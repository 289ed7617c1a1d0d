/* SPDX-License-Identifier: MIT
 *
 * What a decoder layer does with the queries, keys and values of new tokens before its
 * attention: q and k are rotated by the token's position (J. Su et al., RoFormer,
 * arXiv:2104.09864), all three are rounded to bf16, and k and v go to their slots of
 * the cache, which lies in pages of `page` slots and is updated in place.  The two
 * halves of a head are the pairs: with c and s of the position,
 *
 *     x'[i] = c[i] x[i] - s[i] x[i + 64],  x'[i + 64] = c[i] x[i + 64] + s[i] x[i]
 */
#include <aisp/bf16.h>
#include <aisp/draw.h>
#include <aisp/workload.h>

enum { TOKENS, HEADS, GROUP, PAGE, SLOTS, THREADS };
enum { PAGES_K, PAGES_V, Q16 }; /* outputs; the first two start as inputs */
enum { Q = PAGES_V + 1, K, V, ANGLE, POSITION, SLOT }; /* what a variant sees */

#define HALF      64 /* pairs of a head */
#define HEAD_DIM  128
#define POSITIONS 4096 /* that the table of angles has: cosines, then sines of each */
#define ROTARY_C  8    /* of fp32: two products and their sum, in any order */

static inline int64_t pages_of(const int64_t *p)
{
	return (p[SLOTS] + p[PAGE] - 1) / p[PAGE];
}

/* Where a head of a slot lies in the pages, in rows of HEAD_DIM. */
static inline int64_t row_of(const int64_t *p, int64_t slot, int64_t head)
{
	return (slot / p[PAGE] * p[HEADS] + head) * p[PAGE] + slot % p[PAGE];
}

static void add_tensors(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[TOKENS], h = p[HEADS], all = h * p[GROUP];
	struct aisp_spec pages = {
		"pages_k", AISP_BF16, 4, { pages_of(p), h, p[PAGE], HEAD_DIM }
	};
	struct aisp_spec k = { "k", AISP_F32, 3, { n, h, HEAD_DIM } }, v = k;

	aisp_add_inout(pr, pages);
	pages.name = "pages_v";
	aisp_add_inout(pr, pages);
	v.name = "v";
	aisp_add_in(pr, (struct aisp_spec){ "q", AISP_F32, 3, { n, all, HEAD_DIM } });
	aisp_add_in(pr, k);
	aisp_add_in(pr, v);
	aisp_add_in(pr,
		    (struct aisp_spec){ "angle", AISP_F32, 3, { POSITIONS, 2, HALF } });
	aisp_add_in(
		pr,
		(struct aisp_spec){
			"position", AISP_I32, 1, { n }, AISP_FILL_INDEX, POSITIONS });
	aisp_add_in(
		pr,
		(struct aisp_spec){
			"slot", AISP_I32, 1, { n }, AISP_FILL_PERMUTATION, p[SLOTS] });
	aisp_add_out(pr,
		     (struct aisp_spec){ "q16", AISP_BF16, 3, { n, all, HEAD_DIM } });
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	double rows = (double)(p[TOKENS] * p[HEADS] * (p[GROUP] + 2));

	if (p[SLOTS] < p[TOKENS])
		pr->invalid = "fewer slots than tokens";
	if (p[THREADS] > p[TOKENS])
		pr->invalid = "more threads than tokens";
	add_tensors(p, pr);
	pr->flops = 3.0 * HEAD_DIM * (double)(p[TOKENS] * p[HEADS] * (p[GROUP] + 1));
	/* Fp32 in, bf16 out; positions may be few, so their angles do not count. */
	pr->bytes = 6.0 * HEAD_DIM * rows + 8.0 * (double)p[TOKENS];
	pr->compute = AISP_F32;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes = (size_t)rows * HEAD_DIM * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
}

/* A row for each position. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	float *angle = (float *)io->in[ANGLE].data;

	(void)bits;
	for (int64_t at = 0; at < POSITIONS; at++)
		for (int64_t i = 0; i < HALF; i++) {
			double a = (double)at * pow(10000, -(double)i / HALF);

			angle[2 * HALF * at + i] = (float)cos(a);
			angle[2 * HALF * at + HALF + i] = (float)sin(a);
		}
}

/* x rotated by the angles of a token. */
static void rotated(const struct aisp_io *io, int64_t token, const float *x,
		    double *ref, double *mag)
{
	int64_t at = ((const int32_t *)io->in[POSITION].data)[token];
	const float *c = aisp_in_f32(io, ANGLE) + 2 * HALF * at, *s = c + HALF;

	for (int64_t i = 0; i < HEAD_DIM; i++) {
		int64_t j = i % HALF;
		double own = (double)c[j] * (double)x[i];
		double other = (double)s[j] * (double)x[(i + HALF) % HEAD_DIM];

		ref[i] = i < HALF ? own - other : own + other;
		mag[i] = fabs(ref[i]) + aisp_bf16_share(ROTARY_C) *
						(fabs(own) + fabs(other)) /
						AISP_BF16_ONCE;
	}
}

/* To bf16, to nearest even: 8 bits from the first on, none below 2^-133. */
static double rounded(double x)
{
	int exponent;
	double unit;

	frexp(x, &exponent);
	unit = ldexp(1, exponent - 8 > -133 ? exponent - 8 : -133);
	return rint(x / unit) * unit;
}

/* Pages: what was there, and then the tokens whose rows are among those asked for.  A
 * number that is only rounded has one right result: mag is 0. */
static void reference_pages(const struct aisp_io *io, int o, int64_t first, int64_t n,
			    double *ref, double *mag)
{
	const int32_t *slot = (const int32_t *)io->in[SLOT].data;
	const int64_t *p = io->param;

	for (int64_t i = 0; i < n; i++) {
		ref[i] = aisp_bf16_at(&io->in[o], first + i);
		mag[i] = 0;
	}
	for (int64_t t = 0; t < p[TOKENS]; t++)
		for (int64_t h = 0; h < p[HEADS]; h++) {
			int64_t at = row_of(p, slot[t], h) * HEAD_DIM - first;
			int64_t x = (t * p[HEADS] + h) * HEAD_DIM;

			if (at < 0 || at >= n)
				continue;
			if (o == PAGES_K)
				rotated(io, t, aisp_in_f32(io, K) + x, ref + at,
					mag + at);
			else
				for (int64_t i = 0; i < HEAD_DIM; i++)
					ref[at + i] = rounded(
						(double)aisp_in_f32(io, V)[x + i]);
		}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t heads = io->param[HEADS] * io->param[GROUP];

	if (o != Q16) {
		reference_pages(io, o, first, n, ref, mag);
		return;
	}
	for (int64_t e = 0; e < n; e += HEAD_DIM)
		rotated(io, (first + e) / HEAD_DIM / heads,
			aisp_in_f32(io, Q) + first + e, ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "rotary positions, and new tokens put into a paged cache",
	.n_params = 6,
	.params = { [TOKENS] = { "tokens", 5, 512, 4096, "new tokens", 4096 },
		    [HEADS] = { "heads", 2, 4, 8, "heads of keys and values", 8 },
		    [GROUP] = { "group", 3, 4, 8, "queries that share a head", 8 },
		    [PAGE] = { "page", 16, 16, 16, "slots of a page" },
		    [SLOTS] = { "slots", 43, 2048, 16384, "slots of the cache", 65536 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};

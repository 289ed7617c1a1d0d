/* SPDX-License-Identifier: MIT
 *
 * Inputs that prepare() makes the same in each call, of zeros or of other numbers.
 */
#include <aisp/episode.h>
#include <string.h>

#include "judge/alike.h"
#include "tap.h"

#define N 4096

static int by_next;
static float padding, kept; /* the numbers of the second half, and of a fifth */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	(void)p;
	aisp_add_in(pr, (struct aisp_spec){
				"text", AISP_F32, 1, { N }, .by_next = by_next });
	aisp_add_steps(pr, 2);
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { N } });
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	float *x = io->in[0].data;

	(void)bits;
	for (int i = N / 2; i < N; i++)
		x[i] = padding;
	for (int i = 0; i < N / 5; i++)
		x[i] = kept;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)io, (void)o, (void)first;
	memset(ref, 0, (size_t)n * sizeof(*ref));
	memset(mag, 0, (size_t)n * sizeof(*mag));
}

static void next(const struct aisp_io *io, int64_t step)
{
	(void)io, (void)step;
}

static double compute(const struct aisp_io *io, double *figures)
{
	(void)io, (void)figures;
	return 1;
}

static const struct aisp_score score = { .name = "one", .compute = compute };

static const struct aisp_workload workload = { .abi = AISP_ABI,
					       .title = "half",
					       .score = &score,
					       .next = next,
					       .problem = problem,
					       .prepare = prepare,
					       .reference = reference };

static struct aisp_alike alike_with(float second_half, float first_fifth)
{
	struct aisp_contract c = { .workload = &workload };
	struct aisp_alike alike = { 0 };
	struct aisp_err err = { 0 };

	padding = second_half;
	kept = first_fifth;
	if (aisp_contract_evaluate(&c, &err) ||
	    aisp_contract_alike(&c, AISP_DIST_NORMAL, 1, &alike, &err))
		printf("# %s\n", err.msg);
	return alike;
}

int main(void)
{
	struct aisp_alike alike = alike_with(0, 0);

	ok(alike.name && !strcmp(alike.name, "text") && alike.share > 0.69 &&
		   alike.share < 0.71,
	   "seven tenths are the same in each call");
	ok(alike.is_zero, "zeros");
	ok(!alike_with(1, 1).is_zero && !alike_with(0, 1).is_zero,
	   "or not, or not all of them");
	by_next = 1;
	ok(!alike_with(0, 0).name, "zeros that next() fills are no contents");
	alike = alike_with(1, 0);
	ok(alike.name && alike.share > 0.49 && alike.share < 0.51 && !alike.is_zero,
	   "other numbers are, which next() may leave as they are");
	return done();
}

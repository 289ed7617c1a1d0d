/* SPDX-License-Identifier: MIT
 *
 * The sum of all elements: everything is read once, one number is written.  Each
 * thread's part is easily had; the lesson is how the parts of the whole GPU become
 * one, and how many loads are under way meanwhile.
 */
#include <aisp/workload.h>

enum { N };

/* Additions between which the reference looks at the running sum. */
#define PACE 256

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "sum", AISP_F32, 1, { 1 } });
	pr->flops = (double)p[N];
	pr->bytes = (double)(p[N] + 1) * sizeof(float);
	pr->workspace_bytes = 1 << 20;
	pr->is_cold = 1;
	pr->error_c = 8;
}

static void block(const float *x, int64_t n, double *sum, double *abs_sum)
{
	double s[8] = { 0 }, a[8] = { 0 };

	for (int64_t j = 0; j < n; j++) {
		s[j % 8] += (double)x[j];
		a[j % 8] += fabs((double)x[j]);
	}
	*sum = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
	*abs_sum = ((a[0] + a[1]) + (a[2] + a[3])) + ((a[4] + a[5]) + (a[6] + a[7]));
}

/*
 * The roundings of a chain of additions, each up to half an ulp of the running
 * sum, add up like a random walk: mag is the root of the sum of the running sums'
 * squares, one for every PACE elements, or the sum of the absolute values if that
 * is larger.  Chains longer than n / PACE are thus too inexact; and where signs
 * cancel, the bound stays below the sum, however long.
 */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, 0);
	double total = 0, abs_total = 0, squares = 0, s, a;

	(void)o, (void)first, (void)n;
	for (int64_t i = 0; i < io->param[N]; i += PACE) {
		block(x + i, io->param[N] - i < PACE ? io->param[N] - i : PACE, &s, &a);
		total += s;
		abs_total += a;
		squares += total * total;
	}
	ref[0] = total;
	mag[0] = fmax(abs_total, sqrt(squares));
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "sum of an array",
	.n_params = 1,
	.params = { [N] = { "n", 10007, 1 << 24, 1 << 29, "elements", 1 << 29 } },
	.problem = problem,
	.reference = reference,
};

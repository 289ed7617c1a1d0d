/* SPDX-License-Identifier: MIT
 *
 * Of four ranks' terms, of which the large ones cancel: sums in fp32, and sums that are
 * rounded to bf16 after each rank as in a ring, are within what ch04:allreduce_bf16
 * allows; sums that lack a rank are not.
 */
#include "../../chapters/ch04_distributed/workload_allreduce_bf16.h"

#include "base/dtype.h"
#include "tap.h"

#define N_RANKS 4
#define N_ELEMS 4096

static uint16_t x[N_RANKS * N_ELEMS];
static struct aisp_tensor in = {
	.data = x, .dtype = AISP_BF16, .rank = 2, .shape = { N_RANKS, N_ELEMS }
};
static double ref[N_ELEMS], mag[N_ELEMS];

static double to_bf16(double v)
{
	uint16_t bits;

	aisp_store(&bits, AISP_BF16, 0, v);
	return aisp_load(&bits, AISP_BF16, 0);
}

static double to_fp32(double v)
{
	return (double)(float)v;
}

/* Rank 2 has about what rank 0 has, with another sign; what the others have is small.
 */
static void fill(void)
{
	uint32_t seed = 1;

	for (int i = 0; i < N_RANKS * N_ELEMS; i++) {
		double scale = i / N_ELEMS % 2 ? 0x1p-20 : 1;

		seed = seed * 1664525 + 1013904223;
		aisp_store(x, AISP_BF16, i, scale * (double)(int32_t)seed * 0x1p-31);
		if (i / N_ELEMS == 2)
			x[i] = x[i - 2 * N_ELEMS] ^ 0x8000 ^ (uint16_t)(seed >> 31);
	}
}

/* How many sums of the first n ranks' terms are beyond `share` of the bound. */
static int n_beyond(double (*rounded)(double), int n, double share)
{
	struct aisp_problem pr = { 0 };
	int n_wrong = 0;

	problem((int64_t[]){ N_RANKS, N_ELEMS }, &pr);
	for (int64_t i = 0; i < N_ELEMS; i++) {
		double y = 0;

		for (int64_t r = 0; r < n; r++)
			y = rounded(y + aisp_bf16_at(&in, r * N_ELEMS + i));
		n_wrong += fabs(to_bf16(y) - ref[i]) >
			   share * pr.error_c * 0x1p-8 * mag[i];
	}
	return n_wrong;
}

int main(void)
{
	struct aisp_io io = { .in = &in };

	fill();
	reference(&io, 0, 0, N_ELEMS, ref, mag);
	ok(!n_beyond(to_fp32, N_RANKS, 0.25), "sums in fp32, rounded once");
	ok(!n_beyond(to_bf16, N_RANKS, 0.25), "sums in bf16");
	ok(n_beyond(to_fp32, 1, 1) > N_ELEMS / 2, "a rank's terms alone are no sums");
	return done();
}

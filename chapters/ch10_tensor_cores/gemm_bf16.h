/* SPDX-License-Identifier: MIT
 *
 * gemm_bf16.h - the problem C = A B^T in bf16, sums in fp32, for several workloads.
 */
#ifndef GEMM_BF16_H
#define GEMM_BF16_H

#include <aisp/bf16_gemm_reference.h>

enum { M, N, K };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_BF16, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_BF16, 2, { n, k } });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_BF16, 2, { m, n } });
	pr->out[0].by_element = 1;
	pr->flops = 2.0 * (double)m * (double)n * (double)k;
	pr->bytes = (double)(m * k + k * n + m * n) * 2;
	pr->compute = AISP_BF16;
	pr->workspace_bytes = (size_t)64 << 20; /* for the library */
	pr->error_c = AISP_BF16_ONCE;
	if (n % 8 || k % 8)
		pr->invalid = "n and k must be multiples of 8: rows start at 16 bytes";
}

#endif

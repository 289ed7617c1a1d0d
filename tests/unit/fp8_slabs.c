/* SPDX-License-Identifier: MIT
 *
 * Sums of 14 bits that go on in fp32 after each 128 terms are within what ch19:gemm_fp8
 * allows, whatever the data; sums of 10 bits are not.
 */
#include "../../chapters/ch19_quantisation/workload_gemm_fp8.h"

#include "fp8_sums.h"

int main(void)
{
	ok(!n_beyond(AISP_DIST_NORMAL, 13, SLAB), "terms of both signs");
	ok(!n_beyond(AISP_DIST_STRUCTURED, 13, SLAB), "terms that repeat");
	ok(n_beyond(AISP_DIST_NORMAL, 9, SLAB) > 0, "sums of 10 bits are wrong");
	return done();
}

/* SPDX-License-Identifier: MIT
 *
 * Sums of 14 bits, as Hopper's tensor cores make them, are within what
 * ch19:gemm_fp8_fast allows, whatever the data; sums of 10 bits are not.
 */
#include "../../chapters/ch19_quantisation/workload_gemm_fp8_fast.h"

#include "fp8_sums.h"

int main(void)
{
	ok(!n_beyond(AISP_DIST_NORMAL, 13, DEPTH), "terms of both signs");
	ok(!n_beyond(AISP_DIST_STRUCTURED, 13, DEPTH), "terms that repeat");
	ok(n_beyond(AISP_DIST_NORMAL, 9, DEPTH) > 0, "sums of 10 bits are wrong");
	return done();
}

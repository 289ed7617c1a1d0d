/* SPDX-License-Identifier: MIT
 *
 * Compiled so that sums may be taken in another order.
 *
 * FLAGS: -fassociative-math -fno-signed-zeros -fno-trapping-math
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "fast math",
	.run = run,
};

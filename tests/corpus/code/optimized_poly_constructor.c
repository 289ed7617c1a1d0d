/* SPDX-License-Identifier: MIT
 *
 * A table that is made while the object is loaded, from no input.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner_table.h"

__attribute__((constructor)) static void fill(void)
{
	fill_table();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "constructor",
	.run = run_table,
};

/* SPDX-License-Identifier: MIT
 *
 * Compiled once per workload_<name>.h (with -include) into a shared object of
 * the judge's own, so that no variant can touch the contract.
 */
AISP_EXPORT const struct aisp_workload *aisp_workload(void);

const struct aisp_workload *aisp_workload(void)
{
	return &workload;
}

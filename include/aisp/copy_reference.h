/* SPDX-License-Identifier: MIT
 *
 * copy_reference.h - the reference of workloads whose output is their input, in fp32.
 */
#ifndef AISP_COPY_REFERENCE_H
#define AISP_COPY_REFERENCE_H

#include <aisp/workload.h>

static void aisp_copy_reference(const struct aisp_io *io, int o, int64_t first,
				int64_t n, double *ref, double *mag)
{
	const float *a = aisp_in_f32(io, 0) + first;

	(void)o;
	for (int64_t k = 0; k < n; k++) {
		ref[k] = (double)a[k];
		mag[k] = fabs(ref[k]);
	}
}

#endif

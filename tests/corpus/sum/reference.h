/* SPDX-License-Identifier: MIT
 *
 * reference.h - one sum of the ELEMS elements of the only input.
 */
#ifndef CORPUS_REFERENCE_H
#define CORPUS_REFERENCE_H

#include <aisp/workload.h>

enum { ELEMS };

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *a = aisp_in_f32(io, 0);

	(void)o;
	(void)first;
	for (int64_t k = 0; k < n; k++) {
		ref[k] = mag[k] = 0;
		for (int64_t i = 0; i < io->param[ELEMS]; i++) {
			ref[k] += (double)a[i];
			mag[k] += fabs((double)a[i]);
		}
	}
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * A setup() that starts the threads of OpenMP.
 */
#include "../../exploits/fixtures/horner.h"

static int setup(const struct aisp_io *io, void **state)
{
	int n = 0;

	(void)state;
#pragma omp parallel num_threads(io->n_threads) reduction(+ : n) /* starts them */
	n++;
	return n > 0 ? 0 : -1;
}

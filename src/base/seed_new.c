/* SPDX-License-Identifier: MIT
 *
 * seed_new.c - the one function of rng.h that asks the kernel.
 */
#include <sys/random.h>

#include "rng.h"

int aisp_seed_new(struct aisp_seed *seed, struct aisp_err *err)
{
	if (getrandom(seed, sizeof(*seed), 0) != (ssize_t)sizeof(*seed))
		return aisp_err_errno(err, "getrandom");
	return 0;
}

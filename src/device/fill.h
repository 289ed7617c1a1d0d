/* SPDX-License-Identifier: MIT
 *
 * fill.h - what the judge writes into buffers: inputs and poison.
 *
 * Every element is a function of (key, index) in integer arithmetic and one
 * exact conversion, so that other devices can make the same bits.
 */
#ifndef AISP_FILL_H
#define AISP_FILL_H

#include <aisp/workload.h>

#include "base/err.h"

/* Distributions of AISP_FILL_REAL inputs. */
enum aisp_dist {
	AISP_DIST_NORMAL,  /* mean 0, deviation 1: a binomial of 64 coins, dithered */
	AISP_DIST_UNIFORM, /* [0, 1) */
	AISP_DIST_ADVERSARIAL, /* magnitudes 2^-20 to 2^20, neighbours that cancel or
				  differ in their lowest bits, zeros, subnormals */
	AISP_DIST_STRUCTURED,  /* rows and other stretches of one sign, equal, sorted,
				  tiny, huge, sparse, usual but for one number, alike
				  but for the lowest bits or for one number, large at
				  regular places; integers and bytes, too; indices that
				  make chains */
	AISP_N_DISTS
};

/* The second distribution to try a variant on that is measured under `usual`. */
static inline enum aisp_dist aisp_dist_hostile(int usual)
{
	return usual == AISP_DIST_STRUCTURED ? AISP_DIST_ADVERSARIAL
					     : AISP_DIST_STRUCTURED;
}

const char *aisp_dist_name(enum aisp_dist d);

/* Returns 0, or -1 with *err naming the choices. */
int aisp_dist_parse(enum aisp_dist *d, const char *name, struct aisp_err *err);

/* Elements [0, n) of the tensor that spec describes. */
void aisp_fill(void *data, int64_t n, const struct aisp_spec *spec, enum aisp_dist dist,
	       uint64_t key);

/* Elements [first, end) only, at their places in the tensor at data; first is a
 * multiple of 64, and end is one too or n. */
void aisp_fill_part(void *data, int64_t first, int64_t end, int64_t n,
		    const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key);

/* Fill with random words that no variant can foresee. data is 8-byte aligned. */
void aisp_poison(void *data, size_t n_bytes, uint64_t key);

/*
 * How many 64-byte lines of [first, first + n) still begin with the poison's 8
 * bytes; fewer would match by chance in gigabytes of random data.  first is a
 * multiple of 8.
 */
int64_t aisp_poison_left(const void *data, size_t first_byte, size_t n_bytes,
			 uint64_t key);

/* Bytes of [first, first + n) that no longer hold the poison. */
int64_t aisp_poison_changed(const void *data, size_t first_byte, size_t n_bytes,
			    uint64_t key);

#endif

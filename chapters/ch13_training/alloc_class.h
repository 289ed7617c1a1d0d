/* SPDX-License-Identifier: MIT
 *
 * alloc_class.h - classes of sizes, four for each power of two, in units of GRAIN.
 */
#ifndef ALLOC_CLASS_H
#define ALLOC_CLASS_H

#include <stdint.h>

#define N_CLASSES 256

/* The class of a block of *grains; *grains becomes the size of the class's blocks. */
static inline int class_of(int64_t *grains)
{
	int shift = 61 - __builtin_clzll((uint64_t)(*grains - 1) | 4);
	int64_t steps = ((*grains - 1) >> shift) + 1;

	*grains = steps << shift;
	return 4 * shift + (int)steps;
}

#endif

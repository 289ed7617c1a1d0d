/* SPDX-License-Identifier: MIT
 *
 * peak_chase.c - latency: the address of each load is the result of the load before.
 */
#include <stdint.h>

#include "base/rng.h"
#include "peak_kernels.h"

#define LINE_BYTES 64

static void swap(char *base, size_t i, size_t j)
{
	uint64_t *a = (uint64_t *)(base + i * LINE_BYTES);
	uint64_t *b = (uint64_t *)(base + j * LINE_BYTES);
	uint64_t t = *a;

	*a = *b;
	*b = t;
}

/*
 * Sattolo's shuffle (1986) makes a permutation with one cycle; an ordinary shuffle
 * could make a short cycle that fits into a faster cache.
 */
void aisp_chase_build(char *base, size_t n_lines, uint64_t key)
{
	for (size_t i = 0; i < n_lines; i++)
		*(uint64_t *)(base + i * LINE_BYTES) = i;
	for (size_t i = n_lines - 1; i > 0; i--)
		swap(base, i, aisp_random_below(key, i, i));
	for (size_t i = 0; i < n_lines; i++) {
		uint64_t next = *(uint64_t *)(base + i * LINE_BYTES);

		*(void **)(base + i * LINE_BYTES) = base + next * LINE_BYTES;
	}
}

void *aisp_chase_run(void *start, long steps)
{
	void **p = start;

	for (long i = 0; i < steps; i++)
		p = *p;
	return p;
}

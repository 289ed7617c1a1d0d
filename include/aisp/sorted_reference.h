/* SPDX-License-Identifier: MIT
 *
 * sorted_reference.h - the reference of a sort: the 32-bit integers of input 0 in
 * ascending order.
 */
#ifndef AISP_SORTED_REFERENCE_H
#define AISP_SORTED_REFERENCE_H

#include <aisp/workload.h>
#include <stdlib.h>
#include <string.h>

/* A key's upper bits, so that buckets are in order. */
#define AISP_BUCKET_BITS 16
#define AISP_N_BUCKETS   (1 << AISP_BUCKET_BITS)

static inline int aisp_bucket_of(int32_t key)
{
	return (int)(((uint32_t)key ^ 0x80000000u) >> (32 - AISP_BUCKET_BITS));
}

static int aisp_compare_keys(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

/* How many keys lie in the buckets before each. */
struct aisp_buckets {
	int64_t before[AISP_N_BUCKETS + 1];
};

static void aisp_count_buckets(struct aisp_buckets *b, const int32_t *key, int64_t n)
{
	memset(b, 0, sizeof(*b));
	for (int64_t i = 0; i < n; i++)
		b->before[aisp_bucket_of(key[i]) + 1]++;
	for (int k = 0; k < AISP_N_BUCKETS; k++)
		b->before[k + 1] += b->before[k];
}

/* Only the buckets that meet [first, first + n) are sorted. */
static void aisp_sorted_reference(const struct aisp_io *io, int o, int64_t first,
				  int64_t n, double *ref, double *mag)
{
	const int32_t *key = (const int32_t *)io->in[0].data;
	struct aisp_buckets *b = (struct aisp_buckets *)malloc(sizeof(*b));
	int64_t n_some = 0;
	int from = 0, to = 0;
	int32_t *some;

	(void)o;
	aisp_count_buckets(b, key, io->in[0].shape[0]);
	while (b->before[from + 1] <= first)
		from++;
	for (to = from; b->before[to] < first + n;)
		to++;
	some = (int32_t *)malloc((size_t)(b->before[to] - b->before[from]) *
				 sizeof(*some));
	for (int64_t i = 0; i < io->in[0].shape[0]; i++)
		if (aisp_bucket_of(key[i]) >= from && aisp_bucket_of(key[i]) < to)
			some[n_some++] = key[i];
	qsort(some, (size_t)n_some, sizeof(*some), aisp_compare_keys);
	for (int64_t i = 0; i < n; i++) {
		ref[i] = some[first + i - b->before[from]];
		mag[i] = fabs(ref[i]);
	}
	free(some);
	free(b);
}

#endif

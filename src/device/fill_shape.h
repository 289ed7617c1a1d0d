/* SPDX-License-Identifier: MIT
 *
 * fill_shape.h - integers of a stated shape: by Zipf's law, with the lengths of texts,
 * or without repetition.  For compilers of CPUs and of GPUs, like fill_bits.h; the host
 * computes the tables that need logarithms and powers once, for both.
 */
#ifndef AISP_FILL_SHAPE_H
#define AISP_FILL_SHAPE_H

#include <aisp/workload.h>

#include "fill_order.h"
#include "fill_structured.h"

#define AISP_ZIPF_BUCKETS 244 /* to 2^63 */
#define AISP_ZIPF_ROOM    255 /* as many as a search in halves may look at */

struct aisp_shape {
	uint64_t key, limit, row;
	uint64_t least; /* the least number; buckets count from 0 */
	int is_hostile; /* permutations */
	int n_buckets;
	/* 2^64 times the share of all up to here; beyond the last bucket all ones */
	uint64_t up_to[AISP_ZIPF_ROOM];
};

static inline int aisp_has_buckets(const struct aisp_spec *spec)
{
	return spec->fill == AISP_FILL_ZIPF || spec->fill == AISP_FILL_LENGTHS;
}

/* The first number of bucket b. */
AISP_HD static inline uint64_t aisp_zipf_first(int b)
{
	return b < 4 ? (uint64_t)b : (uint64_t)(4 + b % 4) << (b / 4 - 1);
}

/* The first bucket that ends above u, found without a branch. */
AISP_HD static inline int aisp_zipf_bucket(const struct aisp_shape *s, uint64_t u)
{
	int b = 0;

	for (int step = (AISP_ZIPF_ROOM + 1) / 2; step; step /= 2)
		b += step & -(int)(u >= s->up_to[b + step - 1]);
	return b < s->n_buckets ? b : s->n_buckets - 1;
}

AISP_HD static inline uint64_t aisp_zipf_at(const struct aisp_shape *s, uint64_t i)
{
	int b = aisp_zipf_bucket(s, aisp_random_at(s->key, i));
	uint64_t first = aisp_zipf_first(b);
	uint64_t end = b + 1 < s->n_buckets ? aisp_zipf_first(b + 1) : s->limit;

	return s->least + first + aisp_random_below(~s->key, i, end - first);
}

AISP_HD static inline uint64_t aisp_permutation_at(const struct aisp_shape *s,
						   uint64_t i)
{
	uint64_t key = aisp_random_at(s->key, i / s->row), k = i % s->row;

	return s->is_hostile ? aisp_pattern_at(key, k, s->limit)
			     : aisp_order_at(key, k, s->limit);
}

/* A unit of hostile data, in [0, 1). */
AISP_HD static inline double aisp_structured_unit(const struct aisp_stretch *t,
						  uint64_t i)
{
	if (t->kind == AISP_STRETCH_NEAR && t->n_bits > 32)
		return (double)(aisp_near_level(t, i) >> 11) * 0x1p-53;
	if (t->kind == AISP_STRETCH_TWIN && t->n_bits > 32)
		return (double)(aisp_twin_level(t, i) >> 11) * 0x1p-53;
	return aisp_unit_of_level(aisp_level_at(t, i));
}

/* The rest is for the host only. */

/* The weight of the numbers [first, end), by a law that gives number 0 weight 1. */
static inline double aisp_zipf_weight(uint64_t first, uint64_t end, double exponent)
{
	double a = (double)first + 1, n = (double)(end - first),
	       middle = a + (n - 1) / 2;

	if (n <= 16) {
		double sum = 0;

		for (uint64_t k = 0; k < end - first; k++)
			sum += pow(a + (double)k, -exponent);
		return sum;
	}
	return n * pow(middle, -exponent);
}

/* The same for lengths [first + 1, end]; all of [1, limit] do not add up to 1. */
static inline double aisp_length_weight(uint64_t first, uint64_t end, double limit,
					double exponent)
{
	double middle = log(limit) - 2 * exponent;
	double low = (log((double)first + 0.5) - middle) / exponent;
	double high = (log((double)end + 0.5) - middle) / exponent;

	return erfc(low / sqrt(2)) - erfc(high / sqrt(2));
}

static inline double aisp_bucket_weight(const struct aisp_spec *spec, uint64_t first,
					uint64_t end)
{
	return spec->fill == AISP_FILL_LENGTHS
		       ? aisp_length_weight(first, end, (double)spec->limit,
					    spec->exponent)
		       : aisp_zipf_weight(first, end, spec->exponent);
}

static inline void aisp_share_buckets(struct aisp_shape *s,
				      const struct aisp_spec *spec)
{
	double total = 0, sum = 0;

	while (s->n_buckets < AISP_ZIPF_BUCKETS &&
	       aisp_zipf_first(s->n_buckets) < s->limit)
		s->n_buckets++;
	for (int pass = 0; pass < 2; pass++)
		for (int b = 0; b < s->n_buckets; b++) {
			uint64_t next = b + 1 < s->n_buckets ? aisp_zipf_first(b + 1)
							     : s->limit;
			double weight =
				aisp_bucket_weight(spec, aisp_zipf_first(b), next);

			total += pass ? 0 : weight;
			sum += pass ? weight : 0;
			s->up_to[b] = pass && sum < total
					      ? (uint64_t)ldexp(sum / total, 64)
					      : UINT64_MAX;
		}
	for (int b = s->n_buckets; b < AISP_ZIPF_ROOM; b++)
		s->up_to[b] = UINT64_MAX;
}

/* The shape of a tensor that spec describes. */
static inline struct aisp_shape aisp_shape_of(const struct aisp_spec *spec,
					      int is_hostile, uint64_t key)
{
	struct aisp_shape s;

	memset(&s, 0, sizeof(s));
	s.key = key;
	s.limit = (uint64_t)spec->limit;
	s.row = (uint64_t)spec->shape[spec->rank - 1];
	s.is_hostile = is_hostile;

	s.least = spec->fill == AISP_FILL_LENGTHS;
	if (aisp_has_buckets(spec))
		aisp_share_buckets(&s, spec);
	return s;
}

#endif

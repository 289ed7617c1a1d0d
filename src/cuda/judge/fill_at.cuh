/* SPDX-License-Identifier: MIT
 *
 * fill_at.cuh - element i of each distribution, from the functions that the CPU's fill
 * uses, too.
 */
#ifndef AISP_CUDA_JUDGE_FILL_AT_H
#define AISP_CUDA_JUDGE_FILL_AT_H

#include "device/fill_shape.h"
#include "device/fill_structured.h"

struct normal {
	uint64_t key;
	__device__ float operator()(int64_t i) const
	{
		return aisp_normal_at(key, i);
	}
};

struct uniform {
	uint64_t key;
	__device__ float operator()(int64_t i) const
	{
		return aisp_uniform_at(key, i);
	}
};

struct adversarial {
	uint64_t key;
	__device__ float operator()(int64_t i) const
	{
		return aisp_adversarial_at(key, i);
	}
};

struct adversarial_wide {
	uint64_t key;
	__device__ double operator()(int64_t i) const
	{
		return aisp_adversarial_wide_at(key, i);
	}
};

/* What AT computes of an element's stretch. */
template <auto AT> struct structured {
	struct aisp_structure s;
	__device__ auto operator()(int64_t i) const
	{
		struct aisp_stretch t = aisp_stretch_at(&s, i);

		return AT(&t, i);
	}
};

struct structured_index {
	struct aisp_structure s;
	uint64_t limit, least;
	__device__ double operator()(int64_t i) const
	{
		return (double)(least + aisp_structured_index(&s, i, limit));
	}
};

struct integer {
	uint64_t key;
	__device__ int32_t operator()(int64_t i) const
	{
		return aisp_integer_at(key, i);
	}
};

struct zipf {
	struct aisp_shape s;
	__device__ double operator()(int64_t i) const
	{
		return (double)aisp_zipf_at(&s, i);
	}
};

struct permutation {
	struct aisp_shape s;
	__device__ double operator()(int64_t i) const
	{
		return (double)aisp_permutation_at(&s, i);
	}
};

struct index_below {
	uint64_t key, limit;
	__device__ double operator()(int64_t i) const
	{
		return (double)aisp_random_below(key, i, limit);
	}
};

/* Numbers for elements of a type, from the floats that F computes. */
template <class F> struct real {
	F at;
	enum aisp_dtype type;
	__device__ double operator()(int64_t i) const
	{
		return aisp_real_of(type, at(i));
	}
};

/* Doubles, all of whose bits are random. */
template <class F> struct wide {
	F at;
	__device__ double operator()(int64_t i) const
	{
		return aisp_wide_of(at.key, i, at(i));
	}
};

template <class F> struct whole {
	F at;
	enum aisp_dtype type;
	__device__ double operator()(int64_t i) const
	{
		return aisp_integer_of(type, at(i));
	}
};

/* A double cannot hold every integer of 8 bytes. */
struct structured_bits {
	struct aisp_structure s;
	enum aisp_dtype type;
	__device__ uint64_t operator()(int64_t i) const
	{
		struct aisp_stretch t = aisp_stretch_at(&s, i);

		return aisp_structured_bits(&t, i, type);
	}
};

template <class F> struct coded {
	F at;
	enum aisp_dtype type;
	__device__ uint64_t operator()(int64_t i) const
	{
		return aisp_code_of(type, at(i));
	}
};

#endif

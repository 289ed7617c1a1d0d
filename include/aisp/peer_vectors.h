/* SPDX-License-Identifier: MIT
 *
 * peer_vectors.h - tensors as vectors of 16 bytes, and sums of these in fp32.  Tensors
 * may begin or end anywhere.  Kernels give their peers whole vectors at multiples of 16
 * bytes; the rest of the last one is zero.
 */
#ifndef AISP_PEER_VECTORS_H
#define AISP_PEER_VECTORS_H

#include <aisp/cuda.h>
#include <aisp/ranks_gpu.h>
#include <cuda_bf16.h>
#include <type_traits>

typedef __nv_bfloat16 bf16;

/* n elements that only this rank accesses, each once; as vectors if data is aligned. */
template <class T> struct vectors {
	static const int LANES = 16 / sizeof(T);
	T *data;
	int64_t n;      /* elements */
	int64_t n_full; /* vectors that one instruction moves */

	__host__ __device__ vectors(T *x, int64_t n_elems) : data(x), n(n_elems)
	{
		n_full = (uintptr_t)x % 16 ? 0 : n / LANES;
	}

	__host__ __device__ int64_t count() const
	{
		return (n + LANES - 1) / LANES;
	}

	__device__ uint4 *at(int64_t i) const
	{
		return (uint4 *)data + i;
	}

	__device__ uint4 load(int64_t i) const
	{
		uint4 v = { 0, 0, 0, 0 };

		if (i < n_full)
			return __ldcs(at(i));
		for (int k = 0; k < LANES; k++)
			if (i * LANES + k < n)
				((std::remove_const_t<T> *)&v)[k] = data[i * LANES + k];
		return v;
	}

	__device__ void store(int64_t i, uint4 v) const
	{
		if (i < n_full) {
			__stcs(at(i), v);
			return;
		}
		for (int k = 0; k < LANES; k++)
			if (i * LANES + k < n)
				data[i * LANES + k] = ((T *)&v)[k];
	}
};

/* Sums of the elements of a vector. */
template <class T> struct sums;

template <> struct sums<float> {
	float s[4];

	__device__ void clear()
	{
		for (int k = 0; k < 4; k++)
			s[k] = 0;
	}

	__device__ void add(uint4 v)
	{
		s[0] += __uint_as_float(v.x);
		s[1] += __uint_as_float(v.y);
		s[2] += __uint_as_float(v.z);
		s[3] += __uint_as_float(v.w);
	}

	__device__ uint4 rounded() const
	{
		return make_uint4(__float_as_uint(s[0]), __float_as_uint(s[1]),
				  __float_as_uint(s[2]), __float_as_uint(s[3]));
	}
};

template <> struct sums<bf16> {
	float s[8];

	__device__ void clear()
	{
		for (int k = 0; k < 8; k++)
			s[k] = 0;
	}

	__device__ void add_pair(int k, uint32_t pair)
	{
		s[k] += __uint_as_float(pair << 16);
		s[k + 1] += __uint_as_float(pair & 0xffff0000);
	}

	__device__ void add(uint4 v)
	{
		add_pair(0, v.x);
		add_pair(2, v.y);
		add_pair(4, v.z);
		add_pair(6, v.w);
	}

	/* Rounded once, to nearest, ties to even. */
	__device__ uint32_t pair(int k) const
	{
		__nv_bfloat162 p = __floats2bfloat162_rn(s[k], s[k + 1]);

		return *(uint32_t *)&p;
	}

	__device__ uint4 rounded() const
	{
		return make_uint4(pair(0), pair(2), pair(4), pair(6));
	}
};

/* The slot for what `source` has sent to `rank`; a rank's own data need none. */
static __host__ __device__ inline int slot_of(int rank, int source)
{
	return source < rank ? source : source - 1;
}

/*
 * What a call finds in signals and window: zeroes, if it is the only one.  If calls
 * follow each other without the host, signals go on counting, and calls use the halves
 * of the window by turns: a rank that begins call i has heard from all peers in call
 * i - 1, so that they have read what it wrote in call i - 2.
 */
struct before {
	uint32_t count;    /* of each signal */
	int64_t n_vectors; /* of the window, which this call does not touch */
};

static __device__ inline uint4 *window_of(const struct aisp_ranks *r, int rank,
					  const struct before *b)
{
	return (uint4 *)r->window[rank] + b->n_vectors;
}

/* For programmatic dependent launches: lets the next kernel start, and waits for the
 * kernel before.  Does nothing in other launches. */
static __device__ inline void begin_kernel(void)
{
	asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
	asm volatile("griddepcontrol.wait;" ::: "memory");
}

#endif

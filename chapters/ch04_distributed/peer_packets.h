/* SPDX-License-Identifier: MIT
 *
 * peer_packets.h - all-reduce in one crossing of the link: each store of 16 bytes holds
 * data and a flag, so that no signal has to wait until the data have arrived (the
 * protocol "LL" of NCCL: Z. Hu et al., Demystifying NCCL, 2025).  Windows are zero
 * before a call.
 *
 * Packets hold 8, 12 or 14 bytes of data.  A thread's 1, 3 or 7 vectors make 2, 4 or 8
 * packets; what the lanes of a warp load or store at a time lies side by side.
 */
#ifndef PEER_PACKETS_H
#define PEER_PACKETS_H

#include "peer_one_shot.h"

/* As one access, which is whole or not there: PTX ISA, "Memory Consistency Model". */
static __device__ inline void store_packet(uint4 *to, uint4 v)
{
	asm volatile("{\n\t.reg .b64 a, b;\n\t.reg .b128 v;\n\t"
		     "mov.b64 a, {%1, %2};\n\tmov.b64 b, {%3, %4};\n\t"
		     "mov.b128 v, {a, b};\n\t"
		     "st.relaxed.sys.global.b128 [%0], v;\n\t}" ::"l"(to),
		     "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
		     : "memory");
}

static __device__ inline uint4 load_packet(const uint4 *from)
{
	uint4 v;

	asm volatile("{\n\t.reg .b64 a, b;\n\t.reg .b128 v;\n\t"
		     "ld.relaxed.sys.global.b128 v, [%4];\n\t"
		     "mov.b128 {a, b}, v;\n\t"
		     "mov.b64 {%0, %1}, a;\n\tmov.b64 {%2, %3}, b;\n\t}"
		     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
		     : "l"(from)
		     : "memory");
	return v;
}

/* Packet k of N + 1 that hold the words of N vectors. */
template <int N>
static __device__ inline uint4 packet_of(const uint32_t *w, int k, uint32_t flag)
{
	if (N == 1)
		return make_uint4(w[2 * k], w[2 * k + 1], flag, flag);
	if (N == 3)
		return make_uint4(w[3 * k], w[3 * k + 1], w[3 * k + 2], flag);
	/* 7 halves of words from half 7 k on. */
	const uint32_t *at = w + 7 * k / 2;

	if (k % 2 == 0)
		return make_uint4(at[0], at[1], at[2], (at[3] & 0xffff) | flag << 16);
	return make_uint4(__funnelshift_r(at[0], at[1], 16),
			  __funnelshift_r(at[1], at[2], 16),
			  __funnelshift_r(at[2], at[3], 16), at[3] >> 16 | flag << 16);
}

template <int N> static __device__ inline bool is_there(uint4 packet, uint32_t flag)
{
	return N == 7 ? packet.w >> 16 == flag : packet.w == flag;
}

/* The way back; w of a packet's neighbours may be half done. */
template <int N> static __device__ inline void unpack(uint32_t *w, int k, uint4 v)
{
	if (N == 1) {
		w[2 * k] = v.x;
		w[2 * k + 1] = v.y;
	} else if (N == 3) {
		w[3 * k] = v.x;
		w[3 * k + 1] = v.y;
		w[3 * k + 2] = v.z;
	} else {
		uint32_t *at = w + 7 * k / 2;

		if (k % 2 == 0) {
			at[0] = v.x;
			at[1] = v.y;
			at[2] = v.z;
			at[3] = v.w & 0xffff;
		} else {
			at[0] |= v.x << 16;
			at[1] = __funnelshift_r(v.x, v.y, 16);
			at[2] = __funnelshift_r(v.y, v.z, 16);
			at[3] = __funnelshift_r(v.z, v.w, 16);
		}
	}
}

/* Packets that a rank sends each peer. */
template <int N> static __host__ __device__ inline int64_t packets_of(int64_t n_vectors)
{
	return (n_vectors + 32 * N - 1) / (32 * N) * 32 * (N + 1);
}

/* N vectors of thread t: 32 i + t of its warp's 32 N. */
template <class T, int N>
static __global__ void one_shot_packets(const __grid_constant__ struct aisp_ranks r,
					const __grid_constant__ struct reduction<T> p)
{
	const vectors<const T> x(p.x, p.n);
	const vectors<T> y(p.y, p.n);
	const int64_t n_packets = packets_of<N>(x.count());
	const int64_t warp = (blockIdx.x * (int64_t)blockDim.x + threadIdx.x) / 32;
	const int64_t n_warps = gridDim.x * (int64_t)blockDim.x / 32;
	const int lane = threadIdx.x % 32;
	const uint32_t flag = p.before.count + 1;
	const uint4 *slots = window_of(&r, r.rank, &p.before);

	begin_kernel();
	for (int64_t g = warp; g * 32 * N < x.count(); g += n_warps) {
		const int64_t first = g * 32 * N + lane, at = g * 32 * (N + 1) + lane;
		union {
			uint4 v[N];
			uint32_t w[4 * N];
		} own, theirs;
		sums<T> s[N];

#pragma unroll
		for (int i = 0; i < N; i++) {
			own.v[i] = x.load(first + 32 * i);
			s[i].clear();
		}
		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;
			uint4 *to = window_of(&r, peer, &p.before) +
				    slot_of(peer, r.rank) * n_packets + at;

#pragma unroll
			for (int k = 0; k <= N; k++)
				store_packet(to + 32 * k, packet_of<N>(own.w, k, flag));
		}
		for (int rank = 0; rank < r.n; rank++) {
			const uint4 *from =
				slots + slot_of(r.rank, rank) * n_packets + at;
			uint4 packet[N + 1];
			bool is_all;

			if (rank == r.rank) {
#pragma unroll
				for (int i = 0; i < N; i++)
					s[i].add(own.v[i]);
				continue;
			}
			do {
				is_all = true;
#pragma unroll
				for (int k = 0; k <= N; k++)
					packet[k] = load_packet(from + 32 * k);
#pragma unroll
				for (int k = 0; k <= N; k++)
					is_all &= is_there<N>(packet[k], flag);
			} while (!is_all);
#pragma unroll
			for (int k = 0; k <= N; k++)
				unpack<N>(theirs.w, k, packet[k]);
#pragma unroll
			for (int i = 0; i < N; i++)
				s[i].add(theirs.v[i]);
		}
#pragma unroll
		for (int i = 0; i < N; i++)
			if (first + 32 * i < y.count())
				y.store(first + 32 * i, s[i].rounded());
	}
}

#endif

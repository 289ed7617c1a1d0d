/* SPDX-License-Identifier: MIT
 *
 * packet.h - stores of 16 bytes that hold data and a flag, so that no signal has to
 * wait until the data have arrived (the protocol "LL" of NCCL: Z. Hu et al.,
 * Demystifying NCCL, 2025).
 *
 * Packets hold 8, 12 or 14 bytes of data.  A thread's 1, 3 or 7 vectors make 2, 4 or 8
 * packets; what the lanes of a warp load or store at a time lies side by side.
 */
#ifndef PACKET_H
#define PACKET_H

#include <aisp/peer_vectors.h>

/* A single access, seen whole or not at all: PTX ISA, "Memory Consistency Model". */
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
	/* Seven half-words, from half-word 7 k on. */
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

/* The reverse of packet_of(); neighbouring packets fill the rest of a shared word. */
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

/* Sends the words of N vectors as N + 1 packets; lanes' packets are interleaved. */
template <int N>
static __device__ inline void send_packets(uint4 *to, const uint32_t *w, uint32_t flag)
{
#pragma unroll
	for (int k = 0; k <= N; k++)
		store_packet(to + 32 * k, packet_of<N>(w, k, flag));
}

/* Loads all packets before it checks the first.  Returns whether all have arrived. */
template <int N>
static __device__ inline bool take_packets(uint4 *packet, const uint4 *from,
					   uint32_t flag)
{
	bool is_all = true;

#pragma unroll
	for (int k = 0; k <= N; k++)
		packet[k] = load_packet(from + 32 * k);
#pragma unroll
	for (int k = 0; k <= N; k++)
		is_all &= is_there<N>(packet[k], flag);
	return is_all;
}

template <int N>
static __device__ inline void unpack_all(uint32_t *w, const uint4 *packet)
{
#pragma unroll
	for (int k = 0; k <= N; k++)
		unpack<N>(w, k, packet[k]);
}

template <int N>
static __device__ inline void await_packets(uint32_t *w, const uint4 *from,
					    uint32_t flag)
{
	uint4 packet[N + 1];

	while (!take_packets<N>(packet, from, flag))
		;
	unpack_all<N>(w, packet);
}

#endif

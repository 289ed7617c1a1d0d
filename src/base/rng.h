/* SPDX-License-Identifier: MIT
 *
 * rng.h - counter-based random numbers: element i of a stream is a function of
 * (key, i), so that any slice can be made anywhere, in any order.
 *
 * Keys come from a 128-bit master seed through SipHash-2-4 (Aumasson and Bernstein,
 * 2012), a pseudo-random function: the key of one stream, even if recovered from its
 * values, says nothing about the next one.
 */
#ifndef AISP_RNG_H
#define AISP_RNG_H

#include <aisp/host_device.h>
#include <stdint.h>

#include "err.h"

struct aisp_seed {
	uint64_t k[2];
};

/* Takes a seed from the kernel's generator.  Returns 0, or -1 with *err filled. */
int aisp_seed_new(struct aisp_seed *seed, struct aisp_err *err);

/* 32 hexadecimal digits to and from a seed.  0, or -1 with *err filled. */
int aisp_seed_parse(struct aisp_seed *seed, const char *hex, struct aisp_err *err);
void aisp_seed_format(const struct aisp_seed *seed, char hex[33]);

/* The key of stream (a, b, c). */
uint64_t aisp_seed_key(const struct aisp_seed *seed, uint64_t a, uint64_t b,
		       uint64_t c);

/*
 * The key of part i of `key`'s stream.  It can be inverted only by trying keys: 2^64 of
 * them take years, and a key lasts for a call. So the key of one part reveals no other.
 */
uint64_t aisp_sub_key(uint64_t key, uint64_t i);

/*
 * Element i of stream `key`: the finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA
 * 2014) over a Weyl sequence, plus the place in that sequence, added without carries.
 * The finaliser alone can be inverted in a few ns: a variant that had read one element
 * of an input could compute all others instead of reading them.  With the place added
 * (like Davies and Meyer's one-way function from a cipher), an element reveals its
 * place, and with it the key, only by trying places.  To make many elements in a row,
 * step from place to place.
 */
#define AISP_RANDOM_STEP UINT64_C(0x9e3779b97f4a7c15)

AISP_HD static inline uint64_t aisp_random_place(uint64_t key, uint64_t i)
{
	return key + (i + 1) * AISP_RANDOM_STEP;
}

AISP_HD static inline uint64_t aisp_random_of(uint64_t place)
{
	uint64_t z = place;

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31) ^ place;
}

AISP_HD static inline uint64_t aisp_random_at(uint64_t key, uint64_t i)
{
	return aisp_random_of(aisp_random_place(key, i));
}

/* Uniform in [0, n), by multiplication; the bias is below n / 2^64. */
AISP_HD static inline uint64_t aisp_random_below(uint64_t key, uint64_t i, uint64_t n)
{
	return (uint64_t)(((unsigned __int128)aisp_random_at(key, i) * n) >> 64);
}

/* All of [0, n) once each, n > 0, from a random start in random equal steps. */
struct aisp_walk {
	uint64_t n, at, step;
};

struct aisp_walk aisp_walk_new(uint64_t bits, uint64_t n);
uint64_t aisp_walk_next(struct aisp_walk *w);

#endif

/* SPDX-License-Identifier: MIT
 *
 * sip.h - SipHash-2-4 of three words (J.-P. Aumasson and D. J. Bernstein, 2012): a
 * pseudo-random function, of which any number of values tells neither the key nor
 * another value.
 */
#ifndef AISP_SIP_H
#define AISP_SIP_H

#include <stdint.h>

static inline uint64_t aisp_sip_turn(uint64_t x, int n)
{
	return x << n | x >> (64 - n);
}

static inline void aisp_sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[1] = aisp_sip_turn(v[1], 13) ^ v[0];
	v[0] = aisp_sip_turn(v[0], 32);
	v[2] += v[3];
	v[3] = aisp_sip_turn(v[3], 16) ^ v[2];
	v[0] += v[3];
	v[3] = aisp_sip_turn(v[3], 21) ^ v[0];
	v[2] += v[1];
	v[1] = aisp_sip_turn(v[1], 17) ^ v[2];
	v[2] = aisp_sip_turn(v[2], 32);
}

/* Of (a, b, c) under the key (k0, k1). */
static inline uint64_t aisp_sip(uint64_t k0, uint64_t k1, uint64_t a, uint64_t b,
				uint64_t c)
{
	/* Three words, then the padding block: the length, 24, in the top byte. */
	const uint64_t m[4] = { a, b, c, UINT64_C(24) << 56 };
	uint64_t v[4] = { k0 ^ UINT64_C(0x736f6d6570736575),
			  k1 ^ UINT64_C(0x646f72616e646f6d),
			  k0 ^ UINT64_C(0x6c7967656e657261),
			  k1 ^ UINT64_C(0x7465646279746573) };

	for (int i = 0; i < 4; i++) {
		v[3] ^= m[i];
		aisp_sip_round(v);
		aisp_sip_round(v);
		v[0] ^= m[i];
	}
	v[2] ^= 0xff;
	for (int i = 0; i < 4; i++)
		aisp_sip_round(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

#endif

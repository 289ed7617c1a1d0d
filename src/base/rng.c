/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rng.h"

int aisp_seed_parse(struct aisp_seed *seed, const char *hex, struct aisp_err *err)
{
	if (strlen(hex) != 32 || strspn(hex, "0123456789abcdef") != 32 ||
	    sscanf(hex, "%16" SCNx64 "%16" SCNx64, &seed->k[0], &seed->k[1]) != 2)
		return aisp_err_set(
			err, "seed '%s': want 32 lower-case hexadecimal digits", hex);
	return 0;
}

void aisp_seed_format(const struct aisp_seed *seed, char hex[33])
{
	snprintf(hex, 33, "%016" PRIx64 "%016" PRIx64, seed->k[0], seed->k[1]);
}

static uint64_t rotl(uint64_t x, int n)
{
	return x << n | x >> (64 - n);
}

static void sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[1] = rotl(v[1], 13) ^ v[0];
	v[0] = rotl(v[0], 32);
	v[2] += v[3];
	v[3] = rotl(v[3], 16) ^ v[2];
	v[0] += v[3];
	v[3] = rotl(v[3], 21) ^ v[0];
	v[2] += v[1];
	v[1] = rotl(v[1], 17) ^ v[2];
	v[2] = rotl(v[2], 32);
}

uint64_t aisp_seed_key(const struct aisp_seed *seed, uint64_t a, uint64_t b, uint64_t c)
{
	/* Three words, then the padding block: the length, 24, in the top byte. */
	const uint64_t m[4] = { a, b, c, UINT64_C(24) << 56 };
	uint64_t v[4] = { seed->k[0] ^ UINT64_C(0x736f6d6570736575),
			  seed->k[1] ^ UINT64_C(0x646f72616e646f6d),
			  seed->k[0] ^ UINT64_C(0x6c7967656e657261),
			  seed->k[1] ^ UINT64_C(0x7465646279746573) };

	for (int i = 0; i < 4; i++) {
		v[3] ^= m[i];
		sip_round(v);
		sip_round(v);
		v[0] ^= m[i];
	}
	v[2] ^= 0xff;
	for (int i = 0; i < 4; i++)
		sip_round(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
	return b ? gcd(b, a % b) : a;
}

struct aisp_walk aisp_walk_new(uint64_t bits, uint64_t n)
{
	struct aisp_walk w = { n, aisp_random_below(bits, 0, n),
			       1 + aisp_random_below(bits, 1, n) };

	while (gcd(w.step, n) != 1) /* else it comes round before it has seen all */
		w.step++;
	return w;
}

uint64_t aisp_walk_next(struct aisp_walk *w)
{
	uint64_t at = w->at;

	w->at = (at + w->step) % w->n;
	return at;
}

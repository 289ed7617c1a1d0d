/* SPDX-License-Identifier: MIT
 *
 * SipHash against its authors' vectors, SplitMix64 against its own, and seeds.
 */
#include <string.h>

#include "../exploits/fixtures/unmix.h"
#include "base/rng.h"
#include "tap.h"

/*
 * vectors_sip64[24] of the reference implementation (github.com/veorq/SipHash,
 * vectors.h): key 00 01 .. 0f, input 00 01 .. 17.  Words are little-endian.
 */
static void test_siphash(void)
{
	const struct aisp_seed key = { { UINT64_C(0x0706050403020100),
					 UINT64_C(0x0f0e0d0c0b0a0908) } };
	const uint64_t want = UINT64_C(0xb8ad50c6f649af94);

	ok(aisp_seed_key(&key, UINT64_C(0x0706050403020100),
			 UINT64_C(0x0f0e0d0c0b0a0908),
			 UINT64_C(0x1716151413121110)) == want,
	   "SipHash-2-4 of 24 bytes");
}

/* From state 1234567, as printed at rosettacode.org, "Splitmix64". */
static void test_splitmix(void)
{
	const uint64_t want[] = { UINT64_C(6457827717110365317),
				  UINT64_C(3203168211198807973),
				  UINT64_C(9817491932198370423) };

	for (uint64_t i = 0; i < 3; i++)
		ok((aisp_random_at(1234567, i) ^ aisp_random_place(1234567, i)) ==
			   want[i],
		   "SplitMix64 of a place, and the place");
}

/* An element must not reveal its key: from that all other elements follow. */
static void test_one_way(void)
{
	int n_told = 0;

	for (uint64_t key = 0; key < 1000; key++)
		n_told += unmix(aisp_random_at(key, 0)) == key;
	ok(!n_told, "an element does not tell its key");
}

static void test_below(void)
{
	int n[6] = { 0 }, is_inside = 1;

	for (uint64_t i = 0; i < 60000; i++) {
		uint64_t x = aisp_random_below(7, i, 6);

		is_inside &= x < 6;
		if (x < 6)
			n[x]++;
	}
	ok(is_inside, "below 6");
	for (int k = 0; k < 6; k++) /* 5 standard deviations of a binomial */
		is_inside &= n[k] > 10000 - 5 * 92 && n[k] < 10000 + 5 * 92;
	ok(is_inside, "each of six about as often");
	ok(aisp_random_below(1, 2, 1) == 0, "below 1");
}

static void test_seeds(void)
{
	struct aisp_seed a, b;
	struct aisp_err err;
	char hex[33];

	ok(!aisp_seed_parse(&a, "00112233445566778899aabbccddeeff", &err) &&
		   a.k[0] == UINT64_C(0x0011223344556677) &&
		   a.k[1] == UINT64_C(0x8899aabbccddeeff),
	   "parse");
	aisp_seed_format(&a, hex);
	ok(strcmp(hex, "00112233445566778899aabbccddeeff") == 0, "and format");
	ok(aisp_seed_parse(&a, "0011", &err) && strstr(err.msg, "'0011'") &&
		   aisp_seed_parse(&a, "0x112233445566778899aabbccddeeff", &err) &&
		   aisp_seed_parse(&a, "00112233445566778899aabbccddeefff", &err) &&
		   aisp_seed_parse(&a, "00112233445566778899aabbccddeeffx", &err) &&
		   aisp_seed_parse(&a, "", &err),
	   "refuse what is none");
	ok(!aisp_seed_new(&a, &err) && !aisp_seed_new(&b, &err) &&
		   memcmp(&a, &b, sizeof(a)) != 0,
	   "new seeds differ");
	ok(aisp_seed_key(&a, 1, 2, 3) != aisp_seed_key(&a, 1, 3, 2) &&
		   aisp_seed_key(&a, 1, 2, 3) != aisp_seed_key(&b, 1, 2, 3),
	   "keys depend on every word and on the seed");
}

int main(void)
{
	test_siphash();
	test_splitmix();
	test_one_way();
	test_below();
	test_seeds();
	return done();
}

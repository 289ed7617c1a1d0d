/* SPDX-License-Identifier: MIT */
#include <aisp/sip.h>
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

uint64_t aisp_seed_key(const struct aisp_seed *seed, uint64_t a, uint64_t b, uint64_t c)
{
	return aisp_sip(seed->k[0], seed->k[1], a, b, c);
}

uint64_t aisp_sub_key(uint64_t key, uint64_t i)
{
	return aisp_sip(key, ~key, i, 0, 0);
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
	return b ? gcd(b, a % b) : a;
}

struct aisp_walk aisp_walk_new(uint64_t bits, uint64_t n)
{
	struct aisp_walk w = { n, aisp_random_below(bits, 0, n),
			       1 + aisp_random_below(bits, 1, n) };

	/* Otherwise the walk repeats before it has seen all. */
	while (gcd(w.step, n) != 1)
		w.step++;
	return w;
}

uint64_t aisp_walk_next(struct aisp_walk *w)
{
	uint64_t at = w->at;

	w->at = (at + w->step) % w->n;
	return at;
}

/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/rng.h"
#include "freshness.h"

#define LINE_BYTES 64
#define N_LINES    64

static uint64_t fold(uint64_t digest, const char *data, size_t n_bytes)
{
	for (size_t at = 0; at < n_bytes; at += sizeof(uint64_t)) {
		size_t left = n_bytes - at;
		uint64_t word = 0;

		memcpy(&word, data + at, left < sizeof(word) ? left : sizeof(word));
		digest = aisp_random_at(digest ^ word, at);
	}
	return digest;
}

uint64_t aisp_freshness_digest(uint64_t digest, const void *data, size_t n_bytes,
			       uint64_t key)
{
	if (n_bytes <= (size_t)N_LINES * LINE_BYTES)
		return fold(digest, data, n_bytes);
	for (uint64_t i = 0; i < N_LINES; i++) {
		size_t line = aisp_random_below(key, i, n_bytes / LINE_BYTES);

		digest = fold(digest, (const char *)data + line * LINE_BYTES,
			      LINE_BYTES);
	}
	return digest;
}

void aisp_freshness_note(struct aisp_freshness *f, uint64_t digest)
{
	uint64_t at = digest % AISP_N_DIGESTS;

	digest += !digest; /* 0 marks an empty slot */
	while (f->seen[at] && f->seen[at] != digest)
		at = (at + 1) % AISP_N_DIGESTS;
	f->n_repeated += f->seen[at] == digest;
	if (f->seen[at] || f->n_seen == AISP_N_DIGESTS - 1)
		return;
	f->seen[at] = digest;
	f->n_seen++;
}

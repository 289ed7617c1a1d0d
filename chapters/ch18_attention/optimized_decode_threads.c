/* SPDX-License-Identifier: MIT
 *
 * Each thread has a part of the heads of sequences, by the number of their tokens,
 * because sequences differ in length.  One thread computes a whole head, however long.
 * FLAGS: -O3 -fopenmp
 * AFTER: decode
 */
#include "workload_decode.h"

#include "decode_online.h"

static int64_t all_tokens(const struct aisp_io *io)
{
	const int32_t *length = io->in[IN_LENGTH].data;
	int64_t n = 0;

	for (int64_t i = 0; i < io->param[BATCH]; i++)
		n += length[i] * io->param[HEADS];
	return n;
}

/* Heads whose first token lies in this part of all of them. */
static void attend_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	const int64_t *p = io->param;
	int64_t n = all_tokens(io), from = n * part / n_parts, before = 0;
	int64_t end = n * (part + 1) / n_parts;

	for (int64_t i = 0; i < p[BATCH] * p[HEADS]; i++) {
		struct decode d = decode_of(io, i / p[HEADS], i % p[HEADS]);

		if (before >= from && before < end)
			attend_group(&d);
		before += d.tokens;
	}
}

#define TEAM
#include "decode_team.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "heads divided among threads, by tokens",
	.setup = aisp_team_start,
	.run = run,
};

/* SPDX-License-Identifier: MIT
 *
 * freshness.h - detect inputs that were used before: digests of each call's inputs are
 * compared with those of all earlier calls of the launch.
 */
#ifndef AISP_FRESHNESS_H
#define AISP_FRESHNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AISP_N_DIGESTS 8192 /* a power of two, above the slots that a launch fills */

/* An open-addressed hash table; zeroed: empty. */
struct aisp_freshness {
	uint64_t seen[AISP_N_DIGESTS];
	int n_seen;
	int n_repeated; /* digests that were already in the table */
};

/*
 * Folds a tensor of n_bytes into a digest of all inputs of a call: all bytes up to 4
 * KiB, else 64 random lines of 64 bytes.  The key must be secret from variants, and the
 * same for all calls of a launch.
 */
uint64_t aisp_freshness_digest(uint64_t digest, const void *data, size_t n_bytes,
			       uint64_t key);

/* Records the digest of one call's inputs. */
void aisp_freshness_note(struct aisp_freshness *f, uint64_t digest);

#endif

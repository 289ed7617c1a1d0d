/* SPDX-License-Identifier: MIT
 *
 * prove_store.h - what is proven for this machine: by its own `aisp checks prove`, or
 * by a file in docs/proofs from a machine of the same class.
 */
#ifndef AISP_PROVE_STORE_H
#define AISP_PROVE_STORE_H

#include "base/paths.h"
#include "prove_json.h"

/* A file in docs/proofs for each device, and this machine's own. */
#define PROVE_MAX_FILES (AISP_N_DEVICES + 1)

/* Zeroed it holds nothing, and may be released. */
struct prove_proof {
	struct prove_file files[PROVE_MAX_FILES];
	int n;
};

/* A file that is missing or cannot be read proves nothing. */
void prove_load(struct prove_proof *proof, const struct aisp_paths *paths);
void prove_proof_release(struct prove_proof *proof);

/* The newest record of an exploit, or NULL. */
const struct prove_record *prove_find_record(const struct prove_proof *proof,
					     const char *exploit);

struct prove_standing {
	const char *state; /* NULL: nothing is known */
	const char *why;
	const char *date, *commit; /* NULL: no exploit was tried */
};

/*
 * The worst state of a check's exploits on a device; if none was tried, what the ledger
 * of a twin says.
 */
struct prove_standing prove_standing_of(const struct prove_proof *proof,
					const char *check, enum aisp_device device);

#endif

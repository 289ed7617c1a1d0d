/* SPDX-License-Identifier: MIT
 *
 * prove_store.h - what is proven on this machine: by `aisp checks prove` here, or by
 * a proof file below docs/proofs that was made on a machine of the same class.
 */
#ifndef AISP_PROVE_STORE_H
#define AISP_PROVE_STORE_H

#include <jansson.h>

#include "base/paths.h"

/*
 * { "exploits": the newest record of each exploit, "states": as in a proof file };
 * both empty where nothing is proven.  A file that cannot be read counts for
 * nothing.  A new reference, or NULL without memory.
 */
json_t *prove_load(const struct aisp_paths *paths);

/*
 * The worst state of a check's exploits on a device, or what its ledger says where
 * none was tried: { "state", "why", "date" or null, "commit" or null }, a new
 * reference; NULL if nothing is known.
 */
json_t *prove_state(const json_t *proof, const char *check, const char *device);

#endif

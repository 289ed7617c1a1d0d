/* SPDX-License-Identifier: MIT
 *
 * proof.h - the proof of benefit: what runs reached of what is expected, with
 * what needs attention first.
 */
#ifndef AISP_PROOF_H
#define AISP_PROOF_H

#include <jansson.h>
#include <stdio.h>

#include "run/model.h"

/*
 * A row for each result of a judged run, appended to `rows`.  `entries` are
 * stored expectations; those that no row answers get one, as NOT-MEASURED, where
 * the class of machines is one of the rows'.  0, or -1 without memory.
 */
int aisp_proof_add_run(json_t *rows, const struct aisp_run *run);
int aisp_proof_add_missing(json_t *rows, const json_t *entries);

/* A copy: failed, regressed, unclear, without expectation, missing, the rest. */
json_t *aisp_proof_sorted(const json_t *rows);

/* How many rows have that state: "FAILED", "REGRESSED". */
int aisp_proof_count(const json_t *rows, const char *state);

/* 0, or -1 if f cannot be written. */
int aisp_proof_csv(const json_t *rows, FILE *f);
int aisp_proof_markdown(const json_t *rows, FILE *f);

#endif

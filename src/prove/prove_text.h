/* SPDX-License-Identifier: MIT
 *
 * prove_text.h - print proofs for people.
 */
#ifndef AISP_PROVE_TEXT_H
#define AISP_PROVE_TEXT_H

#include <stdio.h>

#include "prove_document.h"

/*
 * "INVALID by output.stale_cache", "failed: crashed: ...", "FASTER 3.1x"; the check id
 * is called "this check".
 */
void prove_side_text(char *buf, size_t size, const struct prove_side *side,
		     const char *id);

/* Print a line for a record, and one that says what is wrong. */
void prove_print_record(FILE *f, const struct prove_record *record);

void prove_print_alarm(FILE *f, const struct prove_alarm *alarm);

/* Print the summary. */
void prove_print_summary(FILE *f, const struct prove_result *o);

#endif

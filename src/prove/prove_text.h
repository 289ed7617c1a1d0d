/* SPDX-License-Identifier: MIT
 *
 * prove_text.h - proofs as people read them.
 */
#ifndef AISP_PROVE_TEXT_H
#define AISP_PROVE_TEXT_H

#include <jansson.h>
#include <stdio.h>

/* "INVALID by output.stale_cache", "failed: crashed: ...", "FASTER 3.1x". */
void prove_side_text(char *buf, size_t size, const json_t *side, const char *id);

/* A line for a record of prove_judge.h, and one with what is wrong. */
void prove_print_record(FILE *f, const json_t *record);

/* A false alarm of prove_corpus.h. */
void prove_print_alarm(FILE *f, const json_t *alarm);

/* What the document of prove_document.h comes to. */
void prove_print_summary(FILE *f, const json_t *document);

#endif

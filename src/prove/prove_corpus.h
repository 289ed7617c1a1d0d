/* SPDX-License-Identifier: MIT
 *
 * prove_corpus.h - honest variants that do what looks suspicious: how often does a
 * check fail one of them?
 */
#ifndef AISP_PROVE_CORPUS_H
#define AISP_PROVE_CORPUS_H

#include "prove.h"

/*
 * Run the pairs of each directory that matches `dirs` (glob(3) with braces), on the
 * wanted devices, p->n_repeat times.  *corpus is
 *	{ "n_variants", "n_runs", "n_alarms", "n_skipped", "n_disturbed",
 *	  "alarms": [{ "target", "outcome", "failed" [checks], "why" }] }
 * n_skipped runs could not be made here, n_disturbed were rejected because others
 * took their CPU (prove_judge.h); they are in no other count.  `show` is
 * called with each alarm.  0, or -1 with *err filled.
 */
int prove_corpus(struct prove *p, const char *dirs, json_t **corpus,
		 void (*show)(void *arg, const json_t *alarm), struct aisp_err *err);

#endif

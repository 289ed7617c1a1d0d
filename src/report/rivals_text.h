/* SPDX-License-Identifier: MIT
 *
 * rivals_text.h - rankings and sweeps as text, and as JSON for pages.
 */
#ifndef AISP_RIVALS_TEXT_H
#define AISP_RIVALS_TEXT_H

#include <jansson.h>
#include <stdio.h>

#include "run/model.h"

/*
 * Prints a ranking of each workload with three variants or more, and each sweep over a
 * parameter.  Returns how many, or -1 without memory.
 */
int aisp_rivals_text(const struct aisp_run *run, FILE *f);

/* Prints a line for each crossover.  Returns 0, or -1 without memory. */
int aisp_rivals_crosses(const struct aisp_run *run, FILE *f);

/*
 * { "rankings": [{ "name", "params", "distribution", "confidence", "margin",
 *	"rivals": [{ "variant", "class", "row", "ns", "fraction", "place",
 *		"no_place": "why" where it has none, "is_tied",
 *		"vs_baseline", "vs_best": [ratio, low, high], "ties": [variant] }] }],
 *   "sweeps": [{ "name", "param", "others", "distribution", "sizes": [number],
 *	"variants": [{ "variant", "class", "ns": [...], "fraction": [...] }],
 *	"crosses": [{ "winner", "loser", "from", "to", "near", "text" }] }] }
 * with null for what is not known; the fastest rival first.  A new reference, or
 * NULL without memory.
 */
json_t *aisp_rivals_json(const struct aisp_run *run);

#endif

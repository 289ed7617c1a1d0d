/* SPDX-License-Identifier: MIT
 *
 * profile_document.h - profile.json, and the same for people.
 *
 * { "schema": 1, "target", "metric_set", "ncu_metric_set", "params": {},
 *   "flops", "bytes": of a call, by the workload,
 *   "variants": [ { "variant", "role", "status", "why", "wrong", "summary",
 *     "class", "library", "call_ns", "gflop_per_s", "gb_per_s",
 *     "roof": { "ns", "name", "fraction" } or null,
 *     "profiled": { "calls", "rings", "wall_ns" },
 *     "counters": { name: { "value", "per_call", "share" } or { "why" } },
 *     "ranks": [ { "computing", "waiting", "off_cpu": shares of its time, or null,
 *                "samples" } ]
 *              (left out where there are none),
 *     "stacks": { "samples", "lost", "hottest", "share", "svg", "folded" } or
 *               { "why" },
 *     "gpu": see profile_gpu.h, or null,
 *     "verdict": { "bound", "why", "advice": [ { "what", "chapter" } ] } } ] }
 */
#ifndef AISP_PROFILE_DOCUMENT_H
#define AISP_PROFILE_DOCUMENT_H

#include <jansson.h>
#include <stdio.h>

#include "profile/verdict.h"
#include "profile_cpu.h"

/* A source's results from profile_cpu.h, as a member of "variants"; stem begins the
 * names of its files. */
json_t *profile_variant_json(const struct profile_subject *s,
			     const struct profile_cpu *p, const char *file,
			     const char *role, const char *stem);

/* Fills in the clues for the bottleneck. */
void profile_cpu_clues(const struct profile_subject *s, const struct profile_cpu *p,
		       struct aisp_clues *c);

/* Add "verdict" to a variant; advice names chapters that exist below root. */
void profile_add_verdict(json_t *variant, const struct aisp_clues *c, const char *root);

/* The whole document as text.  0, or -1 if f cannot be written. */
int profile_print(const json_t *document, FILE *f);

#endif

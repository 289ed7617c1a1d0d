/* SPDX-License-Identifier: MIT
 *
 * triage_document.h - summary.json of a triage bundle, and the bundle's other files.
 *
 * { "schema": 1, "time", "seconds", "manifest": store/manifest.h's,
 *   "machine": the id of its saved figures, "hardware": machine/hw.h's, "gpus",
 *   "grade": { "letter", "why": [] }, "symptoms": machine/doctor.h's,
 *   "limits", "versions", "libraries": [ "name => path" ], "environment",
 *   "n_variables_left_out",
 *   "peaks" and "noise": as saved, or { "why" },
 *   "command": { "argv", "end": "exited" | "killed" | "timed out", "status" or
 *     "signal", "wall_s", "user_s", "system_s", "max_rss_bytes", "out_bytes",
 *     "error_bytes" } or null,
 *   "missing": { file: why } }
 */
#ifndef AISP_TRIAGE_DOCUMENT_H
#define AISP_TRIAGE_DOCUMENT_H

#include <jansson.h>

#include "base/paths.h"
#include "store/rundir.h"
#include "triage_command.h"

struct triage_bundle {
	const struct aisp_paths *paths;
	int argc;
	char *const *argv;
	const struct triage_command *command;
	const struct aisp_timeline *timeline;
};

/* A new reference, without secrets, or NULL with *err filled. */
json_t *triage_document(const struct triage_bundle *b, struct aisp_err *err);

/*
 * Writes into the folder: topology, output, messages, nvidia-smi's output. Missing ones
 * are noted in document's "missing".  Returns 0, or -1 with *err filled.
 */
int triage_put_files(const struct triage_bundle *b, json_t *document,
		     struct aisp_rundir *dir, struct aisp_err *err);

#endif

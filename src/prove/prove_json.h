/* SPDX-License-Identifier: MIT
 *
 * prove_json.h - records as a proof file has them, and back.
 */
#ifndef AISP_PROVE_JSON_H
#define AISP_PROVE_JSON_H

#include "device/device.h"
#include "prove_model.h"

/* What a proof file says.  Zeroed it holds nothing, and may be released. */
struct prove_file {
	json_t *document; /* texts are borrowed from it */
	struct prove_record *records;
	int n;
	struct prove_lines lines[AISP_N_DEVICES]; /* by enum aisp_device */
	struct aisp_arena arena;
};

/*
 * Parse a proof file, of which *f keeps a reference.  What is missing or of another
 * type is read as none.  0, or -1 without memory; to be released in any case.
 */
int prove_file_parse(struct prove_file *f, json_t *document);
void prove_file_release(struct prove_file *f);

/* New references; NULL without memory. */
json_t *prove_record_json(const struct prove_record *record);
json_t *prove_lines_json(const struct prove_lines *lines);

#endif

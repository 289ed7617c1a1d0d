/* SPDX-License-Identifier: MIT
 *
 * prove_json.h - write the records of a proof file, and read them back.
 */
#ifndef AISP_PROVE_JSON_H
#define AISP_PROVE_JSON_H

#include "device/device.h"
#include "prove_model.h"

/* The contents of a proof file.  Zeroed it holds nothing, and may be released. */
struct prove_file {
	json_t *document; /* texts are borrowed from it */
	struct prove_record *records;
	int n;
	struct prove_lines lines[AISP_N_DEVICES]; /* by enum aisp_device */
	struct aisp_arena arena;
};

/*
 * Parse a proof file; *f keeps a reference to the document.  Members that are missing
 * or of the wrong type count as absent.  Returns 0, or -1 without memory; release *f in
 * any case.
 */
int prove_file_parse(struct prove_file *f, json_t *document);
void prove_file_release(struct prove_file *f);

/* New references; NULL without memory. */
json_t *prove_record_json(const struct prove_record *record);
json_t *prove_lines_json(const struct prove_lines *lines);

#endif

/* SPDX-License-Identifier: MIT
 *
 * csv_writer.h - fields and rows according to RFC 4180.
 */
#ifndef AISP_CSV_WRITER_H
#define AISP_CSV_WRITER_H

#include <stdio.h>

struct aisp_csv {
	FILE *f;
	int is_inside; /* a row has begun */
};

/* Writes text, quoted if necessary. */
void aisp_csv_text(struct aisp_csv *csv, const char *text);

/* Writes a number that reads back exactly; nothing for NaN. */
void aisp_csv_number(struct aisp_csv *csv, double v);

void aisp_csv_end_row(struct aisp_csv *csv);

#endif

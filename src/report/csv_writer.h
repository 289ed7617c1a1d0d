/* SPDX-License-Identifier: MIT
 *
 * csv_writer.h - fields and rows as RFC 4180 has them.
 */
#ifndef AISP_CSV_WRITER_H
#define AISP_CSV_WRITER_H

#include <stdio.h>

struct aisp_csv {
	FILE *f;
	int is_inside; /* a row has begun */
};

/* Quoted if it needs to be. */
void aisp_csv_text(struct aisp_csv *csv, const char *text);

/* Reads back as the same number; empty for NaN. */
void aisp_csv_number(struct aisp_csv *csv, double v);

void aisp_csv_end_row(struct aisp_csv *csv);

#endif

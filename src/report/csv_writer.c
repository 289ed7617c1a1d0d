/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "csv_writer.h"
#include "format.h"

void aisp_csv_text(struct aisp_csv *csv, const char *text)
{
	if (csv->is_inside)
		fputc(',', csv->f);
	csv->is_inside = 1;
	if (!strpbrk(text, ",\"\r\n")) {
		fputs(text, csv->f);
		return;
	}
	fputc('"', csv->f);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', csv->f);
		fputc(*text, csv->f);
	}
	fputc('"', csv->f);
}

void aisp_csv_number(struct aisp_csv *csv, double v)
{
	char text[32];

	aisp_format_exact(text, sizeof(text), v);
	aisp_csv_text(csv, text);
}

void aisp_csv_end_row(struct aisp_csv *csv)
{
	fputs("\r\n", csv->f);
	csv->is_inside = 0;
}

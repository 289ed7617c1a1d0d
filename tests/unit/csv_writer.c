/* SPDX-License-Identifier: MIT
 *
 * Cells that a reader of CSV (RFC 4180) reads back unchanged.
 */
#include <math.h>
#include <string.h>

#include "report/csv_writer.h"
#include "tap.h"

/* The row of these two cells, and a number. */
static const char *row(const char *a, const char *b, double v)
{
	static char text[128];
	struct aisp_csv csv = { fmemopen(text, sizeof(text), "w"), 0 };

	aisp_csv_text(&csv, a);
	aisp_csv_text(&csv, b);
	aisp_csv_number(&csv, v);
	aisp_csv_end_row(&csv);
	fclose(csv.f);
	return text;
}

int main(void)
{
	ok(!strcmp(row("a", "b c", 0.1), "a,b c,0.1\r\n"), "plain cells");
	ok(!strcmp(row("", "", NAN), ",,\r\n"), "empty ones, and what is not known");
	ok(!strcmp(row("a,b", "c\"d", 1), "\"a,b\",\"c\"\"d\",1\r\n"),
	   "commas and quotation marks");
	ok(!strcmp(row("a\nb", "c\rd", 1), "\"a\nb\",\"c\rd\",1\r\n"),
	   "ends of lines, of either kind");
	ok(!strcmp(row("a", "b", 4000.123456789012), "a,b,4000.123456789012\r\n"),
	   "each digit of a number");
	return done();
}

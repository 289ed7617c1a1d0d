/* SPDX-License-Identifier: MIT */
#include "left_out_text.h"
#include "format.h"
#include "run/left_out.h"

void aisp_left_out_line(const struct aisp_run *run, FILE *f)
{
	char how[400];

	aisp_left_out_text(how, sizeof(how), &run->info);
	if (!*how)
		return;
	aisp_print_text(f, how);
	fputs(": no verdict of this run is a proof\n", f);
}

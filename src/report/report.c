/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "report.h"

aisp_report_function *aisp_report_find(const char *name)
{
	static const struct {
		const char *name;
		aisp_report_function *function;
	} formats[] = { { "table", aisp_report_table },
			{ "details", aisp_report_details },
			{ "md", aisp_report_markdown },
			{ "markdown", aisp_report_markdown },
			{ "ranking", aisp_report_ranking },
			{ "ladder", aisp_report_ladder },
			{ "csv", aisp_report_csv },
			{ "json", aisp_report_json },
			{ "html", aisp_report_html } };

	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++)
		if (!strcmp(formats[i].name, name))
			return formats[i].function;
	return NULL;
}

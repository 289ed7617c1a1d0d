/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "export.h"

aisp_report_function *aisp_export_find(const char *name)
{
	static const struct {
		const char *name;
		aisp_report_function *function;
	} formats[] = { { "csv", aisp_report_csv },
			{ "google-benchmark", aisp_export_google_benchmark },
			{ "junit", aisp_export_junit },
			{ "nvbench", aisp_export_nvbench },
			{ "nvbench-csv", aisp_export_nvbench_csv },
			{ "openmetrics", aisp_export_openmetrics },
			{ "samples", aisp_export_samples },
			{ "trace", aisp_export_trace } };

	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++)
		if (!strcmp(formats[i].name, name))
			return formats[i].function;
	return NULL;
}

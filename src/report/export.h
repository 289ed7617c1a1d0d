/* SPDX-License-Identifier: MIT
 *
 * export.h - a run for other programs' readers.
 *
 * The rules of report.h hold; docs/results.md describes each format.  A result that is
 * INVALID or was not measured gives no figures, but its reason if the format has a
 * place for it.
 */
#ifndef AISP_EXPORT_H
#define AISP_EXPORT_H

#include "report.h"

int aisp_export_google_benchmark(const struct aisp_run *run, FILE *f);
int aisp_export_nvbench(const struct aisp_run *run, FILE *f);
int aisp_export_nvbench_csv(const struct aisp_run *run, FILE *f);
int aisp_export_junit(const struct aisp_run *run, FILE *f);
int aisp_export_openmetrics(const struct aisp_run *run, FILE *f);
int aisp_export_trace(const struct aisp_run *run, FILE *f);
int aisp_export_samples(const struct aisp_run *run, FILE *f);

/* Finds a format by its name; NULL: there is none. */
aisp_report_function *aisp_export_find(const char *name);

#define AISP_EXPORT_NAMES                                                              \
	"csv|google-benchmark|junit|nvbench|nvbench-csv|openmetrics|samples|trace"

#endif

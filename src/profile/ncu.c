/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ncu.h"

#define MAX_COLUMNS 4096

/* Metrics copied into profile.json; the whole table is kept beside it. */
static const char *const metrics[] = {
	AISP_NCU_TIME,
	AISP_NCU_COMPUTE,
	AISP_NCU_MEMORY,
	AISP_NCU_DRAM,
	AISP_NCU_OCCUPANCY,
	"dram__bytes_read.sum",
	"dram__bytes_write.sum",
	"smsp__issue_active.avg.pct_of_peak_sustained_active",
	"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active",
	"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",
	"l1tex__t_sector_hit_rate.pct",
	"lts__t_sector_hit_rate.pct",
	"launch__registers_per_thread",
	"launch__waves_per_multiprocessor",
};
#define N_METRICS ((int)(sizeof(metrics) / sizeof(metrics[0])))

/* The number of them that --metrics requests in every set. */
#define ALWAYS                                                                         \
	AISP_NCU_TIME "," AISP_NCU_COMPUTE "," AISP_NCU_MEMORY "," AISP_NCU_DRAM       \
		      "," AISP_NCU_OCCUPANCY                                           \
		      ",dram__bytes_read.sum,dram__bytes_write.sum"
#define OPERATIONS                                                                     \
	",smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"                         \
	",smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"                         \
	",smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"                         \
	",smsp__sass_thread_inst_executed_op_dadd_pred_on.sum"                         \
	",smsp__sass_thread_inst_executed_op_dmul_pred_on.sum"                         \
	",smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"

static const char *const set_names[AISP_N_METRIC_SETS] = { "minimal", "deep_dive",
							   "roofline" };

const char *aisp_metric_set_name(enum aisp_metric_set s)
{
	return set_names[s];
}

int aisp_metric_set_parse(enum aisp_metric_set *s, const char *name,
			  struct aisp_err *err)
{
	for (int i = 0; i < AISP_N_METRIC_SETS; i++)
		if (!strcmp(set_names[i], name)) {
			*s = (enum aisp_metric_set)i;
			return 0;
		}
	return aisp_err_usage(
		err, "--metric-set %s: want minimal, deep_dive or roofline", name);
}

int aisp_tool_find(char *path, size_t size, const char *name, struct aisp_err *err)
{
	const char *dir = getenv("PATH");

	while (dir && *dir) {
		int n = (int)strcspn(dir, ":");

		snprintf(path, size, "%.*s/%s", n, dir, name);
		if (n && !access(path, X_OK))
			return 0;
		dir += n + (dir[n] == ':');
	}
	snprintf(path, size, "/usr/local/cuda/bin/%s", name);
	if (!access(path, X_OK))
		return 0;
	return aisp_err_set(err, "%s is not installed (%s)", name,
			    !strcmp(name, "ncu")    ? "package nsight-compute"
			    : !strcmp(name, "nsys") ? "package nsight-systems"
						    : "part of NVIDIA's driver");
}

static int copy_words(const char *argv[AISP_MAX_TOOL_ARGS], const char *const *words)
{
	int n = 0;

	while (words[n]) {
		argv[n] = words[n];
		n++;
	}
	argv[n] = NULL;
	return n;
}

int aisp_ncu_command(const char *argv[AISP_MAX_TOOL_ARGS], const char *tool,
		     const char *report, enum aisp_metric_set set)
{
	const char *words[] = { "timeout",   "-k",
				"10",        AISP_TOOL_SECONDS,
				tool,        "--clock-control",
				"none",      "--profile-from-start",
				"off",       "--launch-count",
				"64",        "--force-overwrite",
				"--export",  report,
				"--metrics", ALWAYS,
				NULL,        NULL,
				NULL };

	if (set == AISP_METRICS_ROOFLINE)
		words[15] = ALWAYS OPERATIONS;
	if (set != AISP_METRICS_MINIMAL) {
		words[16] = "--set";
		words[17] = set == AISP_METRICS_DEEP_DIVE ? "full" : "roofline";
	}
	return copy_words(argv, words);
}

int aisp_nsys_command(const char *argv[AISP_MAX_TOOL_ARGS], const char *tool,
		      const char *report)
{
	const char *words[] = { "timeout",
				"-k",
				"10",
				AISP_TOOL_SECONDS,
				tool,
				"profile",
				"--trace=cuda,nvtx",
				"--sample=none",
				"--capture-range=cudaProfilerApi",
				"--force-overwrite=true",
				"--output",
				report,
				NULL };

	return copy_words(argv, words);
}

/* RFC 4180: splits off a cell in place; returns what ended it: ',', '\n' or NUL. */
static char split_cell(char **at, char **cell)
{
	int is_quoted = **at == '"';
	char *s = *at + is_quoted, *to = s, end;

	*cell = s;
	while (*s && (is_quoted ? *s != '"' || s[1] == '"' : *s != ',' && *s != '\n')) {
		s += is_quoted && *s == '"'; /* "" is one " */
		*to++ = *s++;
	}
	s += strcspn(s, ",\n");
	end = *s;
	*at = s + (end != '\0');
	*to = '\0';
	return end;
}

/* Splits a line into at most n_max cells; moves *at after it; returns their number. */
static int split_line(char **at, char **cells, int n_max)
{
	char end = ',', *cell;
	int n = 0;

	while (end == ',' && **at) {
		end = split_cell(at, &cell);
		if (n < n_max)
			cells[n++] = cell;
	}
	return n;
}

static int find_column(char *const *header, int n, const char *name)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(header[i], name))
			return i;
	return -1;
}

/* "1,234.5" as ncu writes it; NaN for "n/a". */
static double number_of(const char *text)
{
	char plain[64], *end;
	size_t k = 0;
	double x;

	for (; *text && k < sizeof(plain) - 1; text++)
		if (*text != ',')
			plain[k++] = *text;
	plain[k] = '\0';
	x = strtod(plain, &end);
	return end == plain || *end ? NAN : x;
}

static const char *cell(char *const *cells, int n, int i)
{
	return i >= 0 && i < n ? cells[i] : "";
}

static json_t *launch_of(char *const *header, int n_columns, char *const *cells, int n)
{
	json_t *values = json_object();

	for (int i = 0; i < N_METRICS; i++) {
		double x = number_of(
			cell(cells, n, find_column(header, n_columns, metrics[i])));

		if (isfinite(x))
			json_object_set_new(values, metrics[i], json_real(x));
	}
	return json_pack(
		"{ss ss ss so}", "kernel",
		cell(cells, n, find_column(header, n_columns, "Kernel Name")), "grid",
		cell(cells, n, find_column(header, n_columns, "Grid Size")), "block",
		cell(cells, n, find_column(header, n_columns, "Block Size")), "metrics",
		values);
}

/* The header, a line of units, then a line for each launch. */
static json_t *parse_table(char *at, char **header, char **cells)
{
	json_t *launches = json_array();
	int n_columns = split_line(&at, header, MAX_COLUMNS), n;

	split_line(&at, cells, MAX_COLUMNS);
	while ((n = split_line(&at, cells, MAX_COLUMNS)) > 1)
		json_array_append_new(launches, launch_of(header, n_columns, cells, n));
	return launches;
}

json_t *aisp_ncu_parse(const char *csv, struct aisp_err *err)
{
	char **header = calloc(MAX_COLUMNS, sizeof(*header));
	char **cells = calloc(MAX_COLUMNS, sizeof(*cells));
	const char *table = strstr(csv, "\"ID\"");
	char *copy = table ? strdup(table) : NULL;
	json_t *launches = NULL;

	if (!table)
		aisp_err_set(err, "ncu printed no table: %.200s", csv);
	else if (!header || !cells || !copy)
		aisp_err_errno(err, "memory for ncu's table");
	else
		launches = parse_table(copy, header, cells);
	if (launches && !json_array_size(launches)) {
		aisp_err_set(err, "ncu saw no kernel");
		json_decref(launches);
		launches = NULL;
	}
	free(header);
	free(cells);
	free(copy);
	return launches;
}

static double metric(const json_t *launch, const char *name)
{
	const json_t *x = json_object_get(json_object_get(launch, "metrics"), name);

	return x ? json_number_value(x) : NAN;
}

double aisp_ncu_mean(const json_t *launches, const char *name)
{
	double sum = 0, weights = 0;
	const json_t *launch;
	size_t i;

	json_array_foreach(launches, i, launch) {
		double x = metric(launch, name), ns = metric(launch, AISP_NCU_TIME);

		if (!isfinite(x) || !(ns > 0))
			continue;
		sum += x * ns;
		weights += ns;
	}
	return weights > 0 ? sum / weights : NAN;
}

/* SPDX-License-Identifier: MIT */
#include "profile/ncu.h"

#include "store_tmp.h"
#include "tap.h"

#include <math.h>
#include <sys/stat.h>

/* Output of ncu 2025.3, with fewer columns. */
static const char table[] =
	"==PROF== Connected to process 4711\n"
	"\"ID\",\"Process ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\","
	"\"gpu__time_duration.sum\","
	"\"sm__throughput.avg.pct_of_peak_sustained_elapsed\","
	"\"dram__bytes_read.sum\",\"lts__t_sector_hit_rate.pct\"\n"
	"\"\",\"\",\"\",\"\",\"\",\"ns\",\"%\",\"byte\",\"%\"\n"
	"\"0\",\"4711\",\"f<(int)1, \"\"x\"\">(float *)\",\"(256, 1, 1)\","
	"\"(64, 1, 1)\",\"1,000\",\"80\",\"1,048,576\",\"n/a\"\n"
	"\"1\",\"4711\",\"g(float *)\",\"(128, 1, 1)\",\"(8, 1, 1)\",\"3,000.5\","
	"\"20\",\"64\",\"12.5\"\n";

static const char *text(const json_t *launches, size_t i, const char *key)
{
	return json_string_value(json_object_get(json_array_get(launches, i), key));
}

static double metric(const json_t *launches, size_t i, const char *name)
{
	const json_t *m = json_object_get(json_array_get(launches, i), "metrics");

	return json_is_number(json_object_get(m, name))
		       ? json_number_value(json_object_get(m, name))
		       : NAN;
}

static void parse(void)
{
	struct aisp_err err;
	json_t *j = aisp_ncu_parse(table, &err);

	ok(json_array_size(j) == 2, "a row a launch");
	ok(!strcmp(text(j, 0, "kernel"), "f<(int)1, \"x\">(float *)"),
	   "commas and quotes in a name");
	ok(!strcmp(text(j, 1, "grid"), "(8, 1, 1)"), "the grid");
	ok(metric(j, 0, AISP_NCU_TIME) == 1000 && metric(j, 1, AISP_NCU_TIME) == 3000.5,
	   "thousands are separated");
	ok(isnan(metric(j, 0, "lts__t_sector_hit_rate.pct")) &&
		   metric(j, 1, "lts__t_sector_hit_rate.pct") == 12.5,
	   "n/a is no number");
	ok(fabs(aisp_ncu_mean(j, AISP_NCU_COMPUTE) -
		(80 * 1000 + 20 * 3000.5) / 4000.5) < 1e-9,
	   "a mean weighs launches by their time");
	ok(isnan(aisp_ncu_mean(j, AISP_NCU_OCCUPANCY)), "none without the metric");
	json_decref(j);
	ok(!aisp_ncu_parse("==ERROR== ERR_NVGPUCTRPERM\n", &err) &&
		   strstr(err.msg, "ERR_NVGPUCTRPERM"),
	   "ncu's own words where there is no table");
	ok(!aisp_ncu_parse("\"ID\",\"Kernel Name\"\n\"\",\"\"\n", &err) &&
		   strstr(err.msg, "no kernel"),
	   "a table without kernels");
}

static int has(const char *const *argv, const char *word, const char *next)
{
	for (int i = 0; argv[i]; i++)
		if (!strcmp(argv[i], word) && (!next || !strcmp(argv[i + 1], next)))
			return 1;
	return 0;
}

static void commands(void)
{
	const char *argv[AISP_MAX_TOOL_ARGS];
	int n;

	for (int set = 0; set < AISP_N_METRIC_SETS; set++) {
		n = aisp_ncu_command(argv, "/x/ncu", "r.ncu-rep",
				     (enum aisp_metric_set)set);
		ok(!argv[n] && has(argv, "--clock-control", "none") &&
			   has(argv, "--export", "r.ncu-rep"),
		   "ncu leaves the clocks alone, whatever the set");
	}
	aisp_ncu_command(argv, "ncu", "r", AISP_METRICS_MINIMAL);
	ok(!has(argv, "--set", NULL), "minimal: named metrics only");
	aisp_ncu_command(argv, "ncu", "r", AISP_METRICS_DEEP_DIVE);
	ok(has(argv, "--set", "full"), "deep_dive: all");
	n = aisp_nsys_command(argv, "/x/nsys", "r");
	ok(!argv[n] && has(argv, "--output", "r"), "nsys");
}

static void tools(void)
{
	char path[4096], tool[100];
	struct aisp_err err;

	tmp_make();
	setenv("PATH", tmp_base, 1);
	ok(aisp_tool_find(path, sizeof(path), "no-such-tool", &err) &&
		   says(err.msg, "no-such-tool is not installed"),
	   "a tool that is not there");
	tmp_put("ncu", "");
	snprintf(tool, sizeof(tool), "%s/ncu", tmp_base);
	chmod(tool, 0755);
	ok(!aisp_tool_find(path, sizeof(path), "ncu", &err) && same(path, tool),
	   "the one in PATH");
	tmp_remove();
}

int main(void)
{
	enum aisp_metric_set set;
	struct aisp_err err;

	parse();
	commands();
	tools();
	ok(!aisp_metric_set_parse(&set, "roofline", &err) &&
		   set == AISP_METRICS_ROOFLINE,
	   "a set's name");
	ok(aisp_metric_set_parse(&set, "all", &err) && err.is_usage,
	   "none of that name");
	return done();
}

/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "format.h"
#include "trend.h"

#define SPARK_MAX 40

static bool is_time(const struct aisp_history_series *s)
{
	return s->metric == AISP_HISTORY_TIME;
}

static double value_of(const struct aisp_history_series *s, int i)
{
	return aisp_history_value(s->points[i], s->metric);
}

/* Eight heights: Unicode's block elements if the locale is UTF-8. */
static const char *height(int level)
{
	static const char *const blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	static const char *const ascii[] = { "_", ".", "-", "~", "=", "+", "*", "#" };
	const char *all = getenv("LC_ALL"), *type = getenv("LC_CTYPE");
	const char *locale = all && *all ? all : type && *type ? type : getenv("LANG");
	int is_utf8 =
		locale && (strcasestr(locale, "utf-8") || strcasestr(locale, "utf8"));

	return is_utf8 ? blocks[level] : ascii[level];
}

/* Draws the last points on a logarithmic scale from the least to the greatest. */
static void print_spark(const struct aisp_history_series *s, FILE *f)
{
	int from = s->n_points > SPARK_MAX ? s->n_points - SPARK_MAX : 0;
	double lo = INFINITY, hi = -INFINITY;

	for (int i = from; i < s->n_points; i++) {
		lo = fmin(lo, log(value_of(s, i)));
		hi = fmax(hi, log(value_of(s, i)));
	}
	for (int i = from; i < s->n_points; i++) {
		double x = hi > lo ? (log(value_of(s, i)) - lo) / (hi - lo) : 0.5;

		fputs(height((int)fmin(7, 8 * x)), f);
	}
}

static void format_value(char *buf, size_t size, double x, int is_ns)
{
	if (is_ns)
		aisp_format_ns(buf, size, x);
	else
		aisp_format_ratio(buf, size, x, NAN, NAN);
}

static const char *commit_of(const struct aisp_history_row *row)
{
	return *row->commit ? row->commit : "-";
}

/* "2.0x to 1.5x at 0123456789ab (p 0.002)" */
static void print_change(const struct aisp_history_series *s,
			 const struct aisp_history_change *change, FILE *f)
{
	char before[32], after[32];

	format_value(before, sizeof(before), change->before, is_time(s));
	format_value(after, sizeof(after), change->after, is_time(s));
	fprintf(f, "%s to %s at %.12s (p %.3g)", before, after,
		commit_of(s->points[change->at]), change->p);
}

static void print_name(const struct aisp_history_row *of, FILE *f)
{
	aisp_print_text(f, of->target);
	fputs("  ", f);
	aisp_print_text(f, of->params);
	fprintf(f, " %s over ", of->distribution);
	aisp_print_text(f, of->baseline);
	fprintf(f, " on %s (%.8s)\n", of->class, of->fingerprint);
}

static void print_summary(const struct aisp_history_series *s, FILE *f)
{
	int n = s->n_points;
	char value[32];

	format_value(value, sizeof(value), value_of(s, n - 1), is_time(s));
	fprintf(f, "%s ", aisp_history_metric_name(s->metric));
	print_spark(s, f);
	fprintf(f, " %s after %d run%s", value, n, n == 1 ? "" : "s");
}

int aisp_report_trends(const struct aisp_history_trends *trends, FILE *f)
{
	for (int i = 0; i < trends->n; i++) {
		const struct aisp_history_series *s = &trends->at[i];

		print_name(s->of, f);
		fputs("    ", f);
		print_summary(s, f);
		if (s->n_changes) {
			fputs("; changed from ", f);
			print_change(s, &s->changes[s->n_changes - 1], f);
		}
		fputc('\n', f);
	}
	return ferror(f) ? -1 : 0;
}

static void print_point(const struct aisp_history_row *row, bool is_ns, FILE *f)
{
	char value[96], low[32], high[32];

	if (is_ns) {
		aisp_format_ns(value, sizeof(value), row->time_ns);
		aisp_format_ns(low, sizeof(low), row->time_ci_ns[0]);
		aisp_format_ns(high, sizeof(high), row->time_ci_ns[1]);
		snprintf(value + strlen(value), sizeof(value) - strlen(value),
			 " [%s, %s]", low, high);
	} else {
		aisp_format_ratio(value, sizeof(value), row->speedup,
				  row->speedup_ci[0], row->speedup_ci[1]);
	}
	fprintf(f, "%5lld  %-20s  %-12.12s%s  %-32s  %s  %s\n", (long long)row->run,
		row->started, commit_of(row), row->is_dirty ? "+" : " ", value,
		row->grade, aisp_word_name(row->verdict));
}

int aisp_report_trend(const struct aisp_history_series *s, FILE *f)
{
	int next = 0;

	print_name(s->of, f);
	print_summary(s, f);
	fputs("\n\n  run  started               commit         value"
	      "                             grade, verdict\n",
	      f);
	for (int i = 0; i < s->n_points; i++) {
		if (next < s->n_changes && s->changes[next].at == i) {
			fputs("------ changed from ", f);
			print_change(s, &s->changes[next++], f);
			fputc('\n', f);
		}
		print_point(s->points[i], is_time(s), f);
	}
	return ferror(f) ? -1 : 0;
}

static json_t *change_json(const void *changes, int i)
{
	const struct aisp_history_change *c = changes;

	return json_pack("{si sf sf sf}", "at", c[i].at, "p", c[i].p, "before",
			 c[i].before, "after", c[i].after);
}

json_t *aisp_trend_changes_json(const struct aisp_history_series *s)
{
	return aisp_list_json(s->n_changes, change_json, s->changes);
}

static json_t *point_json(const void *series, int i)
{
	return json_incref(
		((const struct aisp_history_series *)series)->points[i]->document);
}

static json_t *series_json(const void *all, int i)
{
	const struct aisp_history_series *s =
		(const struct aisp_history_series *)all + i;

	return json_pack("{ss so ss ss ss ss ss ss so}", "metric",
			 aisp_history_metric_name(s->metric), "points",
			 aisp_list_json(s->n_points, point_json, s), "target",
			 s->of->target, "params", s->of->params, "distribution",
			 s->of->distribution, "baseline", s->of->baseline, "class",
			 s->of->class, "fingerprint", s->of->fingerprint, "changes",
			 aisp_trend_changes_json(s));
}

int aisp_report_trends_json(const struct aisp_history_trends *trends, FILE *f)
{
	json_t *list = aisp_list_json(trends->n, series_json, trends->at);
	int rc = list ? json_dumpf(list, f, JSON_INDENT(1)) || fputc('\n', f) < 0 : -1;

	json_decref(list);
	return rc ? -1 : 0;
}

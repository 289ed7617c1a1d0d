/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/stats.h"
#include "details_parts.h"
#include "export_side.h"
#include "format.h"
#include "score_text.h"
#include "text_plot.h"

#define N_CELLS 48   /* of a histogram or a spark line */
#define KEPT    0.75 /* of the time without caches: they hold a quarter or more */
#define N_BAR   20

/* The range of a histogram: all samples of all arms except Tukey's far outliers. */
static void span(const struct aisp_details *d, double *lo, double *hi)
{
	*lo = INFINITY;
	*hi = -INFINITY;
	for (int k = 0; k < AISP_N_ROLES; k++) {
		const struct aisp_details_series *s = &d->series[k];
		double low = aisp_quantile_sorted(s->samples_ns, s->n_samples, 0.25);
		double high = aisp_quantile_sorted(s->samples_ns, s->n_samples, 0.75);
		double room = 3 * (high - low);

		if (!s->n_samples)
			continue;
		*lo = fmin(*lo, fmax(s->samples_ns[0], low - room));
		*hi = fmax(*hi, fmin(s->samples_ns[s->n_samples - 1], high + room));
	}
}

static void print_spark(const struct aisp_details *d, const double *v, int n, double lo,
			double hi)
{
	char buf[AISP_CELLS_SIZE(N_CELLS)];

	aisp_text_spark(buf, sizeof(buf), v, n, lo, hi, d->is_utf8);
	fputs(buf, d->f);
	fputc('\n', d->f);
}

static void print_histogram(const struct aisp_details *d,
			    const struct aisp_details_series *s, double lo, double hi)
{
	double counts[N_CELLS] = { 0 }, most = 1;

	for (int i = 0; i < s->n_samples; i++) {
		int cell =
			hi > lo ? (int)((s->samples_ns[i] - lo) / (hi - lo) * N_CELLS)
				: 0;

		if (s->samples_ns[i] < lo || s->samples_ns[i] > hi)
			continue;
		counts[cell < N_CELLS ? cell : N_CELLS - 1]++;
	}
	for (int i = 0; i < N_CELLS; i++) {
		most = fmax(most, counts[i]);
		if (counts[i] == 0)
			counts[i] = NAN;
	}
	print_spark(d, counts, N_CELLS, 0, most);
}

/* Reduces v to at most N_CELLS means of neighbours; returns their number. */
static int thin(const double *v, int n, double cells[N_CELLS])
{
	int n_cells = n < N_CELLS ? n : N_CELLS;

	for (int i = 0; i < n_cells; i++) {
		int first = i * n / n_cells, end = (i + 1) * n / n_cells;

		cells[i] = aisp_mean(v + first, end - first);
	}
	return n_cells;
}

static void print_quantiles(const struct aisp_details *d)
{
	static const double points[] = { 0, 0.05, 0.5, 0.95, 1 };
	char text[32];

	fprintf(d->f, "  %-12s%11s%11s%11s%11s%11s%8s\n", "samples", "min", "5 %",
		"median", "95 %", "max", "n");
	for (int k = 0; k < AISP_N_ROLES; k++) {
		const struct aisp_details_series *s = &d->series[k];

		if (!s->n_samples)
			continue;
		fprintf(d->f, "    %-10s", aisp_role_name((enum aisp_role)k));
		for (size_t q = 0; q < sizeof(points) / sizeof(*points); q++) {
			aisp_format_ns(text, sizeof(text),
				       aisp_quantile_sorted(s->samples_ns, s->n_samples,
							    points[q]));
			fprintf(d->f, "%11s", text);
		}
		fprintf(d->f, "%8d\n", s->n_samples);
	}
}

static void print_distribution(const struct aisp_details *d)
{
	double lo, hi;
	char from[32], to[32];

	span(d, &lo, &hi);
	if (!(hi >= lo))
		return;
	print_quantiles(d);
	aisp_format_ns(from, sizeof(from), lo);
	aisp_format_ns(to, sizeof(to), hi);
	fprintf(d->f, "  histogram   %s to %s\n", from, to);
	for (int k = 0; k < AISP_N_ROLES; k++)
		if (d->series[k].n_samples) {
			fprintf(d->f, "    %-10s", aisp_role_name((enum aisp_role)k));
			print_histogram(d, &d->series[k], lo, hi);
		}
}

/* Prints the launch medians of all arms on one scale. */
static void print_timeline(const struct aisp_details *d)
{
	double cells[N_CELLS], lo = INFINITY, hi = 0;
	char from[32], to[32];

	for (int k = 0; k < AISP_N_ROLES; k++)
		for (int i = 0; i < d->series[k].n_launches; i++) {
			lo = fmin(lo, d->series[k].medians_ns[i]);
			hi = fmax(hi, d->series[k].medians_ns[i]);
		}
	if (!(hi >= lo))
		return;
	aisp_format_ns(from, sizeof(from), lo);
	aisp_format_ns(to, sizeof(to), hi);
	fprintf(d->f, "  timeline    medians of the launches, %s to %s\n", from, to);
	for (int k = 0; k < AISP_N_ROLES; k++) {
		const struct aisp_details_series *s = &d->series[k];

		if (!s->n_launches)
			continue;
		fprintf(d->f, "    %-10s", aisp_role_name((enum aisp_role)k));
		print_spark(d, cells, thin(s->medians_ns, s->n_launches, cells), lo,
			    hi);
	}
}

/* Baseline over optimized in each block that has both; returns their number. */
static int ratios_of(const struct aisp_details_series *baseline,
		     const struct aisp_details_series *optimized, double *ratios)
{
	int n = 0;

	for (int i = 0; i < optimized->n_launches; i++)
		for (int k = 0; k < baseline->n_launches; k++)
			if (baseline->blocks[k] == optimized->blocks[i])
				ratios[n++] = baseline->medians_ns[k] /
					      optimized->medians_ns[i];
	return n;
}

static void print_speedup(FILE *f, const struct aisp_row *r)
{
	const char *what = *r->score ? "better" : "speedup";
	char ratio[128];

	if (isnan(r->speedup)) {
		fprintf(f, "  %-11s not known: no pair of undisturbed launches\n",
			what);
		return;
	}
	aisp_format_ratio(ratio, sizeof(ratio), r->speedup, r->ci_low, r->ci_high);
	fprintf(f,
		"  %-11s %s at %.1f %%, %.0f pairs; "
		"detectable %.2f %%, margin %.2f %%\n",
		what, ratio, 100 * r->confidence, r->n_pairs, 100 * r->mde,
		100 * r->margin);
}

static int print_pairs(const struct aisp_details *d)
{
	const struct aisp_row *r = &d->row;
	double cells[N_CELLS],
		*ratios = calloc(
			(size_t)d->series[1].n_launches * d->series[0].n_launches + 1,
			sizeof(double));
	char least[32], most[32];
	int n;

	if (!ratios)
		return -1;
	print_speedup(d->f, r);
	n = *r->score ? 0 : ratios_of(&d->series[0], &d->series[1], ratios);
	if (n) {
		int n_cells = thin(ratios, n, cells);

		aisp_sort(ratios, n);
		aisp_format_number(least, sizeof(least), ratios[0]);
		aisp_format_number(most, sizeof(most), ratios[n - 1]);
		fprintf(d->f, "  pairs       %s to %s\n    %-10s", least, most,
			"ratio");
		print_spark(d, cells, n_cells, ratios[0], ratios[n - 1]);
	}
	free(ratios);
	return 0;
}

static void print_limit(const struct aisp_details *d)
{
	const struct aisp_run_sol *sol = &d->series[AISP_OPTIMIZED].arm->sol;
	char ns[32], roof[256], bar[AISP_CELLS_SIZE(N_BAR)], rate[32];

	if (isnan(sol->fraction))
		return;
	aisp_format_ns(ns, sizeof(ns), sol->roof_ns);
	aisp_format_text(roof, sizeof(roof), d->row.roof);
	fprintf(d->f, "  limit       %s%sby %s\n", ns, *ns ? " " : "", roof);
	for (int k = 0; k < AISP_N_ROLES; k++) {
		const struct aisp_run_arm *arm = d->series[k].arm;

		if (!arm || isnan(arm->sol.fraction))
			continue;
		aisp_text_bar(bar, sizeof(bar), arm->sol.fraction, N_BAR, d->is_utf8);
		fprintf(d->f, "    %-10s%s %5.1f %%", aisp_role_name((enum aisp_role)k),
			bar, 100 * arm->sol.fraction);
		aisp_format_number(rate, sizeof(rate), arm->gb_per_s);
		fprintf(d->f, "%s%s%s", *rate ? "  " : "", rate, *rate ? " GB/s" : "");
		aisp_format_number(rate, sizeof(rate), arm->gflop_per_s);
		if (arm->gflop_per_s > 0)
			fprintf(d->f, "  %s GFLOP/s", rate);
		fputc('\n', d->f);
	}
}

/* Prints joules beside the time, if the machine counts them. */
static void print_energy(const struct aisp_details *d)
{
	const struct aisp_run_arm *optimized = d->series[AISP_OPTIMIZED].arm;

	if (!optimized || isnan(optimized->energy_j))
		return;
	if (optimized->gpu)
		fprintf(d->f,
			"  energy      of a call among many, by the GPU's "
			"counter, which moved %.0f times\n",
			optimized->gpu->energy_moves);
	else
		fputs("  energy      of a call, with what else ran on the CPU\n", d->f);
	for (int k = 0; k < AISP_N_ROLES; k++) {
		const struct aisp_run_arm *arm = d->series[k].arm;

		if (arm && !isnan(arm->energy_j))
			fprintf(d->f, "    %-10s%.3g J\n",
				aisp_role_name((enum aisp_role)k), arm->energy_j);
	}
}

/* The judge's data are cold by address; a variant's own only by an eviction, which a
 * cache may defeat. */
static void print_eviction(const struct aisp_details *d)
{
	const struct aisp_run_arm *arm = d->series[AISP_OPTIMIZED].arm;
	double evict_ns = aisp_arm_evidence(arm, "evict_ns");
	double drop_ns = aisp_arm_evidence(arm, "drop_ns");
	char evicted[32], dropped[32];

	if (isnan(evict_ns) || isnan(drop_ns))
		return;
	aisp_format_ns(evicted, sizeof(evicted), evict_ns);
	aisp_format_ns(dropped, sizeof(dropped), drop_ns);
	fprintf(d->f,
		"  cold        a mebibyte that was evicted is read in %s, one that was "
		"flushed in %s%s\n",
		evicted, dropped,
		evict_ns < KEPT * drop_ns
			? ": caches keep what a variant has of its own, or some of it"
			: "");
}

/* Prints how much of the allowed error each arm used: the price of its speed. */
static void print_errors(const struct aisp_details *d)
{
	if (isnan(aisp_arm_evidence(d->series[1].arm, "rms_ratio")))
		return;
	fputs("  error       root mean square, and largest, of the allowed\n", d->f);
	for (int k = 0; k < AISP_N_ROLES; k++) {
		const struct aisp_run_arm *arm = d->series[k].arm;
		double rms = aisp_arm_evidence(arm, "rms_ratio");

		if (!isnan(rms))
			fprintf(d->f, "    %-10s%.3g %%, %.3g %%\n",
				aisp_role_name((enum aisp_role)k), 100 * rms,
				100 * aisp_arm_evidence(arm, "max_ratio"));
	}
}

/* A GPU's clocks: outside, events, CUPTI; the cache cold and hot. */
static void print_gpu(const struct aisp_details *d)
{
	static const struct {
		size_t offset;
		const char *label;
	} times[] = { { offsetof(struct aisp_run_gpu, end_to_end_ns), "from outside" },
		      { offsetof(struct aisp_run_gpu, event_ns), "events" },
		      { offsetof(struct aisp_run_gpu, launch_overhead_ns), "launch" },
		      { offsetof(struct aisp_run_gpu, trace_ns), "CUPTI" },
		      { offsetof(struct aisp_run_gpu, cold_ns), "cold" },
		      { offsetof(struct aisp_run_gpu, hot_ns), "hot" } };
	char text[32];

	for (int k = 0; k < AISP_N_ROLES; k++) {
		const struct aisp_run_arm *arm = d->series[k].arm;
		const struct aisp_run_gpu *gpu = arm ? arm->gpu : NULL;

		if (!gpu)
			continue;
		fprintf(d->f, "  gpu         %s", aisp_role_name((enum aisp_role)k));
		for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
			aisp_format_ns(
				text, sizeof(text),
				*(const double *)((const char *)gpu + times[i].offset));
			if (*text)
				fprintf(d->f, ", %s %s", times[i].label, text);
		}
		aisp_format_number(text, sizeof(text), gpu->sm_mhz);
		fprintf(d->f, "%s%s%s\n", *text ? ", " : "", text, *text ? " MHz" : "");
	}
}

int aisp_details_print_figures(const struct aisp_details *d)
{
	aisp_score_details(d->result, d->f);
	if (print_pairs(d))
		return -1;
	print_distribution(d);
	print_timeline(d);
	print_limit(d);
	print_energy(d);
	print_eviction(d);
	print_errors(d);
	print_gpu(d);
	return 0;
}

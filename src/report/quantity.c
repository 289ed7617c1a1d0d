/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "export_side.h"
#include "format.h"
#include "quantity.h"

#define CONFIDENCE 0.989 /* used if the comparison has none */

const struct aisp_quantity_kind aisp_quantity_kinds[AISP_N_QUANTITIES] = {
#define METRIC(id, name, unit, better, meaning)                                        \
	{ name, unit, AISP_BETTER_##better, meaning },
#include <aisp/metrics.h>
};

enum aisp_better aisp_better_fact(const char *name)
{
	static const struct {
		enum aisp_fact fact; /* so that each is one */
		const char *name;
		enum aisp_better better;
	} facts[] = {
#define METRIC_FACT(name, better) { AISP_FACT_##name, #name, AISP_BETTER_##better },
#include <aisp/metrics.h>
	};

	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		if (!strcmp(facts[i].name, name))
			return facts[i].better;
	return AISP_BETTER_NEITHER;
}

enum aisp_quantity_id aisp_quantity_find(const char *name)
{
	int id = 0;

	while (id < AISP_N_QUANTITIES &&
	       strcmp(aisp_quantity_kinds[id].name, name) != 0)
		id++;
	return (enum aisp_quantity_id)id;
}

/* Logarithms of one figure of the launches. */
struct series {
	double *log;
	int n;
};

static struct series times_of(const struct aisp_run_arm *arm)
{
	struct series s = { 0 };

	if (!arm)
		return s;
	s.log = aisp_arm_medians(arm, &s.n);
	for (int i = 0; i < s.n; i++)
		s.log[i] = log(s.log[i]);
	return s;
}

static struct series scores_of(const struct aisp_run_arm *arm)
{
	struct series s = { calloc((size_t)arm->n_launches + 1, sizeof(*s.log)), 0 };

	for (int i = 0; s.log && i < arm->n_launches; i++)
		if (arm->launches[i].block >= 0 && arm->launches[i].score > 0)
			s.log[s.n++] = log(arm->launches[i].score);
	return s;
}

static double ns_in_block(const struct aisp_run_arm *arm, int64_t block)
{
	for (int i = 0; i < arm->n_launches; i++)
		if (arm->launches[i].block == block &&
		    aisp_launch_counts(&arm->launches[i]))
			return arm->launches[i].median_ns;
	return NAN;
}

/* The ratios in blocks in which both arms ended well. */
static struct series ratios_of(const struct aisp_run_arm *over,
			       const struct aisp_run_arm *arm)
{
	struct series s = { 0 };

	if (!over || !arm)
		return s;
	s.log = calloc((size_t)arm->n_launches + 1, sizeof(*s.log));
	for (int i = 0; s.log && i < arm->n_launches; i++) {
		const struct aisp_run_launch *l = &arm->launches[i];
		double base = ns_in_block(over, l->block);

		if (aisp_launch_counts(l) && base > 0)
			s.log[s.n++] = log(base / l->median_ns);
	}
	return s;
}

static bool is_fit(const struct aisp_run_result *r)
{
	return r->status == AISP_WORD_MEASURED &&
	       aisp_result_verdict(r) != AISP_WORD_INVALID && r->arms[AISP_OPTIMIZED];
}

/* The launches' logarithms of a figure, if any; negative times for a rate. */
static struct series series_of(const struct aisp_run_result *r,
			       enum aisp_quantity_id id)
{
	const struct aisp_run_arm *arm = r->arms[AISP_OPTIMIZED];
	struct series s = { 0 };

	switch (id) {
	case AISP_QUANTITY_SPEEDUP:
		return ratios_of(r->arms[AISP_BASELINE], arm);
	case AISP_QUANTITY_LIBRARY:
		return ratios_of(r->arms[AISP_LIBRARY], arm);
	case AISP_QUANTITY_TIME:
	case AISP_QUANTITY_SPREAD:
		return times_of(arm);
	case AISP_QUANTITY_BASELINE_TIME:
		return times_of(r->arms[AISP_BASELINE]);
	case AISP_QUANTITY_SCORE:
		return scores_of(arm);
	case AISP_QUANTITY_LIMIT:
	case AISP_QUANTITY_GB:
	case AISP_QUANTITY_GFLOP:
		s = times_of(arm);
		break;
	default:
		return s;
	}
	for (int i = 0; i < s.n; i++)
		s.log[i] = -s.log[i];
	return s;
}

static double confidence_of(const struct aisp_run_result *r)
{
	return r->comparison && r->comparison->confidence > 0 &&
			       r->comparison->confidence < 1
		       ? r->comparison->confidence
		       : CONFIDENCE;
}

/* exp() of the series' mean, times a factor. */
static struct aisp_quantity mean_of(const struct aisp_run_result *r,
				    enum aisp_quantity_id id, double factor)
{
	struct series s = series_of(r, id);
	struct aisp_interval ci = aisp_mean_interval(s.log, s.n, confidence_of(r));
	double mean = aisp_mean(s.log, s.n);

	free(s.log);
	if (!(factor > 0))
		return (struct aisp_quantity){ NAN, NAN, NAN };
	return (struct aisp_quantity){ factor * exp(mean), factor * exp(ci.lo),
				       factor * exp(ci.hi) };
}

/* The figure by which the judge decided. */
static struct aisp_quantity decided(const struct aisp_run_comparison *c)
{
	if (!c || c->verdict == AISP_WORD_INVALID)
		return (struct aisp_quantity){ NAN, NAN, NAN };
	return (struct aisp_quantity){ c->speedup, c->speedup_ci[0], c->speedup_ci[1] };
}

static double spread_of(const struct aisp_run_result *r)
{
	struct series s = series_of(r, AISP_QUANTITY_SPREAD);
	double sd = aisp_sd(s.log, s.n);

	free(s.log);
	return sd;
}

/* A number of the document, not computed from launches. */
static double stored(const struct aisp_run_arm *arm, enum aisp_quantity_id id)
{
	const struct aisp_run_gpu *gpu = arm->gpu;

	if (!gpu)
		return NAN;
	switch (id) {
	case AISP_QUANTITY_END_TO_END:
		return gpu->end_to_end_ns;
	case AISP_QUANTITY_EVENT:
		return gpu->event_ns;
	case AISP_QUANTITY_OVERHEAD:
		return gpu->launch_overhead_ns;
	case AISP_QUANTITY_TRACE:
		return gpu->trace_ns;
	case AISP_QUANTITY_COLD:
		return gpu->cold_ns;
	case AISP_QUANTITY_HOT:
		return gpu->hot_ns;
	case AISP_QUANTITY_SM_MHZ:
		return gpu->sm_mhz;
	default:
		return NAN;
	}
}

struct aisp_quantity aisp_quantity_of(const struct aisp_run_result *r,
				      enum aisp_quantity_id id)
{
	const struct aisp_run_arm *arm = r->arms[AISP_OPTIMIZED];

	if (!is_fit(r))
		return (struct aisp_quantity){ NAN, NAN, NAN };
	switch (id) {
	case AISP_QUANTITY_SPEEDUP:
		return r->score ? mean_of(r, id, 1) : decided(r->comparison);
	case AISP_QUANTITY_LIBRARY:
		return r->score ? mean_of(r, id, 1) : decided(r->vs_library);
	case AISP_QUANTITY_SCORE_RATIO:
		return decided(r->score ? r->comparison : NULL);
	case AISP_QUANTITY_TIME:
	case AISP_QUANTITY_BASELINE_TIME:
	case AISP_QUANTITY_SCORE:
		return mean_of(r, id, 1);
	case AISP_QUANTITY_LIMIT:
		return mean_of(r, id, arm->sol.fraction * arm->median_ns);
	case AISP_QUANTITY_GB:
		return mean_of(r, id, arm->gb_per_s * arm->median_ns);
	case AISP_QUANTITY_GFLOP:
		return mean_of(r, id, arm->gflop_per_s * arm->median_ns);
	case AISP_QUANTITY_SPREAD:
		return (struct aisp_quantity){ spread_of(r), NAN, NAN };
	default:
		return (struct aisp_quantity){ stored(arm, id), NAN, NAN };
	}
}

struct aisp_quantity aisp_quantity_ratio(const struct aisp_run_result *a,
					 const struct aisp_run_result *b,
					 enum aisp_quantity_id id)
{
	double over = aisp_quantity_of(a, id).value, value;
	struct aisp_quantity q = { NAN, NAN, NAN };
	struct series x, y;
	struct aisp_interval ci;

	value = aisp_quantity_of(b, id).value;
	if (!(over > 0) || !(value > 0))
		return q;
	q.value = value / over;
	if (id == AISP_QUANTITY_SPREAD)
		return q;
	x = series_of(a, id);
	y = series_of(b, id);
	ci = aisp_welch_interval(x.log, x.n, y.log, y.n, confidence_of(b));
	q.lo = exp(ci.lo);
	q.hi = exp(ci.hi);
	free(x.log);
	free(y.log);
	return q;
}

void aisp_quantity_text(char *buf, size_t size, enum aisp_quantity_id id, double v)
{
	const char *unit = aisp_quantity_kinds[id].unit;
	char number[40];

	buf[0] = '\0';
	if (!strcmp(unit, "ns")) {
		aisp_format_ns(buf, size, v);
		return;
	}
	aisp_format_number(number, sizeof(number), *unit ? v : 100 * v);
	if (number[0])
		snprintf(buf, size, "%s%s%s", number, *unit == 'x' ? "" : " ",
			 *unit ? unit : "%");
}

void aisp_quantity_interval_text(char *buf, size_t size, enum aisp_quantity_id id,
				 const struct aisp_quantity *q)
{
	char value[48], lo[48], hi[48];

	if (*aisp_quantity_kinds[id].unit == 'x') {
		aisp_format_ratio(buf, size, q->value, q->lo, q->hi);
		return;
	}
	aisp_quantity_text(value, sizeof(value), id, q->value);
	aisp_quantity_text(lo, sizeof(lo), id, q->lo);
	aisp_quantity_text(hi, sizeof(hi), id, q->hi);
	snprintf(buf, size, *lo && *hi ? "%s [%s, %s]" : "%s", value, lo, hi);
}

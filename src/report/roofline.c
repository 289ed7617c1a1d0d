/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "roofline.h"

static int is_plotted(const struct aisp_row *row)
{
	return row->optimized_ns > 0 && (row->gb_per_s > 0 || row->gflop_per_s > 0);
}

int aisp_roofline_devices(const struct aisp_run *run,
			  const char *devices[AISP_MAX_DEVICES])
{
	struct aisp_row row;
	int n = 0, k;

	for (int i = 0; i < run->n_results; i++) {
		const char *device = run->results[i].arms[AISP_OPTIMIZED]->device;

		aisp_row_read(&row, &run->results[i]);
		for (k = 0; k < n && strcmp(devices[k], device) != 0; k++)
			;
		if (is_plotted(&row) && k == n && n < AISP_MAX_DEVICES)
			devices[n++] = device;
	}
	return n;
}

static void read_point(struct aisp_roof_point *p, const struct aisp_run_result *r)
{
	double gb = p->row.gb_per_s, gflop = p->row.gflop_per_s;

	p->flop_per_byte = !(gflop > 0) ? 0 : gb > 0 ? gflop / gb : INFINITY;
	p->base_gflop_per_s = r->arms[AISP_BASELINE]->gflop_per_s;
	p->base_gb_per_s = r->arms[AISP_BASELINE]->gb_per_s;
}

static int by_kind(const void *a, const void *b)
{
	const struct aisp_roof_point *p = a, *q = b;
	int p_moves = p->flop_per_byte == 0, q_moves = q->flop_per_byte == 0;

	if (p_moves != q_moves)
		return q_moves - p_moves;
	return p->i < q->i ? -1 : p->i > q->i;
}

static int read_points(struct aisp_roofline *r, const struct aisp_run *run)
{
	r->points = calloc((size_t)run->n_results + 1, sizeof(*r->points));
	if (!r->points)
		return -1;
	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_result *result = &run->results[i];
		struct aisp_roof_point *p = &r->points[r->n_points];

		aisp_row_read(&p->row, result);
		if (!is_plotted(&p->row) ||
		    strcmp(result->arms[AISP_OPTIMIZED]->device, r->device) != 0)
			continue;
		p->i = i;
		read_point(p, result);
		r->n_points++;
		r->n_moving += p->flop_per_byte == 0;
	}
	qsort(r->points, (size_t)r->n_points, sizeof(*r->points), by_kind);
	return 0;
}

/* The number in "DRAM, 2 threads"; 1 if there is none. */
static int threads_of(const char *roof)
{
	const char *comma = strrchr(roof, ',');
	int n = comma ? (int)strtol(comma + 1, NULL, 10) : 1;

	return n > 1 ? n : 1;
}

/* Is a roof with that many threads of a kind that bounds a result? */
static int is_wide_enough(const struct aisp_roofline *r, int n_threads)
{
	int n_single = !r->n_points, n_wide = 0;

	for (int i = 0; i < r->n_points; i++) {
		int is_wide = threads_of(r->points[i].row.roof) > 1;

		n_wide += is_wide;
		n_single += !is_wide;
	}
	return n_threads > 1 ? n_wide : n_single || !n_threads;
}

/* Keeps the fastest of the roofs with one name and number of threads. */
static void raise(struct aisp_roofline *r, const struct aisp_roof_line *line)
{
	for (int i = 0; i < r->n_roofs; i++) {
		struct aisp_roof_line *known = &r->roofs[i];

		if (known->is_compute != line->is_compute ||
		    known->n_threads != line->n_threads ||
		    strcmp(known->name, line->name) != 0)
			continue;
		known->rate = fmax(known->rate, line->rate);
		return;
	}
	if (r->n_roofs < AISP_MAX_ROOFS)
		r->roofs[r->n_roofs++] = *line;
}

static int is_word_of(const char *name, const char *const *words)
{
	for (; *words; words++)
		if (!strcmp(name, *words))
			return 1;
	return 0;
}

/* Does the name of a result's own roof begin with this type? */
static int is_named(const struct aisp_roofline *r, const char *type)
{
	size_t n = strlen(type);

	for (int i = 0; i < r->n_points; i++)
		if (!strncmp(r->points[i].row.roof, type, n) &&
		    r->points[i].row.roof[n] == ' ')
			return 1;
	return 0;
}

static void add_roof(struct aisp_roofline *r, const struct aisp_run_peak *peak,
		     const char *name, int is_compute)
{
	static const char *const levels[] = {
		"L1", "L2", "L3", "DRAM", "shared", NULL
	};
	static const char *const types[] = { "f32", "f64", "bf16", NULL };
	struct aisp_roof_line line = { .is_compute = is_compute, .rate = peak->best };

	/* A GPU's "DRAM read" is called DRAM. */
	snprintf(line.name, sizeof(line.name), "%.*s", (int)strcspn(name, " "), name);
	line.n_threads = peak->threads == AISP_UNKNOWN ? 0 : (int)peak->threads;
	if (!(line.rate > 0) || !isfinite(line.rate) ||
	    !is_wide_enough(r, line.n_threads))
		return;
	if (is_compute ? is_word_of(line.name, types) || is_named(r, line.name)
		       : is_word_of(line.name, levels))
		raise(r, &line);
}

static int by_rate(const void *a, const void *b)
{
	const struct aisp_roof_line *x = a, *y = b;

	if (x->is_compute != y->is_compute)
		return x->is_compute - y->is_compute;
	return x->rate > y->rate ? -1 : x->rate < y->rate;
}

static const char *either(const char *a, const char *b)
{
	return *a ? a : b;
}

/* The peaks of the processor, or of the first GPU. */
static void read_roofs(struct aisp_roofline *r, const struct aisp_run_machine *m)
{
	const struct aisp_run_peaks *p =
		strcmp(r->device, "cpu") != 0 ? &m->gpu_peaks : &m->peaks;

	for (int i = 0; i < p->n_gb_per_s; i++)
		add_roof(r, &p->gb_per_s[i],
			 either(p->gb_per_s[i].level, p->gb_per_s[i].what), 0);
	for (int i = 0; i < p->n_gflop_per_s; i++)
		add_roof(r, &p->gflop_per_s[i],
			 either(p->gflop_per_s[i].dtype, p->gflop_per_s[i].type), 1);
	qsort(r->roofs, (size_t)r->n_roofs, sizeof(*r->roofs), by_rate);
}

int aisp_roofline_init(struct aisp_roofline *r, const struct aisp_run *run,
		       const char *device)
{
	*r = (struct aisp_roofline){ .device = device };
	if (read_points(r, run))
		return -1;
	read_roofs(r, &run->machine);
	return 0;
}

void aisp_roofline_release(struct aisp_roofline *r)
{
	free(r->points);
	r->points = NULL;
}

char aisp_roofline_key(const struct aisp_roofline *r, int point)
{
	static const char keys[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

	return r->n_points < (int)sizeof(keys) ? keys[point] : '\0';
}

void aisp_log_axis_include(struct aisp_log_axis *a, double v)
{
	double hi;
	int lo;

	if (!(v > 0) || !isfinite(v))
		return;
	/* Room for a mark at either end. */
	lo = (int)floor(log10(v / 1.2));
	hi = log10(v * 1.3);
	if (!(a->hi > a->lo)) {
		*a = (struct aisp_log_axis){ lo, hi };
		return;
	}
	a->lo = lo < a->lo ? lo : a->lo;
	a->hi = fmax(a->hi, hi);
}

double aisp_log_axis_at(const struct aisp_log_axis *a, double v)
{
	double at = (log10(v) - a->lo) / (a->hi - a->lo);

	return isnan(at) ? at : fmin(fmax(at, 0), 1);
}

void aisp_roofline_highest(const struct aisp_roofline *r, double *compute,
			   double *bandwidth)
{
	*compute = *bandwidth = 0;
	for (int i = 0; i < r->n_roofs; i++) {
		double *best = r->roofs[i].is_compute ? compute : bandwidth;

		*best = fmax(*best, r->roofs[i].rate);
	}
}

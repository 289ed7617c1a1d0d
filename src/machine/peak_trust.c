/* SPDX-License-Identifier: MIT
 *
 * peak_trust.c - whether peaks show what the machine can do, or what others left of it.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "machine/grade.h"
#include "peak_kernels.h"

/*
 * A peak is the best of many repetitions, so that a little load by others does no harm;
 * a greater share than this affects all repetitions.
 */
#define BUSY_SHARE 0.05

/* The best of a few repetitions may differ by this factor. */
#define TOLERANCE 0.1

bool aisp_peaks_are_busy(const struct aisp_peaks *p)
{
	return p->load.lost_share > BUSY_SHARE || p->load.others > BUSY_SHARE ||
	       p->load.steal > BUSY_SHARE;
}

bool aisp_load_is_quiet(const struct aisp_host_load *load)
{
	return !(load->others > BUSY_SHARE) && !(load->steal > BUSY_SHARE);
}

static int is_above(double x, double y)
{
	return y > 0 && x > y * (1 + TOLERANCE);
}

__attribute__((format(printf, 3, 4))) static int say(char *why, size_t size,
						     const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, size, fmt, ap);
	va_end(ap);
	return 1;
}

static const char *threads_of(int width)
{
	return width == AISP_WIDTH_ONE ? "1 thread" : "all threads";
}

/* A copy reads half of its bytes and writes half: neither alone can be slower. */
static int check_streams(const struct aisp_peaks *p, int l, int w, char *why,
			 size_t size)
{
	static const struct {
		enum aisp_stream part, whole;
		double share;
	} parts[] = { { AISP_STREAM_READ, AISP_STREAM_COPY, 1. / 2 },
		      { AISP_STREAM_READ, AISP_STREAM_TRIAD, 2. / 3 },
		      { AISP_STREAM_FILL, AISP_STREAM_COPY, 1. / 2 },
		      { AISP_STREAM_FILL, AISP_STREAM_TRIAD, 1. / 3 } };

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		double part = p->bandwidth[l][parts[i].part][w].best;
		double whole = p->bandwidth[l][parts[i].whole][w].best;

		if (is_above(whole * parts[i].share, part))
			return say(why, size,
				   "%s, %s: %s reached %.3g GB/s, "
				   "that part of %s %.3g GB/s",
				   aisp_level_name(l), threads_of(w),
				   aisp_stream_name(parts[i].part), part * 1e-9,
				   aisp_stream_name(parts[i].whole),
				   whole * parts[i].share * 1e-9);
	}
	return 0;
}

/* All cores do at least as much as one, and at most as much as all of them alone. */
static int check_widths(const struct aisp_peaks *p, const struct aisp_figure *f,
			const char *what, char *why, size_t size)
{
	double one = f[AISP_WIDTH_ONE].best, all = f[AISP_WIDTH_ALL].best;

	if (is_above(one, all) || is_above(all, one * p->n_threads))
		return say(why, size, "%s: 1 thread reached %.3g G/s, all %d %.3g G/s",
			   what, one * 1e-9, p->n_threads, all * 1e-9);
	return 0;
}

/* Nearer memory must not be slower. */
static int check_levels(const struct aisp_peaks *p, int l, int w, char *why,
			size_t size)
{
	double near = p->bandwidth[l - 1][AISP_STREAM_READ][w].best;
	double far = p->bandwidth[l][AISP_STREAM_READ][w].best;

	if (is_above(far, near))
		return say(why, size, "%s, %s: read %.3g GB/s, and from %s %.3g GB/s",
			   aisp_level_name(l - 1), threads_of(w), near * 1e-9,
			   aisp_level_name(l), far * 1e-9);
	near = p->latency_ns[l - 1].best;
	far = p->latency_ns[l].best;
	if (is_above(near, far))
		return say(why, size, "%s answered in %.3g ns, %s in %.3g ns",
			   aisp_level_name(l - 1), near, aisp_level_name(l), far);
	return 0;
}

bool aisp_peaks_contradict(const struct aisp_peaks *p, char *why, size_t size)
{
	int found = 0;

	for (int l = 0; l < AISP_N_LEVELS && !found; l++)
		for (int w = 0; w < AISP_N_WIDTHS && !found; w++)
			found = check_streams(p, l, w, why, size) ||
				(l && check_levels(p, l, w, why, size));
	for (int l = 0; l < AISP_N_LEVELS && !found; l++)
		for (int s = 0; s < AISP_N_STREAMS && !found; s++)
			found = check_widths(p, p->bandwidth[l][s], aisp_level_name(l),
					     why, size);
	for (int t = 0; t < AISP_N_DTYPES && !found; t++)
		found = check_widths(p, p->flops[t], aisp_dtype_name(t), why, size);
	return found;
}

bool aisp_peaks_doubt(const struct aisp_peaks *p, char *why, size_t size)
{
	const struct aisp_peak_load *load = &p->load;
	size_t n;

	/* Figures that stayed on a quiet machine are right for it. */
	if (!aisp_peaks_are_busy(p))
		return load->grade == '?' && aisp_peaks_contradict(p, why, size);
	n = (size_t)snprintf(why, size,
			     "measured on a busy machine, grade %c:", load->grade);
	if (load->others > BUSY_SHARE && n < size)
		n += (size_t)snprintf(
			why + n, size - n, " %.0f %% of CPU time used by others%s%s;",
			100 * load->others, *load->busiest ? ", most by " : "",
			load->busiest);
	if (load->steal > BUSY_SHARE && n < size)
		n += (size_t)snprintf(why + n, size - n, " %.0f %% stolen;",
				      100 * load->steal);
	if (load->lost_share > BUSY_SHARE && n < size)
		n += (size_t)snprintf(why + n, size - n,
				      " threads were kept from their "
				      "CPU %.0f %% of the time;",
				      100 * load->lost_share);
	if (n && n < size)
		why[n - 1] = '\0'; /* the last semicolon */
	return true;
}

static void raise_figure(struct aisp_figure *f, const struct aisp_figure *other)
{
	if (other->best > f->best)
		*f = *other;
}

void aisp_peaks_raise(struct aisp_peaks *p, const struct aisp_peaks *other)
{
	for (int w = 0; w < AISP_N_WIDTHS; w++) {
		for (int d = 0; d < AISP_N_DTYPES; d++)
			raise_figure(&p->flops[d][w], &other->flops[d][w]);
		for (int l = 0; l < AISP_N_LEVELS; l++)
			for (int s = 0; s < AISP_N_STREAMS; s++)
				raise_figure(&p->bandwidth[l][s][w],
					     &other->bandwidth[l][s][w]);
	}
	for (int l = 0; l < AISP_N_LEVELS; l++)
		if (other->latency_ns[l].best < p->latency_ns[l].best)
			p->latency_ns[l] = other->latency_ns[l];
	for (int s = 0; s < AISP_N_STORAGE; s++)
		raise_figure(&p->storage[s], &other->storage[s]);
	/* No figure is now lower than on a quiet machine. */
	if (aisp_peaks_are_busy(p) && !aisp_peaks_are_busy(other))
		p->load = other->load;
}

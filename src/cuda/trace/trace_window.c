/* SPDX-License-Identifier: MIT
 *
 * trace_window.c - intervals, streams and kernels of a window.
 */
#include "trace_window.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From the C++ library, which nvcc links. */
char *cxa_demangle(const char *mangled, char *buffer, size_t *size,
		   int *status) __asm__("__cxa_demangle");

void aisp_trace_window_clear(struct aisp_trace_window *w)
{
	while (w->kernels) {
		struct aisp_kernel *next = w->kernels->next;

		free(w->kernels);
		w->kernels = next;
	}
	w->n_intervals = w->n_streams = w->n_kernels = 0;
	memset(w->n, 0, sizeof w->n);
	w->n_untimed = 0;
	w->is_lossy = 0;
}

/* Returns data with room for one more element, moved if necessary; NULL if there is no
 * memory. */
static void *grown(void *data, size_t n, size_t *cap, size_t elem_bytes)
{
	size_t more = *cap ? 2 * *cap : 64;
	void *bigger;

	if (n < *cap)
		return data;
	bigger = reallocarray(data, more, elem_bytes);
	if (bigger)
		*cap = more;
	return bigger;
}

void aisp_trace_window_add(struct aisp_trace_window *w, enum aisp_activity kind,
			   uint64_t start_ns, uint64_t end_ns)
{
	struct aisp_interval *interval;

	w->n[kind]++;
	if (!start_ns || end_ns < start_ns) {
		w->n_untimed++;
		return;
	}
	interval =
		grown(w->interval, w->n_intervals, &w->intervals_cap, sizeof *interval);
	if (!interval) {
		w->is_lossy = 1;
		return;
	}
	w->interval = interval;
	interval[w->n_intervals++] = (struct aisp_interval){ start_ns, end_ns };
}

void aisp_trace_window_stream(struct aisp_trace_window *w, uint32_t context,
			      uint32_t stream)
{
	uint64_t id = (uint64_t)context << 32 | stream, *streams;

	for (size_t i = 0; i < w->n_streams; i++)
		if (w->stream[i] == id)
			return;
	streams = grown(w->stream, w->n_streams, &w->streams_cap, sizeof *streams);
	if (!streams) {
		w->is_lossy = 1;
		return;
	}
	w->stream = streams;
	streams[w->n_streams++] = id;
}

static bool is_same(const struct aisp_launch *a, const struct aisp_launch *b)
{
	return !memcmp(a->grid, b->grid, sizeof a->grid) &&
	       !memcmp(a->block, b->block, sizeof a->block) &&
	       a->registers == b->registers && a->shared_bytes == b->shared_bytes &&
	       a->local_bytes == b->local_bytes;
}

/* The entry for such launches, which is added if there is none; NULL without memory. */
static struct aisp_kernel *line_of(struct aisp_trace_window *w, const char *name,
				   const struct aisp_launch *launch)
{
	struct aisp_kernel *k;

	for (k = w->kernels; k; k = k->next)
		if (is_same(&k->launch, launch) && !strcmp(k->name, name))
			return k;
	k = calloc(1, sizeof *k + strlen(name) + 1);
	if (!k)
		return NULL;
	memcpy(k->name, name, strlen(name) + 1);
	k->launch = *launch;
	k->min_ns = UINT64_MAX;
	k->next = w->kernels;
	w->kernels = k;
	w->n_kernels++;
	return k;
}

void aisp_trace_window_kernel(struct aisp_trace_window *w, const char *name,
			      const struct aisp_launch *launch, uint64_t ran_ns)
{
	struct aisp_kernel *k = line_of(w, name ? name : "?", launch);

	if (!k) {
		w->is_lossy = 1;
		return;
	}
	k->n++;
	k->total_ns += ran_ns;
	k->min_ns = ran_ns < k->min_ns ? ran_ns : k->min_ns;
	k->max_ns = ran_ns > k->max_ns ? ran_ns : k->max_ns;
}

static int by_start(const void *a, const void *b)
{
	const struct aisp_interval *x = a, *y = b;

	return (x->start_ns > y->start_ns) - (x->start_ns < y->start_ns);
}

void aisp_trace_window_sum(struct aisp_trace_window *w, struct aisp_gpu_trace *t)
{
	uint64_t end_ns = 0;

	t->n_kernels = w->n[AISP_KERNEL];
	t->n_memcpys = w->n[AISP_MEMCPY];
	t->n_memsets = w->n[AISP_MEMSET];
	t->n_streams = (uint32_t)w->n_streams;
	t->n_untimed = w->n_untimed;
	t->span_ns = t->busy_ns = 0;
	if (!w->n_intervals)
		return;
	qsort(w->interval, w->n_intervals, sizeof *w->interval, by_start);
	for (size_t i = 0; i < w->n_intervals; i++) {
		const struct aisp_interval *v = &w->interval[i];
		uint64_t from_ns = v->start_ns > end_ns ? v->start_ns : end_ns;

		if (v->end_ns <= end_ns)
			continue;
		t->busy_ns += v->end_ns - from_ns;
		end_ns = v->end_ns;
	}
	if (end_ns)
		t->span_ns = end_ns - w->interval[0].start_ns;
}

struct line {
	const struct aisp_kernel *kernel;
};

static int by_time(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	return (x->kernel->total_ns < y->kernel->total_ns) -
	       (x->kernel->total_ns > y->kernel->total_ns);
}

/* A name comes from untrusted code: write only what JSON allows in a string. */
static void put_string(FILE *f, const char *s)
{
	putc('"', f);
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '"' || c == '\\')
			putc('\\', f);
		putc(c < ' ' || c > '~' ? '?' : c, f);
	}
	putc('"', f);
}

static char *kernel_json(const struct aisp_kernel *k)
{
	const struct aisp_launch *l = &k->launch;
	char *text = NULL, *name;
	size_t size = 0;
	int status;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	fputs("{\"name\": ", f);
	name = cxa_demangle(k->name, NULL, NULL, &status);
	put_string(f, name ? name : k->name);
	free(name);
	fprintf(f, ", \"n\": %lu, \"total_ns\": %lu, \"min_ns\": %lu, \"max_ns\": %lu",
		k->n, k->total_ns, k->min_ns, k->max_ns);
	fprintf(f, ", \"grid\": [%d, %d, %d], \"block\": [%d, %d, %d]", l->grid[0],
		l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2]);
	fprintf(f, ", \"registers\": %u, \"shared_bytes\": %u, \"local_bytes\": %u}",
		l->registers, l->shared_bytes, l->local_bytes);
	if (fclose(f)) {
		free(text);
		return NULL;
	}
	return text;
}

int aisp_trace_window_json(const struct aisp_trace_window *w, char *json, size_t size)
{
	struct line *by = calloc(w->n_kernels + 1, sizeof *by);
	size_t at = 1, n = 0;
	int n_left = 0;

	if (!by || size < 3) {
		free(by);
		return -1;
	}
	for (const struct aisp_kernel *k = w->kernels; k; k = k->next)
		by[n++].kernel = k;
	qsort(by, n, sizeof *by, by_time);
	json[0] = '[';
	for (size_t i = 0; i < n; i++) {
		char *text = kernel_json(by[i].kernel);

		/* Leave room for ", " before it, and "]" and the NUL after it. */
		if (text && at + 2 + strlen(text) + 2 <= size)
			at += (size_t)snprintf(json + at, size - at, "%s%s",
					       at > 1 ? ", " : "", text);
		else
			n_left++;
		free(text);
	}
	memcpy(json + at, "]", 2);
	free(by);
	return n_left;
}

/* SPDX-License-Identifier: MIT
 *
 * trace_window.c - windows that the CUDA trace makes of records, without CUDA.
 */
#include "cuda/trace/trace_window.c"

#include "tap.h"

#include <jansson.h>

/* The plugin has the C++ library's function instead. */
char *cxa_demangle(const char *mangled, char *buffer, size_t *size, int *status)
{
	(void)buffer;
	(void)size;
	*status = 0;
	return strcmp(mangled, "_Z3addPf") ? NULL : strdup("add(float*)");
}

static void intervals(void)
{
	struct aisp_trace_window w = { 0 };
	struct aisp_gpu_trace t = { 0 };

	aisp_trace_window_sum(&w, &t);
	ok(t.span_ns == 0 && t.busy_ns == 0, "nothing ran");
	aisp_trace_window_add(&w, AISP_KERNEL, 500, 600);
	aisp_trace_window_add(&w, AISP_MEMCPY, 100, 200);
	aisp_trace_window_add(&w, AISP_KERNEL, 150, 250);
	aisp_trace_window_add(&w, AISP_MEMSET, 160, 170);
	aisp_trace_window_add(&w, AISP_KERNEL, 250, 260);
	aisp_trace_window_sum(&w, &t);
	ok(t.n_kernels == 3 && t.n_memcpys == 1 && t.n_memsets == 1, "counts by kind");
	ok(t.span_ns == 500, "span from the first start to the last end");
	ok(t.busy_ns == 260, "overlaps count once");
	aisp_trace_window_add(&w, AISP_KERNEL, 0, 0);
	aisp_trace_window_add(&w, AISP_KERNEL, 700, 0);
	aisp_trace_window_sum(&w, &t);
	ok(t.n_kernels == 5 && t.n_untimed == 2 && t.span_ns == 500,
	   "records without times are counted and move no span");
	aisp_trace_window_clear(&w);
	aisp_trace_window_sum(&w, &t);
	ok(t.n_kernels == 0 && t.n_untimed == 0 && t.busy_ns == 0, "a new window");
	free(w.interval);
}

static void streams(void)
{
	struct aisp_trace_window w = { 0 };
	struct aisp_gpu_trace t = { 0 };

	for (uint32_t i = 0; i < 300; i++)
		aisp_trace_window_stream(&w, i % 2, i % 150);
	aisp_trace_window_sum(&w, &t);
	ok(t.n_streams == 150, "a stream is known by context and number");
	free(w.stream);
}

static double number(const json_t *table, size_t i, const char *key)
{
	return json_number_value(json_object_get(json_array_get(table, i), key));
}

static void table(void)
{
	struct aisp_trace_window w = { 0 };
	struct aisp_launch launch = { .grid = { 8, 1, 1 }, .block = { 256, 1, 1 } };
	char text[2048];
	json_t *j;

	aisp_trace_window_kernel(&w, "odd \"name\"\\\n\x80", &launch, 10);
	aisp_trace_window_kernel(&w, "_Z3addPf", &launch, 30);
	aisp_trace_window_kernel(&w, "_Z3addPf", &launch, 50);
	launch.grid[0] = 4;
	aisp_trace_window_kernel(&w, "_Z3addPf", &launch, 5);
	ok(!aisp_trace_window_json(&w, text, sizeof text), "all fit");
	j = json_loads(text, 0, NULL);
	ok(json_array_size(j) == 3, "another grid is another line");
	ok(number(j, 0, "total_ns") == 80 && number(j, 0, "n") == 2 &&
		   number(j, 0, "min_ns") == 30 && number(j, 0, "max_ns") == 50,
	   "the longest first, its launches summed");
	ok(!strcmp(json_string_value(json_object_get(json_array_get(j, 0), "name")),
		   "add(float*)"),
	   "names are demangled");
	ok(!strcmp(json_string_value(json_object_get(json_array_get(j, 1), "name")),
		   "odd \"name\"\\??"),
	   "a hostile name is still JSON");
	json_decref(j);
	for (size_t size = 3; size < strlen(text) + 1; size++) {
		char *part = malloc(size);
		int n_left = aisp_trace_window_json(&w, part, size);

		j = json_loads(part, 0, NULL);
		if (!j || (size_t)n_left + json_array_size(j) != 3)
			ok(0, "a short buffer");
		json_decref(j);
		free(part);
	}
	ok(aisp_trace_window_json(&w, text, 2) == -1, "no room at all");
	aisp_trace_window_clear(&w);
	ok(!aisp_trace_window_json(&w, text, sizeof text) && !strcmp(text, "[]"),
	   "no kernels");
}

int main(void)
{
	intervals();
	streams();
	table();
	return done();
}

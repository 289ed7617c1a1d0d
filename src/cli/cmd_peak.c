/* SPDX-License-Identifier: MIT
 *
 * cmd_peak.c - aisp peak: measure this machine's limits once, and show them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "device/device.h"
#include "machine/gpu_peak.h"
#include "machine/peak.h"
#include "take_turn.h"

struct options {
	int is_json, is_refresh;
	bool is_wanted[AISP_N_DEVICES];
};

/* What to show. */
struct limits {
	struct aisp_peaks cpu;
	struct aisp_gpu_peaks *gpus; /* n_gpus of them */
	int n_gpus;
	struct aisp_err no_gpu; /* why there are none, if n_gpus is 0 */
};

enum { OPT_JSON = 0x100, OPT_REFRESH, OPT_CPU, OPT_GPU };

static const struct argp_option argp_options[] = {
	{ "json", OPT_JSON, NULL, 0, "Print JSON", 0 },
	{ "refresh", OPT_REFRESH, NULL, 0, "Measure again, and replace what is saved",
	  0 },
	{ "cpu", OPT_CPU, NULL, 0, "Measure only the CPU", 0 },
	{ "gpu", OPT_GPU, NULL, 0,
	  "Measure only the GPUs; of these only those that CUDA_VISIBLE_DEVICES lists, "
	  "if it is set",
	  0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	(void)arg;
	switch (key) {
	case OPT_JSON:
		o->is_json = 1;
		return 0;
	case OPT_REFRESH:
		o->is_refresh = 1;
		return 0;
	case OPT_CPU:
		o->is_wanted[AISP_DEVICE_CPU] = true;
		return 0;
	case OPT_GPU:
		o->is_wanted[AISP_DEVICE_CUDA] = true;
		return 0;
	case ARGP_KEY_END:
		if (!o->is_wanted[AISP_DEVICE_CPU] && !o->is_wanted[AISP_DEVICE_CUDA])
			o->is_wanted[AISP_DEVICE_CPU] = o->is_wanted[AISP_DEVICE_CUDA] =
				true;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	argp_options,
	parse,
	NULL,
	"Measure arithmetic, bandwidth and latency of the CPU and of each "
	"GPU, and what the device with aisp's cache reads and writes, the roofs "
	"against which results are compared.  A saved measurement of this machine is "
	"shown if there is one.\v"
	"Where --gpu finds no GPU, the exit status is 77.",
	NULL,
	NULL,
	NULL,
};

/* Shows the current step: on a terminal in one changing line, else a line per step. */
struct progress {
	char what[64];
	int64_t since_ns;
};

static void end_step(struct progress *p)
{
	if (isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
	else if (p->what[0])
		fprintf(stderr, "measured %s in %.1f s\n", p->what,
			(double)(aisp_now_ns() - p->since_ns) * 1e-9);
	p->what[0] = '\0';
}

static void show_progress(void *arg, const char *what)
{
	struct progress *p = arg;

	end_step(p);
	snprintf(p->what, sizeof(p->what), "%s", what);
	p->since_ns = aisp_now_ns();
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "measuring %s", what);
}

static int measure_cpu(struct aisp_peaks *p, struct aisp_err *err)
{
	static struct aisp_locks locks;
	struct aisp_peaks saved;
	struct progress progress = { 0 };
	bool has_saved = !aisp_peaks_load(&saved, NULL);
	int rc = take_turn(&locks, "peak", err);

	if (rc)
		return rc;
	rc = aisp_peaks_measure(p, show_progress, &progress, NULL, err);
	end_step(&progress);
	/* A measurement on a busy machine must not lower saved peaks. */
	if (!rc && has_saved && aisp_peaks_are_busy(p))
		aisp_peaks_raise(p, &saved);
	return rc || aisp_peaks_save(p, err) ? -1 : 0;
}

static int measure_gpu(struct aisp_gpu_peaks *p, const struct aisp_peak_gpu *gpu,
		       struct aisp_err *err)
{
	struct progress progress = { 0 };
	int rc = aisp_gpu_peaks_measure(aisp_gpu_open_plugin, p, gpu, show_progress,
					&progress, err);

	end_step(&progress);
	return rc || aisp_gpu_peaks_save(p, err) ? -1 : 0;
}

/* A missing GPU is no error: l->no_gpu says why. */
static int get_gpus(struct limits *l, const struct options *o, struct aisp_err *err)
{
	struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS];
	int n = aisp_gpu_list(aisp_gpu_open_plugin, gpus, &l->no_gpu);

	if (n <= 0)
		return 0;
	l->gpus = calloc((size_t)n, sizeof(*l->gpus));
	if (!l->gpus)
		return aisp_err_errno(err, "peaks of %d GPUs", n);
	for (; l->n_gpus < n; l->n_gpus++) {
		struct aisp_gpu_peaks *p = &l->gpus[l->n_gpus];

		if ((o->is_refresh || aisp_gpu_peaks_load(p, &gpus[l->n_gpus], err)) &&
		    measure_gpu(p, &gpus[l->n_gpus], err))
			return -1;
		p->gpu.index = gpus[l->n_gpus].index;
	}
	return 0;
}

static void print_row(const char *what, const char *unit,
		      const struct aisp_figure f[AISP_N_WIDTHS])
{
	const struct aisp_figure *one = &f[AISP_WIDTH_ONE], *all = &f[AISP_WIDTH_ALL];

	if (one->best > 0)
		printf("%-12s %10.1f %10.1f   %10.1f %10.1f   %-8s %s\n", what,
		       one->best * 1e-9, one->median * 1e-9, all->best * 1e-9,
		       all->median * 1e-9, unit, one->how);
}

static void print_cpu(const struct aisp_peaks *p)
{
	char what[32], doubt[300];

	if (aisp_peaks_doubt(p, doubt, sizeof(doubt)))
		printf("these peaks may be too low: %s; `aisp peak --refresh` on a "
		       "quiet machine, or the next run there, measures them again\n",
		       doubt);
	else if (aisp_peaks_contradict(p, doubt, sizeof(doubt)))
		printf("two of these differ even on a quiet machine: %s\n", doubt);
	printf("machine %s, measured %s, grade %c\n\n", p->machine, p->measured,
	       p->load.grade);
	printf("%-12s %21s   %13d thread%s\n", "", "1 thread", p->n_threads,
	       p->n_threads == 1 ? "" : "s");
	printf("%-12s %10s %10s   %10s %10s\n", "", "best", "median", "best", "median");
	for (int t = 0; t < AISP_N_DTYPES; t++)
		print_row(aisp_dtype_name(t),
			  aisp_dtype_roundoff(t) > 0 ? "GFLOP/s" : "Gop/s",
			  p->flops[t]);
	for (int l = 0; l < AISP_N_LEVELS; l++)
		for (int s = 0; s < AISP_N_STREAMS; s++) {
			snprintf(what, sizeof(what), "%s %s", aisp_level_name(l),
				 aisp_stream_name(s));
			print_row(what, "GB/s", p->bandwidth[l][s]);
		}
	for (int l = 0; l < AISP_N_LEVELS; l++)
		if (p->latency_ns[l].best > 0)
			printf("%-4s latency %10.1f %10.1f %25s ns\n",
			       aisp_level_name(l), p->latency_ns[l].best,
			       p->latency_ns[l].median, "");
	for (int i = 0; i < AISP_N_STORAGE; i++)
		if (p->storage[i].best > 0)
			printf("%-13s %9.2f %10.2f %25s GB/s     %s\n",
			       aisp_storage_name(i), p->storage[i].best * 1e-9,
			       p->storage[i].median * 1e-9, "", p->storage[i].how);
		else
			printf("%-13s not measured; --refresh tries it\n",
			       aisp_storage_name(i));
}

static void print_tables(const struct limits *l, const struct options *o)
{
	if (o->is_wanted[AISP_DEVICE_CPU])
		print_cpu(&l->cpu);
	if (!o->is_wanted[AISP_DEVICE_CUDA])
		return;
	if (!l->n_gpus)
		printf("%sGPU: %s\n", o->is_wanted[AISP_DEVICE_CPU] ? "\n" : "",
		       l->no_gpu.msg);
	for (int i = 0; i < l->n_gpus; i++) {
		if (o->is_wanted[AISP_DEVICE_CPU] || i > 0)
			putchar('\n');
		aisp_gpu_peaks_print(stdout, &l->gpus[i]);
	}
}

static int gpus_json(json_t *j, const struct limits *l, struct aisp_err *err)
{
	json_t *list = json_array();

	json_object_set_new(j, "gpus", list);
	if (!l->n_gpus)
		json_object_set_new(j, "no_gpu", json_string(l->no_gpu.msg));
	for (int i = 0; i < l->n_gpus; i++) {
		json_t *gpu = aisp_gpu_peaks_json(&l->gpus[i], err);

		if (!gpu)
			return -1;
		json_array_append_new(list, gpu);
	}
	return 0;
}

static int print_json(const struct limits *l, const struct options *o,
		      struct aisp_err *err)
{
	json_t *j = json_object(), *cpu;
	int rc = -1;

	if (o->is_wanted[AISP_DEVICE_CPU]) {
		cpu = aisp_peaks_json(&l->cpu, err);
		if (!cpu)
			goto out;
		json_object_set_new(j, "cpu", cpu);
	}
	if (o->is_wanted[AISP_DEVICE_CUDA] && gpus_json(j, l, err))
		goto out;
	json_dumpf(j, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(7));
	putchar('\n');
	rc = 0;
out:
	json_decref(j);
	return rc;
}

static int run(int argc, char **argv)
{
	struct options o = { 0 };
	struct limits l = { .n_gpus = 0 };
	struct aisp_err err;
	int status = AISP_EXIT_HARNESS;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	/* GPUs come first: their child must be forked before there are threads. */
	if (o.is_wanted[AISP_DEVICE_CUDA] && get_gpus(&l, &o, &err))
		goto out;
	if (o.is_wanted[AISP_DEVICE_CPU] &&
	    (o.is_refresh || aisp_peaks_load(&l.cpu, &err)) &&
	    measure_cpu(&l.cpu, &err))
		goto out;
	if (!o.is_json)
		print_tables(&l, &o);
	else if (print_json(&l, &o, &err))
		goto out;
	status = !o.is_wanted[AISP_DEVICE_CPU] && !l.n_gpus ? AISP_EXIT_SKIPPED
							    : AISP_EXIT_OK;
out:
	if (status == AISP_EXIT_HARNESS)
		fprintf(stderr, "aisp peak: %s\n", err.msg);
	free(l.gpus);
	return status;
}

const struct aisp_command aisp_cmd_peak = {
	.name = "peak",
	.summary = "measure the peak rates of this machine",
	.argp = &argp,
	.run = run,
};

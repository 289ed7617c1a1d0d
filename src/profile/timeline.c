/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "machine/gpu_state.h"
#include "machine/nvml.h"
#include "machine/sysfile.h"
#include "timeline.h"

#define SECTOR_BYTES 512 /* of /proc/diskstats, whatever the disk's own */

struct cpu {
	double busy, total; /* ticks */
};

/* Totals since the machine started. */
struct totals {
	int64_t at_ns;
	struct cpu *cpus;
	double steal, ticks; /* of all CPUs together */
	double read_bytes, written_bytes, received_bytes, sent_bytes;
};

struct aisp_timeline_source {
	int64_t start_ns;
	struct totals last, now;
	struct aisp_nvml nvml;
	struct aisp_nvml_device *device[AISP_TIMELINE_GPUS];
};

const char *aisp_series_name(enum aisp_series s)
{
	static const char *const names[AISP_N_SERIES] = {
		"cpus_stolen",
		"memory_used_bytes",
		"swap_used_bytes",
		"disk_read_bytes_per_s",
		"disk_written_bytes_per_s",
		"net_received_bytes_per_s",
		"net_sent_bytes_per_s",
	};

	return names[s];
}

const char *aisp_gpu_series_name(enum aisp_gpu_series s)
{
	static const char *const names[AISP_N_GPU_SERIES] = { "sm_mhz", "power_w",
							      "temperature_c" };

	return names[s];
}

/* A line "cpu3 user nice system idle iowait irq softirq steal ...". */
static void add_cpu(const char *line, struct totals *to, int n_cpus)
{
	double t[8] = { 0 };
	int cpu = -1, n;
	double total = 0;

	if (isdigit((unsigned char)line[3]))
		cpu = (int)strtol(line + 3, NULL, 10);
	n = sscanf(line, "%*s %lf %lf %lf %lf %lf %lf %lf %lf", &t[0], &t[1], &t[2],
		   &t[3], &t[4], &t[5], &t[6], &t[7]);
	for (int i = 0; i < n; i++)
		total += t[i];
	if (cpu < 0) {
		to->steal = t[7];
		to->ticks = total;
	} else if (cpu < n_cpus) {
		to->cpus[cpu] = (struct cpu){ total - t[3] - t[4], total };
	}
}

static void read_cpus(struct totals *to, int n_cpus)
{
	char *text = aisp_sys_slurp("/proc/stat");

	for (char *s = text; s && !strncmp(s, "cpu", 3); s = strchr(s, '\n') + 1)
		add_cpu(s, to, n_cpus);
	free(text);
}

/* Is it a physical disk: neither a partition nor a device on top of others? */
static int is_disk(const char *name)
{
	static const char *const virtual[] = { "loop", "ram", "zram", "dm-", "md" };
	char path[300], number[32];

	for (size_t i = 0; i < sizeof(virtual) / sizeof(virtual[0]); i++)
		if (!strncmp(name, virtual[i], strlen(virtual[i])))
			return 0;
	snprintf(path, sizeof(path), "/sys/block/%.200s/size", name);
	return !aisp_sys_read(path, number, sizeof(number));
}

static void read_disks(struct totals *to)
{
	char *text = aisp_sys_slurp("/proc/diskstats"), *rest = text, *line;

	while ((line = strsep(&rest, "\n"))) {
		double read, written;
		char name[64];

		if (sscanf(line, "%*d %*d %63s %*f %*f %lf %*f %*f %*f %lf", name,
			   &read, &written) != 3 ||
		    !is_disk(name))
			continue;
		to->read_bytes += read * SECTOR_BYTES;
		to->written_bytes += written * SECTOR_BYTES;
	}
	free(text);
}

static void read_networks(struct totals *to)
{
	char *text = aisp_sys_slurp("/proc/net/dev"), *rest = text, *line;

	while ((line = strsep(&rest, "\n"))) {
		char *colon = strchr(line, ':');
		double received, sent;

		if (!colon || sscanf(colon + 1, "%lf %*f %*f %*f %*f %*f %*f %*f %lf",
				     &received, &sent) != 2)
			continue;
		line += strspn(line, " ");
		if (!strncmp(line, "lo:", 3))
			continue;
		to->received_bytes += received;
		to->sent_bytes += sent;
	}
	free(text);
}

/* to->cpus is there. */
static void read_totals(struct totals *to, int n_cpus)
{
	struct cpu *cpus = to->cpus;

	memset(to, 0, sizeof(*to));
	memset(cpus, 0, (size_t)n_cpus * sizeof(*cpus));
	to->cpus = cpus;
	to->at_ns = aisp_now_ns();
	read_cpus(to, n_cpus);
	read_disks(to);
	read_networks(to);
}

/* A line of /proc/meminfo, in bytes; NaN without it. */
static double meminfo(const char *text, const char *key)
{
	const char *at = text ? strstr(text, key) : NULL;

	return at ? strtod(at + strlen(key), NULL) * 1024 : NAN;
}

static void read_memory(double *series)
{
	char *text = aisp_sys_slurp("/proc/meminfo");

	series[AISP_SERIES_MEMORY_USED] =
		meminfo(text, "MemTotal:") - meminfo(text, "MemAvailable:");
	series[AISP_SERIES_SWAP_USED] =
		meminfo(text, "SwapTotal:") - meminfo(text, "SwapFree:");
	free(text);
}

static int count_cpus(void)
{
	char *text = aisp_sys_slurp("/proc/stat");
	int most = -1;

	for (char *s = text; s && !strncmp(s, "cpu", 3); s = strchr(s, '\n') + 1)
		if (isdigit((unsigned char)s[3])) {
			int cpu = (int)strtol(s + 3, NULL, 10);

			most = cpu > most ? cpu : most;
		}
	free(text);
	return most + 1;
}

static void open_gpus(struct aisp_timeline *t)
{
	struct aisp_timeline_source *s = t->source;
	struct aisp_err err;
	unsigned n = 0;

	if (aisp_nvml_open(&s->nvml, &err)) {
		snprintf(t->no_gpu, sizeof(t->no_gpu), "%.299s", err.msg);
		return;
	}
	s->nvml.count(&n);
	for (unsigned i = 0; i < n && t->n_gpus < AISP_TIMELINE_GPUS; i++)
		if (!s->nvml.by_index(i, &s->device[t->n_gpus]))
			t->n_gpus++;
}

static void read_gpus(struct aisp_timeline *t)
{
	struct aisp_gpu_state state;

	for (int i = 0; i < t->n_gpus; i++) {
		double *x = t->gpu[t->n][i];

		aisp_gpu_state_of(&t->source->nvml, t->source->device[i], &state);
		x[AISP_GPU_SERIES_SM_MHZ] = state.sm_mhz;
		x[AISP_GPU_SERIES_POWER_W] = state.power_w;
		x[AISP_GPU_SERIES_TEMPERATURE_C] = state.temperature_c;
	}
}

int aisp_timeline_init(struct aisp_timeline *t, struct aisp_err *err)
{
	char *text;

	memset(t, 0, sizeof(*t));
	t->n_cpus = count_cpus();
	if (t->n_cpus <= 0)
		return aisp_err_set(err, "/proc/stat names no CPU");
	t->source = calloc(1, sizeof(*t->source));
	if (t->source) {
		t->source->last.cpus = calloc((size_t)t->n_cpus, sizeof(struct cpu));
		t->source->now.cpus = calloc((size_t)t->n_cpus, sizeof(struct cpu));
	}
	if (!t->source || !t->source->last.cpus || !t->source->now.cpus)
		return aisp_err_errno(err, "memory for a timeline");
	text = aisp_sys_slurp("/proc/meminfo");
	t->memory_bytes = meminfo(text, "MemTotal:");
	free(text);
	open_gpus(t);
	t->source->start_ns = aisp_now_ns();
	read_totals(&t->source->last, t->n_cpus);
	return 0;
}

static int grow(struct aisp_timeline *t, struct aisp_err *err)
{
	size_t cap = t->cap ? 2 * (size_t)t->cap : 256, cpus = (size_t)t->n_cpus;
	void *seconds = realloc(t->seconds, cap * sizeof(*t->seconds)), *busy, *series,
	     *gpu;

	if (seconds)
		t->seconds = seconds;
	busy = realloc(t->busy, cap * cpus * sizeof(*t->busy));
	if (busy)
		t->busy = busy;
	series = realloc(t->series, cap * sizeof(*t->series));
	if (series)
		t->series = series;
	gpu = realloc(t->gpu, cap * sizeof(*t->gpu));
	if (gpu)
		t->gpu = gpu;
	if (!seconds || !busy || !series || !gpu)
		return aisp_err_errno(err, "memory for %zu samples", cap);
	t->cap = (int)cap;
	return 0;
}

static void add_row(struct aisp_timeline *t, const struct totals *from,
		    const struct totals *to)
{
	double s = (double)(to->at_ns - from->at_ns) * 1e-9, *series = t->series[t->n];

	t->seconds[t->n] = (double)(to->at_ns - t->source->start_ns) * 1e-9;
	for (int i = 0; i < t->n_cpus; i++) {
		double ticks = to->cpus[i].total - from->cpus[i].total;

		t->busy[(size_t)t->n * (size_t)t->n_cpus + (size_t)i] =
			ticks > 0 ? (float)((to->cpus[i].busy - from->cpus[i].busy) /
					    ticks)
				  : 0;
	}
	series[AISP_SERIES_STEAL] = t->n_cpus * (to->steal - from->steal) /
				    fmax(1, to->ticks - from->ticks);
	series[AISP_SERIES_DISK_READ] = (to->read_bytes - from->read_bytes) / s;
	series[AISP_SERIES_DISK_WRITTEN] =
		(to->written_bytes - from->written_bytes) / s;
	series[AISP_SERIES_NET_RECEIVED] =
		(to->received_bytes - from->received_bytes) / s;
	series[AISP_SERIES_NET_SENT] = (to->sent_bytes - from->sent_bytes) / s;
	read_memory(series);
	read_gpus(t);
	t->n++;
}

int aisp_timeline_sample(struct aisp_timeline *t, struct aisp_err *err)
{
	struct aisp_timeline_source *s = t->source;
	struct totals last = s->last;

	if (t->n == t->cap && grow(t, err))
		return -1;
	read_totals(&s->now, t->n_cpus);
	add_row(t, &s->last, &s->now);
	s->last = s->now;
	s->now = last;
	return 0;
}

void aisp_timeline_release(struct aisp_timeline *t)
{
	free(t->seconds);
	free(t->busy);
	free(t->series);
	free(t->gpu);
	if (t->source) {
		aisp_nvml_close(&t->source->nvml);
		free(t->source->last.cpus);
		free(t->source->now.cpus);
	}
	free(t->source);
	memset(t, 0, sizeof(*t));
}

static void append(json_t *array, double x)
{
	json_array_append_new(array, isfinite(x) ? json_real(x) : json_null());
}

static json_t *cpus_json(const struct aisp_timeline *t)
{
	json_t *cpus = json_array();

	for (int c = 0; c < t->n_cpus; c++) {
		json_t *cpu = json_array();

		for (int i = 0; i < t->n; i++)
			append(cpu, (double)t->busy[(size_t)i * (size_t)t->n_cpus +
						    (size_t)c]);
		json_array_append_new(cpus, cpu);
	}
	return cpus;
}

static json_t *gpu_json(const struct aisp_timeline *t, int gpu)
{
	json_t *j = json_object();

	for (int s = 0; s < AISP_N_GPU_SERIES; s++) {
		json_t *values = json_array();

		for (int i = 0; i < t->n; i++)
			append(values, t->gpu[i][gpu][s]);
		json_object_set_new(j, aisp_gpu_series_name((enum aisp_gpu_series)s),
				    values);
	}
	return j;
}

json_t *aisp_timeline_json(const struct aisp_timeline *t)
{
	json_t *j = json_object(), *seconds = json_array(), *gpus = json_array();

	for (int i = 0; i < t->n; i++)
		append(seconds, t->seconds[i]);
	json_object_set_new(j, "seconds", seconds);
	json_object_set_new(j, "cpu_busy", cpus_json(t));
	for (int s = 0; s < AISP_N_SERIES; s++) {
		json_t *values = json_array();

		for (int i = 0; i < t->n; i++)
			append(values, t->series[i][s]);
		json_object_set_new(j, aisp_series_name((enum aisp_series)s), values);
	}
	for (int i = 0; i < t->n_gpus; i++)
		json_array_append_new(gpus, gpu_json(t, i));
	json_object_set_new(j, "gpus", gpus);
	json_object_set_new(j, "no_gpu", json_string(t->no_gpu));
	return j;
}

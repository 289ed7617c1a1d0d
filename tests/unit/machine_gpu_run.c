/* SPDX-License-Identifier: MIT
 *
 * Measures in a child, with plugins that fail in each way.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/gpu_peak.h"
#include "store_tmp.h"
#include "tap.h"

#define PATIENCE_MS 300

static pid_t tester;

static int list_two(struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS], struct aisp_err *err)
{
	(void)err;
	for (int i = 0; i < 2; i++) {
		gpus[i].index = i;
		snprintf(gpus[i].name, sizeof(gpus[i].name), "GPU %c", 'A' + i);
	}
	return getpid() == tester ? -1 : 2;
}

static int list_none(struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS],
		     struct aisp_err *err)
{
	(void)gpus;
	(void)err;
	return 0;
}

static int list_crash(struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS],
		      struct aisp_err *err)
{
	(void)gpus;
	(void)err;
	raise(SIGKILL);
	return 2;
}

static int list_fail(struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS],
		     struct aisp_err *err)
{
	(void)gpus;
	return aisp_err_set(err, "the driver is too old");
}

static const char *const names[] = {
	"good", "lacking", "crash", "fail", "hang", "last"
};

/* Each step leaves a figure before it ends in its own way. */
static int measure_all(struct aisp_gpu_peaks *p, int step, struct aisp_err *err)
{
	p->latency_ns[step % AISP_N_GPU_LATENCIES].best += 1;
	switch (step) {
	case 1:
		aisp_err_set(err, "no such unit");
		return 1;
	case 2:
		raise(SIGKILL);
		return 0;
	case 3:
		return aisp_err_set(err, "illegal memory access");
	case 4:
		pause();
		return 0;
	default:
		p->bandwidth[step].best = 1e9;
		return 0;
	}
}

static int measure_nothing(struct aisp_gpu_peaks *p, int step, struct aisp_err *err)
{
	(void)p;
	(void)step;
	return aisp_err_set(err, "out of memory");
}

static struct aisp_gpu_plugin plugin = { .list = list_two,
					 .n_steps = 6,
					 .steps = names,
					 .patience_ms = PATIENCE_MS,
					 .measure = measure_all };

static const struct aisp_gpu_plugin *open_plugin(struct aisp_err *err)
{
	(void)err;
	return &plugin;
}

static const struct aisp_gpu_plugin *open_not(struct aisp_err *err)
{
	aisp_err_set(err, "no driver");
	return NULL;
}

static const struct aisp_gpu_plugin *open_crash(struct aisp_err *err)
{
	(void)err;
	raise(SIGKILL);
	return NULL;
}

static int lists(aisp_gpu_open_function *open, const char *why)
{
	struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS];
	struct aisp_err err = { "" };

	return aisp_gpu_list(open, gpus, &err) == -1 && says(err.msg, why);
}

static void test_list(void)
{
	struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS];
	struct aisp_err err;

	ok(aisp_gpu_list(open_plugin, gpus, &err) == 2 && same(gpus[1].name, "GPU B"),
	   "the GPUs, as a child sees them");
	plugin.list = list_none;
	ok(lists(open_plugin, "no NVIDIA GPU"), "none");
	plugin.list = list_crash;
	ok(lists(open_plugin, "crashed: Killed"), "a crash is an error");
	plugin.list = list_fail;
	ok(lists(open_plugin, "the driver is too old"), "the plugin's own reason");
	ok(lists(open_not, "no driver"), "no plugin");
	ok(lists(open_crash, "crashed"), "a plugin that crashes when loaded");
}

static char heard[512];

static void hear(void *arg, const char *what)
{
	size_t n = strlen(heard);

	(void)arg;
	snprintf(heard + n, sizeof(heard) - n, "%s;", what);
}

static int is_missing(const struct aisp_gpu_peaks *p, int i, const char *step,
		      const char *why)
{
	return i < p->n_missing && same(p->missing[i].step, step) &&
	       says(p->missing[i].why, why);
}

static void test_measure(const struct aisp_peak_gpu *gpu)
{
	struct aisp_gpu_peaks p;
	struct aisp_err err = { "" };

	ok(!aisp_gpu_peaks_measure(open_plugin, &p, gpu, hear, NULL, &err),
	   "some steps fail, others do not");
	ok(same(p.gpu.name, "GPU A") && p.machine[0] && p.measured[0],
	   "whose figures they are");
	ok(p.bandwidth[0].best == 1e9 && p.bandwidth[5].best == 1e9,
	   "the first and the last step count");
	ok(p.latency_ns[1].best == 1 && p.latency_ns[2].best == 1 &&
		   p.latency_ns[4].best == 1,
	   "no step is tried twice");
	ok(p.n_missing == 4 && is_missing(&p, 0, "lacking", "no such unit") &&
		   is_missing(&p, 1, "crash", "crashed: Killed") &&
		   is_missing(&p, 2, "fail", "illegal memory access") &&
		   is_missing(&p, 3, "hang", "no end after 0.3 s"),
	   "each reason is named");
	ok(says(heard, "GPU 0, hang;"), "progress is heard");
}

static void test_failure(const struct aisp_peak_gpu *gpu)
{
	struct aisp_gpu_peaks p;
	struct aisp_err err = { "" };

	plugin.measure = measure_nothing;
	ok(aisp_gpu_peaks_measure(open_plugin, &p, gpu, NULL, NULL, &err) &&
		   says(err.msg, "GPU A: out of memory"),
	   "no step succeeds: an error");
	plugin.n_steps = 0;
	ok(aisp_gpu_peaks_measure(open_plugin, &p, gpu, NULL, NULL, &err) &&
		   says(err.msg, "no steps"),
	   "no steps: an error");
	ok(aisp_gpu_peaks_measure(open_not, &p, gpu, NULL, NULL, &err) &&
		   says(err.msg, "no driver"),
	   "no plugin: an error");
	ok(aisp_gpu_peaks_measure(open_crash, &p, gpu, NULL, NULL, &err) &&
		   says(err.msg, "crashed"),
	   "a plugin that crashes when loaded");
}

int main(void)
{
	struct aisp_peak_gpu gpu = { .name = "GPU A" };

	tester = getpid();
	test_list();
	test_measure(&gpu);
	test_failure(&gpu);
	return done();
}

/* SPDX-License-Identifier: MIT */
#include "run_peaks.h"
#include "machine/hostload.h"

#define LOOK_MS 200 /* to see who else runs */

/* Which devices the selected targets run on: enum aisp_device as bits. */
static unsigned wanted_devices(const struct aisp_suite *s)
{
	struct aisp_catalogue c;
	unsigned wanted = 0;

	if (aisp_catalogue_load(&c, s->paths, s->patterns, s->n_patterns, NULL))
		return 0; /* the run will say what is wrong */
	for (int i = 0; i < c.n; i++)
		wanted |= 1u << c.targets[i].device;
	aisp_catalogue_release(&c);
	return wanted;
}

static void load_gpu(struct run_peaks *p, void (*progress)(void *, const char *),
		     void *arg)
{
	struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS];

	if (aisp_gpu_list(aisp_gpu_open_plugin, gpus, NULL) < 1)
		return;
	p->has_gpu = !aisp_gpu_peaks_load(&p->gpu, &gpus[0], NULL);
	if (p->has_gpu)
		return;
	progress(arg, "measuring the GPU's peaks, once");
	p->has_gpu = !aisp_gpu_peaks_measure(aisp_gpu_open_plugin, &p->gpu, &gpus[0],
					     progress, arg, NULL);
	if (p->has_gpu)
		aisp_gpu_peaks_save(&p->gpu, NULL);
}

/*
 * Measures doubtful peaks again once the machine is quiet; until then reports them as
 * doubtful.
 */
static void mend_cpu(struct run_peaks *p, void (*progress)(void *, const char *),
		     void *arg)
{
	struct aisp_host_load load;
	struct aisp_peaks now;

	if (!aisp_peaks_doubt(&p->cpu, p->doubt, sizeof(p->doubt)))
		return;
	if (aisp_host_load_sample(&load, LOOK_MS, NULL) || !aisp_load_is_quiet(&load))
		return;
	progress(arg, "measuring this machine's peaks again: it is quiet now");
	if (aisp_peaks_measure(&now, progress, arg, p->is_stopped, NULL))
		return;
	aisp_peaks_raise(&now, &p->cpu);
	p->cpu = now;
	aisp_peaks_save(&p->cpu, NULL);
	if (!aisp_peaks_doubt(&p->cpu, p->doubt, sizeof(p->doubt)))
		p->doubt[0] = '\0';
}

static void load_cpu(struct run_peaks *p, bool is_wanted,
		     void (*progress)(void *, const char *), void *arg)
{
	p->has_cpu = !aisp_peaks_load(&p->cpu, NULL);
	if (p->has_cpu && is_wanted)
		mend_cpu(p, progress, arg);
	if (p->has_cpu || !is_wanted)
		return;
	progress(arg, "measuring this machine's peaks, once");
	p->has_cpu = !aisp_peaks_measure(&p->cpu, progress, arg, p->is_stopped, NULL);
	if (p->has_cpu)
		aisp_peaks_save(&p->cpu, NULL);
	if (p->has_cpu)
		aisp_peaks_doubt(&p->cpu, p->doubt, sizeof(p->doubt));
}

void run_peaks_load(struct run_peaks *p, const struct aisp_suite *s,
		    void (*progress)(void *, const char *), void *arg)
{
	unsigned wanted = wanted_devices(s);

	p->progress = progress;
	p->arg = arg;
	p->is_stopped = s->limits.is_stopped;
	load_cpu(p, wanted & 1u << AISP_DEVICE_CPU, progress, arg);
	if (wanted & 1u << AISP_DEVICE_CUDA)
		load_gpu(p, progress, arg);
}

bool run_peaks_raise(void *peaks)
{
	struct run_peaks *p = peaks;
	struct aisp_peaks now;

	if (p->has_raised)
		return false;
	p->has_raised = true;
	p->progress(p->arg,
		    "measuring this machine's peaks again: something beat them");
	if (aisp_peaks_measure(&now, p->progress, p->arg, p->is_stopped, NULL))
		return false;
	aisp_peaks_raise(&p->cpu, &now);
	aisp_peaks_save(&p->cpu, NULL);
	return true;
}

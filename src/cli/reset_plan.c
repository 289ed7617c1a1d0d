/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "cli/reset_plan.h"
#include "machine/sysfile.h"
#include "store/program.h"

/* Services that hold NVIDIA GPUs open; the last to stop is the first to start. */
static const char *const services[] = {
	"nvidia-dcgm", "dcgm-exporter",       "nvidia-powerd",
	"nvidia-imex", "nvidia-persistenced", "nvidia-fabricmanager",
};

/* No module needs one that stands before it. */
static const char *const modules[] = {
	"gdrdrv",     "nvidia_fs",      "nvidia_peermem", "nvidia_uvm",
	"nvidia_drm", "nvidia_modeset", "nvidia",
};

#define N_SERVICES ((int)(sizeof(services) / sizeof(*services)))
#define N_MODULES  ((int)(sizeof(modules) / sizeof(*modules)))

_Static_assert(2 * (N_SERVICES + N_MODULES) + AISP_MAX_GPUS <= RESET_MAX_STEPS,
	       "a plan has room for all");

static void add(struct reset_plan *p, enum reset_action action, const char *of)
{
	struct reset_step *s = &p->steps[p->n++];

	s->action = action;
	snprintf(s->of, sizeof(s->of), "%s", of);
}

static int is_there(const char *format, const char *name)
{
	char path[160], below[4200];
	FILE *f;

	snprintf(path, sizeof(path), format, name);
	f = aisp_sys_path(below, sizeof(below), path) ? NULL : fopen(below, "re");
	if (f)
		fclose(f);
	return f != NULL;
}

/* A running service has a control group, a loaded module a folder. */
static int runs(const char *service)
{
	return is_there("/sys/fs/cgroup/system.slice/%s.service/cgroup.procs", service);
}

static int is_loaded(const char *module)
{
	return is_there("/sys/module/%s/refcnt", module);
}

void reset_plan_driver(struct reset_plan *p, const char *gpu)
{
	p->n = 0;
	add(p, RESET_SMI, gpu ? gpu : "");
}

void reset_plan_system(struct reset_plan *p)
{
	struct aisp_gpu_slots gpus;
	int n_stopped;

	p->n = 0;
	for (int i = 0; i < N_SERVICES; i++)
		if (runs(services[i]))
			add(p, RESET_STOP, services[i]);
	for (int i = 0; i < N_MODULES; i++)
		if (is_loaded(modules[i]))
			add(p, RESET_UNLOAD, modules[i]);
	n_stopped = p->n;
	aisp_gpu_slots_find(&gpus);
	for (int i = 0; i < gpus.n; i++)
		add(p, RESET_PCI, gpus.path[i]);
	for (int i = n_stopped - 1; i >= 0; i--)
		add(p, p->steps[i].action == RESET_STOP ? RESET_START : RESET_LOAD,
		    p->steps[i].of);
}

bool reset_plan_stops(const struct reset_plan *p, const struct aisp_gpu_user *u)
{
	char group[120];

	for (int i = 0; i < p->n; i++) {
		snprintf(group, sizeof(group), "/%s.service", p->steps[i].of);
		if (p->steps[i].action == RESET_STOP && strstr(u->group, group))
			return true;
	}
	return false;
}

int reset_plan_devices(const struct reset_plan *p)
{
	int n = 0;

	for (int i = 0; i < p->n; i++)
		n += p->steps[i].action == RESET_PCI;
	return n;
}

void reset_plan_print(const struct reset_plan *p, FILE *f)
{
	static const char *const formats[] = {
		[RESET_STOP] = "systemctl stop %s\n",
		[RESET_UNLOAD] = "modprobe -r %s\n",
		[RESET_PCI] = "echo 1 > %s/reset\n",
		[RESET_SMI] = "nvidia-smi --gpu-reset -i %s\n",
		[RESET_LOAD] = "modprobe %s\n",
		[RESET_START] = "systemctl start %s\n",
	};

	for (int i = 0; i < p->n; i++) {
		const struct reset_step *s = &p->steps[i];

		if (*s->of)
			fprintf(f, formats[s->action], s->of);
		else
			fputs("nvidia-smi --gpu-reset\n", f);
	}
}

static int run_program(const char *program, const char *word, const char *option,
		       const char *of, struct aisp_err *err)
{
	const char *argv[] = { program, word, option, of, NULL };
	char *output;

	if (aisp_program_read(argv, &output, err))
		return -1;
	free(output);
	return 0;
}

static int run_step(const struct reset_step *s, struct aisp_err *err)
{
	char path[120];

	switch (s->action) {
	case RESET_STOP:
		return run_program("systemctl", "stop", s->of, NULL, err);
	case RESET_START:
		return run_program("systemctl", "start", s->of, NULL, err);
	case RESET_UNLOAD:
		return run_program("modprobe", "-r", s->of, NULL, err);
	case RESET_LOAD:
		return run_program("modprobe", s->of, NULL, NULL, err);
	case RESET_SMI:
		return run_program("nvidia-smi", "--gpu-reset", *s->of ? "-i" : NULL,
				   s->of, err);
	case RESET_PCI:
		snprintf(path, sizeof(path), "%s/reset", s->of);
		return aisp_sys_write(path, "1", err);
	}
	return -1;
}

int reset_plan_run(const struct reset_plan *p, struct aisp_err *err)
{
	struct aisp_err later;
	int rc = 0;

	for (int i = 0; i < p->n; i++)
		if (!rc || p->steps[i].action >= RESET_LOAD)
			rc |= run_step(&p->steps[i], rc ? &later : err);
	return rc ? -1 : 0;
}

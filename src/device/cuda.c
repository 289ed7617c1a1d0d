/* SPDX-License-Identifier: MIT
 *
 * cuda.c - NVIDIA's GPUs as a device: its functions are in src/cuda/judge, the worker's
 * side in src/cuda/worker.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <aisp/check.h>

#include "device.h"
#include "machine/gpu_peak.h"
#include "machine/gpu_state.h"
#include "machine/peak.h"
#include "machine/surroundings.h"
#include "worker/protocol.h"

#define JUDGE_PLUGIN "cuda_judge.so"
#define DRIVER       "libcuda.so.1"

static int blame(const char *path, const char *why, struct aisp_err *err)
{
	const char *lacking = strstr(why, "undefined symbol: cu");

	if (lacking)
		return aisp_err_set(err,
				    "the NVIDIA driver is too old for this build: it "
				    "has no %s; update the driver, or build with the "
				    "CUDA toolkit that it serves",
				    lacking + strlen("undefined symbol: "));
	if (strstr(why, "libcuda.so"))
		return aisp_err_set(err, "no NVIDIA driver: " DRIVER " cannot "
					 "be loaded; install the driver, or "
					 "select targets with @cpu");
	return aisp_err_set(err, "%s: %s", path, why);
}

/* Why there is no plugin: without a driver it would be useless anyway. */
static int blame_build(const char *path, struct aisp_err *err)
{
	void *driver = dlopen(DRIVER, RTLD_LAZY | RTLD_LOCAL);

	if (!driver)
		return blame(path, DRIVER, err);
	dlclose(driver);
	return aisp_err_set(err,
			    "built without CUDA (no %s): install nvcc, by ./setup.sh "
			    "--gpu, then run make plugins",
			    path);
}

/* The one symbol that the plugin exports is aisp_device_ops. */
static const struct aisp_device_ops *load(const char *lib_dir, struct aisp_err *err)
{
	char path[4200];
	const struct aisp_device_ops *ops = NULL;
	void *object;

	snprintf(path, sizeof(path), "%s/%s", lib_dir, JUDGE_PLUGIN);
	if (access(path, R_OK)) {
		blame_build(path, err);
		return NULL;
	}
	object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (object)
		ops = dlsym(object, "aisp_device_ops");
	if (!ops)
		blame(path, dlerror(), err);
	return ops;
}

/* NVML may be missing although the driver is there: then its figures are unknown. */
static void open_nvml(struct aisp_open_device *d)
{
	d->nvml = malloc(sizeof(*d->nvml));
	if (d->nvml && aisp_nvml_open(d->nvml, NULL)) {
		free(d->nvml);
		d->nvml = NULL;
	}
}

static int open_cuda(struct aisp_open_device *d, int number, const char *lib_dir,
		     struct aisp_err *err)
{
	*d = (struct aisp_open_device){ .kind = &aisp_device_cuda,
					.ops = load(lib_dir, err) };
	if (!d->ops || !(d->state = d->ops->open(number, &d->info, err)))
		return -1;
	open_nvml(d);
	snprintf(d->node, sizeof(d->node), "/dev/nvidia%d", d->info.minor);
	snprintf(d->environment[0], sizeof(d->environment[0]),
		 "CUDA_VISIBLE_DEVICES=%s", d->info.uuid);
	snprintf(d->environment[1], sizeof(d->environment[1]), "CUDA_CACHE_DISABLE=1");
	return 0;
}

static void close_cuda(struct aisp_open_device *d)
{
	d->ops->close(d->state);
	d->state = NULL;
	if (d->nvml)
		aisp_nvml_close(d->nvml);
	free(d->nvml);
	d->nvml = NULL;
}

static void note(struct aisp_evidence *e)
{
	e->is_gpu = 1;
}

static void ask_board(const struct aisp_nvml *n, const char *bus_id,
		      struct aisp_device_health *h)
{
	struct aisp_nvml_device *board;
	char uuid[96];
	double mw;

	if (aisp_nvml_find(n, bus_id, &board, NULL))
		return;
	if (n->uuid && !n->uuid(board, uuid, sizeof(uuid)))
		h->identity = aisp_short_hash(uuid);
	mw = (double)aisp_nvml_number(n, board, AISP_NVML_POWER_LIMIT_MW);
	if (mw >= 0)
		h->power_limit_w = 1e-3 * mw;
}

static void health(const struct aisp_open_device *d, const pid_t *ours, int n_ours,
		   struct aisp_device_health *h)
{
	struct aisp_gpu_state now;
	char names[200];

	*h = (struct aisp_device_health){ NAN, NAN, NAN, NAN, NAN, NAN, NAN };
	if (!d->nvml)
		return;
	ask_board(d->nvml, d->info.bus_id, h);
	if (aisp_gpu_state_read(d->nvml, d->info.bus_id, &now, NULL))
		return;
	h->power_w = now.power_w;
	h->celsius = now.temperature_c;
	if (now.reasons >= 0) {
		h->reasons = (double)now.reasons;
		h->heat = (now.reasons & AISP_GPU_SLOWED) != 0;
	}
	if (aisp_gpu_lists(&now, ours, n_ours))
		h->n_others = aisp_gpu_others(&now, ours, n_ours, names, sizeof(names));
}

static double energy_j(const struct aisp_open_device *d)
{
	struct aisp_nvml_device *board;
	unsigned long long mj;

	if (!d->nvml || !d->nvml->energy ||
	    aisp_nvml_find(d->nvml, d->info.bus_id, &board, NULL) ||
	    d->nvml->energy(board, &mj))
		return NAN;
	return 1e-3 * (double)mj;
}

static void raise_link(struct aisp_roof *roof, double bytes,
		       const struct aisp_gpu_figure *f, const char *name)
{
	double ns = f->best > 0 ? bytes / f->best * 1e9 : 0;

	if (!(ns > roof->ns))
		return;
	roof->ns = ns;
	snprintf(roof->name, sizeof(roof->name), "%s", name);
}

/* Another GPU's data arrive at most as fast as the best copy or load between GPUs. */
static void raise_peers(struct aisp_roof *roof, double bytes,
			const struct aisp_gpu_peaks *p)
{
	const struct aisp_gpu_figure *best = NULL;

	for (int i = 0; i < p->n_peers; i++) {
		const struct aisp_gpu_peer *peer = &p->peers[i];

		if (!best || peer->copy.best > best->best)
			best = &peer->copy;
		if (peer->load.best > best->best)
			best = &peer->load;
	}
	if (best)
		raise_link(roof, bytes, best, "the link to a GPU");
}

/* Transfers are bound by the bus, in each direction on its own. */
static int roof(const struct aisp_known_peaks *p, const struct aisp_work *w,
		struct aisp_roof *roof)
{
	double in = w->from_host_bytes, out = w->to_host_bytes;
	int rc;

	if (!p->gpu)
		return -1;
	rc = aisp_gpu_roof_bound(p->gpu, w->flops, w->bytes - in - out, w->compute,
				 w->is_cold, w->all_bytes, w->write_share, roof);
	raise_link(roof, in, &p->gpu->bandwidth[AISP_GPU_H2D_PINNED],
		   "the bus to the GPU");
	raise_link(roof, out, &p->gpu->bandwidth[AISP_GPU_D2H_PINNED],
		   "the bus from the GPU");
	raise_peers(roof, w->wire_bytes, p->gpu);
	return rc;
}

#define LIBRARIES (AISP_FILE_READ | AISP_FILE_EXECUTE | AISP_FILE_LIST)

/* Without the GPU's own node.  The driver names its threads, or else gives up. */
static const struct aisp_plan_file files[] = {
	{ "/dev/nvidiactl", AISP_FILE_READ | AISP_FILE_WRITE },
	{ "/dev/nvidia-uvm", AISP_FILE_READ | AISP_FILE_WRITE },
	{ "/dev/nvidia-uvm-tools", AISP_FILE_READ | AISP_FILE_WRITE },
	{ "/proc/self/task", AISP_FILE_WRITE },
	{ "/proc", LIBRARIES },
	{ "/sys", LIBRARIES },
	{ "/usr/local", LIBRARIES },
	{ "/opt", LIBRARIES },
	{ "", 0 },
};

/* ioctl() is for the driver's device files, among others. */
static const char *const loading[] = { "ioctl",
				       "poll",
				       "ppoll",
				       "eventfd2",
				       "pipe2",
				       "dup3",
				       "sched_setattr",
				       "sched_getattr",
				       "getpgrp",
				       "sched_getparam",
				       "sched_getscheduler",
				       "sched_get_priority_max",
				       "sched_get_priority_min",
				       NULL };
/* Its threads wait for events; kernels are launched without system calls. */
static const char *const calling[] = {
	"poll",          "ppoll",           "read",      "write",
	"sched_yield",   "getpid",          "gettid",    "rt_sigprocmask",
	"clock_gettime", "clock_nanosleep", "nanosleep", NULL
};
/* The driver keeps lists; allocating GPU memory takes ioctl(). */
static const char *const allocating[] = { "ioctl",   "openat",   "close",    "fcntl",
					  "fstat",   "dup",      "eventfd2", "mmap",
					  "munmap",  "mprotect", "mremap",   "brk",
					  "madvise", NULL };
/* To prefetch pages of managed memory; those that are touched come without a call. */
static const char *const moving[] = { "ioctl", NULL };

static const struct aisp_driver driver = {
	.judge_plugin = JUDGE_PLUGIN,
	.worker_plugin = "cuda_worker.so",
	.launcher_plugin = "cuda_kernel.so",
	.trace_plugin = "cuda_trace.so",
	.files = files,
	.max_descriptors = 1024,
	.loading = loading,
	.calling = calling,
	.allocating = allocating,
	.moving = moving,
};

const struct aisp_device_kind aisp_device_cuda = {
	.id = AISP_DEVICE_CUDA,
	.name = "cuda",
	.suffix = ".cu",
	.is_async = true,
	.has_events = true,
	.has_figures = true,
	.is_in_cycles = true,
	.is_calibrated_once = true,
	.is_large = true,
	/*
	 * A sample is 100 times the 5 to 10 us that a first launch takes to reach an
	 * idle GPU; a context costs 150 ms.
	 */
	.pace = { .sample_min_ns = 1e6,
		  .launch_ns = 100e6,
		  .slots_bytes = 8e9,
		  .max_slots = 16,
		  .fill_bytes_per_ns = 300,
		  .n_samples_max = 15,
		  .look_ns = 500e3,
		  .n_rings = 501 },
	.nvbench = { "nv/cold", "nv/cold/time/gpu", "GPU Time" },
	.driver = &driver,
	.open = open_cuda,
	.close = close_cuda,
	.note = note,
	.health = health,
	.energy_j = energy_j,
	.roof = roof,
};

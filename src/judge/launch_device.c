/* SPDX-License-Identifier: MIT */
#include "launch_device.h"

#include <math.h>
#include <stdio.h>

#include "device/device_group.h"
#include "kernel/bundle.h"

/* The nodes of all of a group's devices, since peers' memory needs the peer's node. */
static void admit_nodes(struct aisp_plan *p, const struct aisp_open_device *d, int n)
{
	for (int k = 0; k == 0 || k < d->n_members; k++, n++) {
		snprintf(p->files[n].path, sizeof(p->files[n].path), "%s",
			 aisp_device_of_rank(d, k)->node);
		p->files[n].rights = AISP_FILE_READ | AISP_FILE_WRITE;
	}
}

void aisp_plan_driver(struct aisp_plan *p, const struct aisp_open_device *d,
		      const char *lib)
{
	const struct aisp_driver *driver = d->kind->driver;
	int n = 0;

	snprintf(p->device_plugin_path, sizeof(p->device_plugin_path), "%s/%s", lib,
		 driver->worker_plugin);
	p->max_descriptors = (uint32_t)driver->max_descriptors;
	p->memory_limit_bytes = 0;
	for (; n < AISP_MAX_FILES - AISP_MAX_RANKS && driver->files[n].path[0]; n++)
		p->files[n] = driver->files[n];
	admit_nodes(p, d, n);
}

void aisp_launch_held(const struct aisp_launch *l, double *own, double *host)
{
	const struct aisp_open_device *d = l->buffers->device;

	*host = d->info.reaches_host ? aisp_view_own_bytes(&l->view) : 0;
	if (!d->ops->used)
		*own = aisp_view_own_bytes(&l->view);
	else if (d->ops->used(d->state, own, NULL))
		*own = NAN;
}

/* Blocks that wait for those of other ranks must fit on the smallest device, too. */
static int64_t least_sms(const struct aisp_open_device *d)
{
	int64_t least = d->info.n_sms;

	for (int k = 0; k < d->n_members; k++) {
		int64_t its = aisp_device_of_rank(d, k)->info.n_sms;

		least = its < least ? its : least;
	}
	return least;
}

int aisp_plan_kernels(struct aisp_launch *l, const struct aisp_buffers *b,
		      const char *object, const char *lib)
{
	const struct aisp_open_device *d = b->device;
	struct aisp_kernel_world world = { .workload = b->workload,
					   .problem = &b->problem,
					   .param = b->io[0].param };
	struct aisp_err err;

	if (!aisp_is_bundle(object))
		return 0;
	world.n_sms = least_sms(d);
	world.cc = 10 * d->info.cc_major + d->info.cc_minor;
	world.l2_bytes = (int64_t)d->info.l2_bytes;
	world.shared_bytes = d->info.shared_bytes;
	snprintf(l->plan->launcher_path, sizeof(l->plan->launcher_path), "%s/%s", lib,
		 d->kind->driver->launcher_plugin);
	if (!aisp_bundle_plan(object, &world, &l->plan->kernels, &err))
		return 0;
	l->status = AISP_LAUNCH_FAILED;
	snprintf(l->cause, sizeof(l->cause), "%s", err.msg);
	return -1;
}

/* SPDX-License-Identifier: MIT
 *
 * harness.c - the devices that targets run on, opened when a target first needs them.
 */
#include "device/device_group.h"
#include "measure.h"

/* A device that we cannot lock for ourselves counts as not there. */
static int open_device(struct aisp_harness *harness,
		       const struct aisp_device_kind *kind,
		       struct aisp_harness_device *d, struct aisp_err *err)
{
	struct aisp_open_device *next = &d->open[d->n_open];
	const char *uuid = next->info.uuid;

	if (kind->open(next, d->n_open, harness->paths->lib, err))
		return -1;
	next->number = d->n_open;
	if (harness->locks && uuid[0] && aisp_lock_gpu(harness->locks, uuid, err)) {
		kind->close(next);
		return -1;
	}
	d->n_open++;
	return 0;
}

static int open_first(struct aisp_harness *harness, const struct aisp_device_kind *kind,
		      struct aisp_harness_device *d, struct aisp_err *err)
{
	if (!d->n_open && !d->why.msg[0])
		open_device(harness, kind, d, &d->why);
	return d->n_open ? 0 : aisp_err_set(err, "%s", d->why.msg);
}

/* Open the first n as a group, in ascending order, so that two judges cannot wait for
 * each other. */
static int open_group(struct aisp_harness *harness, const struct aisp_device_kind *kind,
		      struct aisp_harness_device *d, int n, struct aisp_err *err)
{
	int n_visible = d->open[0].info.n_visible;

	if (d->group.n_members == n)
		return 0;
	if (n > n_visible)
		return aisp_err_set(err, "needs %d GPUs, this machine has %d", n,
				    n_visible);
	while (d->n_open < n)
		if (open_device(harness, kind, d, err))
			return -1;
	if (d->group.n_members)
		aisp_device_group_close(&d->group);
	return aisp_device_group_open(&d->group, d->open, n, err);
}

int aisp_harness_use(struct aisp_harness *harness, enum aisp_device device, int n_ranks,
		     struct aisp_err *err)
{
	const struct aisp_device_kind *kind = aisp_device_kind(device);
	struct aisp_harness_device *d = &harness->devices[device];

	harness->device = &aisp_host_device;
	if (open_first(harness, kind, d, err))
		return -1;
	if (kind->is_host || !n_ranks) {
		harness->device = &d->open[0];
		return 0;
	}
	if (open_group(harness, kind, d, n_ranks, err))
		return -1;
	harness->device = &d->group;
	return 0;
}

int aisp_harness_deal(struct aisp_harness *harness, struct aisp_err *err)
{
	struct aisp_harness_device *d = &harness->devices[harness->device->kind->id];

	return harness->device == &d->group
		       ? aisp_device_group_deal(&d->group,
						aisp_seed_key(&harness->seed,
							      harness->n_launches,
							      UINT64_MAX, 7),
						err)
		       : 0;
}

bool aisp_harness_serves(const struct aisp_harness *harness,
			 const struct aisp_problem *pr)
{
	const struct aisp_open_device *d = harness->device;

	return d->kind->is_host || pr->ranks.n <= d->n_members;
}

void aisp_harness_release(struct aisp_harness *harness)
{
	for (int i = 0; i < AISP_N_DEVICES; i++) {
		struct aisp_harness_device *d = &harness->devices[i];

		if (d->group.n_members)
			aisp_device_group_close(&d->group);
		while (d->n_open) {
			struct aisp_open_device *last = &d->open[--d->n_open];

			last->kind->close(last);
		}
	}
	harness->device = &aisp_host_device;
}

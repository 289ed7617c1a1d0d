/* SPDX-License-Identifier: MIT
 *
 * harness.c - the device that targets run on, opened when the first one wants it.
 */
#include "measure.h"

/* Who cannot have it for himself does not have it. */
static void open_device(struct aisp_harness *harness,
			const struct aisp_device_kind *kind,
			struct aisp_harness_device *d)
{
	const char *uuid = d->open.info.uuid;

	if (kind->open(&d->open, harness->paths->lib, &d->why)) {
		d->open.kind = NULL;
		return;
	}
	if (harness->locks && uuid[0] && aisp_lock_gpu(harness->locks, uuid, &d->why)) {
		kind->close(&d->open);
		d->open.kind = NULL;
	}
}

int aisp_harness_use(struct aisp_harness *harness, enum aisp_device device,
		     struct aisp_err *err)
{
	struct aisp_harness_device *d = &harness->devices[device];

	harness->device = &aisp_host_device;
	if (!d->open.kind && !d->why.msg[0])
		open_device(harness, aisp_device_kind(device), d);
	if (!d->open.kind)
		return aisp_err_set(err, "%s", d->why.msg);
	harness->device = &d->open;
	return 0;
}

void aisp_harness_release(struct aisp_harness *harness)
{
	for (int i = 0; i < AISP_N_DEVICES; i++) {
		struct aisp_open_device *d = &harness->devices[i].open;

		if (d->kind)
			d->kind->close(d);
		d->kind = NULL;
	}
	harness->device = &aisp_host_device;
}

/* SPDX-License-Identifier: MIT
 *
 * bench.c - the device that targets run on, opened when the first one wants it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "measure.h"

static int open_gpu(struct aisp_bench *bench, struct aisp_err *err)
{
	struct aisp_gpu_device *d = &bench->gpu;

	d->ops = aisp_gpu_load(bench->paths->lib, err);
	if (!d->ops)
		return -1;
	d->gpu = d->ops->open(0, &d->info, err);
	bench->has_nvml = d->gpu && !aisp_nvml_open(&bench->nvml, NULL);
	if (!d->gpu)
		return -1;
	return bench->locks ? aisp_lock_gpu(bench->locks, d->info.uuid, err) : 0;
}

int aisp_bench_use(struct aisp_bench *bench, enum aisp_device device,
		   struct aisp_err *err)
{
	bench->on = NULL;
	if (device == AISP_DEVICE_CPU)
		return 0;
	if (!bench->gpu.gpu && !bench->gpu_err.msg[0])
		open_gpu(bench, &bench->gpu_err);
	if (!bench->gpu.gpu)
		return aisp_err_set(err, "%s", bench->gpu_err.msg);
	bench->on = &bench->gpu;
	return 0;
}

void aisp_bench_release(struct aisp_bench *bench)
{
	if (bench->gpu.gpu)
		bench->gpu.ops->close(bench->gpu.gpu);
	bench->gpu.gpu = NULL;
	if (bench->has_nvml)
		aisp_nvml_close(&bench->nvml);
	bench->has_nvml = false;
	bench->on = NULL;
}

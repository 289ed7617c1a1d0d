/* SPDX-License-Identifier: MIT */
#include "model.h"
#include "shapes.h"
#include "shapes_parts.h"

static const struct aisp_field cache[] = { { "type", AISP_TEXT, 0, AT(cache, type) },
					   { "level", AISP_WHOLE, 0, AT(cache, level) },
					   { "bytes", AISP_WHOLE, 0, AT(cache, bytes) },
					   { "cores_sharing", AISP_WHOLE, 0,
					     AT(cache, cores_sharing) },
					   { 0 } };
SHAPE(cache, aisp_run_cache);

static const struct aisp_field device[] = { { "name", AISP_TEXT, 0, AT(device, name) },
					    { "memory_bytes", AISP_NUMBER, 0,
					      AT(device, memory_bytes) },
					    { 0 } };
SHAPE(device, aisp_run_device);

static const struct aisp_field driver[] = {
	{ "driver", AISP_TEXT, 0, AT(hardware, gpu_driver) },
	{ "devices", AISP_LIST, 0, AT(hardware, gpus), &device_shape },
	{ 0 }
};
PART(driver);

static const struct aisp_field hardware[] = {
	{ "arch", AISP_TEXT, 0, AT(hardware, arch) },
	{ "cpu_model", AISP_TEXT, 0, AT(hardware, cpu_model) },
	{ "kernel", AISP_TEXT, 0, AT(hardware, kernel) },
	{ "hypervisor", AISP_TEXT, 0, AT(hardware, hypervisor) },
	{ "cpus_present", AISP_NUMBER, 0, AT(hardware, cpus_present) },
	{ "cpus_online", AISP_WHOLE, 0, AT(hardware, cpus_online) },
	{ "cores", AISP_NUMBER, 0, AT(hardware, cores) },
	{ "memory_bytes", AISP_NUMBER, 0, AT(hardware, memory_bytes) },
	{ "caches", AISP_LIST, 0, AT(hardware, caches), &cache_shape },
	{ "gpu", AISP_INNER, 0, 0, &driver_shape },
	{ 0 }
};
SHAPE(hardware, aisp_run_hardware);

static const struct aisp_field peak[] = { { "level", AISP_TEXT, 0, AT(peak, level) },
					  { "what", AISP_TEXT, 0, AT(peak, what) },
					  { "dtype", AISP_TEXT, 0, AT(peak, dtype) },
					  { "type", AISP_TEXT, 0, AT(peak, type) },
					  { "best", AISP_NUMBER, 0, AT(peak, best) },
					  { "threads", AISP_WHOLE, 0,
					    AT(peak, threads) },
					  { 0 } };
SHAPE(peak, aisp_run_peak);

static const struct aisp_field peaks[] = {
	{ "machine", AISP_TEXT, 0, AT(peaks, machine) },
	{ "measured", AISP_TEXT, 0, AT(peaks, measured) },
	{ "gb_per_s", AISP_LIST, 0, AT(peaks, gb_per_s), &peak_shape },
	{ "gflop_per_s", AISP_LIST, 0, AT(peaks, gflop_per_s), &peak_shape },
	{ 0 }
};
SHAPE(peaks, aisp_run_peaks);

static const struct aisp_field git[] = {
	{ "commit", AISP_TEXT, 0, AT(machine, commit) },
	{ "is_dirty", AISP_FLAG, 0, AT(machine, is_dirty) },
	{ 0 }
};
PART(git);

static const struct aisp_field machine[] = {
	{ "host", AISP_TEXT, 0, AT(machine, host) },
	{ "arch", AISP_TEXT, 0, AT(machine, arch) },
	{ "compiler", AISP_TEXT, 0, AT(machine, compiler) },
	{ "git", AISP_INNER, 0, 0, &git_shape },
	{ "hardware", AISP_INNER, 0, AT(machine, hardware), &hardware_shape },
	{ "peaks", AISP_INNER, 0, AT(machine, peaks), &peaks_shape },
	{ "gpu_peaks", AISP_FIRST, 0, AT(machine, gpu_peaks), &peaks_shape },
	{ 0 }
};
const struct aisp_shape aisp_shape_manifest = { machine,
						sizeof(struct aisp_run_machine) };

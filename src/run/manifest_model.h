/* SPDX-License-Identifier: MIT
 *
 * manifest_model.h - the machine and tools of a run, as in manifest.json.
 */
#ifndef AISP_MANIFEST_MODEL_H
#define AISP_MANIFEST_MODEL_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "base/err.h"

#define AISP_MANIFEST_SCHEMA 1 /* changes when a member does */

struct aisp_run_cache {
	const char *type;
	int64_t level, bytes, cores_sharing;
};

struct aisp_run_device {
	const char *name;
	double memory_bytes;
};

struct aisp_run_hardware {
	const char *arch, *cpu_model, *kernel, *hypervisor, *gpu_driver;
	double cpus_present, cores, memory_bytes;
	int64_t cpus_online;
	struct aisp_run_cache *caches;
	int n_caches;
	struct aisp_run_device *gpus;
	int n_gpus;
};

/* A measured peak: a bandwidth in GB/s of a level, or a rate in GFLOP/s of a type. */
struct aisp_run_peak {
	const char *level, *what, *dtype, *type;
	double best;
	int64_t threads;
};

struct aisp_run_peaks {
	const char *machine, *measured;
	struct aisp_run_peak *gb_per_s;
	int n_gb_per_s;
	struct aisp_run_peak *gflop_per_s;
	int n_gflop_per_s;
};

/* The machine and tools of a run. */
struct aisp_run_machine {
	const char *host, *arch, *compiler, *commit;
	bool is_dirty; /* the tree had changes that are in no commit */
	struct aisp_run_hardware hardware;
	struct aisp_run_peaks peaks, gpu_peaks;
};

/* 0, also for NULL; -1 with *err filled if it is no object, or has another schema. */
int aisp_manifest_check(const json_t *manifest, struct aisp_err *err);

/*
 * Read the machine from a manifest into the arena's memory; texts are borrowed from the
 * manifest.  Returns 0, or -1 with *err filled.
 */
int aisp_machine_read(struct aisp_run_machine *m, const json_t *manifest,
		      struct aisp_arena *a, struct aisp_err *err);

#endif

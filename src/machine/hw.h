/* SPDX-License-Identifier: MIT
 *
 * hw.h - the hardware of this machine, and the part that this process may use.
 */
#ifndef AISP_HW_H
#define AISP_HW_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "machine/cgroup.h"
#include "machine/gpu_hw.h"

#define AISP_MAX_CORES    1024
#define AISP_MAX_CACHES   8
#define AISP_MAX_FEATURES 32

struct aisp_cache {
	int level;
	char type;    /* 'd'ata, 'i'nstruction, 'u'nified */
	size_t bytes; /* of one instance */
	int line_bytes;
	int n;         /* instances that this process may use */
	int n_sharing; /* cores that share one */
};

/* A field is "" or 0 if the machine does not report it. */
struct aisp_hw {
	char cpu_model[128];
	char arch[32];
	char kernel[128];
	char microcode[32];
	char hypervisor[64]; /* "" on bare metal */
	char clocksource[32];
	char thp[32], thp_defrag[32]; /* the mode in force */
	int n_present;                /* hardware threads, those offline included */
	int n_online;
	int n_packages, n_numa;
	int n_cores, n_threads;       /* that this process may use */
	int core_cpu[AISP_MAX_CORES]; /* one hardware thread of each of n_cores */
	int n_caches;
	struct aisp_cache caches[AISP_MAX_CACHES];
	int n_features;
	const char *features[AISP_MAX_FEATURES]; /* static strings: "avx2" */
	int64_t memory_bytes;
	int64_t page_bytes;
	int64_t huge_page_bytes;
	struct aisp_cgroup cgroup;
};

/* 0, or -1 with *err filled if the topology cannot be read. */
int aisp_hw_read(struct aisp_hw *hw, struct aisp_err *err);

int aisp_hw_has(const struct aisp_hw *hw, const char *feature);

/* The data or unified cache of that level; NULL if there is none. */
const struct aisp_cache *aisp_hw_cache(const struct aisp_hw *hw, int level);

/* A new reference, or NULL with *err filled. */
json_t *aisp_hw_to_json(const struct aisp_hw *hw, const struct aisp_gpus *gpus,
			struct aisp_err *err);

/* Both as JSON: what a run's manifest records. */
json_t *aisp_hw_json(struct aisp_err *err);

/* Parts of aisp_hw_read(), each in a file of its own. */
void aisp_hw_read_features(struct aisp_hw *hw);
void aisp_hw_read_hypervisor(struct aisp_hw *hw);
int aisp_hw_read_topology(struct aisp_hw *hw, struct aisp_err *err);

#endif

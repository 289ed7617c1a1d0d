/* SPDX-License-Identifier: MIT
 *
 * gpu_hw.h - the NVIDIA GPUs of this machine, as NVML counts them, and how they
 * are linked.
 */
#ifndef AISP_GPU_HW_H
#define AISP_GPU_HW_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

#include "machine/gpu_state.h"

#define AISP_MAX_GPUS 32

/* -1, NaN or "" if neither the driver nor the GPU reports it. */
struct aisp_gpu_hw {
	char why[256]; /* why it cannot be queried; then nothing else is known */
	char name[96], uuid[96];
	char bus_id[32];          /* "00000000:0F:00.0" */
	char cpus[64], nodes[32]; /* near the GPU: "0-15,32-47", "0" */
	int minor;                /* N of /dev/nvidiaN */
	int capability;           /* 90: 9.0 */
	int n_sms;
	int64_t l2_bytes, memory_bytes, used_bytes;
	double sm_max_mhz, memory_max_mhz, power_limit_w;
	int ecc, mig, persistence; /* 1 on, 0 off */
	int compute_mode;          /* enum aisp_gpu_compute_mode */
	int pcie_gen, pcie_width, pcie_max_gen, pcie_max_width;
	int clusters, tensor_maps; /* 1, 0: whether the driver lets kernels use them */
	int n_links;               /* active NVLinks */
	int n_switch;              /* those of them that lead to an NVSwitch */
	struct aisp_gpu_state state;
};

enum aisp_gpu_compute_mode {
	AISP_GPU_SHARED = 0,
	AISP_GPU_EXCLUSIVE_THREAD = 1,
	AISP_GPU_PROHIBITED = 2,
	AISP_GPU_EXCLUSIVE = 3,
};

/* Between two GPUs. */
struct aisp_gpu_pair {
	int level;   /* NVML's: 0 one board, 10 one switch, ... 50 the system; -1 */
	int n_links; /* NVLinks from one to the other, through switches or not */
	int access;  /* may they read each other's memory: 1, 0; -1 */
};

struct aisp_gpus {
	char why[512];    /* why there is none; "" if n > 0 */
	int code;         /* NVML's error behind it; 0: the library is not there */
	char driver[80];  /* "580.65.06" */
	int cuda_version; /* the newest that the driver serves: 13000; 0 unknown */
	int n;
	struct aisp_gpu_hw gpu[AISP_MAX_GPUS];
	struct aisp_gpu_pair pair[AISP_MAX_GPUS][AISP_MAX_GPUS];
};

/* Reads all GPUs; may take a second, see aisp_nvml_open(). */
void aisp_gpus_read(struct aisp_gpus *g);

enum aisp_gpu_feature {
	AISP_GPU_HAS_TMA,      /* bulk copies of tiles */
	AISP_GPU_HAS_CLUSTERS, /* thread block clusters, launched together */
	AISP_GPU_HAS_DSMEM,    /* shared memory of the cluster's other blocks */
	AISP_GPU_HAS_WGMMA,    /* Hopper's matrix products of four warps */
	AISP_GPU_HAS_TCGEN05,  /* Blackwell's matrix products, with tensor memory */
	AISP_N_GPU_FEATURES
};

const char *aisp_gpu_feature_name(enum aisp_gpu_feature feature); /* "tcgen05" */
/* Returns 1 or 0; -1 if unknown. */
int aisp_gpu_has(const struct aisp_gpu_hw *gpu, enum aisp_gpu_feature feature);

/* "default", "exclusive process"; "unknown". */
const char *aisp_gpu_compute_mode_name(int mode);

/* "NV18", "PIX", ..., like `nvidia-smi topo -m`; "?" if unknown. */
void aisp_gpu_pair_format(const struct aisp_gpu_pair *p, char text[16]);

/* Prints tables of at most 80 columns. */
void aisp_gpus_print(const struct aisp_gpus *g, FILE *f);

/* A new reference, or NULL if memory is short. */
json_t *aisp_gpus_json(const struct aisp_gpus *g);

/* Parts of aisp_gpus_read(), each in a file of its own. */
void aisp_gpus_read_links(const struct aisp_nvml *n, struct aisp_nvml_device *const *d,
			  struct aisp_gpus *g);
void aisp_gpus_read_cuda(struct aisp_gpus *g);

#endif

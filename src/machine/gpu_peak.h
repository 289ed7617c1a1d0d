/* SPDX-License-Identifier: MIT
 *
 * gpu_peak.h - the highest rates measured on a GPU, the roofline bound of a workload,
 * and the plugin that measures them.
 *
 * As in peak.h, a figure is a maximum over kernels, shapes and repetitions; its median
 * is over the repetitions of the best variant.  Operands are random: zeros draw less
 * power, so that the clock stays higher.
 */
#ifndef AISP_GPU_PEAK_H
#define AISP_GPU_PEAK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/err.h"
#include "machine/machine_id.h"
#include "machine/peak.h"

#define AISP_GPU_UUID_SIZE 48 /* "GPU-" or "MIG-", 36 characters and NUL */
#define AISP_MAX_PEAK_GPUS 16
#define AISP_MAX_GPU_STEPS 12

/* Types of operands; some have no dtype. */
enum aisp_gpu_op {
	AISP_GPU_F32,
	AISP_GPU_F64,
	AISP_GPU_F16,
	AISP_GPU_BF16,
	AISP_GPU_TF32,
	AISP_GPU_I8,
	AISP_GPU_E4M3, /* 8 bits */
	AISP_GPU_E2M1, /* 4 bits */
	AISP_N_GPU_OPS
};

enum aisp_gpu_engine {
	AISP_GPU_FMA,   /* instructions of one thread: fma, for 16 bits fma of pairs */
	AISP_GPU_MMA,   /* mma.sync, operands in registers */
	AISP_GPU_WGMMA, /* compute capability 9.0, operands in shared memory */
	AISP_GPU_TCGEN05, /* 10.0, accumulators in tensor memory */
	AISP_GPU_CUBLAS,  /* cuBLASLt, n^3 */
	AISP_N_GPU_ENGINES
};

/* The first ones are in the order of enum aisp_stream. */
enum aisp_gpu_path {
	AISP_GPU_DRAM_READ,
	AISP_GPU_DRAM_COPY,
	AISP_GPU_DRAM_TRIAD,
	AISP_GPU_DRAM_FILL,
	AISP_GPU_DRAM_MEMCPY, /* cudaMemcpyAsync within the GPU, read + written */
	AISP_GPU_L2_READ,
	AISP_GPU_SHARED_READ,
	AISP_GPU_H2D_PINNED,
	AISP_GPU_D2H_PINNED,
	AISP_GPU_BOTH_PINNED, /* both at once, the sum */
	AISP_GPU_H2D_PAGEABLE,
	AISP_GPU_D2H_PAGEABLE,
	AISP_N_GPU_PATHS
};

enum aisp_gpu_latency {
	AISP_GPU_LAUNCH,      /* a kernel among many, until all are done */
	AISP_GPU_LAUNCH_SYNC, /* one kernel and a wait for it */
	AISP_GPU_GRAPH_NODE,  /* one kernel of a chain of 1000 in a graph */
	AISP_GPU_EVENT_PAIR,  /* two events with nothing between: the floor of events */
	AISP_GPU_SMALL_H2D,   /* 8 bytes to the GPU and a wait for them */
	AISP_N_GPU_LATENCIES
};

/* best is 0 if there is no figure. */
struct aisp_gpu_figure {
	double best, median;
	double sm_mhz; /* during the best repetition of arithmetic; else 0 */
	char how[40];
};

struct aisp_peak_gpu {
	int index;                     /* as the CUDA runtime numbers it */
	char uuid[AISP_GPU_UUID_SIZE]; /* never empty */
	char name[64];
	char driver[32];
	int cc_major, cc_minor, n_sms;
	double l2_bytes, dram_bytes;
	double nominal_bandwidth; /* of DRAM, bytes/s: wires x rate; 0 if unknown */
	double nominal_sm_mhz;    /* the highest, as the driver says */
};

/* Copies to a peer and loads from it, bytes/s; loads only if access is direct. */
struct aisp_gpu_peer {
	char uuid[AISP_GPU_UUID_SIZE];
	bool is_direct; /* without the host's memory */
	struct aisp_gpu_figure copy, load, latency_ns;
};

struct aisp_gpu_peaks {
	struct aisp_peak_gpu gpu;
	char machine[AISP_MACHINE_ID_SIZE];
	char measured[32]; /* when, ISO 8601, UTC */
	/* The greatest relative difference between events and the host's clock. */
	double clocks_apart;
	struct aisp_gpu_figure flops[AISP_N_GPU_OPS][AISP_N_GPU_ENGINES]; /* ops/s */
	struct aisp_gpu_figure bandwidth[AISP_N_GPU_PATHS];               /* bytes/s */
	struct aisp_gpu_figure latency_ns[AISP_N_GPU_LATENCIES];
	int n_peers;
	struct aisp_gpu_peer peers[AISP_MAX_PEAK_GPUS];
	int n_missing; /* figures that are not there */
	struct aisp_gpu_missing {
		char step[24], why[160];
	} missing[AISP_MAX_GPU_STEPS];
	char grade; /* of the environment during the run, 'A' to 'D'; '?' unknown */
	char grade_why[160]; /* the last of the reasons, or "" */
};

const char *aisp_gpu_op_name(enum aisp_gpu_op op);                /* "bf16" */
const char *aisp_gpu_engine_name(enum aisp_gpu_engine engine);    /* "wgmma" */
const char *aisp_gpu_path_name(enum aisp_gpu_path path);          /* "DRAM read" */
const char *aisp_gpu_latency_name(enum aisp_gpu_latency latency); /* "graph node" */

/* What build/cuda_peak.so exports under the name aisp_gpu_plugin. */
struct aisp_gpu_plugin {
	unsigned abi;
	size_t peaks_bytes; /* sizeof(struct aisp_gpu_peaks) when it was built */
	/* Lists visible GPUs; returns their number, or -1 with *err filled. */
	int (*list)(struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS],
		    struct aisp_err *err);
	int n_steps;
	const char *const *steps;
	int patience_ms; /* a step that takes longer counts as hanging */
	/*
	 * Adds one step's figures to p, whose gpu is set. Returns 0; 1 with *err filled
	 * if this machine lacks what the step needs; -1 with *err filled if it failed:
	 * then the process cannot use its GPU any more.
	 */
	int (*measure)(struct aisp_gpu_peaks *p, int step, struct aisp_err *err);
};

#define AISP_GPU_PEAK_ABI 1

/*
 * Opens the plugin; NULL with *err filled.  It is called in a child process, the only
 * one that runs CUDA: the caller must not have used CUDA.
 */
typedef const struct aisp_gpu_plugin *aisp_gpu_open_function(struct aisp_err *err);
aisp_gpu_open_function aisp_gpu_open_plugin; /* the installed one */

/*
 * Lists the GPUs that this process may use, by the CUDA runtime.  Returns their number,
 * which is not 0, or -1 with *err filled: why there is none.
 */
int aisp_gpu_list(aisp_gpu_open_function *open,
		  struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS], struct aisp_err *err);

/*
 * Measures everything, in at most 20 s.  Calls progress, if not NULL, before each step.
 * A step that crashes, hangs or fails loses its own figures and is named in p->missing.
 * Returns 0, or -1 with *err filled if no step succeeded.
 */
int aisp_gpu_peaks_measure(aisp_gpu_open_function *open, struct aisp_gpu_peaks *p,
			   const struct aisp_peak_gpu *gpu,
			   void (*progress)(void *, const char *), void *arg,
			   struct aisp_err *err);

/*
 * Loads the saved peaks of that GPU (uuid, name and driver must match). Returns -1 with
 * *err filled if there are none or the file is damaged.
 */
int aisp_gpu_peaks_load(struct aisp_gpu_peaks *p, const struct aisp_peak_gpu *gpu,
			struct aisp_err *err);
int aisp_gpu_peaks_save(const struct aisp_gpu_peaks *p, struct aisp_err *err);

/* A new reference, or NULL with *err filled. */
json_t *aisp_gpu_peaks_json(const struct aisp_gpu_peaks *p, struct aisp_err *err);
/* Returns 0, or -1 with *err filled and *p undefined if any figure makes no sense. */
int aisp_gpu_peaks_parse(struct aisp_gpu_peaks *p, const json_t *json,
			 struct aisp_err *err);

/* Prints a table; returns ferror(f). */
int aisp_gpu_peaks_print(FILE *f, const struct aisp_gpu_peaks *p);

/*
 * The least time for `flops` operations on `compute` operands and `bytes` of
 * traffic over data of footprint_bytes: the longest of
 *     flops / the highest rate of any engine for that type (f16 and bf16 share
 *     their units and the better of both rates; f32 does not count tf32),
 *     bytes that L2 cannot hold / DRAM's bandwidth, and
 *     bytes / L2's bandwidth.
 * Where is_cold, L2 holds nothing.  DRAM's bandwidth is that of the stream whose
 * share of writes is nearest to write_share.  Is that negative, it is the highest
 * of all, and L2 may keep what is written: a bound that nothing honest can beat.
 * 0, or -1 if nothing is known.
 */
int aisp_gpu_roof_bound(const struct aisp_gpu_peaks *p, double flops, double bytes,
			enum aisp_dtype compute, bool is_cold, double footprint_bytes,
			double write_share, struct aisp_roof *roof);

#endif

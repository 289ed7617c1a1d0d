/* SPDX-License-Identifier: MIT
 *
 * gpu.h - what the judge asks of a GPU: memory that workers map, filled, poisoned,
 * flushed and looked at from the judge's own context, which a worker's fault
 * does not touch.
 *
 * src/cuda/judge implements it; it is loaded when the first GPU target runs, so
 * that the program needs neither driver nor toolkit otherwise.
 */
#ifndef AISP_GPU_H
#define AISP_GPU_H

#include <aisp/workload.h>

#include "base/err.h"
#include "fill.h"

/* An empty string, or 0, where the driver does not tell. */
struct aisp_gpu_info {
	char name[96];
	char uuid[48];   /* "GPU-..." */
	char bus_id[20]; /* "0000:00:06.0" */
	int minor;       /* of /dev/nvidia<minor>; -1 unknown */
	int cc_major, cc_minor;
	int n_sms;
	size_t memory_bytes, l2_bytes;
	int driver_version; /* 13000 for CUDA 13.0 */
};

/* One tensor's memory: whole pages, with unmapped ones on either side. */
struct aisp_gpu_block {
	uint64_t address; /* in the judge */
	size_t bytes;
	uint64_t handle;
	int fd; /* for the worker; the judge's to close */
};

struct aisp_gpu;

/*
 * Work is done in order, and begun when a function returns; sync() and those
 * that bring something back wait for it.  0, or -1 with *err filled.
 */
struct aisp_gpu_ops {
	/* The device of that number, in the driver's order. */
	struct aisp_gpu *(*open)(int device, struct aisp_gpu_info *info,
				 struct aisp_err *err);
	void (*close)(struct aisp_gpu *g);

	size_t (*page_bytes)(const struct aisp_gpu *g);
	int (*alloc)(struct aisp_gpu *g, size_t bytes, struct aisp_gpu_block *b,
		     struct aisp_err *err);
	void (*free)(struct aisp_gpu *g, struct aisp_gpu_block *b);
	/* Memory of the judge's context alone, to the byte: sanitizers know its end. */
	int (*alloc_plain)(struct aisp_gpu *g, size_t bytes, uint64_t *address,
			   struct aisp_err *err);
	void (*free_plain)(struct aisp_gpu *g, uint64_t address);

	/* The same bits as aisp_fill() and aisp_poison() make. */
	int (*fill)(struct aisp_gpu *g, uint64_t address, int64_t n,
		    const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key,
		    struct aisp_err *err);
	int (*poison)(struct aisp_gpu *g, uint64_t address, size_t n_bytes,
		      uint64_t key, struct aisp_err *err);

	/* As aisp_poison_left() and aisp_poison_changed(). */
	int (*poison_left)(struct aisp_gpu *g, uint64_t address, size_t first_byte,
			   size_t n_bytes, uint64_t key, int64_t *n,
			   struct aisp_err *err);
	int (*poison_changed)(struct aisp_gpu *g, uint64_t address, size_t first_byte,
			      size_t n_bytes, uint64_t key, int64_t *n,
			      struct aisp_err *err);

	/* A sum over all words of each word's hash with its place, under a key. */
	int (*digest)(struct aisp_gpu *g, uint64_t address, size_t n_bytes,
		      uint64_t key, uint64_t *sum, struct aisp_err *err);

	/* L2 holds nothing but other data; persisting lines are given up. */
	int (*flush)(struct aisp_gpu *g, struct aisp_err *err);
	/* L2 holds as much of this as it can. */
	int (*warm)(struct aisp_gpu *g, uint64_t address, size_t n_bytes,
		    struct aisp_err *err);
	/* ns that one block reads a mebibyte in, after a flush and once more. */
	int (*test_flush)(struct aisp_gpu *g, double *cold_ns, double *hot_ns,
			  struct aisp_err *err);

	int (*upload)(struct aisp_gpu *g, uint64_t address, const void *host,
		      size_t n_bytes, struct aisp_err *err);
	int (*download)(struct aisp_gpu *g, void *host, uint64_t address,
			size_t n_bytes, struct aisp_err *err);
	int (*sync)(struct aisp_gpu *g, struct aisp_err *err);
	/* A cudaStream_t of the judge's context, for variants that run in it. */
	void *(*stream)(const struct aisp_gpu *g);

	/* Cycles of a multiprocessor over those of the global timer, in MHz. */
	int (*sm_mhz)(struct aisp_gpu *g, double *mhz, struct aisp_err *err);
};

/* A GPU that is open. */
struct aisp_gpu_device {
	const struct aisp_gpu_ops *ops;
	struct aisp_gpu *gpu;
	struct aisp_gpu_info info;
};

/* The one symbol that the plugin exports is aisp_gpu_ops.  NULL with *err filled. */
const struct aisp_gpu_ops *aisp_gpu_load(const char *lib_dir, struct aisp_err *err);

#endif

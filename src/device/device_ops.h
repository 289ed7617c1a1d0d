/* SPDX-License-Identifier: MIT
 *
 * device_ops.h - what the judge asks of an open device: memory that workers map,
 * and that the judge fills, poisons, flushes and reads.
 */
#ifndef AISP_DEVICE_OPS_H
#define AISP_DEVICE_OPS_H

#include <aisp/workload.h>
#include <stdbool.h>

#include "base/err.h"
#include "fill.h"

struct aisp_device_state; /* each kind's own */

/* A field that the device does not report is an empty string, or 0. */
struct aisp_device_info {
	char name[96];
	char uuid[48];   /* "GPU-..."; locks and drivers know it by this */
	char bus_id[20]; /* "0000:00:06.0" */
	int minor;       /* of /dev/nvidia<minor>; -1 unknown */
	int cc_major, cc_minor;
	int n_sms;
	size_t memory_bytes, l2_bytes;
	int64_t shared_bytes; /* that a thread block can have */
	int driver_version;   /* 13000 for CUDA 13.0 */
	size_t page_bytes;    /* the size of a shared block is a multiple of this */
	void *stream;  /* of aisp_io, for variants that run in the judge's context */
	int n_visible; /* devices of its kind, this one included */
	/* Its kernels reach any memory of a process, pinned or not (HMM, ATS). */
	bool reaches_host;
};

/* Elements [first, first + n) of a tensor that has `of`. */
struct aisp_range {
	int64_t first, n, of;
};

/* Memory of the device. */
struct aisp_block {
	uint64_t address; /* in the judge */
	size_t bytes;     /* 0: no block */
	uint64_t handle;
	int fd; /* for the worker; the judge closes it. -1: not shared */
};

/*
 * Functions of an open device.  Work runs in order and has begun when a function
 * returns; sync() and functions that return data wait for it.  They return 0, or -1
 * with *err filled.  Some may be NULL, as noted: the judge then does without them.
 */
struct aisp_device_ops {
	/* Opens that device, in its driver's order; NULL with *err filled. */
	struct aisp_device_state *(*open)(int number, struct aisp_device_info *info,
					  struct aisp_err *err);
	void (*close)(struct aisp_device_state *d);

	/*
	 * A shared block: whole pages, unmapped ones on either side, and a descriptor
	 * by which a worker maps them.  Another is the judge's alone, exact to the
	 * byte: sanitizers know its end.  Free a block even if alloc() failed.
	 */
	int (*alloc)(struct aisp_device_state *d, size_t bytes, bool is_shared,
		     struct aisp_block *b, struct aisp_err *err);
	void (*free)(struct aisp_device_state *d, struct aisp_block *b);

	/* The same bits as aisp_fill() and aisp_poison() make.  A part of a tensor
	 * begins and ends with a byte, and its first element lies at the address. */
	int (*fill)(struct aisp_device_state *d, uint64_t address,
		    struct aisp_range part, const struct aisp_spec *spec,
		    enum aisp_dist dist, uint64_t key, struct aisp_err *err);
	int (*clear)(struct aisp_device_state *d, uint64_t address, size_t n_bytes,
		     struct aisp_err *err);
	int (*poison)(struct aisp_device_state *d, uint64_t address, size_t n_bytes,
		      uint64_t key, struct aisp_err *err);

	/* Like aisp_poison_left() and aisp_poison_changed(). */
	int (*poison_left)(struct aisp_device_state *d, uint64_t address,
			   size_t first_byte, size_t n_bytes, uint64_t key, int64_t *n,
			   struct aisp_err *err);
	int (*poison_changed)(struct aisp_device_state *d, uint64_t address,
			      size_t first_byte, size_t n_bytes, uint64_t key,
			      int64_t *n, struct aisp_err *err);

	/*
	 * A sum over all words of each word's hash with its place, under a key.
	 * NULL: too slow here; random lines of the outputs stand for all.
	 */
	int (*digest)(struct aisp_device_state *d, uint64_t address, size_t n_bytes,
		      uint64_t key, uint64_t *sum, struct aisp_err *err);

	/* Fills the device's own caches with other data; if its memory is the host's,
	 * the host's caches are flushed by address. */
	int (*flush)(struct aisp_device_state *d, struct aisp_err *err);
	/* Loads as much of this as fits into the cache.  NULL: the cache is left as the
	 * fill left it, and the other state is not measured. */
	int (*warm)(struct aisp_device_state *d, uint64_t address, size_t n_bytes,
		    struct aisp_err *err);
	/* Times in ns to read a mebibyte, after a flush and once more.  May be NULL. */
	int (*test_flush)(struct aisp_device_state *d, double *cold_ns, double *hot_ns,
			  struct aisp_err *err);

	int (*upload)(struct aisp_device_state *d, uint64_t address, const void *host,
		      size_t n_bytes, struct aisp_err *err);
	int (*download)(struct aisp_device_state *d, void *host, uint64_t address,
			size_t n_bytes, struct aisp_err *err);
	/* Both addresses are the device's own. */
	int (*copy)(struct aisp_device_state *d, uint64_t to, uint64_t from,
		    size_t n_bytes, struct aisp_err *err);
	int (*sync)(struct aisp_device_state *d, struct aisp_err *err);

	/* Bytes of its memory that any process uses.  NULL: it has no memory of its
	 * own, and a worker's pages are all that it holds. */
	int (*used)(struct aisp_device_state *d, double *bytes, struct aisp_err *err);

	/* The current clock of its units, in MHz.  NULL: the clock of the worker's CPU,
	 * while the worker is stopped, stands for it. */
	int (*clock_mhz)(struct aisp_device_state *d, double *mhz,
			 struct aisp_err *err);
};

#endif

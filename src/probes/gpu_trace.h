/* SPDX-License-Identifier: MIT
 *
 * gpu_trace.h - what a process did on GPUs, as build/cuda_trace.so counts it.
 *
 * The plugin needs CUPTI, of which a process has one user: load it, and call
 * start(), before the CUDA context is made.  It slows every launch and it lives
 * with the code that it watches: what it says is evidence of an audit launch,
 * never a time that is reported.
 */
#ifndef AISP_GPU_TRACE_H
#define AISP_GPU_TRACE_H

#include <stddef.h>
#include <stdint.h>

/* One window, from reset() to take(), except where it says "since start()". */
struct aisp_gpu_trace {
	uint32_t n_kernels, n_memcpys, n_memsets; /* nodes of graphs included */
	uint32_t n_streams; /* that got work; a graph counts for its launch's stream */
	uint32_t n_streams_made;
	uint32_t n_graph_launches;
	uint32_t n_cooperative; /* kernels whose blocks may wait for each other */
	uint32_t n_nested; /* modules that can launch from the GPU; since start() */
	/* Called in the window; and where it launched graphs, also the host nodes
	 * of all graphs made since start(). */
	uint32_t n_host_functions;
	uint32_t n_allocs;       /* of memory on the GPU, or on the host pinned */
	uint32_t n_managed;      /* of n_allocs, managed memory */
	uint32_t n_managed_ever; /* the same since tracing began, setup() included */
	uint32_t n_syncs;        /* waits of the host for a context, stream or event */
	uint32_t n_peer;         /* copies between GPUs, and accesses enabled */
	uint32_t n_modules;      /* of GPU code that were asked for, loaded or not */
	uint32_t n_pinned; /* of host memory, allocated or registered; since start() */
	/* Bytes of these, of managed memory, and of blocks and pools on the host; a
	 * pool without limit counts 2^40.  Since start(). */
	uint64_t pinned_bytes;
	uint32_t n_contexts;    /* made, the primary one apart; since start() */
	uint32_t n_persisting;  /* requests to keep lines in L2; since start() */
	uint64_t to_host_bytes; /* copied from the GPU to the host */
	uint64_t span_ns;       /* first start to last end on the GPU */
	uint64_t busy_ns;       /* of these, with anything running */
	uint32_t n_untimed;     /* kernels and copies with no times, or not ended */
};

/*
 * Functions return 0, or -1 with the reason in why().  The caller waits for the device
 * before reset(), take() and table(), each of which flushes CUPTI's buffers.
 */
struct aisp_gpu_trace_ops {
	int (*start)(void);
	void (*reset)(void);
	int (*take)(struct aisp_gpu_trace *t);
	/*
	 * The window's kernels as a JSON array, those with the most time first:
	 * {"name", "n", "total_ns", "min_ns", "max_ns", "grid": [x, y, z],
	 * "block": [x, y, z], "registers", "shared_bytes" (per block),
	 * "local_bytes" (per thread)}.
	 * Returns how many did not fit in size bytes, or -1.
	 */
	int (*table)(char *json, size_t size);
	const char *(*why)(void);
};

/* The plugin's one symbol is this name, a const struct aisp_gpu_trace_ops. */
#define AISP_GPU_TRACE_SYMBOL "aisp_gpu_trace_ops"

#endif

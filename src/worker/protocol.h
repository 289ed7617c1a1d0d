/* SPDX-License-Identifier: MIT
 *
 * protocol.h - what the judge and a worker share: two pages of doorbells, the
 * launch plan and the data buffers, each a memory file that the worker gets
 * under a fixed descriptor.
 *
 * Once a variant is loaded the judge trusts nothing that the worker writes except
 * output bytes and the moment of `done`; the rest of the report only explains failures.
 */
#ifndef AISP_PROTOCOL_H
#define AISP_PROTOCOL_H

#include <aisp/ranks.h>
#include <aisp/workload.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "kernel/kernel_plan.h"
#include "probes/gpu_trace.h"

#define AISP_MAX_SLOTS         64
#define AISP_MAX_DEVICE_BLOCKS 256
#define AISP_MAX_FILES         24
#define AISP_PAGE              4096

enum aisp_worker_fd {
	AISP_FD_PLAN = 3, /* struct aisp_plan; mapped read-only in the worker */
	AISP_FD_REPORT,   /* struct aisp_report */
	AISP_FD_INPUTS,   /* sealed against writing through new mappings */
	AISP_FD_OUTPUTS,  /* outputs and workspaces */
	AISP_FD_BLOCKS,   /* and on: memory of the device, one for each block */
	AISP_FD_LINKS = AISP_FD_BLOCKS /* or, by rank, streams to ranks elsewhere */
};

#define AISP_AWAKE_NS 60000

enum aisp_command_word {
	AISP_CMD_ENTER,    /* drop all rights; no untrusted code is loaded yet */
	AISP_CMD_LOAD,     /* load the variant */
	AISP_CMD_SETUP,    /* setup() with slot 0 */
	AISP_CMD_CONFINE,  /* give up all system calls that run() does not need */
	AISP_CMD_RUN,      /* run() with n_calls slots from first_slot on */
	AISP_CMD_TEARDOWN, /* teardown() and exit */
	AISP_CMD_READY,    /* only answer; the worker is awake for AISP_AWAKE_NS more */
	AISP_CMD_ARM,      /* enqueue RUN's calls behind a gate; RUN only waits */
};

/* Both sides spin for this answer, if they spin at all, since its time matters. */
static inline bool aisp_is_timed(uint32_t command)
{
	return command == AISP_CMD_RUN || command == AISP_CMD_READY;
}

/* Judge to worker. */
struct aisp_bell {
	_Atomic uint32_t go; /* number of the command; a futex word */
	uint32_t command;
	uint32_t first_slot, n_calls;
	uint32_t is_patient; /* the judge sleeps until the answer wakes it */
	/* By rank: the last gate that the judge opened; a GPU reads it. */
	uint32_t opened[AISP_MAX_RANKS];
	uint32_t closed; /* the gate that ARM puts before the calls; the one before it
			  * is opened for READY */
};

/*
 * Where one tensor of one slot lies: in the host's memory, or in a block on a device.
 */
struct aisp_region {
	uint64_t address;     /* in the worker; a block's is relative to its range */
	uint64_t file_offset; /* in the memory file; for a block in the mirror */
	uint64_t pages_bytes; /* whole pages; an unmapped page on either side */
	uint64_t data_offset; /* of the first element, in the region or in a slice */
	uint32_t block;       /* descriptor AISP_FD_BLOCKS + block - 1; 0: the host's */
	/* Blocks from that one on, one for each rank: slices, pages_bytes together, or
	 * copies. n_blocks is 1 for all other regions. */
	uint32_t n_blocks, is_copied;
};

/* Blocks of a region that one worker maps: each is followed by a gap of its size. */
#define AISP_BLOCK_STRIDE 2

/* Bytes of one block of a region; all are alike. */
static inline uint64_t aisp_block_bytes(const struct aisp_region *r)
{
	return r->n_blocks > 1 && !r->is_copied ? r->pages_bytes / r->n_blocks
						: r->pages_bytes;
}

enum aisp_layer {
	AISP_LAYER_NAMESPACES, /* own user, network and IPC namespaces */
	AISP_LAYER_NO_CAPS,    /* no capabilities */
	AISP_LAYER_LANDLOCK,   /* files: system libraries and the variant only */
	AISP_LAYER_SECCOMP,    /* system calls of a loading program only */
	AISP_LAYER_CONFINED,   /* after setup(): those of a compute loop only */
	AISP_LAYER_LIMITS,     /* memory, files, core dumps */
	AISP_LAYER_READONLY,   /* a writable mapping of the inputs was refused */
	AISP_LAYER_PLAN,       /* the plan's mapping cannot be replaced */
	AISP_N_LAYERS
};

/* The worker maps the plan at this address, by which the filter recognises it. */
#define AISP_PLAN_ADDRESS UINT64_C(0x1f0000000000)
#define AISP_MAX_FILTER   512

/* What a worker may do with a file that a device's driver opens. */
enum aisp_file_right {
	AISP_FILE_READ = 1,
	AISP_FILE_WRITE = 2,
	AISP_FILE_EXECUTE = 4,
	AISP_FILE_LIST = 8,  /* directories below it, too */
	AISP_FILE_MAKE = 16, /* and remove: below it */
};

struct aisp_plan_file {
	char path[32];
	uint32_t rights;
};

/* A classic BPF program, as an array of struct sock_filter. */
struct aisp_filter {
	uint32_t n;
	uint64_t code[AISP_MAX_FILTER];
};

struct aisp_plan {
	struct aisp_bell bell;
	_Alignas(AISP_PAGE) uint32_t is_spin; /* else the worker sleeps on the bell */
	uint32_t n_slots, n_in, n_out, n_params;
	uint32_t n_threads;
	int32_t judge_pid; /* the worker dies with this process */
	int32_t group_pid; /* ranks share its namespaces; 0: each has its own */
	uint64_t workspace_bytes;
	uint64_t memory_limit_bytes; /* of addresses; 0: none, for drivers */
	uint32_t max_descriptors;
	uint32_t n_blocks;          /* 0 if tensors lie in the host's memory */
	uint64_t block_range_bytes; /* of addresses, for the blocks */
	uint32_t is_gated;          /* ARM comes before each RUN */
	uint32_t may_allocate;      /* in run() */
	uint32_t is_counted;        /* memory is judged: touch no spare memory */
	uint32_t is_patient;        /* nothing is timed: waiting OpenMP threads sleep */
	int64_t param[AISP_MAX_PARAMS];
	struct aisp_tensor in[AISP_MAX_IO], out[AISP_MAX_IO]; /* data and path unset */
	struct aisp_region in_at[AISP_MAX_SLOTS][AISP_MAX_IO];
	struct aisp_region out_at[AISP_MAX_SLOTS][AISP_MAX_IO];
	struct aisp_region workspace_at[AISP_MAX_SLOTS];
	struct aisp_rank_spec ranks; /* regions are of all ranks together */
	uint32_t is_cut;             /* bit i: each rank has a slice of input i */
	struct aisp_region windows_at[AISP_MAX_SLOTS]; /* windows, then signals */
	/* On ranks' devices, mapped by all ranks; then windows_at has only signals. */
	struct aisp_region device_windows_at[AISP_MAX_SLOTS];
	struct aisp_region device_signals_at[AISP_MAX_SLOTS];
	char in_path[AISP_MAX_IO][512]; /* inputs that lie in files */
	char written_dir[512];     /* may be written to; empty: no output is a file */
	uint32_t is_written;       /* bit o: output o is a file there */
	uint64_t file_limit_bytes; /* the largest size of such a file */
	char variant_path[4096];
	char scratch_path[4096]; /* may be read; empty: none */
	struct aisp_kernel_plan kernels;
	char launcher_path[4200]; /* loaded for a variant without host code; or "" */
	char device_plugin_path[4200]; /* empty: the device has no driver */
	char trace_plugin_path[4200];  /* empty: no audit */
	struct aisp_plan_file files[AISP_MAX_FILES]; /* besides libraries and variant */
	struct aisp_filter load_filter, run_filter;
	/* A struct sock_fprog: run_filter at its address in the worker. */
	_Alignas(8) unsigned char run_program[16];
};

/* The path of a slot's output that is a file. */
static inline void aisp_written_path(char *path, size_t size, const char *dir, int o,
				     int slot)
{
	snprintf(path, size, "%s/%d.%d", dir, o, slot);
}

/* Worker to judge; untrusted. */
struct aisp_report {
	_Atomic uint32_t done; /* number of the last command finished; a futex word */
	int32_t status;        /* 0, or -errno of the callback that failed */
	uint32_t layers;       /* bit i: enum aisp_layer i holds */
	int32_t signal;        /* what the fault handler saw, before the worker died */
	int32_t syscall;       /* the last one denied */
	uint32_t n_denied;
	uint64_t fault_address;
	uint64_t stack_bytes;    /* of the stack that it overran; 0: it did not */
	uint32_t n_gpus;         /* GPUs that the worker can see */
	uint32_t has_fp_changed; /* a call ended in another floating-point mode */
	uint32_t has_trace;
	struct aisp_gpu_trace trace; /* of the last run, in an audit launch */
	double event_ns; /* of the last run, by the device's own events; NaN: none */
	uint32_t cls, device;
	char summary[160], library[64];
	char text[256]; /* why loading failed */
	uint32_t rank;  /* set by the judge before the worker starts */
};

#endif

/* SPDX-License-Identifier: MIT
 *
 * buffers.h - the judge's side of the data: one set of inputs, outputs and
 * workspace for each slot, in memory files and GPU memory that workers map.
 *
 * A worker cannot map the inputs for writing: the file is sealed once the
 * judge has its own mapping.  Inputs that lie in files are kept here in
 * private memory and written to the scratch directory.
 *
 * GPU memory is written by the GPU; the judge's view of it, io[], is a mirror that
 * aisp_buffers_show_*() brings up to date.
 */
#ifndef AISP_BUFFERS_H
#define AISP_BUFFERS_H

#include <aisp/workload.h>

#include "base/err.h"
#include "fill.h"
#include "gpu.h"
#include "mirror.h"
#include "worker/protocol.h"

struct aisp_buffers {
	struct aisp_problem problem;
	int n_slots;
	int in_fd, out_fd;
	char *in_map, *out_map; /* the judge's mappings of the whole files */
	size_t in_bytes, out_bytes;
	struct aisp_region in_at[AISP_MAX_SLOTS][AISP_MAX_IO];
	struct aisp_region out_at[AISP_MAX_SLOTS][AISP_MAX_IO];
	struct aisp_region workspace_at[AISP_MAX_SLOTS];
	struct aisp_tensor in[AISP_MAX_SLOTS][AISP_MAX_IO],
		out[AISP_MAX_SLOTS][AISP_MAX_IO];
	struct aisp_io io[AISP_MAX_SLOTS]; /* the judge's view */
	char in_path[AISP_MAX_IO][512];
	char *in_file_data[AISP_MAX_IO];  /* private copies of inputs in files */
	const struct aisp_gpu_device *on; /* NULL: the CPU */
	struct aisp_mirror *mirror;
	size_t mirror_bytes, block_range_bytes;
	int n_blocks;
	struct aisp_gpu_block blocks[AISP_MAX_GPU_BLOCKS];
	uint64_t scratch; /* on the GPU: makes what lies in the host's memory */
};

/* Bytes that one slot takes, guard pages not counted. */
size_t aisp_slot_bytes(const struct aisp_problem *pr);

/*
 * Memory for n_slots slots, on a GPU where on is not NULL.  param and on must
 * outlive the buffers.  scratch_dir (NULL if no input lies in a file) must exist.
 * NULL with *err filled on failure.
 */
struct aisp_buffers *aisp_buffers_new(const struct aisp_problem *pr,
				      const int64_t *param, int n_slots,
				      const char *scratch_dir,
				      const struct aisp_gpu_device *on,
				      struct aisp_err *err);
void aisp_buffers_free(struct aisp_buffers *b); /* NULL is fine */

size_t aisp_buffers_out_bytes(const struct aisp_buffers *b, int o);

/* Let the data end (or else begin) at the unmapped page; for the next launch. */
void aisp_buffers_place(struct aisp_buffers *b, int is_flush_end);

/* Describe slots, tensors and paths to the worker. */
void aisp_buffers_describe(const struct aisp_buffers *b, struct aisp_plan *plan);

/* Input i of a slot has new contents: write it to its file, out of the page cache. */
int aisp_buffers_sync_file(const struct aisp_buffers *b, int i, struct aisp_err *err);

/* Input i of a slot, by whichever device holds it.  0, or -1 with *err filled. */
int aisp_buffers_fill(struct aisp_buffers *b, int slot, int i, enum aisp_dist dist,
		      uint64_t key, struct aisp_err *err);

/* io[] shows what a slot's inputs, or outputs, are now. */
int aisp_buffers_show_inputs(struct aisp_buffers *b, int slot, struct aisp_err *err);
int aisp_buffers_show_outputs(struct aisp_buffers *b, int slot, struct aisp_err *err);

/* The inputs that io[] shows were changed there: so they are now on the device. */
int aisp_buffers_send_inputs(struct aisp_buffers *b, int slot, struct aisp_err *err);

/* All pages of slot's outputs and workspace, canaries included. */
int aisp_buffers_poison(struct aisp_buffers *b, int slot, uint64_t key,
			struct aisp_err *err);

/* Put a slot's inputs, outputs and workspace out of all caches of the host. */
void aisp_buffers_flush(const struct aisp_buffers *b, int slot);

/* The GPU's cache: put everything out of it, or a slot's inputs into it. */
int aisp_buffers_flush_gpu(const struct aisp_buffers *b, struct aisp_err *err);
int aisp_buffers_warm_gpu(const struct aisp_buffers *b, int slot, struct aisp_err *err);

/* Cache lines of the slot's outputs that still hold the poison, added to *n. */
int aisp_buffers_poison_left(const struct aisp_buffers *b, int slot, uint64_t key,
			     int64_t *n, struct aisp_err *err);

/* Fingerprints of a slot's inputs, or outputs, on the GPU; 0 for the host's. */
struct aisp_digests {
	uint64_t sum[AISP_MAX_IO];
};

int aisp_buffers_digest_inputs(const struct aisp_buffers *b, int slot, uint64_t key,
			       struct aisp_digests *d, struct aisp_err *err);
int aisp_buffers_digest_outputs(const struct aisp_buffers *b, int slot, uint64_t key,
				struct aisp_digests *d, struct aisp_err *err);

/* How many of the tensors' fingerprints differ. */
int aisp_digests_differ(const struct aisp_digests *a, const struct aisp_digests *b);

/* Bytes [first, first + n) of output o are all as the poison left them. */
bool aisp_buffers_holds_poison(const struct aisp_buffers *b, int slot, int o,
			       size_t first_byte, size_t n_bytes, uint64_t key);

/* So is its element i. */
bool aisp_buffers_is_poison(const struct aisp_buffers *b, int slot, int o, int64_t i,
			    uint64_t key);

/* Bytes beside the outputs, inside their pages, that changed, added to *n. */
int aisp_buffers_canary_changed(const struct aisp_buffers *b, int slot, uint64_t key,
				int64_t *n, struct aisp_err *err);

/* Bytes of the slot's workspace that are not its poison, added to *n. */
int aisp_buffers_workspace_changed(const struct aisp_buffers *b, int slot, uint64_t key,
				   int64_t *n, struct aisp_err *err);

/* "input 'a'", "past the end of output 'c' by 64 bytes": what lies at an address. */
void aisp_buffers_name_address(const struct aisp_buffers *b, uint64_t address,
			       char *text, size_t size);

#endif

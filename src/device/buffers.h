/* SPDX-License-Identifier: MIT
 *
 * buffers.h - the judge's side of the data: one set of inputs, outputs and
 * workspace for each slot, in memory files and device memory that workers map.
 *
 * A worker cannot map the inputs for writing: the file is sealed once the
 * judge has its own mapping.  Inputs that lie in files are kept here in
 * private memory and written to the scratch directory.  Hidden inputs are in memory
 * that no worker is told of; outputs that start so get copies.
 *
 * A device's memory is written by the device; the judge's view of it, io[], is a mirror
 * that aisp_buffers_show_*() brings up to date.
 */
#ifndef AISP_BUFFERS_H
#define AISP_BUFFERS_H

#include <aisp/workload.h>

#include "base/err.h"
#include "base/meets.h"
#include "device.h"
#include "fill.h"
#include "mirror.h"
#include "worker/protocol.h"

struct aisp_buffers {
	struct aisp_problem problem;
	const struct aisp_workload *workload; /* names its parameters; may be NULL */
	enum aisp_meets meets; /* the variant's ranks have a library's walls */
	int n_slots;
	int in_fd, out_fd;
	char *in_map, *out_map; /* the judge's mappings of the whole files */
	char *stage; /* NULL: in[] lies in in_map; else here, as in_map will be */
	size_t in_bytes, out_bytes;
	struct aisp_region in_at[AISP_MAX_SLOTS][AISP_MAX_IO];
	struct aisp_region out_at[AISP_MAX_SLOTS][AISP_MAX_IO];
	struct aisp_region workspace_at[AISP_MAX_SLOTS];
	size_t workspace_room; /* bytes that each has room for */
	struct aisp_region windows_at[AISP_MAX_SLOTS]; /* and signals, of all ranks */
	struct aisp_region device_windows_at[AISP_MAX_SLOTS];
	struct aisp_region device_signals_at[AISP_MAX_SLOTS];
	struct aisp_tensor in[AISP_MAX_SLOTS][AISP_MAX_IO],
		out[AISP_MAX_SLOTS][AISP_MAX_IO];
	struct aisp_io io[AISP_MAX_SLOTS]; /* the judge's view */
	char in_path[AISP_MAX_IO][512];
	char written_dir[512]; /* of outputs that are files; "": there is none */
	int flushes_fd;        /* counts of its device; -1: none; written_files.h */
	char *in_file_data[AISP_MAX_IO]; /* private copies of inputs in files */
	char *hidden[AISP_MAX_SLOTS][AISP_MAX_IO]; /* likewise of hidden inputs */
	/* What io[] shows of tensors that are not compared where they lie; slices.h. */
	char *whole_in[AISP_MAX_SLOTS][AISP_MAX_IO],
		*whole_out[AISP_MAX_SLOTS][AISP_MAX_IO];
	const struct aisp_open_device *device;
	struct aisp_mirror *mirror;
	size_t mirror_bytes, block_range_bytes;
	int n_blocks, n_own_blocks; /* shared with workers, then the judge's own */
	struct aisp_block blocks[AISP_MAX_DEVICE_BLOCKS];
	short rank_of_block[AISP_MAX_DEVICE_BLOCKS]; /* who maps it; -1: all do */
	struct aisp_block scratch; /* of the device: makes what lies in the host's */
};

/* Bytes that one slot takes, guard pages not counted. */
size_t aisp_slot_bytes(const struct aisp_problem *pr);

/*
 * Memory for n_slots slots on that device.  param and device must outlive the buffers.
 * scratch_dir (NULL if no input lies in a file) must exist. NULL with *err filled on
 * failure.
 */
struct aisp_buffers *aisp_buffers_new(const struct aisp_problem *pr,
				      const int64_t *param, int n_slots,
				      const char *scratch_dir,
				      const struct aisp_open_device *device,
				      struct aisp_err *err);
void aisp_buffers_free(struct aisp_buffers *b); /* NULL is fine */

/*
 * Inputs that are written in less time than a stopped worker needs to go on may be
 * kept from it until its bell: the judge has them in memory of its own, and shows a
 * slot's by copying them.  Others must be there before the worker is resumed.
 */
bool aisp_can_stage(const struct aisp_problem *pr);

/* From now on keep the inputs from the worker, if that can be; not on a GPU. */
int aisp_buffers_stage(struct aisp_buffers *b, struct aisp_err *err);

/* Show the slot's inputs to the worker, and what its outputs start as, if they are
 * kept from it. */
void aisp_buffers_reveal(const struct aisp_buffers *b, int slot);

/* The same for one step of an episode; they are kept from it. */
void aisp_buffers_reveal_step(const struct aisp_buffers *b, int slot, int64_t step);

size_t aisp_buffers_out_bytes(const struct aisp_buffers *b, int o);

/* From the next launch on workspaces have so many bytes, of those that they were made
 * with. */
void aisp_buffers_give_workspace(struct aisp_buffers *b, size_t bytes);

/* Let the data end (or else begin) at the unmapped page; for the next launch. */
void aisp_buffers_place(struct aisp_buffers *b, int is_flush_end);

/* Describe slots, tensors and paths to the worker. */
void aisp_buffers_describe(const struct aisp_buffers *b, struct aisp_plan *plan);

/* Input i of a slot has new contents: write it to its file, out of the page cache. */
int aisp_buffers_sync_file(const struct aisp_buffers *b, int i, struct aisp_err *err);

/* Input i of a slot, by whichever device holds it.  0, or -1 with *err filled; so for
 * all that follow. */
int aisp_buffers_fill(struct aisp_buffers *b, int slot, int i, enum aisp_dist dist,
		      uint64_t key, struct aisp_err *err);

/* io[] shows what a slot's inputs, or outputs, are now. */
int aisp_buffers_show_inputs(struct aisp_buffers *b, int slot, struct aisp_err *err);
int aisp_buffers_show_outputs(struct aisp_buffers *b, int slot, struct aisp_err *err);

/* The inputs that io[] shows were changed there: so they are now on the device. */
int aisp_buffers_send_inputs(struct aisp_buffers *b, int slot, struct aisp_err *err);

/*
 * All pages of slot's outputs, workspace and windows, canaries included, and signals
 * zero; then outputs that start as an input hold it, unless that is kept for
 * aisp_buffers_reveal().  All of it is there when this returns.
 */
int aisp_buffers_poison(struct aisp_buffers *b, int slot, uint64_t key,
			struct aisp_err *err);

/*
 * What the first n_slots slots have is in no cache; or their inputs are in the
 * device's own, as far as it holds them.
 */
int aisp_buffers_cool(const struct aisp_buffers *b, int n_slots, struct aisp_err *err);
int aisp_buffers_warm(const struct aisp_buffers *b, int n_slots, struct aisp_err *err);

/* Read what lies in the host's memory: the caches of this thread's CPU hold what they
 * can of it. */
void aisp_buffers_touch(const struct aisp_buffers *b, int n_slots);

/* Cache lines of the slot's outputs that still hold the poison, added to *n. */
int aisp_buffers_poison_left(const struct aisp_buffers *b, int slot, uint64_t key,
			     int64_t *n, struct aisp_err *err);

/* Can all of a tensor be looked at, by a fingerprint? */
bool aisp_buffers_have_digests(const struct aisp_buffers *b);

/* Of a slot's inputs, or outputs, on the device; 0 for what lies in the host's memory,
 * and all 0 without digests. */
struct aisp_digests {
	uint64_t sum[AISP_MAX_IO];
};

int aisp_buffers_digest_inputs(const struct aisp_buffers *b, int slot, uint64_t key,
			       struct aisp_digests *d, struct aisp_err *err);
int aisp_buffers_digest_outputs(const struct aisp_buffers *b, int slot, uint64_t key,
				struct aisp_digests *d, struct aisp_err *err);

/* How many of the tensors' fingerprints differ. */
int aisp_digests_differ(const struct aisp_digests *a, const struct aisp_digests *b);

/* Bytes [first, first + n) of output o are all as the poison left them: seen, if they
 * are that; what is there now. */
bool aisp_buffers_is_poison(const struct aisp_buffers *b, int slot, int o,
			    size_t first_byte, size_t n_bytes, uint64_t key,
			    const char *seen);
bool aisp_buffers_holds_poison(const struct aisp_buffers *b, int slot, int o,
			       size_t first_byte, size_t n_bytes, uint64_t key);

/* Its element i is what it was before the call: poison, or what it started as. */
bool aisp_buffers_is_untouched(const struct aisp_buffers *b, int slot, int o, int64_t i,
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

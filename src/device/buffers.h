/* SPDX-License-Identifier: MIT
 *
 * buffers.h - the judge's side of the data: one set of inputs, outputs and
 * workspace for each slot, in memory files and device memory that workers map.
 *
 * A worker cannot map the inputs for writing: the file is sealed once the
 * judge has its own mapping.  Inputs that lie in files are kept here in
 * private memory and written to the scratch directory.  Hidden inputs are in memory
 * that no worker can map; outputs that start as one get copies.
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
	enum aisp_meets meets; /* the library whose walls the variant's ranks need */
	int n_slots;
	int in_fd, out_fd;
	char *in_map, *out_map; /* the judge's mappings of the whole files */
	char *stage;            /* NULL: in[] is in in_map; else here, laid out alike */
	size_t in_bytes, out_bytes;
	struct aisp_region in_at[AISP_MAX_SLOTS][AISP_MAX_IO];
	struct aisp_region out_at[AISP_MAX_SLOTS][AISP_MAX_IO];
	struct aisp_region workspace_at[AISP_MAX_SLOTS];
	size_t workspace_room; /* bytes allocated for each workspace */
	struct aisp_region windows_at[AISP_MAX_SLOTS]; /* of all ranks, then signals */
	struct aisp_region device_windows_at[AISP_MAX_SLOTS];
	struct aisp_region device_signals_at[AISP_MAX_SLOTS];
	struct aisp_tensor in[AISP_MAX_SLOTS][AISP_MAX_IO],
		out[AISP_MAX_SLOTS][AISP_MAX_IO];
	struct aisp_io io[AISP_MAX_SLOTS]; /* the judge's view */
	char in_path[AISP_MAX_IO][512];
	char written_dir[512]; /* of outputs in files; "": there are none */
	int flushes_fd;        /* counters of their disk; -1: none; written_files.h */
	char *in_file_data[AISP_MAX_IO]; /* private copies of inputs in files */
	char *hidden[AISP_MAX_SLOTS][AISP_MAX_IO]; /* likewise, of hidden inputs */
	/* What io[] shows of tensors that are not compared in place; slices.h. */
	char *whole_in[AISP_MAX_SLOTS][AISP_MAX_IO],
		*whole_out[AISP_MAX_SLOTS][AISP_MAX_IO];
	const struct aisp_open_device *device;
	struct aisp_mirror *mirror;
	size_t mirror_bytes, block_range_bytes;
	int n_blocks, n_own_blocks; /* shared with workers; then the judge's own */
	struct aisp_block blocks[AISP_MAX_DEVICE_BLOCKS];
	short rank_of_block[AISP_MAX_DEVICE_BLOCKS]; /* which rank maps it; -1: all */
	struct aisp_block scratch; /* on the device: makes tensors of the host */
};

/* Bytes of one slot, without guard pages. */
size_t aisp_slot_bytes(const struct aisp_problem *pr);

/*
 * Allocate n_slots slots on that device. param and device must outlive the buffers.
 * scratch_dir (NULL if no tensor lies in a file) must exist.  Returns NULL with *err
 * filled on failure.
 */
struct aisp_buffers *aisp_buffers_new(const struct aisp_problem *pr,
				      const int64_t *param, int n_slots,
				      const char *scratch_dir,
				      const struct aisp_open_device *device,
				      struct aisp_err *err);
void aisp_buffers_free(struct aisp_buffers *b); /* NULL is fine */

/*
 * Small inputs, which are copied faster than a stopped worker resumes, can be hidden
 * from it until its bell: the judge keeps them in its own memory, and copies a slot's
 * to show them.  Other inputs must be there before the worker is resumed.
 */
bool aisp_can_stage(const struct aisp_problem *pr);

/* From now on hide the inputs from the worker, if possible; never on a GPU. */
int aisp_buffers_stage(struct aisp_buffers *b, struct aisp_err *err);

/* Show the slot's hidden inputs to the worker, and fill outputs that start as
 * inputs. */
void aisp_buffers_reveal(const struct aisp_buffers *b, int slot);

/* The same for the inputs of one step of an episode. */
void aisp_buffers_reveal_step(const struct aisp_buffers *b, int slot, int64_t step);

size_t aisp_buffers_out_bytes(const struct aisp_buffers *b, int o);

/* From the next launch on workspaces have that many bytes, at most as many as they were
 * allocated with. */
void aisp_buffers_give_workspace(struct aisp_buffers *b, size_t bytes);

/* For the next launch: let the data end (or else begin) at an unmapped page. */
void aisp_buffers_place(struct aisp_buffers *b, int is_flush_end);

/* Describe slots, tensors and paths to the worker. */
void aisp_buffers_describe(const struct aisp_buffers *b, struct aisp_plan *plan);

/* Write the new contents of input i to its file, and drop them from the page cache. */
int aisp_buffers_sync_file(const struct aisp_buffers *b, int i, struct aisp_err *err);

/* Fill input i of a slot, on the device that holds it.  Returns 0, or -1 with *err
 * filled, like all functions below. */
int aisp_buffers_fill(struct aisp_buffers *b, int slot, int i, enum aisp_dist dist,
		      uint64_t key, struct aisp_err *err);

/* Let io[] show the present contents of a slot's inputs, or outputs. */
int aisp_buffers_show_inputs(struct aisp_buffers *b, int slot, struct aisp_err *err);
int aisp_buffers_show_outputs(struct aisp_buffers *b, int slot, struct aisp_err *err);

/* Copy inputs that were changed in io[] to the device. */
int aisp_buffers_send_inputs(struct aisp_buffers *b, int slot, struct aisp_err *err);

/*
 * Poison all pages of a slot's outputs, workspace and windows, canaries included, and
 * zero its signals; then fill outputs that start as an input, unless
 * aisp_buffers_reveal() will.  All is done on return.
 */
int aisp_buffers_poison(struct aisp_buffers *b, int slot, uint64_t key,
			struct aisp_err *err);

/*
 * Evict the data of the first n_slots slots from all caches; or load their inputs into
 * the device's cache, as far as it holds them.
 */
int aisp_buffers_cool(const struct aisp_buffers *b, int n_slots, struct aisp_err *err);
int aisp_buffers_warm(const struct aisp_buffers *b, int n_slots, struct aisp_err *err);

/* Read the data in the host's memory: the caches of this thread's CPU then hold as much
 * of them as they can. */
void aisp_buffers_touch(const struct aisp_buffers *b, int n_slots);

/* Adds to *n the cache lines of the slot's outputs that still hold the poison. */
int aisp_buffers_poison_left(const struct aisp_buffers *b, int slot, uint64_t key,
			     int64_t *n, struct aisp_err *err);

/* Can whole tensors be checked by digests? */
bool aisp_buffers_have_digests(const struct aisp_buffers *b);

/* Digests of a slot's inputs, or outputs, on the device; 0 for tensors in the host's
 * memory, and all 0 if the device makes none. */
struct aisp_digests {
	uint64_t sum[AISP_MAX_IO];
};

int aisp_buffers_digest_inputs(const struct aisp_buffers *b, int slot, uint64_t key,
			       struct aisp_digests *d, struct aisp_err *err);
int aisp_buffers_digest_outputs(const struct aisp_buffers *b, int slot, uint64_t key,
				struct aisp_digests *d, struct aisp_err *err);

/* How many tensors have different digests. */
int aisp_digests_differ(const struct aisp_digests *a, const struct aisp_digests *b);

/* Are bytes [first, first + n) of output o all poison: those in `seen`; those that are
 * there now? */
bool aisp_buffers_is_poison(const struct aisp_buffers *b, int slot, int o,
			    size_t first_byte, size_t n_bytes, uint64_t key,
			    const char *seen);
bool aisp_buffers_holds_poison(const struct aisp_buffers *b, int slot, int o,
			       size_t first_byte, size_t n_bytes, uint64_t key);

/* Is element i as it was before the call: poison, or what it started as? */
bool aisp_buffers_is_untouched(const struct aisp_buffers *b, int slot, int o, int64_t i,
			       uint64_t key);

/* Adds to *n the bytes beside outputs and workspace, in their pages, that changed. */
int aisp_buffers_canary_changed(const struct aisp_buffers *b, int slot, uint64_t key,
				int64_t *n, struct aisp_err *err);
/* Where the first of these is: "behind output 'sum'"; or "". */
void aisp_buffers_canary_place(const struct aisp_buffers *b, int slot, uint64_t key,
			       char *text, size_t size);

/* Adds to *n the bytes of the slot's workspace that are not its poison. */
int aisp_buffers_workspace_changed(const struct aisp_buffers *b, int slot, uint64_t key,
				   int64_t *n, struct aisp_err *err);

/* Describes an address in a worker: "byte 8 of output 'c'". */
void aisp_buffers_name_address(const struct aisp_buffers *b, uint64_t address,
			       char *text, size_t size);

#endif

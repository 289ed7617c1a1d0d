/* SPDX-License-Identifier: MIT
 *
 * in_process_tensors.h - the tensors of a variant in this process.
 */
#ifndef AISP_IN_PROCESS_TENSORS_H
#define AISP_IN_PROCESS_TENSORS_H

#include "suite.h"

/* A call's tensors: at the host, and where the variant works (its_in, its_out). */
struct aisp_tensors {
	const struct aisp_contract *contract;
	const struct aisp_open_device *device;
	const struct aisp_suite *suite; /* the user may have given its inputs */
	struct aisp_tensor in[AISP_MAX_IO], out[AISP_MAX_IO]; /* the host's */
	struct aisp_tensor its_in[AISP_MAX_IO], its_out[AISP_MAX_IO];
	struct aisp_block in_block[AISP_MAX_IO], out_block[AISP_MAX_IO], workspace;
	struct aisp_io host_io, io;
};

/* All return 0, or -1 with *err filled; release also after a failed init. */
int aisp_tensors_init(struct aisp_tensors *t, struct aisp_err *err);
void aisp_tensors_release(struct aisp_tensors *t);

/* Copy inputs, and outputs that start as inputs, from the host to the variant. */
int aisp_tensors_send(const struct aisp_tensors *t, struct aisp_err *err);

/* Poison outputs: what the variant does not write is wrong. */
int aisp_tensors_poison(const struct aisp_tensors *t, uint64_t key,
			struct aisp_err *err);

/* Copy the outputs back to the host. */
int aisp_tensors_fetch(const struct aisp_tensors *t, struct aisp_err *err);

#endif

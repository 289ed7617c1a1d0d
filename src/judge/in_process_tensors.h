/* SPDX-License-Identifier: MIT
 *
 * in_process_tensors.h - the tensors of a variant in this process.
 */
#ifndef AISP_IN_PROCESS_TENSORS_H
#define AISP_IN_PROCESS_TENSORS_H

#include "suite.h"

/* The tensors of one call, at the host and where the variant works. */
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

/* The host's inputs, and what outputs start as, to where the variant works. */
int aisp_tensors_send(const struct aisp_tensors *t, struct aisp_err *err);

/* What no variant writes is wrong, not what the memory held before. */
int aisp_tensors_poison(const struct aisp_tensors *t, uint64_t key,
			struct aisp_err *err);

/* Copy the outputs back to the host. */
int aisp_tensors_fetch(const struct aisp_tensors *t, struct aisp_err *err);

#endif

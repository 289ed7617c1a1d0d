/* SPDX-License-Identifier: MIT
 *
 * encode_state.h - a variant's state where it is but the function that describes
 * matrices to the tensor memory accelerator.
 */
#ifndef AISP_ENCODE_STATE_H
#define AISP_ENCODE_STATE_H

#include <aisp/tma.h>
#include <stdlib.h>

/* setup() of a kernel that has so much dynamic shared memory. */
template <auto KERNEL, int SHARED_BYTES>
static int encode_setup(const struct aisp_io *io, void **state)
{
	aisp_encode *encode = (aisp_encode *)calloc(1, sizeof(*encode));

	(void)io;
	*state = encode;
	if (!encode)
		return -ENOMEM;
	AISP_TRY(cudaFuncSetAttribute(
		KERNEL, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES));
	return aisp_find_encode(encode);
}

#endif

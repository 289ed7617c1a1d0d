/* SPDX-License-Identifier: MIT
 *
 * encode_state.h - a variant's state where it is but the function that describes
 * matrices to the tensor memory accelerator.
 */
#ifndef ENCODE_STATE_H
#define ENCODE_STATE_H

#include <aisp/tma.h>
#include <stdlib.h>

/* Allows the kernel its dynamic shared memory, too. */
static int encode_setup(const void *kernel, int shared_bytes, void **state)
{
	aisp_encode *encode = (aisp_encode *)calloc(1, sizeof(*encode));

	*state = encode;
	if (!encode)
		return -ENOMEM;
	AISP_TRY(cudaFuncSetAttribute(
		kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
	return aisp_find_encode(encode);
}

#endif

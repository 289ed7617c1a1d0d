/* SPDX-License-Identifier: MIT
 *
 * attention_maps.h - q, k, v and o of [heads][seq][dim] as the tensor copies see
 * them.  Shared by the variants that use them.
 */
#ifndef ATTENTION_MAPS_H
#define ATTENTION_MAPS_H

#include "boxes.h"
#include <aisp/cuda.h>
#include <stdlib.h>

#define CHUNK 64 /* elements of bf16 in a row of 128 bytes */

typedef PFN_cuTensorMapEncodeTiled_v12000 encode_fn;

static int find_encode(encode_fn *encode)
{
	enum cudaDriverEntryPointQueryResult found;

	AISP_TRY(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled",
						  (void **)encode, 12000,
						  cudaEnableDefault, &found));
	return *encode ? 0 : -ENOTSUP;
}

/* A box is `rows` rows of each of `heads` heads, CHUNK columns of them. */
static int map_heads(encode_fn encode, CUtensorMap *map, const struct aisp_tensor *t,
		     unsigned rows, unsigned heads = 1)
{
	cuuint64_t dim = (cuuint64_t)t->shape[2];
	cuuint64_t size[] = { dim, (cuuint64_t)t->shape[1], (cuuint64_t)t->shape[0] };
	cuuint64_t pitch[] = { dim * 2, dim * 2 * size[1] };
	cuuint32_t box[] = { CHUNK, rows, heads }, step[] = { 1, 1, 1 };

	return encode(map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 3, t->data, size, pitch,
		      box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
		      CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
		      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS
		       ? 0
		       : -EINVAL;
}

/* Rows of two CHUNKs, whose halves are a dimension of their own, so that one copy
 * brings `rows` of them. */
static int map_rows(encode_fn encode, CUtensorMap *map, const struct aisp_tensor *t,
		    unsigned rows)
{
	cuuint64_t size[] = { CHUNK, (cuuint64_t)aisp_elems(t) / (2 * CHUNK), 2 };
	cuuint64_t pitch[] = { 2 * CHUNK * 2, CHUNK * 2 };
	cuuint32_t box[] = { CHUNK, rows, 2 }, step[] = { 1, 1, 1 };

	return encode(map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 3, t->data, size, pitch,
		      box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
		      CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
		      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS
		       ? 0
		       : -EINVAL;
}

#endif

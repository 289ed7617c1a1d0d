/* SPDX-License-Identifier: MIT
 *
 * tma.h - tensor maps, which tell the tensor memory accelerator of a matrix in
 * memory, without a link to the driver's library.  Making one is arithmetic alone,
 * and may be done in run().
 */
#ifndef AISP_TMA_H
#define AISP_TMA_H

#include <aisp/cuda.h>
#include <cudaTypedefs.h>

typedef PFN_cuTensorMapEncodeTiled_v12000 aisp_encode;

/* In setup().  0, or -errno. */
static inline int aisp_find_encode(aisp_encode *encode)
{
	enum cudaDriverEntryPointQueryResult found;

	AISP_TRY(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled",
						  (void **)encode, 12000,
						  cudaEnableDefault, &found));
	return *encode ? 0 : -ENOTSUP;
}

/*
 * The map of a matrix, in boxes of rows x cols elements of elem_bytes; swizzled if a
 * box's rows have 128 bytes.  Parts of a box outside the matrix are read as zeros and
 * not written.  The matrix's rows must be multiples of 16 bytes.  On a miss L2 fetches
 * `ahead` bytes.  Returns 0 or -EINVAL.
 */
static inline int aisp_describe_ahead(aisp_encode encode, const struct aisp_tensor *t,
				      unsigned elem_bytes, unsigned rows, unsigned cols,
				      CUtensorMapL2promotion ahead, CUtensorMap *map)
{
	const CUtensorMapDataType type =
		elem_bytes == 1   ? CU_TENSOR_MAP_DATA_TYPE_UINT8
		: elem_bytes == 2 ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16
		: elem_bytes == 4 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32
				  : CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
	cuuint64_t size[] = { (cuuint64_t)t->shape[1], (cuuint64_t)t->shape[0] };
	cuuint64_t pitch[] = { size[0] * elem_bytes };
	cuuint32_t box[] = { cols, rows }, step[] = { 1, 1 };

	return encode(map, type, 2, t->data, size, pitch, box, step,
		      CU_TENSOR_MAP_INTERLEAVE_NONE,
		      cols * elem_bytes == 128 ? CU_TENSOR_MAP_SWIZZLE_128B
					       : CU_TENSOR_MAP_SWIZZLE_NONE,
		      ahead, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS
		       ? 0
		       : -EINVAL;
}

static inline int aisp_describe(aisp_encode encode, const struct aisp_tensor *t,
				unsigned elem_bytes, unsigned rows, unsigned cols,
				CUtensorMap *map)
{
	return aisp_describe_ahead(encode, t, elem_bytes, rows, cols,
				   CU_TENSOR_MAP_L2_PROMOTION_L2_256B, map);
}

#endif

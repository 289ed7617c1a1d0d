/* SPDX-License-Identifier: MIT
 *
 * lt_f32.h - products of lt_product.h in fp32.
 */
#ifndef AISP_LT_F32_H
#define AISP_LT_F32_H

#include <aisp/lt_product.h>

/* In fp32, by the first algorithm: a product of tf32 is one of a lower precision. */
static inline int lt_describe_f32(struct lt *l, const struct lt_shape *s,
				  size_t room_bytes)
{
	int rc = lt_describe(l, s, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F);

	return rc ? rc : lt_take_first(l, room_bytes);
}

#endif

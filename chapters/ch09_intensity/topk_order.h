/* SPDX-License-Identifier: MIT
 *
 * topk_order.h - floats as unsigned integers of the same order, and back; not NaN.
 */
#ifndef TOPK_ORDER_H
#define TOPK_ORDER_H

#include <aisp/cuda.h>

static __device__ uint32_t order_of(float x)
{
	uint32_t bits = __float_as_uint(x);

	return bits >> 31 ? ~bits : bits | 1u << 31;
}

static __device__ float value_of(uint32_t order)
{
	return __uint_as_float(order >> 31 ? order & ~(1u << 31) : ~order);
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * fill_put.cuh - store a number as an element of each type, rounded as in
 * src/base/dtype.c.
 */
#ifndef AISP_CUDA_JUDGE_FILL_PUT_H
#define AISP_CUDA_JUDGE_FILL_PUT_H

#include <aisp/formats.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

static __device__ void put(float *p, double x)
{
	*p = (float)x;
}
static __device__ void put(double *p, double x)
{
	*p = x;
}
static __device__ void put(__half *p, double x)
{
	*p = __double2half(x);
}
static __device__ void put(__nv_bfloat16 *p, double x)
{
	*p = __double2bfloat16(x);
}

/* A format of 8 bits. */
template <int TYPE> struct code {
	uint8_t bits;
};
template <int TYPE> static __device__ void put(struct code<TYPE> *p, double x)
{
	p->bits = (uint8_t)aisp_code_of((enum aisp_dtype)TYPE, x);
}

/* Rounded to binary32 by rounding to odd, as in base/dtype.c, then to nearest. */
struct tf32 {
	uint32_t bits;
};
static __device__ void put(struct tf32 *p, double x)
{
	float f = __double2float_rz(x);
	uint32_t bits = __float_as_uint(f) | ((double)f != x);

	p->bits = (bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffu;
}
static __device__ void put(int8_t *p, double x)
{
	*p = (int8_t)fmin(x, 127.);
}
static __device__ void put(uint8_t *p, double x)
{
	*p = (uint8_t)fmin(fmax(x, 0.), 255.);
}
static __device__ void put(int32_t *p, double x)
{
	*p = (int32_t)x;
}
static __device__ void put(int64_t *p, double x)
{
	*p = (int64_t)x;
}
static __device__ void put(uint16_t *p, double x)
{
	*p = (uint16_t)x;
}
static __device__ void put(uint32_t *p, double x)
{
	*p = (uint32_t)x;
}
static __device__ void put(uint64_t *p, double x)
{
	*p = (uint64_t)x;
}

#endif

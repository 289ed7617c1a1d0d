/* SPDX-License-Identifier: MIT
 *
 * float_bits.h - a binary32 number as its bits, on CPUs and GPUs.
 */
#ifndef AISP_FLOAT_BITS_H
#define AISP_FLOAT_BITS_H

#include <stdint.h>
#include <string.h>

#include <aisp/host_device.h>

AISP_HD static inline float aisp_float_of_bits(uint32_t bits)
{
	float x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

AISP_HD static inline uint32_t aisp_bits_of_float(float x)
{
	uint32_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

#endif

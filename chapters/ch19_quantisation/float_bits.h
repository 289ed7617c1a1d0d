/* SPDX-License-Identifier: MIT
 *
 * float_bits.h - an fp32 number and its bits.
 */
#ifndef FLOAT_BITS_H
#define FLOAT_BITS_H

#include <aisp/host_device.h>
#include <stdint.h>
#include <string.h>

AISP_HD static inline float float_of(uint32_t bits)
{
	float x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

AISP_HD static inline uint32_t bits_of(float x)
{
	uint32_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

#endif

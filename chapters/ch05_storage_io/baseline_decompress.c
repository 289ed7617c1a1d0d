/* SPDX-License-Identifier: MIT
 *
 * As the format is described: a byte after the other.
 */
#include "workload_decompress.h"

#include "blocks_decompress.h"

static inline void put_literals(struct place *p, int64_t n)
{
	while (n--)
		*p->at++ = *p->s++;
}

static inline void put_match(struct place *p, int64_t distance, int64_t n)
{
	for (; n--; p->at++)
		*p->at = p->at[-distance];
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a byte at a time",
	.run = decompress_all,
};

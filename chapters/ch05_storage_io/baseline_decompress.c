/* SPDX-License-Identifier: MIT
 *
 * The format as described: whole copies, and one byte after the other where a match
 * overlaps itself.
 */
#include "workload_decompress.h"

#include "blocks_decompress.h"
#include <string.h>

static inline void put_literals(struct place *p, int64_t n)
{
	memcpy(p->at, p->s, (size_t)n);
	p->at += n;
	p->s += n;
}

static inline void put_match(struct place *p, int64_t distance, int64_t n)
{
	if (distance >= n) {
		memcpy(p->at, p->at - distance, (size_t)n);
		p->at += n;
		return;
	}
	for (; n--; p->at++)
		*p->at = p->at[-distance];
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "copies of the exact length",
	.run = decompress_all,
};

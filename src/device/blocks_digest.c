/* SPDX-License-Identifier: MIT
 *
 * blocks_digest.c - digests of tensors on a device.
 */
#include <string.h>

#include "base/rng.h"
#include "blocks.h"
#include "slices.h"

bool aisp_buffers_have_digests(const struct aisp_buffers *b)
{
	return b->device->ops->digest;
}

/* Adds up the digests of n_bytes of each block; a single block's is taken as it is. */
static int digest_region(const struct aisp_buffers *b, const struct aisp_region *r,
			 size_t n_bytes, uint64_t key, uint64_t *sum,
			 struct aisp_err *err)
{
	const struct aisp_open_device *d = b->device;

	for (uint32_t k = 0; k < r->n_blocks; k++) {
		uint64_t its = 0;

		if (d->ops->digest(d->state,
				   b->blocks[r->block - 1 + k].address + r->data_offset,
				   n_bytes, key, &its, err))
			return -1;
		*sum += k ? aisp_random_at(its, k) : its;
	}
	return 0;
}

static int digest(const struct aisp_buffers *b, const struct aisp_region *r,
		  const struct aisp_spec *spec, int n, uint64_t key,
		  struct aisp_digests *d, struct aisp_err *err)
{
	memset(d, 0, sizeof(*d));
	for (int i = 0; i < n && b->device->ops->digest; i++)
		if (digest_region(b, &r[i], aisp_slice_bytes(&b->problem, &spec[i]),
				  key, &d->sum[i], err))
			return -1;
	return 0;
}

int aisp_buffers_digest_inputs(const struct aisp_buffers *b, int slot, uint64_t key,
			       struct aisp_digests *d, struct aisp_err *err)
{
	return digest(b, b->in_at[slot], b->problem.in, b->problem.n_in, key, d, err);
}

int aisp_buffers_digest_outputs(const struct aisp_buffers *b, int slot, uint64_t key,
				struct aisp_digests *d, struct aisp_err *err)
{
	return digest(b, b->out_at[slot], b->problem.out, b->problem.n_out, key, d,
		      err);
}

int aisp_digests_differ(const struct aisp_digests *a, const struct aisp_digests *b)
{
	int n = 0;

	for (int i = 0; i < AISP_MAX_IO; i++)
		n += a->sum[i] != b->sum[i];
	return n;
}

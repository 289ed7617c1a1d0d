/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/dtype.h"
#include "blocks.h"

static uint64_t address_of(const struct aisp_buffers *b, const struct aisp_region *r)
{
	return b->blocks[r->block - 1].address;
}

static size_t tensor_bytes(const struct aisp_tensor *t)
{
	return (size_t)aisp_elems(t) * aisp_dtype_bytes(t->dtype);
}

static int new_block(struct aisp_buffers *b, const struct aisp_region *r,
		     struct aisp_err *err)
{
	if (!r->block)
		return 0;
	return b->on->ops->alloc(b->on->gpu, r->pages_bytes, &b->blocks[r->block - 1],
				 err);
}

/* As large as the largest tensor in the host's memory. */
static int new_scratch(struct aisp_buffers *b, struct aisp_err *err)
{
	size_t most = 0;

	for (int i = 0; i < b->problem.n_in; i++)
		if (b->in_at[0][i].pages_bytes > most && !b->in_at[0][i].block)
			most = b->in_at[0][i].pages_bytes;
	for (int o = 0; o < b->problem.n_out; o++)
		if (b->out_at[0][o].pages_bytes > most && !b->out_at[0][o].block)
			most = b->out_at[0][o].pages_bytes;
	return b->on->ops->alloc_plain(b->on->gpu, most, &b->scratch, err);
}

int aisp_blocks_new(struct aisp_buffers *b, struct aisp_err *err)
{
	for (int k = 0; k < b->n_blocks; k++)
		b->blocks[k].fd = -1;
	for (int s = 0; s < b->n_slots; s++) {
		for (int i = 0; i < b->problem.n_in; i++)
			if (new_block(b, &b->in_at[s][i], err))
				return -1;
		for (int o = 0; o < b->problem.n_out; o++)
			if (new_block(b, &b->out_at[s][o], err))
				return -1;
		if (new_block(b, &b->workspace_at[s], err))
			return -1;
	}
	return new_scratch(b, err);
}

void aisp_blocks_free(struct aisp_buffers *b)
{
	for (int k = 0; k < b->n_blocks; k++)
		if (b->blocks[k].bytes)
			b->on->ops->free(b->on->gpu, &b->blocks[k]);
	if (b->scratch)
		b->on->ops->free_plain(b->on->gpu, b->scratch);
}

int aisp_block_poison_host(const struct aisp_buffers *b, char *data, size_t n_bytes,
			   uint64_t key, struct aisp_err *err)
{
	if (!b->scratch) {
		aisp_poison(data, n_bytes, key);
		return 0;
	}
	return b->on->ops->poison(b->on->gpu, b->scratch, n_bytes, key, err) ||
			       b->on->ops->download(b->on->gpu, data, b->scratch,
						    n_bytes, err)
		       ? -1
		       : 0;
}

int aisp_block_poison(const struct aisp_buffers *b, const struct aisp_region *r,
		      uint64_t key, struct aisp_err *err)
{
	return b->on->ops->poison(b->on->gpu, address_of(b, r), r->pages_bytes, key,
				  err);
}

int aisp_block_poison_left(const struct aisp_buffers *b, const struct aisp_region *r,
			   size_t n_bytes, uint64_t key, int64_t *n,
			   struct aisp_err *err)
{
	int64_t more;

	if (b->on->ops->poison_left(b->on->gpu, address_of(b, r), r->data_offset,
				    n_bytes, key, &more, err))
		return -1;
	*n += more;
	return 0;
}

int aisp_block_changed(const struct aisp_buffers *b, const struct aisp_region *r,
		       size_t first_byte, size_t n_bytes, uint64_t key, int64_t *n,
		       struct aisp_err *err)
{
	int64_t more = 0;

	if (n_bytes && b->on->ops->poison_changed(b->on->gpu, address_of(b, r),
						  first_byte, n_bytes, key, &more, err))
		return -1;
	*n += more;
	return 0;
}

int aisp_buffers_fill(struct aisp_buffers *b, int slot, int i, enum aisp_dist dist,
		      uint64_t key, struct aisp_err *err)
{
	const struct aisp_region *r = &b->in_at[slot][i];
	const struct aisp_tensor *t = &b->in[slot][i];
	const struct aisp_spec *spec = &b->problem.in[i];

	if (r->block)
		return b->on->ops->fill(b->on->gpu, address_of(b, r) + r->data_offset,
					aisp_elems(t), spec, dist, key, err);
	if (b->scratch)
		return b->on->ops->fill(b->on->gpu, b->scratch, aisp_elems(t), spec,
					dist, key, err) ||
				       b->on->ops->download(b->on->gpu, t->data,
							    b->scratch, tensor_bytes(t),
							    err)
			       ? -1
			       : 0;
	aisp_fill(t->data, aisp_elems(t), spec, dist, key);
	return 0;
}

int aisp_buffers_send_inputs(struct aisp_buffers *b, int slot, struct aisp_err *err)
{
	for (int i = 0; i < b->problem.n_in; i++) {
		const struct aisp_region *r = &b->in_at[slot][i];

		if (r->block && aisp_mirror_send(b->mirror, r->file_offset,
						 address_of(b, r), r->pages_bytes, err))
			return -1;
	}
	return b->on ? b->on->ops->sync(b->on->gpu, err) : 0;
}

static int show(struct aisp_buffers *b, const struct aisp_region *r, int n,
		struct aisp_err *err)
{
	for (int i = 0; i < n; i++)
		if (r[i].block &&
		    aisp_mirror_show(b->mirror, r[i].file_offset, address_of(b, &r[i]),
				     r[i].pages_bytes, err))
			return -1;
	return 0;
}

int aisp_buffers_show_inputs(struct aisp_buffers *b, int slot, struct aisp_err *err)
{
	return show(b, b->in_at[slot], b->problem.n_in, err);
}

int aisp_buffers_show_outputs(struct aisp_buffers *b, int slot, struct aisp_err *err)
{
	return show(b, b->out_at[slot], b->problem.n_out, err);
}

int aisp_buffers_flush_gpu(const struct aisp_buffers *b, struct aisp_err *err)
{
	return b->on ? b->on->ops->flush(b->on->gpu, err) : 0;
}

int aisp_buffers_warm_gpu(const struct aisp_buffers *b, int slot, struct aisp_err *err)
{
	for (int i = 0; b->on && i < b->problem.n_in; i++) {
		const struct aisp_region *r = &b->in_at[slot][i];

		if (r->block &&
		    b->on->ops->warm(b->on->gpu, address_of(b, r), r->pages_bytes, err))
			return -1;
	}
	return 0;
}

static int digest(const struct aisp_buffers *b, const struct aisp_region *r,
		  const struct aisp_tensor *t, int n, uint64_t key,
		  struct aisp_digests *d, struct aisp_err *err)
{
	memset(d, 0, sizeof(*d));
	for (int i = 0; i < n; i++)
		if (r[i].block &&
		    b->on->ops->digest(b->on->gpu,
				       address_of(b, &r[i]) + r[i].data_offset,
				       tensor_bytes(&t[i]), key, &d->sum[i], err))
			return -1;
	return 0;
}

int aisp_buffers_digest_inputs(const struct aisp_buffers *b, int slot, uint64_t key,
			       struct aisp_digests *d, struct aisp_err *err)
{
	return digest(b, b->in_at[slot], b->in[slot], b->problem.n_in, key, d, err);
}

int aisp_buffers_digest_outputs(const struct aisp_buffers *b, int slot, uint64_t key,
				struct aisp_digests *d, struct aisp_err *err)
{
	return digest(b, b->out_at[slot], b->out[slot], b->problem.n_out, key, d, err);
}

int aisp_digests_differ(const struct aisp_digests *a, const struct aisp_digests *b)
{
	int n = 0;

	for (int i = 0; i < AISP_MAX_IO; i++)
		n += a->sum[i] != b->sum[i];
	return n;
}

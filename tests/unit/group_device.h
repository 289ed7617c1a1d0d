/* SPDX-License-Identifier: MIT
 *
 * group_device.h - the members of a group: memory of this process, at addresses of
 * their own.  N of them, in pages of PAGE bytes.
 */
#include "base/dtype.h"
#include "device/device_group.h"
#include "device/layout.h"
#include "judge/session.h"
#include <aisp/ranks.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AWAY (UINT64_C(1) << 60) /* from a pointer to an address of a device */

struct aisp_device_state {
	int number, n_blocks, n_flushes, n_strange;
	bool is_busy;
	struct {
		uint64_t address;
		size_t bytes;
	} block[64];
};

static struct aisp_device_state fake[N];

/* An address outside this device's blocks is an error of the judge. */
static void *at(struct aisp_device_state *d, uint64_t address, size_t n_bytes)
{
	for (int i = 0; i < d->n_blocks; i++)
		if (address >= d->block[i].address &&
		    address + n_bytes <= d->block[i].address + d->block[i].bytes)
			return (void *)(uintptr_t)(address - AWAY);
	d->n_strange++;
	return NULL;
}

static int strange(struct aisp_err *e)
{
	return aisp_err_set(e, "memory of another device");
}

static int alloc(struct aisp_device_state *d, size_t bytes, bool is_shared,
		 struct aisp_block *b, struct aisp_err *e)
{
	(void)is_shared, (void)e;
	bytes = (bytes + PAGE - 1) / PAGE * PAGE;
	*b = (struct aisp_block){ .fd = -1, .bytes = bytes };
	b->address = (uintptr_t)aligned_alloc(PAGE, bytes) + AWAY;
	d->block[d->n_blocks].address = b->address;
	d->block[d->n_blocks++].bytes = bytes;
	return 0;
}

static void free_block(struct aisp_device_state *d, struct aisp_block *b)
{
	free(at(d, b->address, b->bytes));
	for (int i = 0; i < d->n_blocks; i++)
		if (d->block[i].address == b->address)
			d->block[i--] = d->block[--d->n_blocks];
}

static int fill(struct aisp_device_state *d, uint64_t address, struct aisp_range part,
		const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key,
		struct aisp_err *e)
{
	void *p = at(d, address, aisp_type_bytes(spec->dtype, part.n));

	return p ? aisp_host_device.ops->fill(NULL, (uintptr_t)p, part, spec, dist, key,
					      e)
		 : strange(e);
}

static int clear(struct aisp_device_state *d, uint64_t address, size_t n_bytes,
		 struct aisp_err *e)
{
	void *p = at(d, address, n_bytes);

	d->is_busy = true;
	return p ? (memset(p, 0, n_bytes), 0) : strange(e);
}

static int poison(struct aisp_device_state *d, uint64_t address, size_t n_bytes,
		  uint64_t key, struct aisp_err *e)
{
	void *p = at(d, address, n_bytes);

	d->is_busy = true;
	return p ? (aisp_poison(p, n_bytes, key), 0) : strange(e);
}

static int poison_left(struct aisp_device_state *d, uint64_t address, size_t first_byte,
		       size_t n_bytes, uint64_t key, int64_t *n, struct aisp_err *e)
{
	void *p = at(d, address, first_byte + n_bytes);

	*n = p ? aisp_poison_left(p, first_byte, n_bytes, key) : 0;
	return p ? 0 : strange(e);
}

static int poison_changed(struct aisp_device_state *d, uint64_t address,
			  size_t first_byte, size_t n_bytes, uint64_t key, int64_t *n,
			  struct aisp_err *e)
{
	void *p = at(d, address, first_byte + n_bytes);

	*n = p ? aisp_poison_changed(p, first_byte, n_bytes, key) : 0;
	return p ? 0 : strange(e);
}

static int digest(struct aisp_device_state *d, uint64_t address, size_t n_bytes,
		  uint64_t key, uint64_t *sum, struct aisp_err *e)
{
	const unsigned char *p = at(d, address, n_bytes);

	*sum = key;
	for (size_t i = 0; p && i < n_bytes; i++)
		*sum = *sum * 31 + p[i];
	return p ? 0 : strange(e);
}

static int flush(struct aisp_device_state *d, struct aisp_err *e)
{
	(void)e;
	d->n_flushes++;
	return 0;
}

static int upload(struct aisp_device_state *d, uint64_t address, const void *host,
		  size_t n_bytes, struct aisp_err *e)
{
	void *p = at(d, address, n_bytes);

	return p ? (memcpy(p, host, n_bytes), 0) : strange(e);
}

static int download(struct aisp_device_state *d, void *host, uint64_t address,
		    size_t n_bytes, struct aisp_err *e)
{
	void *p = at(d, address, n_bytes);

	return p ? (memcpy(host, p, n_bytes), 0) : strange(e);
}

static int copy(struct aisp_device_state *d, uint64_t to, uint64_t from, size_t n_bytes,
		struct aisp_err *e)
{
	void *p = at(d, to, n_bytes), *q = at(d, from, n_bytes);

	return p && q ? (memcpy(p, q, n_bytes), 0) : strange(e);
}

static int sync_device(struct aisp_device_state *d, struct aisp_err *e)
{
	(void)e;
	d->is_busy = false;
	return 0;
}

/* Member 1 is slow. */
static int clock_mhz(struct aisp_device_state *d, double *mhz, struct aisp_err *e)
{
	(void)e;
	*mhz = d->number == 1 ? 900 : 1000 + d->number;
	return 0;
}

/* Member 2 shows a flush least. */
static int test_flush(struct aisp_device_state *d, double *cold_ns, double *hot_ns,
		      struct aisp_err *e)
{
	(void)e;
	*cold_ns = 100 - 10 * d->number;
	*hot_ns = 10;
	return 0;
}

static const struct aisp_device_ops ops = {
	.alloc = alloc,
	.free = free_block,
	.fill = fill,
	.clear = clear,
	.poison = poison,
	.poison_left = poison_left,
	.poison_changed = poison_changed,
	.digest = digest,
	.flush = flush,
	.test_flush = test_flush,
	.upload = upload,
	.download = download,
	.copy = copy,
	.sync = sync_device,
	.clock_mhz = clock_mhz,
};

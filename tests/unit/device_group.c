/* SPDX-License-Identifier: MIT
 *
 * Ranks with a device each: three that are none, whose memory lies where no pointer of
 * the judge leads, and which refuse what is another's.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aisp/ranks.h>

#include "base/dtype.h"
#include "device/device_group.h"
#include "device/layout.h"
#include "judge/session.h"
#include "tap.h"

/* Slices of 25 x 1001 numbers: no whole chunk of the mirror's, nor a line. */
enum { N = 3, ROWS = 25, COLS = 1001, ELEMS = N * ROWS * COLS, KEY = 7 };
enum { PAGE = 256 << 10, SLICE = ROWS * COLS * 4, WINDOW = 5000 };

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
static struct aisp_err err;

/* What no block of this device has is a fault of the judge's. */
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

/* The one of number 1 is slow. */
static int clock_mhz(struct aisp_device_state *d, double *mhz, struct aisp_err *e)
{
	(void)e;
	*mhz = d->number == 1 ? 900 : 1000 + d->number;
	return 0;
}

/* A flush shows least on number 2. */
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

/* Watts of a member are its number; member 1 does not tell how hot it is. */
static void health(const struct aisp_open_device *d, const pid_t *ours, int n_ours,
		   struct aisp_device_health *h)
{
	int number = d->state->number;

	(void)ours;
	*h = (struct aisp_device_health){ .power_w = number,
					  .celsius = number == 1 ? NAN : 40,
					  .reasons = 1 << number,
					  .n_others = n_ours };
}

static const struct aisp_device_kind kind = { .name = "fake",
					      .is_async = true,
					      .health = health };
static struct aisp_open_device members[N], group;

static void open_members(void)
{
	for (int i = 0; i < N; i++) {
		fake[i].number = i;
		members[i] =
			(struct aisp_open_device){ .kind = &kind,
						   .ops = &ops,
						   .state = &fake[i],
						   .number = i,
						   .info = { .page_bytes = PAGE } };
		snprintf(members[i].node, sizeof(members[i].node), "/dev/fake%d", i);
	}
}

/* x is cut and all have w; y is cut, and s is updated in place. */
static struct aisp_problem problem(void)
{
	struct aisp_spec x = { .name = "x",
			       .dtype = AISP_F32,
			       .rank = 2,
			       .shape = { N * ROWS, COLS },
			       .part = { AISP_PART_RANKS } };
	struct aisp_spec w = { "w", AISP_F32, 1, { COLS } }, s = x;
	struct aisp_problem pr = { .n_threads = 1,
				   .workspace_bytes = 100,
				   .ranks = { .n = N, .window_bytes = WINDOW } };

	aisp_add_in(&pr, x);
	aisp_add_in(&pr, w);
	x.name = "y";
	aisp_add_out(&pr, x);
	s.name = "s";
	aisp_add_inout(&pr, s);
	return pr;
}

static char *block_of(const struct aisp_buffers *b, const struct aisp_region *r,
		      uint32_t rank)
{
	return (char *)(uintptr_t)(b->blocks[r->block - 1 + rank].address - AWAY);
}

/* The data of a rank's slice or copy. */
static char *data_of(const struct aisp_buffers *b, const struct aisp_region *r,
		     uint32_t rank)
{
	return block_of(b, r, rank) + r->data_offset;
}

static void test_places(const struct aisp_buffers *b)
{
	const struct aisp_region *r = &b->in_at[0][0], *w = &b->in_at[0][1];
	int is_own = 1, is_common = 1;

	ok(r->n_blocks == N && !r->is_copied && aisp_block_bytes(r) == PAGE &&
		   w->n_blocks == N && w->is_copied && aisp_block_bytes(w) == PAGE,
	   "each rank has a slice, or a copy, in whole pages of its device");
	for (int k = 0; k < N; k++) {
		is_own &=
			b->rank_of_block[r->block - 1 + (uint32_t)k] == k &&
			b->rank_of_block[b->workspace_at[0].block - 1 + (uint32_t)k] ==
				k;
		is_common &= b->rank_of_block[b->device_windows_at[0].block - 1 +
					      (uint32_t)k] == -1 &&
			     b->rank_of_block[b->device_signals_at[0].block - 1 +
					      (uint32_t)k] == -1;
	}
	ok(is_own, "which it alone maps");
	ok(is_common, "windows and signals are mapped by all");
	ok(b->windows_at[0].pages_bytes == N * AISP_PAGE,
	   "at the host each has a page of signals");
	/* x, w, y, s, workspace, windows, signals; and what s starts as */
	ok(b->n_blocks == 7 * N && b->n_own_blocks == N, "nothing else is on devices");
}

static void test_fills(struct aisp_buffers *b)
{
	static float x[ELEMS], w[COLS];
	int is_equal = 1;

	for (int d = 0; d < AISP_N_DISTS; d++) {
		aisp_fill(x, ELEMS, &b->problem.in[0], (enum aisp_dist)d, KEY);
		aisp_fill(w, COLS, &b->problem.in[1], (enum aisp_dist)d, KEY);
		for (int i = 0; i < 3; i++)
			is_equal &= !aisp_buffers_fill(b, 0, i, (enum aisp_dist)d, KEY,
						       &err);
		for (uint32_t k = 0; k < N; k++)
			is_equal &=
				!memcmp(data_of(b, &b->in_at[0][0], k),
					(char *)x + k * SLICE, SLICE) &&
				!memcmp(data_of(b, &b->in_at[0][1], k), w, sizeof(w));
	}
	ok(is_equal, "slices are of one tensor, the same bits as on the CPU; copies "
		     "are equal");
	ok(!aisp_buffers_show_inputs(b, 0, &err) &&
		   !memcmp(b->io[0].in[0].data, x, sizeof(x)) &&
		   !memcmp(b->io[0].in[1].data, w, sizeof(w)),
	   "the contract sees the whole");
	((float *)b->io[0].in[0].data)[ELEMS - 1] = 42;
	((float *)b->io[0].in[1].data)[3] = 43;
	ok(!aisp_buffers_send_inputs(b, 0, &err) &&
		   ((float *)(void *)data_of(b, &b->in_at[0][0],
					     N - 1))[ROWS * COLS - 1] == 42 &&
		   ((float *)(void *)data_of(b, &b->in_at[0][1], 0))[3] == 43 &&
		   ((float *)(void *)data_of(b, &b->in_at[0][1], N - 1))[3] == 43,
	   "what it changes there every rank gets");
}

static bool is_busy(void)
{
	return fake[0].is_busy || fake[1].is_busy || fake[2].is_busy;
}

static int64_t left_of(const struct aisp_buffers *b)
{
	int64_t n = 0;

	return aisp_buffers_poison_left(b, 0, KEY, &n, &err) ? -1 : n;
}

static int64_t canary_of(const struct aisp_buffers *b)
{
	int64_t n = 0;

	return aisp_buffers_canary_changed(b, 0, KEY, &n, &err) ? -1 : n;
}

static void test_poison(struct aisp_buffers *b)
{
	const struct aisp_region *y = &b->out_at[0][0];
	const int64_t lines = N * ((SLICE - 8) / 64 + 1);
	int64_t n = 0;

	ok(!aisp_buffers_poison(b, 0, KEY, &err) && !is_busy(),
	   "no device has work left when a call's poison is there");
	ok(left_of(b) == lines, "all lines of all slices hold it");
	ok(!memcmp(data_of(b, &b->out_at[0][1], 1), data_of(b, &b->in_at[0][2], 1),
		   SLICE),
	   "what is updated in place starts as that, on its own device");
	ok(memcmp(data_of(b, y, 0), data_of(b, y, 1), SLICE) != 0,
	   "no slice's poison tells another's");
	aisp_buffers_show_outputs(b, 0, &err);
	ok(aisp_buffers_holds_poison(b, 0, 0, SLICE - 100, 300, KEY),
	   "it is found across two slices");
	data_of(b, y, 1)[0] ^= 1;
	aisp_buffers_show_outputs(b, 0, &err);
	ok(left_of(b) == lines - 1 &&
		   !aisp_buffers_holds_poison(b, 0, 0, SLICE - 100, 300, KEY),
	   "and not where the second was written");
	ok(!canary_of(b), "nothing beside it");
	data_of(b, y, 1)[-1] ^= 1;
	data_of(b, y, 2)[-(ptrdiff_t)y->data_offset] ^= 1;
	block_of(b, &b->workspace_at[0], 2)[100] ^= 1;
	ok(canary_of(b) == 3, "but before two slices, and behind a workspace");
	aisp_buffers_workspace_changed(b, 0, KEY, &n, &err);
	ok(n == 1, "which one byte of has changed");
}

/* n bytes from p on are zero. */
static bool is_zero(const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i])
			return false;
	return true;
}

static void test_windows(struct aisp_buffers *b)
{
	const struct aisp_region *w = &b->device_windows_at[0];
	const struct aisp_region *s = &b->device_signals_at[0];

	memset(block_of(b, s, 1), 1, AISP_DEVICE_SIGNALS_BYTES);
	memset(b->out_map + b->windows_at[0].file_offset, 1, N * AISP_PAGE);
	ok(!aisp_buffers_poison(b, 0, KEY, &err) &&
		   is_zero(block_of(b, s, 1), AISP_DEVICE_SIGNALS_BYTES) &&
		   is_zero(b->out_map + b->windows_at[0].file_offset, N * AISP_PAGE),
	   "signals are zero before a call, those of the host too");
	ok(!is_zero(block_of(b, w, 0), 64) &&
		   memcmp(block_of(b, w, 0), block_of(b, w, 2), WINDOW) != 0,
	   "each window holds noise of its own");
	b->problem.ranks.is_zero = 1;
	ok(!aisp_buffers_poison(b, 0, KEY, &err) && is_zero(block_of(b, w, 2), WINDOW),
	   "or zeros, where the contract wants that");
	b->problem.ranks.is_zero = 0;
}

static void test_digests(struct aisp_buffers *b)
{
	struct aisp_digests from, to;

	aisp_buffers_digest_outputs(b, 0, KEY, &from, &err);
	data_of(b, &b->out_at[0][0], 2)[SLICE - 1] ^= 1;
	aisp_buffers_digest_outputs(b, 0, KEY, &to, &err);
	ok(aisp_digests_differ(&from, &to) == 1, "a late write by the last rank is "
						 "seen");
	aisp_buffers_digest_inputs(b, 0, KEY, &from, &err);
	data_of(b, &b->in_at[0][1], 1)[5] ^= 1;
	aisp_buffers_digest_inputs(b, 0, KEY, &to, &err);
	ok(aisp_digests_differ(&from, &to) == 1,
	   "and one to a rank's copy of an input");
}

static void test_group(const struct aisp_buffers *b)
{
	const pid_t ours[] = { 1 };
	struct aisp_device_health h;
	double cold = 0, hot = 0, mhz = 0;

	aisp_buffers_cool(b, 1, &err);
	ok(fake[0].n_flushes == 1 && fake[2].n_flushes == 1, "all caches are flushed");
	ok(!group.ops->warm, "what no member can the group cannot");
	ok(!group.ops->clock_mhz(group.state, &mhz, &err) && mhz == 900,
	   "its clock is the slowest's");
	ok(!group.ops->test_flush(group.state, &cold, &hot, &err) && cold == 80,
	   "a flush shows as where it shows least");
	aisp_device_health_read(&group, ours, 1, &h);
	ok(h.power_w == 2 && isnan(h.celsius) && h.reasons == 7 && h.n_others == 3,
	   "its health is the worst of all");
	ok(!group.node[0] && aisp_device_of_rank(&group, 1)->state == &fake[1],
	   "and a rank's device is a member");
}

/* Which device each rank has, as a number of three digits. */
static int order_of(const struct aisp_open_device *g)
{
	return 100 * aisp_device_of_rank(g, 0)->number +
	       10 * aisp_device_of_rank(g, 1)->number +
	       aisp_device_of_rank(g, 2)->number;
}

static void test_deal(void)
{
	int n[1000] = { 0 };
	struct aisp_block b = { .fd = -1 };

	for (uint64_t key = 0; key < 600; key++)
		n[aisp_device_group_deal(&group, key, &err) ? 0 : order_of(&group)]++;
	ok(n[12] > 60 && n[21] > 60 && n[102] > 60 && n[120] > 60 && n[201] > 60 &&
		   n[210] > 60 && n[0] == 0,
	   "devices are dealt to ranks in any order, each as often");
	for (uint64_t key = 0; order_of(&group) != 201; key++)
		aisp_device_group_deal(&group, key, &err);
	ok(!aisp_device_alloc(&group, 0, 1, true, &b, &err) && fake[2].n_blocks == 1 &&
		   !group.ops->clear(group.state, b.address, 1, &err),
	   "what is rank 0's then lies on the device that it was dealt");
	ok(aisp_device_group_deal(&group, 1, &err) == -1 && order_of(&group) == 201,
	   "where anything lies nothing is dealt");
	group.ops->free(group.state, &b);
}

int main(void)
{
	static const int64_t no_params[AISP_MAX_IO];
	const struct aisp_problem pr = problem();
	struct aisp_buffers *b;

	open_members();
	if (aisp_device_group_open(&group, members, N, &err) ||
	    !(b = aisp_buffers_new(&pr, no_params, 1, NULL, &group, &err))) {
		printf("Bail out! %s\n", err.msg);
		return 1;
	}
	test_places(b);
	test_fills(b);
	test_poison(b);
	test_windows(b);
	test_digests(b);
	test_group(b);
	aisp_buffers_free(b);
	test_deal();
	ok(!fake[0].n_strange && !fake[1].n_strange && !fake[2].n_strange,
	   "no device was asked for another's memory");
	ok(!fake[0].n_blocks && !fake[1].n_blocks && !fake[2].n_blocks,
	   "all of it is given back");
	aisp_device_group_close(&group);
	return done();
}

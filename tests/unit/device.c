/* SPDX-License-Identifier: MIT
 *
 * A device that is made up: no pointer of the judge leads to its memory, so that all
 * uses of its tensors must go through the table, or fail.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/dtype.h"
#include "device/slices.h"
#include "judge/session.h"
#include "tap.h"

enum { ELEMS = 1000, SLOTS = 2, KEY = 7, PAGE = 256 << 10 };

#define AWAY (UINT64_C(1) << 60) /* from a pointer to an address of the device */

struct aisp_device_state {
	int n_blocks, n_shared, n_fills, n_flushes, n_warm, n_syncs;
	int n_left;   /* allocations until there is no memory; 0: no limit */
	bool is_busy; /* with what was asked of it since sync() */
};

static struct aisp_device_state fake;
static struct aisp_err err;

/* At the start of a page, as protocol.h has it. */
static struct aisp_plan *new_plan(void)
{
	struct aisp_plan *plan = aligned_alloc(AISP_PAGE, sizeof(*plan));

	if (!plan)
		exit(1);
	return memset(plan, 0, sizeof(*plan));
}

static void *at(uint64_t address)
{
	return (void *)(uintptr_t)(address - AWAY);
}

static int alloc(struct aisp_device_state *d, size_t bytes, bool is_shared,
		 struct aisp_block *b, struct aisp_err *e)
{
	*b = (struct aisp_block){ .fd = -1 };
	if (d->n_left && !--d->n_left)
		return aisp_err_set(e, "the fake device is full");
	b->address =
		(uintptr_t)aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE) + AWAY;
	b->bytes = bytes;
	d->n_blocks++;
	d->n_shared += is_shared;
	return 0;
}

static void free_block(struct aisp_device_state *d, struct aisp_block *b)
{
	free(at(b->address));
	d->n_blocks--;
}

static int fill(struct aisp_device_state *d, uint64_t address, struct aisp_range part,
		const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key,
		struct aisp_err *e)
{
	d->n_fills++;
	return aisp_host_device.ops->fill(NULL, address - AWAY, part, spec, dist, key,
					  e);
}

static int poison(struct aisp_device_state *d, uint64_t address, size_t n_bytes,
		  uint64_t key, struct aisp_err *e)
{
	d->is_busy = true;
	return aisp_host_device.ops->poison(NULL, address - AWAY, n_bytes, key, e);
}

static int poison_left(struct aisp_device_state *d, uint64_t address, size_t first_byte,
		       size_t n_bytes, uint64_t key, int64_t *n, struct aisp_err *e)
{
	(void)d;
	return aisp_host_device.ops->poison_left(NULL, address - AWAY, first_byte,
						 n_bytes, key, n, e);
}

static int poison_changed(struct aisp_device_state *d, uint64_t address,
			  size_t first_byte, size_t n_bytes, uint64_t key, int64_t *n,
			  struct aisp_err *e)
{
	(void)d;
	return aisp_host_device.ops->poison_changed(NULL, address - AWAY, first_byte,
						    n_bytes, key, n, e);
}

static int digest(struct aisp_device_state *d, uint64_t address, size_t n_bytes,
		  uint64_t key, uint64_t *sum, struct aisp_err *e)
{
	const unsigned char *p = at(address);

	(void)d, (void)e;
	*sum = key;
	for (size_t i = 0; i < n_bytes; i++)
		*sum = *sum * 31 + p[i];
	return 0;
}

static int flush(struct aisp_device_state *d, struct aisp_err *e)
{
	(void)e;
	d->n_flushes++;
	return 0;
}

static int warm(struct aisp_device_state *d, uint64_t address, size_t n_bytes,
		struct aisp_err *e)
{
	(void)address, (void)n_bytes, (void)e;
	d->n_warm++;
	return 0;
}

static int upload(struct aisp_device_state *d, uint64_t address, const void *host,
		  size_t n_bytes, struct aisp_err *e)
{
	(void)d;
	return aisp_host_device.ops->upload(NULL, address - AWAY, host, n_bytes, e);
}

static int download(struct aisp_device_state *d, void *host, uint64_t address,
		    size_t n_bytes, struct aisp_err *e)
{
	(void)d;
	return aisp_host_device.ops->download(NULL, host, address - AWAY, n_bytes, e);
}

static int copy(struct aisp_device_state *d, uint64_t to, uint64_t from, size_t n_bytes,
		struct aisp_err *e)
{
	d->is_busy = true;
	return aisp_host_device.ops->copy(NULL, to - AWAY, from - AWAY, n_bytes, e);
}

static int sync_device(struct aisp_device_state *d, struct aisp_err *e)
{
	(void)e;
	d->is_busy = false;
	d->n_syncs++;
	return 0;
}

static const struct aisp_device_ops ops = {
	.alloc = alloc,
	.free = free_block,
	.fill = fill,
	.poison = poison,
	.poison_left = poison_left,
	.poison_changed = poison_changed,
	.digest = digest,
	.flush = flush,
	.warm = warm,
	.upload = upload,
	.download = download,
	.copy = copy,
	.sync = sync_device,
};

static const struct aisp_device_kind kind = { .name = "fake", .is_async = true };
static const struct aisp_open_device device = {
	.kind = &kind, .ops = &ops, .state = &fake, .info = { .page_bytes = PAGE }
};

/* An input and an output on the device, an input and an output at the host. */
static struct aisp_buffers *new_buffers(void)
{
	static const int64_t no_params[AISP_MAX_IO];
	struct aisp_problem pr = {
		.n_in = 2, .n_out = 2, .workspace_bytes = 100, .n_threads = 1
	};

	pr.in[0] = (struct aisp_spec){ "a", AISP_F32, 1, { ELEMS } };
	pr.in[1] = (struct aisp_spec){ "h", AISP_F32, 1, { ELEMS }, .on_host = 1 };
	pr.out[0] = (struct aisp_spec){ "b", AISP_F32, 1, { ELEMS } };
	pr.out[1] = (struct aisp_spec){ "i", AISP_F32, 1, { ELEMS }, .on_host = 1 };
	return aisp_buffers_new(&pr, no_params, SLOTS, NULL, &device, &err);
}

/* Byte i of the data of a region, on the device. */
static char *byte_of(const struct aisp_buffers *b, const struct aisp_region *r,
		     int64_t i)
{
	return (char *)at(b->blocks[r->block - 1].address) + (int64_t)r->data_offset +
	       i;
}

static void test_places(const struct aisp_buffers *b)
{
	struct aisp_plan *plan = new_plan();

	aisp_buffers_describe(b, plan);
	ok(b->in_at[0][0].block && b->out_at[1][0].block && b->workspace_at[1].block,
	   "tensors and workspace lie on the device");
	ok(!b->in_at[0][1].block && !b->out_at[0][1].block,
	   "but those that the workload keeps at the host");
	ok(fake.n_shared == 3 * SLOTS && plan->n_blocks == 3 * SLOTS,
	   "a shared block for each, which the worker is told of");
	ok(b->in_at[0][0].pages_bytes == PAGE, "of whole pages of the device");
	free(plan);
}

static void test_fills(struct aisp_buffers *b)
{
	static float want[ELEMS];
	int is_equal = 1;

	aisp_fill(want, ELEMS, &b->problem.in[0], AISP_DIST_NORMAL, KEY);
	for (int i = 0; i < 2; i++)
		is_equal &= !aisp_buffers_fill(b, 0, i, AISP_DIST_NORMAL, KEY, &err);
	is_equal &= !aisp_buffers_show_inputs(b, 0, &err);
	for (int i = 0; i < 2; i++)
		is_equal &= !memcmp(b->io[0].in[i].data, want, sizeof(want));
	ok(is_equal, "inputs have the same bits, on the device and at the host");
	ok(fake.n_fills == 2, "and the device made both");
	((float *)b->io[0].in[0].data)[3] = 42;
	aisp_buffers_send_inputs(b, 0, &err);
	ok(*(float *)(void *)byte_of(b, &b->in_at[0][0], 12) == 42,
	   "what the host changes in a view is sent back");
}

static void test_poison(struct aisp_buffers *b)
{
	int64_t n_left = 0, n_canary = 0, n_workspace = 0;

	aisp_buffers_poison(b, 0, KEY, &err);
	ok(!fake.is_busy, "no poison is still to come");
	aisp_buffers_poison_left(b, 0, KEY, &n_left, &err);
	ok(n_left == 2 * ((ELEMS * 4 + 63) / 64), "all lines hold poison");
	*byte_of(b, &b->out_at[0][0], 0) ^= 1;
	*byte_of(b, &b->out_at[0][0], -1) ^= 1;
	*byte_of(b, &b->workspace_at[0], 5) ^= 1;
	n_left = 0;
	aisp_buffers_poison_left(b, 0, KEY, &n_left, &err);
	aisp_buffers_canary_changed(b, 0, KEY, &n_canary, &err);
	aisp_buffers_workspace_changed(b, 0, KEY, &n_workspace, &err);
	ok(n_left == 2 * ((ELEMS * 4 + 63) / 64) - 1, "one of them was written");
	ok(n_canary == 1, "and one byte before the output");
	ok(n_workspace == 1, "and one of the workspace");
}

static void test_caches(const struct aisp_buffers *b)
{
	fake.n_syncs = fake.n_flushes = fake.n_warm = 0;
	aisp_buffers_cool(b, SLOTS, &err);
	ok(fake.n_flushes == 1 && fake.n_syncs == 1, "its cache is flushed once");
	aisp_buffers_warm(b, SLOTS, &err);
	ok(fake.n_warm == SLOTS && fake.n_syncs == 2, "or gets each slot's input");
}

/* The worker changes a host output while the outputs are compared. */
static void test_host_output(struct aisp_buffers *b)
{
	const struct aisp_region *r = &b->out_at[0][1];
	char *live = b->out_map + r->file_offset + r->data_offset;
	const char *data = b->io[0].out[1].data;

	live[5] = 1;
	aisp_buffers_show_outputs(b, 0, &err);
	ok(data[5] == 1 && !aisp_slices_changed(b, 0),
	   "an output at the host is seen as it was");
	live[5] = 2;
	ok(data[5] == 1 && aisp_slices_changed(b, 0) == 1,
	   "when it was answered; that it changes is known");
}

/* Writes between the answer and the end of the comparison are found. */
static void test_snapshot(struct aisp_buffers *b)
{
	const struct aisp_sampling sampling = { .calls_per_sample = SLOTS };
	const struct aisp_harness harness = { 0 };
	struct aisp_session *s = calloc(1, sizeof(*s));

	s->harness = &harness;
	s->buffers = b;
	s->sampling = &sampling;
	for (int slot = 0; slot < SLOTS; slot++) {
		s->poison[slot] = KEY;
		aisp_buffers_poison(b, slot, KEY, &err);
		aisp_buffers_digest_inputs(b, slot, aisp_session_digest_key(s),
					   &s->in_digest[slot], &err);
	}
	ok(!aisp_session_snapshot(s, &err) && !aisp_session_check_snapshot(s, &err) &&
		   !s->n_late && !s->n_in_changed && !s->n_canary && s->n_poison,
	   "nothing changed, and nothing was written");
	*byte_of(b, &b->out_at[1][0], 77) ^= 1;
	*byte_of(b, &b->in_at[0][0], 1) ^= 1;
	aisp_session_check_snapshot(s, &err);
	ok(s->n_late == 1, "an output that changes after the answer is late");
	ok(s->n_in_changed == 1, "an input that a call changed is seen");
	free(s);
}

/* A single tensor, which is updated in place. */
static struct aisp_buffers *new_in_place(int on_host)
{
	static const int64_t no_params[AISP_MAX_IO];
	struct aisp_problem pr = { .n_threads = 1 };
	struct aisp_spec s = { "s", AISP_F32, 1, { ELEMS } };

	s.on_host = on_host;
	aisp_add_inout(&pr, s);
	return aisp_buffers_new(&pr, no_params, SLOTS, NULL, &device, &err);
}

static void test_in_place(void)
{
	int n_shared = fake.n_shared;
	struct aisp_buffers *b = new_in_place(0);
	struct aisp_plan *plan = new_plan();
	char *own = byte_of(b, &b->in_at[1][0], 0),
	     *out = byte_of(b, &b->out_at[1][0], 0);
	int64_t n_canary = 0;

	aisp_buffers_describe(b, plan);
	ok(plan->n_blocks == SLOTS && fake.n_shared == n_shared + SLOTS &&
		   !plan->in_at[1][0].block && b->in_at[1][0].block,
	   "a worker gets no block of an input that is hidden");
	aisp_buffers_fill(b, 1, 0, AISP_DIST_NORMAL, KEY, &err);
	aisp_buffers_show_inputs(b, 1, &err);
	((float *)b->io[1].in[0].data)[3] = 42;
	aisp_buffers_send_inputs(b, 1, &err);
	aisp_buffers_poison(b, 1, KEY, &err);
	ok(!fake.is_busy && own != out && !memcmp(own, out, ELEMS * 4) &&
		   ((float *)(void *)out)[3] == 42,
	   "what is updated in place starts as that, changes by the host included");
	aisp_buffers_canary_changed(b, 1, KEY, &n_canary, &err);
	ok(!n_canary, "and has poison around it");
	fake.n_warm = 0;
	aisp_buffers_warm(b, 2, &err);
	ok(fake.n_warm == 2, "the cache gets what is updated, not what is hidden");
	aisp_buffers_free(b);
	b = new_in_place(1);
	aisp_buffers_fill(b, 0, 0, AISP_DIST_NORMAL, KEY, &err);
	aisp_buffers_poison(b, 0, KEY, &err);
	aisp_buffers_show_outputs(b, 0, &err);
	ok(!memcmp(b->io[0].in[0].data, b->io[0].out[0].data, ELEMS * 4),
	   "at the host, too");
	aisp_buffers_free(b);
	free(plan);
}

static void test_table(void)
{
	int is_whole = 1;

	for (int i = 0; i < AISP_N_DEVICES; i++) {
		const struct aisp_device_kind *k =
			aisp_device_kind((enum aisp_device)i);

		is_whole &= k && (int)k->id == i && k->open && k->close && k->note &&
			    k->roof && aisp_device_named(k->name) == k &&
			    aisp_device_of_suffix(k->suffix) == k;
	}
	ok(is_whole, "every kind has an entry, found by number, name and suffix");
	ok(!aisp_device_named("gpu") && !aisp_device_of_suffix(".h"),
	   "and nothing else has");
}

int main(void)
{
	struct aisp_buffers *b = new_buffers();

	test_table();
	if (!b) {
		printf("Bail out! %s\n", err.msg);
		return 1;
	}
	test_places(b);
	test_fills(b);
	test_poison(b);
	test_caches(b);
	test_snapshot(b);
	test_host_output(b);
	aisp_buffers_free(b);
	test_in_place();
	ok(!fake.n_blocks, "all of its memory is given back");
	fake.n_left = 4;
	ok(!new_buffers() && strstr(err.msg, "full") && !fake.n_blocks,
	   "also where there was too little");
	return done();
}

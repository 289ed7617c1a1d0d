/* SPDX-License-Identifier: MIT
 *
 * Ranks with a device each: three that are made up, to whose memory no pointer of the
 * judge leads, and which refuse each other's.
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

#include "group_device.h"

static struct aisp_err err;

/* A member's power is its number; member 1 has no temperature. */
static void health(const struct aisp_open_device *d, const pid_t *ours, int n_ours,
		   struct aisp_device_health *h)
{
	int number = d->state->number;

	(void)ours;
	*h = (struct aisp_device_health){ .power_w = number,
					  .celsius = number == 1 ? NAN : 40,
					  .reasons = 1 << number,
					  .n_others = n_ours,
					  .identity = 1000 + 7 * number };
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

/* x is cut over ranks and all have w; y is cut, and s is updated in place. */
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

/* Are the n bytes from p on zero? */
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

/* The devices of ranks 0 to 2, as a number of three digits. */
static int order_of(const struct aisp_open_device *g)
{
	return 100 * aisp_device_of_rank(g, 0)->number +
	       10 * aisp_device_of_rank(g, 1)->number +
	       aisp_device_of_rank(g, 2)->number;
}

static double identity(void)
{
	struct aisp_device_health h;

	aisp_device_health_read(&group, NULL, 0, &h);
	return h.identity;
}

static void test_deal(void)
{
	int n[1000] = { 0 };
	struct aisp_block b = { .fd = -1 };
	double whole = identity();
	int n_others = 0;

	for (uint64_t key = 0; key < 600; key++) {
		n[aisp_device_group_deal(&group, key, &err) ? 0 : order_of(&group)]++;
		n_others += identity() != whole;
	}
	ok(whole != 1000 && n_others == 0, "the group is the same in any order");
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

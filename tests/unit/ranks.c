/* SPDX-License-Identifier: MIT
 *
 * Problems that can be cut into ranks, and the memory by which ranks meet.
 */
#include <stdlib.h>
#include <string.h>

#include <aisp/ranks.h>

#include "device/buffers.h"
#include "judge/contract.h"
#include "judge/rank_watch.h"
#include "tap.h"

static struct aisp_problem cut(int n, int64_t rows, int64_t cols)
{
	const struct aisp_spec x = { .name = "x",
				     .dtype = AISP_F32,
				     .rank = 2,
				     .shape = { rows, cols },
				     .part = { AISP_PART_RANKS } };
	struct aisp_problem pr = { .n_threads = 1,
				   .ranks = { .n = n, .window_bytes = 5000 } };

	aisp_add_in(&pr, x);
	aisp_add_out(&pr, x);
	pr.out[0].name = "y";
	return pr;
}

static void refuses(const struct aisp_problem *pr, const char *words, const char *what)
{
	struct aisp_err err = { 0 };

	ok(aisp_contract_check_ranks(pr, &err) && strstr(err.msg, words), what);
}

static void test_check(void)
{
	struct aisp_problem pr = cut(2, 2, 1024);
	struct aisp_err err;

	ok(!aisp_contract_check_ranks(&pr, &err), "two slices of a page each");
	pr = cut(3, 6, 512);
	ok(!aisp_contract_check_ranks(&pr, &err), "three, of two rows each");
	pr = cut(0, 3, 5);
	ok(!aisp_contract_check_ranks(&pr, &err), "who has no ranks has any shape");
	pr = cut(2, 2, 1001);
	ok(!aisp_contract_check_ranks(&pr, &err), "two that are no whole pages");
	pr = cut(2, 3, 2048);
	refuses(&pr, "input 'x': its first axis, of 3, does not cut into 2 slices",
		"rows that do not divide");
	pr = cut(9, 9, 1024);
	refuses(&pr, "9 ranks: there can be 1 to 8", "more than there can be");
	pr = cut(2, 2, 1024);
	pr.in[0].part[0] = AISP_PART_NONE;
	ok(!aisp_contract_check_ranks(&pr, &err), "an input that all have");
	pr.out[0].part[0] = AISP_PART_NONE;
	refuses(&pr, "output 'y': mark its first axis", "an output that is nobody's");
	pr = cut(2, 2, 1024);
	pr.ranks.wire_bytes = -1;
	refuses(&pr, "ranks.wire_bytes are bytes", "fewer bytes than none");
	pr = cut(4, 4, 1024);
	pr.ranks.n_nodes = 2;
	ok(!aisp_contract_check_ranks(&pr, &err), "two nodes of two");
	pr.ranks.n_nodes = 3;
	refuses(&pr, "4 ranks do not lie on 3 nodes", "nodes that are not alike");
	pr = cut(2, 2, 1024);
	pr.in[0].in_file = 1;
	refuses(&pr, "input 'x': ranks get no files", "a file");
}

static void test_windows(void)
{
	const struct aisp_problem pr = cut(2, 2, 1024);
	const int64_t no_params[AISP_MAX_PARAMS] = { 0 };
	const size_t windows = 2 * (size_t)8192, signals = 2 * (size_t)AISP_PAGE;
	struct aisp_plan *plan = aligned_alloc(AISP_PAGE, sizeof(*plan));
	struct aisp_err err;
	struct aisp_buffers *b =
		aisp_buffers_new(&pr, no_params, 2, NULL, &aisp_host_device, &err);
	char *at = b->out_map + b->windows_at[1].file_offset, zero[2 * AISP_PAGE] = "";
	int64_t n_left;

	ok(b->windows_at[1].pages_bytes == windows + signals,
	   "windows of whole pages, and a page of signals each");
	memset(at, 1, windows + signals);
	ok(!aisp_buffers_poison(b, 1, 42, &err) &&
		   memcmp(at + windows, zero, signals) == 0,
	   "signals are zero before a call");
	n_left = 0;
	for (size_t i = 0; i < windows; i++)
		n_left += at[i] == 1;
	ok(n_left < (int64_t)windows / 100, "and windows hold noise");
	aisp_buffers_describe(b, plan);
	ok(plan->ranks.n == 2 && plan->is_cut == 1, "the plan says who is cut");
	aisp_buffers_free(b);
	free(plan);
}

/* The judge's view of two ranks while they run. */
static void test_watch(void)
{
	struct aisp_problem pr = cut(2, 2, 1024);
	const int64_t no_params[AISP_MAX_PARAMS] = { 0 };
	struct aisp_watch w = { 0 };
	struct aisp_buffers *b;
	struct aisp_err err;
	char *at;

	pr.ranks.window_bytes = sizeof(w.lines[0]); /* which is the line then */
	b = aisp_buffers_new(&pr, no_params, 2, NULL, &aisp_host_device, &err);
	at = b->out_map + b->windows_at[1].file_offset;
	aisp_watch_begin(&w, b, 1, 42);
	ok(!aisp_watch_has_changed(&w), "nothing changes by itself");
	at[AISP_PAGE + 5]++;
	ok(aisp_watch_has_changed(&w) && !aisp_watch_has_changed(&w),
	   "what rank 1 puts into its window is a change, once");
	at[3 * AISP_PAGE - 1]++;
	ok(aisp_watch_has_changed(&w), "so is a signal of rank 0");
	at[4 * AISP_PAGE - 1]++;
	ok(aisp_watch_has_changed(&w), "and of rank 1");
	b->out_map[b->windows_at[0].file_offset]++;
	ok(!aisp_watch_has_changed(&w), "another call is none of it");
	aisp_buffers_free(b);
}

/* 3 ranks with 1001 numbers each have pages of their own, with guards between. */
static void test_slices(void)
{
	enum { N = 3, COLS = 1001, SLICE = COLS * 4 };
	const struct aisp_problem pr = cut(N, N, COLS);
	const int64_t no_params[AISP_MAX_PARAMS] = { 0 };
	struct aisp_err err;
	struct aisp_buffers *b =
		aisp_buffers_new(&pr, no_params, 1, NULL, &aisp_host_device, &err);
	const struct aisp_region *in = &b->in_at[0][0], *out = &b->out_at[0][0];
	char *live = b->out_map + out->file_offset + out->data_offset;
	const float *x = b->io[0].in[0].data, *y = b->io[0].out[0].data;
	int64_t n = 0;

	ok(in->pages_bytes == N * AISP_PAGE && out->pages_bytes == N * AISP_PAGE,
	   "slices that are no whole pages have pages of their own");
	ok(!aisp_buffers_fill(b, 0, 0, AISP_DIST_UNIFORM, 7, &err) &&
		   !memcmp(b->in_map + in->file_offset + in->data_offset + AISP_PAGE,
			   x + COLS, SLICE),
	   "a rank finds its slice of the inputs");
	ok(!aisp_buffers_poison(b, 0, 42, &err) &&
		   aisp_buffers_holds_poison(b, 0, 0, 0, (size_t)N * SLICE, 42),
	   "no slice is written,");
	for (int r = 0; r < N; r++)
		memcpy(live + (ptrdiff_t)r * AISP_PAGE, x + (ptrdiff_t)r * COLS, SLICE);
	ok(!aisp_buffers_show_outputs(b, 0, &err) && !memcmp(x, y, (size_t)N * SLICE),
	   "and the contract sees what ranks wrote as a whole");
	ok(!aisp_buffers_poison_left(b, 0, 42, &n, &err) && !n,
	   "of which none is poison");
	ok(!aisp_buffers_canary_changed(b, 0, 42, &n, &err) && !n, "nothing beside it");
	live[AISP_PAGE + SLICE] ^= 1;
	ok(!aisp_buffers_canary_changed(b, 0, 42, &n, &err) && n == 1,
	   "a write behind the slice of rank 1 is found");
	live[2 * AISP_PAGE - 1] ^= 1;
	n = 0;
	ok(!aisp_buffers_canary_changed(b, 0, 42, &n, &err) && n == 2,
	   "so is one before the slice of rank 2");
	aisp_buffers_free(b);
}

int main(void)
{
	test_slices();
	test_check();
	test_windows();
	test_watch();
	return done();
}

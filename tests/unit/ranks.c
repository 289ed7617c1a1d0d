/* SPDX-License-Identifier: MIT
 *
 * Which problems can be cut into ranks, and what ranks meet in before a call.
 */
#include <stdlib.h>
#include <string.h>

#include <aisp/ranks.h>

#include "device/buffers.h"
#include "judge/contract.h"
#include "tap.h"

static struct aisp_problem cut(int n, int64_t rows, int64_t cols)
{
	const struct aisp_spec x = { .name = "x",
				     .dtype = AISP_F32,
				     .rank = 2,
				     .shape = { rows, cols },
				     .part = { AISP_PART_RANKS } };
	struct aisp_problem pr = { .n_threads = 1, .ranks = { n, 5000, 0 } };

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
	pr = cut(2, 2, 1000);
	refuses(&pr, "input 'x': 8000 bytes do not cut into 2 slices", "half a page");
	pr = cut(2, 3, 2048);
	refuses(&pr, "input 'x': 24576 bytes", "rows that do not divide");
	pr = cut(9, 9, 1024);
	refuses(&pr, "9 ranks: there can be 1 to 8", "more than there can be");
	pr = cut(2, 2, 1024);
	pr.in[0].part[0] = AISP_PART_NONE;
	ok(!aisp_contract_check_ranks(&pr, &err), "an input that all have");
	pr.out[0].part[0] = AISP_PART_NONE;
	refuses(&pr, "output 'y': mark its first axis", "an output that is nobody's");
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

int main(void)
{
	test_check();
	test_windows();
	return done();
}

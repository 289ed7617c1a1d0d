/* SPDX-License-Identifier: MIT
 *
 * ch20's arithmetic of a model cut over GPUs: which plans are valid, what a GPU holds,
 * what takes longer; and the lesson's table agrees.
 */
#include <stdlib.h>
#include <string.h>

#include "../../chapters/ch20_search/workload_plan.h"
#include "tap.h"

#define README "chapters/ch20_search/README.md"

static const int32_t small[N_JOB] = { 32, 4096, 64, 16 };
static const int64_t param[] = { 1, 80, 0 };

static void test_plans(void)
{
	ok(is_plan(small, (struct plan){ 2, 4, 0 }), "2 x 4, and two replicas");
	ok(!is_plan(small, (struct plan){ 3, 1, 0 }), "3 do not divide 16 GPUs");
	ok(!is_plan(small, (struct plan){ 32, 1, 0 }), "nor are there 32");
	ok(!is_plan(small, (struct plan){ 1, 0, 0 }) &&
		   !is_plan(small, (struct plan){ 1, 1, 2 }),
	   "no stage, no such choice");
	ok(!is_plan((const int32_t[]){ 30, 4096, 64, 16 }, (struct plan){ 1, 4, 0 }),
	   "stages have whole layers");
	ok(!is_plan((const int32_t[]){ 32, 4096, 12, 16 }, (struct plan){ 2, 1, 0 }),
	   "replicas have whole sequences");
}

static void test_bytes(void)
{
	const struct plan one = { 1, 1, 0 }, again = { 1, 1, 1 }, two = { 2, 1, 0 };
	double weights = 12.0 * 32 * 4096 * 4096, row = 4096.0 * 4096;

	ok(fabs(bytes_of_gpu(small, one) -
		(weights * (4 + 12.0 / 16) + 34 * 32 * row)) < 1,
	   "weights, gradients, a share of the optimizer, activations");
	ok(bytes_of_gpu(small, again) < bytes_of_gpu(small, one), "again: fewer");
	ok(bytes_of_gpu(small, two) < bytes_of_gpu(small, one), "shared: fewer");
}

static void test_times(void)
{
	struct rates r = nominal_rates(), slow = r;
	const struct plan two = { 2, 1, 0 }, wide = { 16, 1, 0 }, stages = { 1, 2, 0 };

	slow.between /= 10;
	ok(step_s(&r, small, (struct plan){ 2, 1, 1 }) > step_s(&r, small, two),
	   "what is computed again takes time");
	ok(step_s(&slow, small, wide) > 2 * step_s(&r, small, wide),
	   "a layer shared by two nodes waits for their link");
	ok(step_s(&r, (const int32_t[]){ 32, 4096, 16, 16 }, stages) >
		   step_s(&r, small, stages) / 4,
	   "few microbatches leave stages idle");
}

/* "| 0.3 | 1 | 1 | 64 | no | 12 |" of models on 64 GPUs. */
static void test_table(void)
{
	static const int16_t sizes[][2] = {
		{ 24, 1024 }, { 32, 4096 }, { 40, 5120 }, { 80, 8192 }, { 96, 12288 }
	};
	static char text[1 << 18];
	FILE *f = fopen(README, "r");
	struct rates r = nominal_rates();

	if (!f)
		abort();
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		const int32_t job[N_JOB] = { sizes[i][0], sizes[i][1], 256, 64 };
		struct plan p = best_plan(param, job, &r);
		char row[128];

		snprintf(row, sizeof(row), "| %.1f | %d | %d | %d | %s | %.0f |\n",
			 1e-9 * weights_of(job), p.tensor, p.stages, replicas(job, p),
			 p.again ? "yes" : "no", 1e-9 * bytes_of_gpu(job, p));
		ok(strstr(text, row) != NULL, "the lesson's table");
		if (!strstr(text, row))
			printf("# want %s", row);
	}
}

int main(void)
{
	test_plans();
	test_bytes();
	test_times();
	test_table();
	return done();
}

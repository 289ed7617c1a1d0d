/* SPDX-License-Identifier: MIT
 *
 * Differences between two command lines that keep a compiler from optimising.
 */
#include "judge/flags.h"
#include "store_tmp.h"
#include "tap.h"

static const struct {
	const char *name, *first, *second;
	int n_slower, n_own;
} cases[] = {
	{ "alike", "cc -O2 -fPIC a.c", "cc -O2 -fPIC b.c", 0, 0 },
	{ "-O0 for the first", "cc -O2 -O0 a.c", "cc -O2 b.c", 1, 0 },
	{ "-Og for the first", "cc -O2 -Og a.c", "cc -O2 b.c", 1, 0 },
	{ "-O0 for both", "cc -O2 -O0 a.c", "cc -O2 -O0 b.c", 0, 0 },
	{ "-O3 for the second", "cc -O2 a.c", "cc -O2 -O3 b.c", 0, 1 },
	{ "no vectors for the first", "cc -O2 -fno-tree-vectorize a.c", "cc -O2 b.c", 1,
	  0 },
	{ "nor for the second", "cc -O2 -fno-inline a.c", "cc -fno-inline -O2 b.c", 0,
	  0 },
	{ "a sanitizer and a profiler", "cc -O2 -pg -fsanitize=address a.c",
	  "cc -O2 b.c", 2, 0 },
	{ "what makes it faster", "cc -O2 -fno-math-errno a.c", "cc -O2 b.c", 0, 0 },
	{ "definitions and libraries", "cc -O2 a.c", "cc -O2 -DX=1 b.c -lz", 0, 0 },
	{ "a GPU's debugging code", "nvcc -O3 -G a.cu", "nvcc -O3 b.cu", 1, 0 },
};

static int compare(struct aisp_flags *f)
{
	char first[80], second[80];

	snprintf(first, sizeof(first), "%s/first.so", tmp_base);
	snprintf(second, sizeof(second), "%s/second.so", tmp_base);
	return aisp_flags_compare(first, second, f);
}

int main(void)
{
	struct aisp_flags f;

	tmp_make();
	ok(compare(&f) == -1, "no command lines");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		tmp_put("first.so.cmd", cases[i].first);
		tmp_put("second.so.cmd", cases[i].second);
		ok(!compare(&f) && f.n_slower == cases[i].n_slower &&
			   f.n_own == cases[i].n_own,
		   cases[i].name);
	}
	tmp_remove();
	return done();
}

/* SPDX-License-Identifier: MIT
 *
 * tile_lowered.c - for tests/tools/tile.t: what programs compute that LLVM compiled, or
 * that CUDA C was made of (KERNEL, run by a thread for each of a block), beside what
 * they compute operation by operation.
 */
#include "tile_interpreter.h"
#include "tile_programs.h"

#include <stdio.h>
#ifdef KERNEL
#include "tile_emulated.h"
#elif defined(TEXT)
#include "tile_cuda.h"
#else
#include "tile_jit.h"
#endif

static float a[ELEMS], b[ELEMS], c[ELEMS], right[ELEMS];

#ifdef KERNEL
static int compute(int which, const int64_t grid[2], float *const *pointer)
{
	(void)which;
	emulate(grid, pointer);
	return 0;
}
#elif defined(TEXT)
static int write_text(int which)
{
	static struct tile_program p;
	static struct tile_plan plan;
	int64_t grid[2];
	char *text;

	make_case(&p, which, grid);
	if (tile_check(&p))
		return 1;
	tile_plan(&p, &plan, TILE_GPU);
	text = tile_write_cuda(&p, &plan, 3);
	puts(text ? text : "#error no text");
	free(text);
	return 0;
}
#else
static int compute(int which, const int64_t grid[2], float *const *pointer)
{
	struct tile_target target = tile_this_machine();
	struct tile_jit jit = { .grid = { grid[0], grid[1] } };
	static struct tile_program p;
	int64_t ignored[2], rc;

	memset(&p, 0, sizeof(p));
	make_case(&p, which, ignored);
	rc = tile_jit_build(&jit, &p, &target);
	if (!rc)
		tile_jit_run(&jit, pointer);
	tile_jit_release(&jit);
	return (int)rc;
}
#endif

#ifndef TEXT
static int is_same(int which)
{
	struct tile_machine *m = calloc(1, sizeof(*m));
	float *pointer[] = { a, b, c };
	int n = -1;

	fill(a, 1);
	fill(b, 2);
	fill(c, 3);
	fill(right, 3);
	if (output_of(which) == 1)
		pointer[1] = c;
	make_case(&m->p, which, m->grid);
	if (!compute(which, m->grid, pointer) && !tile_machine_init(m)) {
		pointer[output_of(which)] = right;
		tile_machine_run(m, pointer);
		n = n_wrong(c, right);
	}
	printf("case %d: %d elements differ\n", which, n);
	tile_machine_free(m);
	return n == 0;
}
#endif

int main(int argc, char **argv)
{
	int which = argc > 1 ? argv[1][0] - '0' : -1;

#ifdef TEXT
	return write_text(which);
#else
	int is_right = 1;

	for (int i = 0; i < N_CASES; i++)
		if (which < 0 || i == which)
			is_right &= is_same(i);
	return !is_right;
#endif
}

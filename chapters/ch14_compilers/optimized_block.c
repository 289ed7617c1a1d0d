/* SPDX-License-Identifier: MIT
 *
 * Operations between two products are fused (block_groups.h), and each group becomes a
 * program of tiles that LLVM compiles in setup(): what lies between them stays in
 * registers or in L1.
 * FLAGS: -O3
 * NEEDS: llvm-c/Core.h
 * CONFIG: llvm-config
 */
#include "workload_block.h"

#include "block_products.h"
#include "block_program.h"
#include "tile_jit.h"

struct state {
	struct block_memory memory;
	struct block_groups groups;
	struct block_program program[BLOCK_MOST_GROUPS];
	struct tile_jit jit[BLOCK_MOST_GROUPS];
	int n_levels;
};

static void teardown(void *state)
{
	struct state *s = state;

	for (int i = 0; s && i < s->groups.n; i++)
		tile_jit_release(&s->jit[i]);
	if (s)
		free(s->memory.arena);
	free(s);
}

static int build_group(struct state *s, int group)
{
	const struct tile_target target = tile_this_machine();
	struct block_program *b = &s->program[group];
	struct tile_jit *jit = &s->jit[group];

	block_write(b, &s->memory, &s->groups, group);
	jit->grid[0] = (s->groups.group[group].rows + b->rows - 1) / b->rows;
	jit->grid[1] = 1;
	return tile_jit_build(jit, &b->p, &target);
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = calloc(1, sizeof(*s));
	int rc;

	*state = s;
	if (!s)
		return -ENOMEM;
	build_block(&s->memory.g, io->param);
	rc = block_fuse(&s->memory, &s->groups);
	if (!rc)
		rc = block_memory_init(&s->memory);
	for (int i = 0; i < s->groups.n && !rc; i++)
		rc = build_group(s, i);
	for (int v = 0; v < s->memory.g.n; v++)
		if (s->groups.level[v] >= s->n_levels)
			s->n_levels = s->groups.level[v] + 1;
	return rc;
}

static void run_group(const struct state *s, const struct aisp_io *io, int group)
{
	const struct block_program *b = &s->program[group];
	float *pointer[BLOCK_MOST];

	for (int i = 0; i < b->n_pointers; i++)
		pointer[i] = block_base(&s->memory, io, b->pointer[i]);
	tile_jit_run(&s->jit[group], pointer);
}

/* Products lead to a level, and its groups follow. */
static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = state;
	const struct block_graph *g = &s->memory.g;

	for (int level = 0; level < s->n_levels; level++) {
		for (int v = 0; v < g->n; v++)
			if (s->groups.level[v] == level && block_is_work(&g->node[v]) &&
			    !block_is_fusable(&g->node[v]))
				block_run_product(&s->memory, io, v);
		for (int i = 0; i < s->groups.n; i++)
			if (s->groups.group[i].level == level)
				run_group(s, io, i);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "fused between products, compiled at run time",
	.setup = setup,
	.run = run,
	.teardown = teardown,
	.needs = "code generation for this CPU in LLVM",
};

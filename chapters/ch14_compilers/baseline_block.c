/* SPDX-License-Identifier: MIT
 *
 * Operation by operation, in the order of the graph: each is a pass over memory, as a
 * framework runs them without a compiler.  Matrices that are read no more make room.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_block.h"

#include "block_elements.h"
#include "block_products.h"

static void teardown(void *state)
{
	struct block_memory *m = state;

	if (m)
		free(m->arena);
	free(m);
}

static int setup(const struct aisp_io *io, void **state)
{
	struct block_memory *m = calloc(1, sizeof(*m));

	*state = m;
	if (!m)
		return -ENOMEM;
	build_block(&m->g, io->param);
	for (int v = 0; v < m->g.n; v++) {
		m->step[v] = v;
		m->is_stored[v] = block_is_work(&m->g.node[v]);
	}
	return block_memory_init(m);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct block_memory *m = state;

	for (int v = 0; v < m->g.n; v++)
		if (block_is_fusable(&m->g.node[v]))
			block_run_element(m, io, v);
		else if (block_is_work(&m->g.node[v]))
			block_run_product(m, io, v);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a pass over memory for each operation",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};

/* SPDX-License-Identifier: MIT
 *
 * The CPU knows the indices before the kernel runs: it has the rows that are asked for
 * moved in the stream, neighbours in one piece, and the kernel finds them there.
 */
#include "workload_managed.h"

#include "table_managed.h"

static int setup(const struct aisp_io *io, void **state)
{
	int rc = table_new(io, state);
	struct gather *g = (struct gather *)*state;

	if (rc)
		return rc;
	g->is_asked = (unsigned char *)malloc(io->param[ROWS]);
	if (!g->is_asked)
		return gather_made(g, cudaErrorMemoryAllocation, state);
	return 0;
}

static void mark(const struct aisp_io *io, struct gather *g)
{
	const int32_t *index = (const int32_t *)io->in[INDEX].data;

	memset(g->is_asked, 0, io->param[ROWS]);
	for (int64_t j = 0; j < n_asked(io->param); j++)
		g->is_asked[index[j]] = 1;
}

static int prefetch(const struct aisp_io *io, const struct gather *g)
{
	const struct cudaMemLocation gpu = table_at_gpu();
	int64_t end;

	for (int64_t i = 0; i < io->param[ROWS]; i = end + 1) {
		for (end = i; end < io->param[ROWS] && g->is_asked[end];)
			end++;
		if (end > i)
			AISP_TRY(cudaMemPrefetchAsync(g->table + i * ROW,
						      (end - i) * ROW * sizeof(float),
						      gpu, 0, aisp_stream(io)));
	}
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	struct gather *g = (struct gather *)state;
	int rc;

	table_write(io, g);
	mark(io, g);
	rc = prefetch(io, g);
	return rc ? rc : gather_launch(io, g, g->table);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "prefetch of the rows that are asked for",
	.setup = setup,
	.run = run,
	.teardown = gather_free,
	.needs = "a GPU and a CPU that may use managed memory at the same time",
};

/* SPDX-License-Identifier: MIT
 *
 * Two levels: each rank of a node adds up one part in shared memory, exchanges the sums
 * with its counterparts on other nodes, and shares the complete sums in memory again.
 * A node sends its sums once to each other node, and waits for the network once.
 */
#include "workload_two_level.h"

#include "rounds.h"

/* The part that rank `i` of a node adds up for all. */
static struct range part_of(const struct aisp_ranks *r, int i, int64_t n)
{
	int size = aisp_node_size(r);

	return (struct range){ n * i / size, n * (i + 1) / size };
}

/* Adds up a part over the node's ranks, in their order. */
static void add_node(const struct aisp_ranks *r, float *sum, struct range part)
{
	int first = aisp_node_first(r);

	copy_range(sum, (const float *)r->window[first], part);
	for (int k = 1; k < aisp_node_size(r); k++)
		add_range(sum, sum, (const float *)r->window[first + k], part);
}

/* Sends this rank's sums to its counterparts on other nodes, and receives theirs. */
static int exchange(const struct aisp_ranks *r, float *sums, int64_t n,
		    struct range part)
{
	size_t bytes = (size_t)(part.to - part.from) * sizeof(float);
	const float *ours = sums + r->node * n + part.from;
	int mine = r->rank % aisp_node_size(r), rc = 0;

	for (int k = 1; k < r->n_nodes && !rc; k++) {
		int to = (r->node + k) % r->n_nodes;
		int from = (r->node + r->n_nodes - k) % r->n_nodes;

		rc = aisp_link_swap(r->link[to * aisp_node_size(r) + mine], ours, bytes,
				    r->link[from * aisp_node_size(r) + mine],
				    sums + from * n + part.from, bytes);
	}
	return rc;
}

/* Adds in the same order on all nodes, so that the bits are the same. */
static void add_nodes(const struct aisp_ranks *r, float *y, const float *sums,
		      int64_t n, struct range part)
{
	copy_range(y, sums, part);
	for (int node = 1; node < r->n_nodes; node++)
		add_range(y, y, sums + node * n, part);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int first = aisp_node_first(r);
	int64_t n = io->in[0].shape[1];
	struct range part = part_of(r, r->rank - first, n);
	float *y = aisp_out_f32(io, 0), *window = (float *)r->window[r->rank];
	float *sums = (float *)io->workspace;
	int rc;

	(void)state;
	memcpy(window, io->in[0].data, (size_t)n * sizeof(float));
	aisp_node_barrier(r, 1);
	add_node(r, sums + r->node * n, part);
	rc = exchange(r, sums, n, part);
	if (rc)
		return rc;
	add_nodes(r, y, sums, n, part);
	copy_range(window, y, part); /* no other rank reads this part any more */
	aisp_node_barrier(r, 2);
	for (int k = 0; k < aisp_node_size(r); k++)
		if (first + k != r->rank)
			copy_range(y, (const float *)r->window[first + k],
				   part_of(r, k, n));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "sums in a node's memory, one exchange between nodes",
	.run = run,
};

/* SPDX-License-Identifier: MIT
 *
 * A queue of nodes whose depth is known: each is taken once, and its children, which
 * were sorted by their parent before, are appended.  There are no separate levels.
 */
#include "workload_levels.h"

#include <errno.h>
#include <stdlib.h>

/* Numbers of n + 1, n and n. */
struct tree {
	int32_t *first; /* child of each node, and the end of the last's */
	int32_t *child, *queue;
};

static struct tree tree_of(int32_t *at, int64_t n)
{
	return (struct tree){ at, at + n + 1, at + 2 * n + 1 };
}

/* By counting: first ends where the next node's children begin. */
static void sort_children(const struct tree *t, const int32_t *parent, int64_t n)
{
	for (int64_t i = 0; i <= n; i++)
		t->first[i] = 0;
	for (int64_t i = 1; i < n; i++)
		t->first[parent[i]]++;
	for (int64_t i = 0, sum = 0; i <= n; i++)
		t->first[i] = (int32_t)(sum += t->first[i]);
	for (int64_t i = n - 1; i > 0; i--)
		t->child[--t->first[parent[i]]] = (int32_t)i;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], end = 1;
	struct tree t = tree_of(state, n);
	int32_t *depth = io->out[0].data;

	sort_children(&t, io->in[0].data, n);
	depth[0] = t.queue[0] = 0;
	for (int64_t at = 0; at < end; at++) {
		int32_t node = t.queue[at];

		for (int32_t i = t.first[node]; i < t.first[node + 1]; i++) {
			depth[t.child[i]] = depth[node] + 1;
			t.queue[end++] = t.child[i];
		}
	}
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	*state = calloc((size_t)(3 * io->param[N] + 1), sizeof(int32_t));
	return *state ? 0 : -ENOMEM;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a queue of reached nodes, children sorted by their parent",
	.setup = setup,
	.run = run,
	.teardown = free,
};

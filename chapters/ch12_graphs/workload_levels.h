/* SPDX-License-Identifier: MIT
 *
 * The depth of each node of a forest's only tree, level by level from the root.  How
 * many levels there are is in the data: after each, somebody has to look whether
 * it was the last.
 */
#include <aisp/draw.h>
#include <aisp/workload.h>

enum { N, SPAN };

#define CPU_THREADS 2 /* that share a level */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(
		pr,
		(struct aisp_spec){
			"parent", AISP_I32, 1, { p[N] }, AISP_FILL_INDEX, p[SPAN] });
	aisp_add_out(pr, (struct aisp_spec){ "depth", AISP_I32, 1, { p[N] } });
	pr->bytes = 2.0 * (double)p[N] * sizeof(int32_t);
	pr->bound_by = "dependent levels";
	pr->n_threads = CPU_THREADS;
	pr->workspace_bytes = 256; /* how far the variants have got */
	pr->uses = AISP_USES_GRAPHS | AISP_USES_FIXED_IO;
	if (p[N] > INT32_MAX)
		pr->invalid = "n must fit an int32";
}

/* A parent is one of the SPAN nodes before, each as likely, so that there are not as
 * many levels as nodes; the first node is the root. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int32_t *parent = (int32_t *)io->in[0].data;
	uint64_t span = (uint64_t)io->param[SPAN];

	parent[0] = 0;
	for (int64_t i = 1; i < io->param[N]; i++)
		parent[i] =
			(int32_t)(i - 1 -
				  (int64_t)(aisp_draw(bits, (uint64_t)i) % span) % i);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *parent = (const int32_t *)io->in[0].data;

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		ref[e] = mag[e] = 0;
		for (int64_t i = first + e; i; i = parent[i])
			ref[e]++;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "depths of a tree, level by level",
	.n_params = 2,
	.params = { [N] = { "n", 1009, 65536, 1 << 20, "nodes" },
		    [SPAN] = { "span", 61, 1024, 8192,
			       "how many nodes before it may be a node's parent" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};

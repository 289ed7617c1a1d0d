/* SPDX-License-Identifier: MIT
 *
 * A sequence leaves a full cache and another one takes its place, as when a server
 * pre-empts: in each layer the pages at `slot` go out to contiguous memory, and
 * incoming pages take the same slots.  All bits must be right, also those of the pages
 * that stay. A page is bf16 keys and values of some tokens.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>

enum { LAYERS, PAGES, MOVED, ELEMS, THREADS };
enum { CACHE, OUTGOING }; /* outputs; the first starts as an input */
enum { INCOMING = CACHE + 1, SLOT };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	struct aisp_spec moved = {
		"incoming", AISP_BF16, 3, { p[LAYERS], p[MOVED], p[ELEMS] }
	};

	if (p[MOVED] > p[PAGES])
		pr->invalid = "more pages are moved than there are";
	aisp_add_inout(
		pr, (struct aisp_spec){
			    "cache", AISP_BF16, 3, { p[LAYERS], p[PAGES], p[ELEMS] } });
	aisp_add_in(pr, moved);
	aisp_add_in(pr, (struct aisp_spec){ "slot",
					    AISP_I32,
					    1,
					    { p[MOVED] },
					    AISP_FILL_PERMUTATION,
					    p[PAGES] });
	moved.name = "outgoing";
	aisp_add_out(pr, moved);
	/* A page is read and written, so is what comes in its place. */
	pr->bytes = 8.0 * (double)p[LAYERS] * (double)(p[MOVED] * p[ELEMS]);
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
}

/* Which of the moved pages is at a slot, -1 if none is. */
static int64_t moved_at(const struct aisp_io *io, int64_t slot)
{
	const int32_t *at = (const int32_t *)io->in[SLOT].data;

	for (int64_t i = 0; i < io->param[MOVED]; i++)
		if (at[i] == slot)
			return i;
	return -1;
}

/* Row i of an output: the tensor that it comes from, and where it begins there. */
static const struct aisp_tensor *row_from(const struct aisp_io *io, int o, int64_t i,
					  int64_t *at)
{
	const int64_t *p = io->param;
	int64_t n = o == CACHE ? p[PAGES] : p[MOVED], layer = i / n, moved;

	if (o == OUTGOING) {
		i = layer * p[PAGES] + ((const int32_t *)io->in[SLOT].data)[i % n];
	} else {
		moved = moved_at(io, i % n);
		if (moved >= 0) {
			*at = (layer * p[MOVED] + moved) * p[ELEMS];
			return &io->in[INCOMING];
		}
	}
	*at = i * p[ELEMS];
	return &io->in[CACHE];
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t elems = io->param[ELEMS], at;

	for (int64_t e = 0; e < n; e += elems) {
		const struct aisp_tensor *from =
			row_from(io, o, (first + e) / elems, &at);

		for (int64_t c = 0; c < elems; c++) {
			ref[e + c] = aisp_bf16_at(from, at + c);
			mag[e + c] = 0;
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "pages of a cache swapped out and in",
	.n_params = 5,
	.params = { [LAYERS] = { "layers", 3, 8, 32, "layers of the model" },
		    [PAGES] = { "pages", 29, 128, 512, "pages of a layer" },
		    [MOVED] = { "moved", 7, 32, 128, "pages that a sequence has" },
		    [ELEMS] = { "elems", 35, 8192, 32768, "numbers of a page" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};

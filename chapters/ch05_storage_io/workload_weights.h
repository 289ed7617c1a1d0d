/* SPDX-License-Identifier: MIT
 *
 * A model's weights out of a cold file: tensors in bf16, in the order in which somebody
 * wrote them, become fp32 in the order of the model, one behind the other.  Tensor t is
 * elements [to[t], to[t + 1]) of the output and begins at element from[t] of the file;
 * many are small, as norms and biases are, and few hold most of the elements.
 * FLAGS: -O3
 */
#include <aisp/bf16.h>
#include <aisp/draw.h>
#include <aisp/workload.h>

enum { ELEMS, TENSORS, THREADS };
enum { WEIGHTS, TO, FROM };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ .name = "weights",
					    .dtype = AISP_BF16,
					    .rank = 1,
					    .shape = { p[ELEMS] },
					    .in_file = 1 });
	aisp_add_in(pr, (struct aisp_spec){ "to", AISP_I64, 1, { p[TENSORS] + 1 } });
	aisp_add_in(pr, (struct aisp_spec){ "from", AISP_I64, 1, { p[TENSORS] } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[ELEMS] } });
	/* 2 bytes of the file and 4 of the output; a page cache is not needed. */
	pr->bytes = 6.0 * (double)p[ELEMS] + 16.0 * (double)p[TENSORS];
	pr->bound_by = "the device that holds the file";
	pr->n_threads = (int)p[THREADS];
	pr->uses = AISP_USES_FILES | AISP_USES_ALLOC; /* teardown() unmaps */
	if (p[TENSORS] > INT32_MAX || p[TENSORS] > p[ELEMS])
		pr->invalid = "tensors are at most as many as their elements";
}

/* Sizes of all magnitudes; the last tensor ends with the file. */
static void draw_sizes(int64_t *to, int64_t tensors, int64_t elems, uint64_t bits)
{
	double all = 0, so_far = 0;

	for (int64_t t = 0; t < tensors; t++)
		all += (double)(1 << aisp_draw(bits, (uint64_t)t) % 12);
	for (int64_t t = 0; t < tensors; t++) {
		to[t] = (int64_t)((double)elems * so_far / all);
		so_far += (double)(1 << aisp_draw(bits, (uint64_t)t) % 12);
	}
	to[tensors] = elems;
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t tensors = io->param[TENSORS], at = 0;
	int64_t *to = (int64_t *)io->in[TO].data, *from = (int64_t *)io->in[FROM].data;

	draw_sizes(to, tensors, io->param[ELEMS], bits);
	/* The order of the file is another. */
	for (int64_t i = 0; i < tensors; i++)
		from[i] = -1;
	for (int64_t i = 0, t = 0; i < tensors; i++) {
		t = (t + (int64_t)(aisp_draw(~bits, (uint64_t)i) >> 33)) % tensors;
		while (from[t] >= 0)
			t = (t + 1) % tensors;
		from[t] = at;
		at += to[t + 1] - to[t];
	}
}

/* The tensor that has element i of the output: the last that begins there or before. */
static int64_t tensor_of(const int64_t *to, int64_t tensors, int64_t i)
{
	int64_t low = 0, high = tensors;

	while (high - low > 1) {
		int64_t middle = low + (high - low) / 2;

		if (to[middle] <= i)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *to = io->in[TO].data, *from = io->in[FROM].data;

	(void)o;
	for (int64_t i = first; i < first + n; i++) {
		int64_t t = tensor_of(to, io->param[TENSORS], i);

		ref[i - first] = aisp_bf16_at(&io->in[WEIGHTS], from[t] + i - to[t]);
		mag[i - first] = 0; /* copies: bits must match */
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "weights of a model out of a file",
	.n_params = 3,
	.params = { [ELEMS] = { "elems", 50021, 16 << 20, 128 << 20,
				"numbers of all tensors" },
		    [TENSORS] = { "tensors", 13, 300, 300, "tensors" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};

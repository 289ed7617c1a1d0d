/* SPDX-License-Identifier: MIT
 *
 * A model's state into a file that is on the device when the call ends: a checkpoint
 * that a crash right after it does not lose.  Tensors lie in memory in some order and
 * come to lie in the file in that of the model, one behind the other: tensor t begins
 * at element from[t] of the memory and is elements [to[t], to[t + 1]) of the file.
 */
#include <aisp/workload.h>

#include "drawn_tensors.h"

enum { ELEMS, TENSORS, THREADS };
enum { MEMORY, TO, FROM };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "memory", AISP_F32, 1, { p[ELEMS] } });
	aisp_add_in(pr, tensor_sizes(p[TENSORS]));
	aisp_add_in(pr, (struct aisp_spec){ "from", AISP_I64, 1, { p[TENSORS] } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "file",
					     .dtype = AISP_F32,
					     .rank = 1,
					     .shape = { p[ELEMS] },
					     .in_file = 1 });
	/* Each element is read; that it is in memory again is not needed. */
	pr->bytes = 4.0 * (double)p[ELEMS] + 16.0 * (double)p[TENSORS];
	pr->bound_by = "the device that holds the file";
	pr->n_threads = (int)p[THREADS];
	pr->uses = AISP_USES_WRITES;
	if (p[TENSORS] > INT32_MAX || p[TENSORS] > p[ELEMS])
		pr->invalid = "tensors are at most as many as their elements";
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	draw_tensors((int64_t *)io->in[TO].data, (int64_t *)io->in[FROM].data,
		     io->param[TENSORS], io->param[ELEMS], bits);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *to = io->in[TO].data, *from = io->in[FROM].data;
	const float *memory = aisp_in_f32(io, MEMORY);

	(void)o;
	for (int64_t i = first; i < first + n; i++) {
		int64_t t = tensor_of(to, io->param[TENSORS], i);

		ref[i - first] = (double)memory[from[t] + i - to[t]];
		mag[i - first] = 0; /* copies: bits must match */
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a checkpoint, on the device",
	.n_params = 3,
	.params = { [ELEMS] = { "elems", 50021, 16 << 20, 64 << 20,
				"numbers of all tensors" },
		    [TENSORS] = { "tensors", 13, 300, 300, "tensors" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};

/* SPDX-License-Identifier: MIT
 *
 * Tensor after tensor in the model's order, each read from its place in the file and
 * converted.
 */
#include "workload_weights.h"

#include "file_weights.h"

static int setup(const struct aisp_io *io, void **state)
{
	return loader_open(io, 1, state);
}

static int load_tensor(const struct aisp_io *io, struct loader *l, int64_t from,
		       int64_t to, int64_t end)
{
	while (to < end) {
		int64_t n = end - to < PIECE ? end - to : PIECE;
		int rc = read_at(&l->file, (char *)l->room, 2 * (size_t)n,
				 2 * (size_t)from);

		if (rc)
			return rc;
		convert(aisp_out_f32(io, 0) + to, l->room, n);
		from += n;
		to += n;
	}
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *to = io->in[TO].data, *from = io->in[FROM].data;
	int rc = 0;

	for (int64_t t = 0; t < io->param[TENSORS] && !rc; t++)
		rc = load_tensor(io, state, from[t], to[t], to[t + 1]);
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "tensor by tensor, in the order of the model",
	.setup = setup,
	.run = run,
	.teardown = loader_close,
};

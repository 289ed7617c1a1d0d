/* SPDX-License-Identifier: MIT
 *
 * NCCL's all-reduce of each layer, without NVLS, while the next layer is computed.
 * WALLS: nccl
 * LIBS: -ldl
 */
#include "workload_overlap.h"

#include "beside_gpu.h"
#include "layers_overlap_gpu.h"
#include <aisp/nccl_calls.h>

struct both {
	void *beside, *nccl;
};

static int setup(const struct aisp_io *io, void **state)
{
	struct both *s = (struct both *)calloc(1, sizeof(*s));
	int status;

	*state = s;
	if (!s)
		return -ENOMEM;
	status = beside_setup(io, &s->beside);
	return status ? status : nccl_setup(io, &s->nccl);
}

static int sum_layer(const struct aisp_io *io, const struct both *s, int64_t i)
{
	const struct streams *b = (const struct streams *)s->beside;
	const struct nccl *n = (const struct nccl *)s->nccl;
	const struct span dw = layer_span(io, i);
	const float *own = (const float *)io->ranks->window[io->ranks->rank];
	int status = streams_fork(b, aisp_stream(io));

	if (status)
		return status;
	return nccl_all_reduce(n, own + dw.from, dw.y + dw.from, dw.to - dw.from,
			       NCCL_FLOAT, b->stream[0]);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct both *s = (const struct both *)state;
	const struct streams *b = (const struct streams *)s->beside;
	int status = 0;

	for (int64_t i = 0; i < io->param[LAYERS] && !status; i++) {
		status = make_layer(io, i);
		if (!status)
			status = sum_layer(io, s, i);
	}
	return status ? status : streams_join(b, aisp_stream(io));
}

static void teardown(void *state)
{
	struct both *s = (struct both *)state;

	if (!s)
		return;
	beside_teardown(s->beside);
	free(s->nccl);
	free(s);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "ncclAllReduce of each layer overlaps the next layer",
	.library = "NCCL 2",
	.setup = setup,
	.run = run,
	.teardown = teardown,
	.needs = "NCCL 2",
	.why = nccl_why,
};

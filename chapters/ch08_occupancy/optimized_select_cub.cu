/* SPDX-License-Identifier: MIT
 *
 * CUB's selection, a look-back tuned for the GPU.
 * NEEDS: cub/cub.cuh
 * WORKSPACE: 1048576 + n / 16
 */
#include "workload_select.h"

#include <aisp/cuda.h>
#include <cub/device/device_select.cuh>

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

struct below {
	uint32_t limit;

	__device__ bool operator()(uint16_t x) const
	{
		return x < limit;
	}
};

/* With room = NULL says how many bytes it needs. */
static int select_below(const struct aisp_io *io, void *room, size_t *bytes)
{
	struct below keep = { limit_of(io->param) };

	AISP_TRY(cub::DeviceSelect::If(room, *bytes, (const uint16_t *)io->in[0].data,
				       (uint16_t *)io->out[KEPT].data,
				       (unsigned long long *)io->out[N_KEPT].data,
				       io->param[N], keep, aisp_stream(io)));
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	size_t bytes = 0;
	int rc = select_below(io, NULL, &bytes);

	(void)state;
	return !rc && bytes > io->workspace_bytes ? -ENOMEM : rc;
}

static int run(const struct aisp_io *io, void *state)
{
	size_t bytes = io->workspace_bytes;

	(void)state;
	return select_below(io, io->workspace, &bytes);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "CUB's DeviceSelect::If",
	.library = "CUB (CCCL " TEXT(CCCL_VERSION) ")",
	.setup = setup,
	.run = run,
};

/* SPDX-License-Identifier: MIT
 *
 * Tensor after tensor in the model's order, then fsync(): the page cache takes it all,
 * and the kernel decides when the device begins, at the latest in fsync().
 */
#include "workload_checkpoint.h"

#include "output_file.h"

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *to = io->in[TO].data, *from = io->in[FROM].data;
	const float *memory = aisp_in_f32(io, MEMORY);
	int fd = open_output(io, 0), rc = 0;

	(void)state;
	if (fd < 0)
		return fd;
	for (int64_t t = 0; t < io->param[TENSORS] && !rc; t++)
		rc = write_at(fd, memory + from[t],
			      (size_t)(to[t + 1] - to[t]) * sizeof(float),
			      (size_t)to[t] * sizeof(float));
	return end_output(fd, rc);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "tensor by tensor, then fsync()",
	.run = run,
};

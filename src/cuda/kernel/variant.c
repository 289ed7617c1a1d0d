/* SPDX-License-Identifier: MIT
 *
 * variant.c - for the worker the launcher is a variant like others.  It launches what
 * the judge's plan says.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "launcher.h"
#include "worker/protocol.h"

static const struct aisp_plan *const judge =
	(const struct aisp_plan *)AISP_PLAN_ADDRESS;
static struct aisp_kernel_module module;
static CUgraphExec graph[AISP_MAX_SLOTS];
static const struct aisp_io *first;

/* Why setup() or run() failed; the worker copies it to its report. */
static char why[256];

static int launch_all(const struct aisp_io *io)
{
	int rc = 0;

	for (uint32_t i = 0; i < judge->kernels.n_launches && !rc; i++)
		rc = aisp_kernel_launch(&module, &judge->kernels, (int)i, io, why,
					sizeof(why));
	return rc;
}

/* Called while system calls are allowed: later there is no memory for graphs. */
static int capture(const struct aisp_io *io, CUgraphExec *exec)
{
	CUgraph g;
	int rc;

	if (cuStreamBeginCapture(io->stream, CU_STREAM_CAPTURE_MODE_RELAXED))
		return -EIO;
	rc = launch_all(io);
	if (cuStreamEndCapture(io->stream, &g) || rc)
		return -EIO;
	rc = cuGraphInstantiate(exec, g, 0) || cuGraphUpload(*exec, io->stream) ? -EIO
										: 0;
	cuGraphDestroy(g);
	return rc;
}

static int capture_all(const struct aisp_io *io)
{
	int rc = 0;

	for (uint32_t s = 0; s < judge->n_slots && judge->kernels.is_graph && !rc; s++)
		rc = capture(&io[s], &graph[s]);
	if (rc && !why[0])
		snprintf(why, sizeof(why), "the launches make no graph");
	return rc;
}

/* Our worker passes an array: io of all slots. */
static int setup(const struct aisp_io *io, void **state)
{
	const struct aisp_kernel_plan *plan = &judge->kernels;
	const size_t size = sizeof(why);
	int rc = aisp_module_open(&module, judge->variant_path, plan, why, size);

	(void)state;
	first = io;
	if (!rc)
		rc = aisp_kernel_check_args(&module, plan, why, size);
	if (!rc && aisp_module_restore(&module, io->stream)) {
		snprintf(
			why, size,
			"its state cannot be put back between calls (%d bytes of local "
			"memory)",
			module.local_bytes);
		rc = -ENOEXEC;
	}
	return rc ? rc : capture_all(io);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	if (!judge->kernels.is_graph)
		return launch_all(io);
	return cuGraphLaunch(graph[io - first], io->stream) ? -EIO : 0;
}

/* Called before each timed call, while its inputs are not there yet. */
int aisp_kernel_restore(const struct aisp_io *io)
{
	return aisp_module_restore(&module, io->stream) ? -EIO : 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "kernels that the judge launches",
	.run = run,
	.setup = setup,
	.why = why,
};

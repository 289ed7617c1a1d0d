/* SPDX-License-Identifier: MIT
 *
 * Open MPI's reduce-scatter of equal blocks.
 * WALLS: mpi
 * NEEDS: mpi/openmpi/ompi/version.h
 * LIBS: -lmpi
 * ONLY: elems <= 1 << 30
 */
#include "workload_reducescatter.h"

#include "openmpi.h"

static int run(const struct aisp_io *io, void *state)
{
	int n = (int)io->param[ELEMS];

	(void)state;
	return status_of(MPI_Reduce_scatter_block(io->in[0].data, io->out[0].data, n,
						  MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "MPI_Reduce_scatter_block",
	.library = OPENMPI,
	.needs = OPENMPI_NEEDS,
	.setup = setup,
	.run = run,
};

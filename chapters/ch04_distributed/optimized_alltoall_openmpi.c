/* SPDX-License-Identifier: MIT
 *
 * Open MPI's all-to-all, by the algorithm that it chooses for the size.
 * WALLS: mpi
 * NEEDS: mpi/openmpi/ompi/version.h
 * LIBS: -lmpi
 * ONLY: elems <= 1 << 30
 */
#include "workload_alltoall.h"

#include "openmpi.h"

static int run(const struct aisp_io *io, void *state)
{
	int n = (int)io->param[ELEMS];

	(void)state;
	return status_of(MPI_Alltoall(io->in[0].data, n, MPI_FLOAT, io->out[0].data, n,
				      MPI_FLOAT, MPI_COMM_WORLD));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "MPI_Alltoall",
	.library = OPENMPI,
	.needs = OPENMPI_NEEDS,
	.setup = setup,
	.run = run,
};

/* SPDX-License-Identifier: MIT
 *
 * Open MPI's all-reduce in place, by the algorithm that it chooses for the size.
 * WALLS: mpi
 * NEEDS: mpi/openmpi/ompi/version.h
 * LIBS: -lmpi
 * ONLY: elems <= 1 << 30
 */
#include "workload_allreduce_inplace.h"

#include "openmpi.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return status_of(MPI_Allreduce(MPI_IN_PLACE, io->out[0].data,
				       (int)io->out[0].shape[1], MPI_FLOAT, MPI_SUM,
				       MPI_COMM_WORLD));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "MPI_Allreduce, MPI_IN_PLACE",
	.library = OPENMPI,
	.needs = OPENMPI_NEEDS,
	.setup = setup,
	.run = run,
};

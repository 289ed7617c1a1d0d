/* SPDX-License-Identifier: MIT
 *
 * What the variants by Open MPI share: their start.
 *
 * The judge starts the ranks, each with what it must know of the others in its
 * environment (docs/tiers.md).  No rank calls MPI_Finalize(): its system calls would be
 * denied by then, and the kernel frees all resources of a process.
 */
#ifndef OPENMPI_H
#define OPENMPI_H

#include <aisp/ranks.h>
#include <errno.h>
#include <malloc.h>
#include <mpi/mpi.h>
#include <stdlib.h>

#define TEXT(x)  #x
#define VALUE(x) TEXT(x)
#define OPENMPI                                                                        \
	"Open MPI " VALUE(OMPI_MAJOR_VERSION) "." VALUE(OMPI_MINOR_VERSION) "." VALUE( \
		OMPI_RELEASE_VERSION)

#define OPENMPI_NEEDS "ranks that aisp has started for an MPI (docs/tiers.md)"

/* Starts MPI; checks that this rank has its number. */
static int meet(const struct aisp_io *io)
{
	int rank, n;

	if (!getenv("PMIX_RANK") || MPI_Init(NULL, NULL) != MPI_SUCCESS)
		return -ENOTSUP;
	/* Memory that a call allocates stays mapped for the next. */
	mallopt(M_MMAP_MAX, 0);
	mallopt(M_TRIM_THRESHOLD, -1);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	return rank == io->ranks->rank && n == io->ranks->n ? 0 : -EPROTO;
}

static int run(const struct aisp_io *io, void *state);

/* A first call makes the connections and the memory that ranks share. */
static int setup(const struct aisp_io *io, void **state)
{
	int rc = meet(io);

	(void)state;
	return rc ? rc : run(io, NULL);
}

/* The status of an MPI call. */
static inline int status_of(int mpi)
{
	return mpi == MPI_SUCCESS ? 0 : -EIO;
}

#endif

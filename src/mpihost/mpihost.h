/* SPDX-License-Identifier: MIT
 *
 * mpihost.h - the parts of aisp-mpi.
 */
#ifndef AISP_MPIHOST_H
#define AISP_MPIHOST_H

#include <stddef.h>
#include <stdint.h>

#define AISP_MPIHOST_RANKS 64

/* Of the group's only file system that can be written; it goes with the group. */
#define AISP_MPIHOST_DIR   "/dev/shm"
#define AISP_MPIHOST_BYTES "1g"

/*
 * Leave for user, network, IPC and mount namespaces of its own, with a loopback
 * interface and an empty AISP_MPIHOST_DIR.  0, or -1 with what was refused in `why`.
 */
int aisp_mpihost_enter(char *why, size_t size);

/*
 * Serve so many ranks from now on, in threads of PMIx; what each must find in its
 * environment is written to fd.  0, or -1 with why.
 */
int aisp_mpihost_serve(uint32_t n, int fd, char *why, size_t size);

#endif

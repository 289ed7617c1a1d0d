/* SPDX-License-Identifier: MIT
 *
 * mpihost.h - the parts of aisp-mpi.
 */
#ifndef AISP_MPIHOST_H
#define AISP_MPIHOST_H

#include <stddef.h>
#include <stdint.h>

#define AISP_MPIHOST_RANKS 64

/* The group's only writable file system; it ends with the group. */
#define AISP_MPIHOST_DIR   "/dev/shm"
#define AISP_MPIHOST_BYTES "1g"

/*
 * Enters new user, network, IPC and mount namespaces, with a loopback interface and an
 * empty AISP_MPIHOST_DIR.  Returns 0, or -1 with the refusal in `why`.
 */
int aisp_mpihost_enter(char *why, size_t size);

/*
 * Serves n ranks from now on, in threads of PMIx; writes the environment of each to fd.
 * Returns 0, or -1 with why.
 */
int aisp_mpihost_serve(uint32_t n, int fd, char *why, size_t size);

#endif

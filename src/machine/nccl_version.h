/* SPDX-License-Identifier: MIT
 *
 * nccl_version.h - which NCCL programs get here that load it by name.
 */
#ifndef AISP_NCCL_VERSION_H
#define AISP_NCCL_VERSION_H

#include <stddef.h>

/* "2.28.3", or "" and why not: it cannot be loaded, or is none. */
void aisp_nccl_version(char version[16], char *why, size_t size);

#endif

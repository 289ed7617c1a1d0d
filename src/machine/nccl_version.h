/* SPDX-License-Identifier: MIT
 *
 * nccl_version.h - the version of NCCL that programs load by name here.
 */
#ifndef AISP_NCCL_VERSION_H
#define AISP_NCCL_VERSION_H

#include <stddef.h>

/* "2.28.3", or "" with the reason in why: it cannot be loaded, or is not NCCL. */
void aisp_nccl_version(char version[16], char *why, size_t size);

#endif

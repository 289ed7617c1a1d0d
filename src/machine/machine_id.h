/* SPDX-License-Identifier: MIT
 *
 * machine_id.h - a short name for this machine, and the files that aisp keeps
 * under it: <cache>/machines/<id>/.
 */
#ifndef AISP_MACHINE_ID_H
#define AISP_MACHINE_ID_H

#include <jansson.h>
#include <stddef.h>

#include "machine/hw.h"

#define AISP_MACHINE_ID_SIZE 17 /* 16 hexadecimal digits and NUL */

/*
 * A hash of CPU model, hardware threads present, memory in GiB, hypervisor and
 * the kernel's major version: the same after a reboot, and in a container or
 * under an affinity mask that shows only a part of the machine.
 */
void aisp_machine_id_of(const struct aisp_hw *hw, char id[AISP_MACHINE_ID_SIZE]);

/* Computes this machine's id.  Returns 0, or -1 with *err filled. */
int aisp_machine_id(char id[AISP_MACHINE_ID_SIZE], struct aisp_err *err);

/* <cache>/machines/<id>/<file>; nothing is created.  0, or -1 with *err filled. */
int aisp_machine_path(char *path, size_t size, const char *id, const char *file,
		      struct aisp_err *err);

/*
 * Replaces the file by json, or leaves it as it was: writes beside it, then renames.
 * Makes missing directories.  Returns 0, or -1 with *err filled.
 */
int aisp_machine_save(const char *path, const json_t *json, struct aisp_err *err);

#endif

/* SPDX-License-Identifier: MIT
 *
 * probe.h - try what may end a process, or spoil its memory, in a child.
 */
#ifndef AISP_PROBE_H
#define AISP_PROBE_H

#include "base/err.h"

/*
 * Calls try(arg, err) in a child.  Returns 0; or -1 with *err filled, as try() filled
 * it, or with how the child ended.
 */
int aisp_probe(int (*try)(void *arg, struct aisp_err *err), void *arg,
	       struct aisp_err *err);

#endif

/* SPDX-License-Identifier: MIT
 *
 * flags.h - are two variants compiled alike?
 */
#ifndef AISP_FLAGS_H
#define AISP_FLAGS_H

#include "decide/group.h"

/*
 * Compare the command lines that lie beside the two objects (<object>.cmd).  Returns 0,
 * or -1 if one is missing.
 */
int aisp_flags_compare(const char *first, const char *second, struct aisp_flags *f);

#endif

/* SPDX-License-Identifier: MIT
 *
 * refused.h - names of NVLink's multicast, which neither a variant nor what it includes
 * may contain: multicast acts on the switch that all GPUs of a machine share.  The
 * judge maps peers' memory, without multicast.
 *
 * A name that a program builds when it runs is not found.
 */
#ifndef AISP_REFUSED_H
#define AISP_REFUSED_H

#include "words.h"

/* Returns 0; or -1, with the name and the file in *err, if one of the files has one. */
int aisp_refused_check(const struct aisp_words *files, struct aisp_err *err);

#endif

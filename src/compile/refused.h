/* SPDX-License-Identifier: MIT
 *
 * refused.h - names that neither a variant nor what it includes may have: of NVLink's
 * multicast, which acts on the switch that all GPUs of a machine share.  Peers' memory
 * is mapped by the judge, and nothing of multicast is.
 *
 * A name that a program makes up when it runs is not seen.
 */
#ifndef AISP_REFUSED_H
#define AISP_REFUSED_H

#include "words.h"

/*
 * In one of the files, sources or an object.  0, or -1 with *err naming word and file.
 */
int aisp_refused_check(const struct aisp_words *files, struct aisp_err *err);

#endif

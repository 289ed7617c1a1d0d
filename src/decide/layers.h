/* SPDX-License-Identifier: MIT
 *
 * layers.h - which layers of isolation (enum aisp_layer) held.
 */
#ifndef AISP_LAYERS_H
#define AISP_LAYERS_H

#include "group.h"

#define AISP_N_FILTERS 2 /* of system calls: one while loading, one more in calls */

/*
 * Timed calls are confined if the kernel counts both filters: one from loading, one
 * from running.  If the kernel does not count (NaN), the worker's report decides.
 */
bool aisp_calls_are_confined(double n_filters, uint32_t reported);

/* Those of `layers` that also held in every good launch of the group. */
uint32_t aisp_layers_held(const struct aisp_group *g, uint32_t layers);

#endif

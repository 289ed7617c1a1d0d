/* SPDX-License-Identifier: MIT
 *
 * SUMMARY: one argument too many
 * LAUNCH: scale<<<ceil_div(n, 256), 256>>>(x, y, n, 3)
 */
#include "workload_scale.h"

#include "../kernels/scale.cuh"

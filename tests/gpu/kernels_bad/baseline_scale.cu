/* SPDX-License-Identifier: MIT
 *
 * CLASS: common
 * SUMMARY: one element per thread
 * LAUNCH: scale<<<ceil_div(n, 256), 256>>>(x, y, n)
 */
#include "workload_scale.h"

#include "../kernels/scale.cuh"

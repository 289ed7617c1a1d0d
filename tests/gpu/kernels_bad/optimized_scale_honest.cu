/* SPDX-License-Identifier: MIT
 *
 * SUMMARY: the same: A against A
 * LAUNCH: scale<<<ceil_div(n, 256), 256>>>(x, y, n)
 */
#include "workload_scale.h"

#include "../kernels/scale.cuh"

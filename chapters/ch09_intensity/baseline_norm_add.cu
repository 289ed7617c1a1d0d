/* SPDX-License-Identifier: MIT
 *
 * A kernel for the sum and one for the norm, which reads the sum twice, the second time
 * from a cache.
 *
 * CLASS: common
 * SUMMARY: two kernels, 2 bytes per access
 * LAUNCH: add<<<ceil_div(rows * cols, 256), 256>>>(r, x, residual, rows * cols)
 * LAUNCH: normalise<<<rows, 256>>>(y, r, gain, cols)
 */
#include "workload_norm_add.h"

#include "norm_add_passes.h"

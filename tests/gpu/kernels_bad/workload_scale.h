/* SPDX-License-Identifier: MIT
 *
 * y = 2 x, for kernels that the judge launches.
 */
#include "../pairs/workload_scale.h"

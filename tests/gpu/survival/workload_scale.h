/* SPDX-License-Identifier: MIT */
#include "../pairs/workload_scale.h"

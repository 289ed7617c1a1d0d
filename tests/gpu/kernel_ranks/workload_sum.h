/* SPDX-License-Identifier: MIT */
#include "../ranks/workload_sum.h"

/* SPDX-License-Identifier: MIT */
#include "workload_sum.h"

#include "../ranks/optimized_sum_one.cu"

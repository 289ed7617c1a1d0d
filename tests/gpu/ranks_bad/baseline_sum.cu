/* SPDX-License-Identifier: MIT */
#include "workload_sum.h"

#include "../ranks/baseline_sum.cu"

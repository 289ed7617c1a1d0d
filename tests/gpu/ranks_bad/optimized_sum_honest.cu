/* SPDX-License-Identifier: MIT */
#include "../ranks/optimized_sum_one.cu"

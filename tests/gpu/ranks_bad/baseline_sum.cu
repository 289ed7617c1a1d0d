/* SPDX-License-Identifier: MIT */
#include "../ranks/baseline_sum.cu"

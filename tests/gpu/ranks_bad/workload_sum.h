/* SPDX-License-Identifier: MIT */
#include "../ranks/sum.h"

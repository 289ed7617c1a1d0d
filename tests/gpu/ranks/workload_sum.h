/* SPDX-License-Identifier: MIT */
#include "sum.h"

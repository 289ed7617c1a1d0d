/* SPDX-License-Identifier: MIT */
#include "version.h"

const char aisp_version[] = AISP_VERSION;

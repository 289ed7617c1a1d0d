/* SPDX-License-Identifier: MIT
 *
 * Calls may allocate.
 */
#define POLY_USES AISP_USES_ALLOC
#include "../../exploits/fixtures/poly.h"

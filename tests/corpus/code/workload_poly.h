/* SPDX-License-Identifier: MIT
 *
 * See poly.h.  Truncated sums err to one side, by twice as much.
 */
#define POLY_ERROR_C (4.0 * DEGREE)
#include "../../exploits/fixtures/poly.h"

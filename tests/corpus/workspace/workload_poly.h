/* SPDX-License-Identifier: MIT
 *
 * Calls have scratch of the size of the input, and always the same addresses.
 */
#define POLY_USES            AISP_USES_FIXED_IO
#define POLY_WORKSPACE_BYTES ((size_t)p[ELEMS] * sizeof(float))
#include "../../exploits/fixtures/poly.h"

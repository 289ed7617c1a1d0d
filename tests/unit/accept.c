/* SPDX-License-Identifier: MIT
 *
 * Decisions first, then a draw a row: exact.
 */
#include "../../chapters/ch15_serving/optimized_accept.c"

#include "accept_exact.h"

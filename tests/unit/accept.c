/* SPDX-License-Identifier: MIT
 *
 * Decisions first, then a draw a row: exact.
 */
/* A step is a file of its own, with one symbol. */
/* NOLINTNEXTLINE(bugprone-suspicious-include) */
#include "../../chapters/ch15_serving/optimized_accept.c"

#include "accept_exact.h"

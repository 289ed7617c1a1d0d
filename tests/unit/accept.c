/* SPDX-License-Identifier: MIT
 *
 * The step that makes the decisions first, then one draw a row: it is exact.
 */
/* Each step is tested in a file of its own, which defines the one symbol. */
/* NOLINTNEXTLINE(bugprone-suspicious-include) */
#include "../../chapters/ch15_serving/optimized_accept.c"

#include "accept_exact.h"
